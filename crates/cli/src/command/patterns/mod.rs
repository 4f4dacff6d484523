//! `soko patterns`: the library of minimal deadlock patterns, and verdicts on drawn patterns.

mod check;
mod coverage;
mod explain;
mod fit;
mod format;
mod judge;
mod pictures;
mod planes;

use sokolab::Rules;
use std::path::PathBuf;

use sokolab::analysis::patterns::{Pattern, PatternLibrary};
use sokolab_wire::PatternLine;

use self::check::check_library;
use self::coverage::{coverage, proofs};
use self::explain::{Proved, explain};
use self::fit::fit_on_levels;
use self::format::PatternFormat;
use self::judge::{STATES_MAX, judged, number_of, read_drawing};
use self::pictures::{one_line, pictures};
use self::planes::sentence;
use crate::exit::{self, Exit};
use crate::input::Input;
use crate::io::interrupt;
use crate::io::message;
use crate::io::output::Output;

/// The heading of options that choose patterns.
const PATTERNS: &str = "Patterns";

/// List, draw, explain and check deadlock patterns: walls and boxes that are dead wherever they
/// occur.
///
/// A pattern is dead if its boxes cannot all leave their window even though everything outside it
/// is floor. Without levels, the library is shown. With levels, named or on standard input, the
/// command counts the patterns that fit each level and names the boxes that are part of one at the
/// start.
#[derive(Debug, clap::Args)]
pub(crate) struct Patterns {
    #[command(flatten)]
    input: Input,

    /// Only patterns that fit a window of this size, for example 3x3.
    #[arg(long, help_heading = PATTERNS, value_name = "WxH", value_parser = window)]
    window: Option<(u8, u8)>,

    /// Only patterns with this many boxes.
    #[arg(long, help_heading = PATTERNS, value_name = "N")]
    boxes: Option<u32>,

    /// Explain the pattern with this number: for which keepers and goals it is dead, and why it is
    /// minimal.
    #[arg(long, help_heading = PATTERNS, value_name = "NUMBER", conflicts_with_all = ["levels",
        "drawing", "check"])]
    explain: Option<usize>,

    /// Decide whether a pattern drawn in a file is dead, `-` for standard input: # is a wall, $ a
    /// box, everything else floor; at most 8 by 8 places.
    #[arg(long, help_heading = PATTERNS, value_name = "FILE", conflicts_with_all = ["levels",
        "check"])]
    drawing: Option<PathBuf>,

    /// Also test the drawing by propagation, as the Sokoita notes do: the pattern in the first of N
    /// planes, its window clear in the last.
    #[arg(long, help_heading = PATTERNS, value_name = "N", requires = "drawing",
        value_parser = clap::value_parser!(u32).range(2..=i64::from(COVERAGE_MOVES_MAX) + 1))]
    planes: Option<u32>,

    /// Prove again that every pattern of the library is dead and minimal.
    #[arg(long, help_heading = PATTERNS, conflicts_with = "levels")]
    check: bool,

    /// Count the patterns that propagation proves, compared with exact search: for move sequences
    /// of this length (10 by default), and of any length.
    #[arg(
        long, help_heading = PATTERNS,
        value_name = "MOVES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(COVERAGE_MOVES_MAX)),
        conflicts_with_all = ["levels", "drawing", "check", "explain"]
    )]
    coverage: Option<u32>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: PatternFormat,
}

/// Maximum length of the move sequences that propagation considers.
const COVERAGE_MOVES_MAX: u32 = 200;

fn window(text: &str) -> Result<(u8, u8), String> {
    let sizes = text.split_once(['x', 'X']).and_then(|(width, height)| {
        let side = |text: &str| text.parse().ok().filter(|it| (1..=8).contains(it));
        side(width).zip(side(height))
    });
    sizes.ok_or_else(|| "a window is written as 3x3, with at most 8 places a side".to_owned())
}

impl Patterns {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        // Preparing the library takes a moment and ignores interrupts. Longer work polls for them
        // and keeps its results.
        if self.coverage.is_none() && !self.check {
            interrupt::end_at_once();
        }
        if let Some(rules) = self.input.rules.filter(|it| *it != Rules::OFFICIAL) {
            anyhow::bail!("patterns hold under official rules: leave out --rules {}", rules.name());
        }
        let format = self.format;
        if let Some(path) = &self.drawing {
            let pattern = read_drawing(path)?;
            return judge_drawing(&pattern, self.planes, format, output);
        }
        let library = PatternLibrary::embedded();
        if let Some(number) = self.explain {
            let index = number.checked_sub(1).filter(|it| *it < library.patterns().len());
            let Some(index) = index else {
                let count = library.patterns().len();
                anyhow::bail!("there is no pattern {number}: they are numbered from 1 to {count}");
            };
            let pattern = &library.patterns()[index];
            match format {
                PatternFormat::Jsonl => output.json(&line(library, index))?,
                PatternFormat::Text => {
                    explain(pattern, Some(number), output)?;
                }
            }
            return Ok(exit::DONE);
        }
        if self.check {
            return check_library(library, output);
        }
        let is_filtered = self.window.is_some() || self.boxes.is_some() || self.coverage.is_some();
        if !is_filtered && let Some(levels) = self.input.open_if_any()? {
            return fit_on_levels(levels, library, format, output);
        }
        self.list(library, output)
    }

    fn list(&self, library: &PatternLibrary, output: &mut Output) -> anyhow::Result<Exit> {
        let is_wanted = |pattern: &Pattern| {
            let fits = self.window.is_none_or(|size| fits_in(pattern, size));
            fits && self.boxes.is_none_or(|count| pattern.box_count() == count)
        };
        let all = library.patterns().iter().enumerate();
        let chosen: Vec<usize> =
            all.filter(|(_, pattern)| is_wanted(pattern)).map(|(index, _)| index).collect();
        if let Some(moves) = self.coverage {
            return coverage(library, &chosen, moves, self.format, output);
        }
        if self.format == PatternFormat::Jsonl {
            for &index in &chosen {
                output.json(&line(library, index))?;
            }
            return Ok(exit::DONE);
        }
        output.write(&pictures(library, &chosen))?;
        output.line(&one_line(library, &chosen))?;
        Ok(exit::DONE)
    }
}

/// Whether a pattern, possibly rotated, fits a window.
fn fits_in(pattern: &Pattern, (width, height): (u8, u8)) -> bool {
    let (long, short) = pattern.size();
    (long <= width && short <= height) || (long <= height && short <= width)
}

fn line(library: &PatternLibrary, index: usize) -> PatternLine {
    PatternLine::new(index + 1, &library.patterns()[index], &library.judged()[index])
}

fn judge_drawing(
    pattern: &Pattern,
    planes: Option<u32>,
    format: PatternFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let Some(judged) = judged(pattern) else {
        let hint = format!("undecided after {STATES_MAX} states: use fewer boxes");
        message::line!("warning: {hint}");
        return Ok(exit::UNDECIDED);
    };
    // A sequence of N planes has N - 1 moves.
    let propagation = planes.and_then(|planes| proofs(pattern, planes - 1));
    if format == PatternFormat::Jsonl {
        let number = number_of(pattern).unwrap_or(0);
        let line = PatternLine::new(number, pattern, &judged);
        output.json(&PatternLine { propagation, ..line })?;
        return Ok(if judged.is_dead() { exit::DONE } else { exit::NEGATIVE });
    }
    let proved = explain(pattern, None, output)?;
    if let Some(proofs) = propagation {
        output.write(&sentence(&proofs))?;
    }
    match proved {
        Proved::Dead => Ok(exit::DONE),
        Proved::Alive => Ok(exit::NEGATIVE),
    }
}
