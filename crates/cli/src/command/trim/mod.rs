//! `soko trim`: the same puzzle with less waste.

mod format;
mod level_file;
mod result;
mod text;

use std::path::PathBuf;

use sokolab::insight::trim::{NotTrimmed, Prelude, Trimmed, trim};
use sokolab::{Level, Observer};
use sokolab_wire::Place;

use self::format::TrimFormat;
use self::result::TrimmedLevel;
use crate::arguments;
use crate::boundary;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::files::holds_one;
use crate::io::output::Output;
use crate::search::limits::SearchLimits;
use crate::terminal::diagnostics;

/// Shrink levels while keeping the puzzle: smaller storage, no spare floor.
///
/// A storage that holds more boxes than are ever needed, or that is larger than another chamber
/// with the same capacity, is replaced by a smaller one from the catalogue. An empty chamber with
/// two doors is replaced by a smaller equivalent one. Floor that the puzzle does not need is
/// filled. Otherwise, chambers that start with boxes or goals stay as they are.
///
/// After each change the level is solved again. The change is kept only if every solution still
/// needs the same number of boxes in each storage at once, which is proved by exploring all states,
/// and if the boxes of a shortest solution cross from chamber to chamber as before. Shorter paths
/// inside a replaced chamber may lower the fewest pushes; filling must not. Filling floor or
/// replacing a chamber between others may neither lower the grade nor force more pushes than
/// before; replacing a storage may. Levels with too many states are left unchanged.
#[derive(Debug, clap::Args)]
#[command(after_long_help = MEASURES)]
pub(crate) struct Trim {
    #[command(flatten)]
    input: Input,

    /// Start the level after the moves that no solution can avoid.
    #[arg(long, help_heading = "Changes", conflicts_with = "prelude")]
    no_prelude: bool,

    /// Start the level up to N pushes earlier, all of them forced.
    #[arg(long, help_heading = "Changes", value_name = "PUSHES")]
    prelude: Option<usize>,

    #[command(flatten)]
    limits: SearchLimits,

    /// The largest number of states of a level; all of them are explored.
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = arguments::count,
        default_value = "300K")]
    states: u64,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TrimFormat,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What the measures mean, for the help.
const MEASURES: &str = "\
The measures:
  squares            floor squares
  spare squares      squares to fill: the keeper and boxes can use them, but the puzzle does
                     not need them
  fewest pushes      the pushes of a shortest solution, proved
  grade              the difficulty from 1 to 10, as in `soko rate`
  crossings          how often a box of that solution enters another chamber
  prelude            pushes at the start that no solution can avoid
  forced pushes      all pushes to positions that no solution can avoid
  slack of storages  capacity of storages beyond the boxes that are needed
  waste of storages  ten for each of these boxes, and one for each square more than the
                     smallest storage that holds what is needed";

impl Trim {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.take().as_deref())?;
        let mut exporter = self.format.exporter();
        let mut verdict = exit::DONE;
        let mut count = 0;
        while let Some(Entry { place, level }) = levels.next(output) {
            count += 1;
            if count > 1 && self.format.of_levels().is_some_and(holds_one) {
                anyhow::bail!("this format holds one level: select it, as in {}#1", place.file);
            }
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = exporter.failure_form();
            let trimmed = boundary::around(&place, &level, form, output, |output| {
                self.trim_one(&level, &place, output)
            })?;
            let Some(trimmed) = trimmed else { continue };
            let result = TrimmedLevel { place, level, trimmed };
            verdict = verdict.and(result.exit());
            exporter.level(result, output)?;
        }
        let verdict = verdict.and(exporter.end(output)?);
        Ok(levels.exit().and(verdict))
    }

    fn trim_one(
        &self,
        level: &Level,
        place: &Place,
        output: &Output,
    ) -> Result<Trimmed, NotTrimmed> {
        let mut watch = self.limits.watch(place, output);
        let limits = self.limits.with_states(self.states);
        let prelude = match (self.no_prelude, self.prelude) {
            (true, _) => Prelude::Remove,
            (false, Some(pushes)) => Prelude::Extend(pushes),
            (false, None) => Prelude::Keep,
        };
        let observer: &mut Observer<'_> = &mut |progress| watch.look(progress);
        trim(level, prelude, &limits, observer)
    }
}
