//! `soko play`: play levels on a terminal, with the solver's help.

use crate::io::message;

mod advising;
mod control;
mod engine;
mod keeping;
mod level_list;
mod levels;
mod model;
mod moving;
mod overlay;
mod prompt;
#[cfg(test)]
mod tests;
mod view;

use anyhow::Context;
use sokolab::{Level, check};
use sokolab_wire::Place;

use self::engine::EngineThread;
use self::keeping::{Keeping, NoKeeping};
use self::level_list::LevelList;
use self::model::{Looks, Model};
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::library_file::LibraryFile;
use crate::screen::{Ended, Palette, Screen, ThemeChoice, run};

/// Maximum number of levels of one list; each is looked up in the library.
const LEVELS_MAX: usize = 20_000;

/// Play levels on a terminal, with hints, a deadlock alarm and a solver in the background.
///
/// Arrows or h j k l (and y u b n under rules with diagonals) walk and push; clicks walk, choose a
/// box and push it to a square. Every branch of a game is kept. Space shows a small hint, and
/// pressed again a larger one; the alarm says when a push has lost the game, and why. Your
/// solutions are stored in your library.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    #[command(flatten)]
    input: Input,

    /// How boards are drawn.
    #[arg(long, help_heading = "Picture", value_name = "NAME", default_value = "auto")]
    theme: ThemeChoice,

    #[command(flatten)]
    library: LibraryFile,

    /// Neither read nor write a library.
    #[arg(long, help_heading = "Library", conflicts_with = "library")]
    no_library: bool,
}

const EXAMPLES: &str = "\
Examples:
  soko play                       play the embedded levels
  soko play workshop#7            begin with level 7
  soko play levels.sok --rules nethack
";

impl Play {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if !Screen::is_available() {
            anyhow::bail!(
                "soko play needs a terminal: standard output is a file or a pipe; soko render and \
                 soko replay write text"
            );
        }
        let (levels, begin) = self.level_list(output)?;
        let keeping: Box<dyn Keeping> = if self.no_library {
            Box::new(NoKeeping)
        } else {
            let advice = "cannot use the library; --no-library plays without one";
            Box::new(self.library.open_to_write().context(advice)?)
        };
        let (engine, messages) = EngineThread::new();
        let looks = Looks { choice: self.theme, palette: Palette::of_terminal() };
        let mut model = Model::new(levels, begin, engine, keeping, looks);
        model.open();
        match run(&mut model, &messages)? {
            Ended::Left => Ok(exit::DONE),
            Ended::Interrupted => {
                model.leave();
                Ok(exit::INTERRUPTED)
            }
        }
    }

    /// The levels to play, and the first one: selecting a single level starts there, within its
    /// whole file.
    fn level_list(&mut self, output: &Output) -> anyhow::Result<(LevelList, usize)> {
        let wanted = match &mut self.input.levels[..] {
            [only] => only.take_single_number(),
            _ => None,
        };
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        let mut stages: Vec<(Place, Level)> = Vec::new();
        let warn = |text: String| {
            if !output.is_quiet() {
                message::line!("warning: {text}");
            }
        };
        while let Some(Entry { place, level }) = levels.next(output) {
            match check(&level) {
                Ok(_) if stages.len() == LEVELS_MAX => {
                    warn(format!("only the first {LEVELS_MAX} levels are played"));
                    break;
                }
                Ok(_) => stages.push((place, level)),
                Err(findings) => {
                    warn(format!("{}#{} is left out: {findings}", place.file, place.level));
                }
            }
        }
        if stages.is_empty() {
            anyhow::bail!("there is no level that can be played");
        }
        let begin = match wanted {
            None => 0,
            Some(number) => {
                let file = &stages[0].0.file;
                let found =
                    stages.iter().position(|(it, _)| it.file == *file && it.level == number);
                found.ok_or_else(|| anyhow::anyhow!("{file} has no level {number} to play"))?
            }
        };
        Ok((LevelList::new(stages), begin))
    }
}
