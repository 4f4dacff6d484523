//! `soko replay`: show a solution push by push.

mod commentator;
mod dump;
mod interactive;
mod performance;
mod text;

use std::path::PathBuf;

use clap::ValueEnum;
use sokolab::game::Stride;
use sokolab::text::Alphabet;

use self::performance::{Performance, performances};
use crate::exit::{self, Exit};
use crate::input::claim_source::{ClaimSource, Offered};
use crate::input::claims::claims_for;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::screen::{Screen, ThemeChoice};
use crate::terminal::diagnostics;

/// Replay a solution push by push: interactively on a terminal, otherwise as drawn boards.
///
/// SOLUTIONS is a file of lurd letters, one solution per line or wrapped over several lines, or of
/// JSON lines from soko solve. Without it, the solutions are those stored with the levels and, for
/// levels without any, those on standard input. An invalid solution is shown up to the move that
/// fails. Dumps of petersohn's solver contain their own boards and are shown unchanged.
#[derive(Debug, clap::Args)]
#[command(override_usage = "soko replay [OPTIONS] [LEVELS] [SOLUTIONS]", after_help = EXAMPLES)]
pub(crate) struct Replay {
    #[command(flatten)]
    input: Input,

    /// The moves, instead of a file of solutions; `-` reads them from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// The letters of the moves.
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: Alphabet,

    /// What one frame shows.
    #[arg(long, help_heading = PICTURE, value_name = "push|move", default_value = "push")]
    frames: Frames,

    /// How boards are drawn on a terminal.
    #[arg(long, help_heading = PICTURE, value_name = "NAME", default_value = "auto")]
    theme: ThemeChoice,

    /// Print every frame, on a terminal too.
    #[arg(long, help_heading = PICTURE)]
    print: bool,
}

/// The heading of options for the appearance of pictures.
const PICTURE: &str = "Picture";

const EXAMPLES: &str = "\
Examples:
  soko replay workshop#1                    a solution that is stored with its level
  soko replay levels.sok solutions.txt      a line of moves for each level
  soko solve a.sok --format jsonl | soko replay
";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Frames {
    /// The board after each push.
    Push,
    /// The board after each move.
    Move,
}

impl Frames {
    fn stride(self) -> Stride {
        match self {
            Frames::Push => Stride::Push,
            Frames::Move => Stride::Move,
        }
    }
}

impl Replay {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let solutions = self.solutions()?;
        if solutions.is_none()
            && self.moves.is_none()
            && let Some(frames) = dump::read(&self.input.levels)?
        {
            return text::print_dump(&frames, output);
        }
        let alphabet = self.moves_alphabet;
        let named = &self.input.levels;
        let moves = self.moves.as_deref();
        let mut source = match claims_for(named, moves, solutions.as_deref(), alphabet)? {
            Some(claims) if moves.is_some() => ClaimSource::Given { claims, has_lines: false },
            Some(claims) => ClaimSource::Wrapped { claims },
            None => ClaimSource::Stored { offered: Offered::NotAsked },
        };
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let is_interactive = !self.print && Screen::is_available();
        let (mut verdict, mut shown) = (exit::DONE, 0);
        let mut kept: Vec<Performance> = Vec::new();
        while let Some(Entry { place, level }) = levels.next(output) {
            diagnostics::warn_of_oddities(&place, &level, output);
            let claims = source.take(&place, &level, named, alphabet)?;
            for performance in performances(&place, &level, &claims) {
                shown += usize::from(performance.has_moves());
                verdict = verdict.and(performance.exit());
                if is_interactive && performance.has_moves() {
                    kept.push(performance);
                } else {
                    text::print(&performance, self.frames.stride(), output)?;
                }
            }
        }
        let verdict = levels.exit().and(if shown == 0 { exit::USAGE } else { verdict });
        if kept.is_empty() {
            return Ok(verdict);
        }
        let ended = interactive::show(kept, self.frames.stride(), self.theme)?;
        Ok(verdict.and(ended))
    }

    /// Takes the second of the files named, which holds solutions.
    fn solutions(&mut self) -> anyhow::Result<Option<PathBuf>> {
        let levels = &mut self.input.levels;
        if levels.len() > 2 {
            anyhow::bail!("name one file of levels and one of solutions, no more");
        }
        if levels.len() < 2 {
            return Ok(None);
        }
        if self.moves.is_some() {
            anyhow::bail!("give --moves or a file of solutions, not both");
        }
        Ok(levels.pop().map(|it| PathBuf::from(it.name())))
    }
}
