//! What the propagation of the tiling engine proves about deadlock patterns, compared with exact
//! search.

use sokolab::analysis::patterns::{Pattern, PatternLibrary};
use sokolab::constraint::{KeeperRule, PatternProver};
use sokolab_wire::{PatternLine, PropagationLine};

use super::format::PatternFormat;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;

/// What is proved about patterns with a given number of boxes.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    patterns: usize,
    tiles: usize,
    one_keeper: usize,
    all_times: usize,
}

impl Counts {
    fn add(&mut self, proofs: &PropagationLine) {
        self.patterns += 1;
        self.tiles += usize::from(proofs.tiles);
        self.one_keeper += usize::from(proofs.one_keeper);
        self.all_times += usize::from(proofs.all_times.is_some());
    }
}

/// Tries to prove some patterns of the library by propagation, and counts the results.
pub(super) fn coverage(
    library: &PatternLibrary,
    chosen: &[usize],
    moves: u32,
    format: PatternFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let mut counts: Vec<Counts> = Vec::new();
    let mut total = Counts::default();
    for &index in chosen {
        if interrupt::is_interrupted() {
            break;
        }
        let pattern = &library.patterns()[index];
        let Some(proofs) = proofs(pattern, moves) else { continue };
        if format == PatternFormat::Jsonl {
            let line = PatternLine::new(index + 1, pattern, &library.judged()[index]);
            output.json(&PatternLine { propagation: Some(proofs), ..line })?;
            continue;
        }
        let boxes = pattern.box_count() as usize;
        counts.resize(counts.len().max(boxes + 1), Counts::default());
        counts[boxes].add(&proofs);
        total.add(&proofs);
    }
    if format == PatternFormat::Text {
        output.write(&table(&counts, total, moves))?;
        if total.patterns < chosen.len() {
            output.line(&format!("Stopped before the other {}.", chosen.len() - total.patterns))?;
        }
    }
    Ok(exit::DONE)
}

/// What propagation proves about a pattern; `None` if it is too large.
pub(super) fn proofs(pattern: &Pattern, moves: u32) -> Option<PropagationLine> {
    let alone = PatternProver::new(pattern, KeeperRule::Off)?;
    let counted = PatternProver::new(pattern, KeeperRule::On)?;
    let tiles = alone.refutes(moves as usize);
    Some(PropagationLine {
        moves,
        tiles,
        // An additional rule never proves less.
        one_keeper: tiles || counted.refutes(moves as usize),
        all_times: alone.proves().or_else(|| counted.proves()).map(str::to_owned),
    })
}

fn table(counts: &[Counts], total: Counts, moves: u32) -> String {
    let row = |name: &str, counts: Counts| {
        let Counts { patterns, tiles, one_keeper, all_times } = counts;
        format!("{name:<6}{patterns:>10}{tiles:>13}{one_keeper:>17}{all_times:>15}\n")
    };
    let mut text = "boxes   patterns  tiles alone  with one keeper  for all times\n".to_owned();
    for (boxes, counts) in counts.iter().enumerate().filter(|(_, it)| it.patterns > 0) {
        text.push_str(&row(&boxes.to_string(), *counts));
    }
    text.push_str(&row("all", total));
    text.push_str(&format!(
        "\nExact search proves every pattern. Propagation refutes those of the third and fourth \
         column\nfor plays of {moves} moves, and those of the last one for plays of any length.\n"
    ));
    text
}
