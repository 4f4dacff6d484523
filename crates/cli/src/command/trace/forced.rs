//! The table of levels with forced moves.

use sokolab::analysis::normalize;
use sokolab::constraint::watch::{WatchOptions, WatchStage, watch};
use sokolab::constraint::{CandidateSolution, Task, TechniqueAnswer};
use sokolab::text::{ReadOptions, read_text};
use sokolab::{Budget, ConstraintOptions, Meter, Method, Stop, Technique, quantity};

use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::tiling::{TIME_FOR_LENGTH, fewest_moves};

/// Where each method stalls on levels whose moves are forced.
pub(crate) fn forced_table(
    text: &str,
    nodes: u64,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let techniques: Vec<Technique> = Method::ALL
        .into_iter()
        .filter_map(|method| match method {
            Method::Constrained(technique) => Some(technique),
            _ => None,
        })
        .collect();
    let heads: Vec<String> = techniques.iter().map(|it| format!("  {:>16}", it.name())).collect();
    let heads = heads.concat();
    output.line(&format!("{:<22}{:>5}{heads}", "level", "moves"))?;
    for level in read_text(text.as_bytes(), ReadOptions::default()).levels {
        if interrupt::is_interrupted() {
            return Ok(exit::UNDECIDED);
        }
        let Ok(normalized) = normalize(&level) else { continue };
        let Ok(length) = fewest_moves(&level, TIME_FOR_LENGTH) else { continue };
        let mut line = format!("{:<22}{length:>5}", level.title.as_deref().unwrap_or(""));
        for &technique in &techniques {
            let (board, start) = (&normalized.board, &normalized.state);
            let options = ConstraintOptions { seed, ..ConstraintOptions::default() };
            let task = Task { options, ..Task::new(board, start, technique) };
            let mut observer = |_: &_| interrupt::is_interrupted().then_some(Stop::Interrupted);
            let mut meter = Meter::new(Budget::of_memory(1 << 30), &mut observer);
            let options = WatchOptions { length, nodes_max: nodes, states_max: 0 };
            let Ok(watched) = watch(&task, options, &mut meter) else { continue };
            line.push_str(&format!("  {:>16}", stall(technique, &watched.stages, &watched.answer)));
        }
        output.line(&line)?;
    }
    output.line(&format!(
        "\nopen: cells with a choice left when it stalls, of those that propagation leaves open \
         (punch-out\ndoes not propagate through the whole grid, and may open more); {nodes} \
         choices or nodes each."
    ))?;
    Ok(exit::DONE)
}

fn stall(technique: Technique, stages: &[WatchStage], answer: &TechniqueAnswer) -> String {
    let open = |stage: &WatchStage| -> usize {
        stage.planes.iter().flat_map(|it| &it.cells).filter(|it| it.left > 1).count()
    };
    match answer {
        TechniqueAnswer::Solved { way: CandidateSolution::Moves(moves), .. } => {
            quantity(moves.len(), "move")
        }
        TechniqueAnswer::Solved { way: CandidateSolution::Pushes(pushes), .. } => {
            quantity(pushes.len(), "push")
        }
        _ if technique == Technique::TilingComplete => "stalls".to_owned(),
        _ if technique.has_tiles() => match stages {
            [_, first, .., last] => format!("open {} of {}", open(last), open(first)),
            _ => "refuted".to_owned(),
        },
        _ => "stalls".to_owned(),
    }
}
