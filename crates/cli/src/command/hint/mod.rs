//! `soko hint`: whether a state can still be solved, and how to continue.

mod format;
mod played;
mod result;
mod text;

use std::time::Duration;

use sokolab::insight::alarm::last_safe;
use sokolab::insight::hint::{HintAnswer, HintTrail, Rung};
use sokolab::insight::verdict::{JudgeLimits, detect};
use sokolab::text::{Alphabet, parse_moves_in};
use sokolab::{Board, BudgetChoices, Level, Moves, Stop, check};
use sokolab_wire::{Place, RefusedMovesLine};

use self::format::HintFormat;
use self::played::{Illegal, Played};
use self::result::HintedLevel;
use crate::arguments;
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::export::{Exporter, report_invalid};
use crate::input::claims::moves_text;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::message;
use crate::io::output::Output;
use crate::search::watch::{TimeLimit, Watch};
use crate::terminal::diagnostics;
use crate::terminal::level_drawing::named_rows;

/// The default time limit per level.
const HINT_TIME_DEFAULT: Duration = Duration::from_secs(10);

/// The share of the time for the states before the current one.
const RETRACING_SHARE: f64 = 0.5;

/// The heading of options that ask the question.
const QUESTION: &str = "Question";

/// Say whether a level can still be solved, and how to continue.
///
/// The state is the initial one, or the one after --moves. The answer is solvable, dead (with the
/// reason, and the push that lost the game), or unknown within the limits; the first two are
/// proofs. --rung decides how much a hint reveals: whether there is a solution, which box to push
/// next, where it goes before another one is pushed, the next push with the walk to it, or all
/// moves to the end. If you add the moves of a hint to --moves, the next hint follows the same
/// solution.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("nodes", |it| it
    .help("Limit on states expanded by the searches of one state, or with K, M, G")))]
pub(crate) struct Hint {
    #[command(flatten)]
    input: Input,

    /// The moves made so far, in every level; `-` reads them from standard input.
    #[arg(long, help_heading = QUESTION, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// How much to reveal.
    #[arg(long, help_heading = QUESTION, value_name = "RUNG", default_value = "solvable")]
    rung: Rung,

    /// The letters of --moves.
    #[arg(long, help_heading = QUESTION, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: Alphabet,

    /// Time limit per level, in seconds or with ms, s, m, h [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    #[command(flatten)]
    budget: BudgetChoices,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: HintFormat,
}

const EXAMPLES: &str = "\
Examples:
  soko hint workshop#1                            can it be solved?
  soko hint workshop#1 --moves ddrU --rung box    which box comes next?
  soko hint workshop#1 --rung rest --format json  everything, for a program
";

impl Hint {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let moves = self.moves()?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut exporter = self.format.exporter();
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = exporter.failure_form();
            let done = boundary::around(&place, &level, form, output, |output| {
                self.hint_one(&place, &level, &moves, &mut *exporter, output)
            })?;
            verdict = verdict.and(done.transpose()?.unwrap_or(exit::FAILED));
        }
        let verdict = verdict.and(exporter.end(output)?);
        Ok(levels.exit().and(verdict))
    }

    /// The moves made so far.
    fn moves(&self) -> anyhow::Result<Moves> {
        let Some(moves) = &self.moves else { return Ok(Moves::new()) };
        let alphabet = self.moves_alphabet;
        let moves = parse_moves_in(&moves_text(moves)?, alphabet);
        moves.map_err(|letter| anyhow::anyhow!("--moves cannot be read: {letter}"))
    }

    fn hint_one(
        &self,
        place: &Place,
        level: &Level,
        moves: &Moves,
        exporter: &mut dyn Exporter<HintedLevel>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (board, start) = match check(level) {
            Ok(checked) => checked,
            Err(findings) => {
                report_invalid(place, level, &findings, exporter.failure_form(), output)?;
                return Ok(exit::NEGATIVE);
            }
        };
        let played = match Played::new(&board, &start, moves) {
            Ok(played) => played,
            Err(illegal) => {
                let form = exporter.failure_form();
                report_illegal(place, (level, &board), &illegal, form, output)?;
                return Ok(exit::USAGE);
            }
        };
        let result = self.answer(place, (level, board), played, moves.len(), output);
        let verdict = result.exit();
        exporter.level(result, output)?;
        Ok(verdict)
    }

    fn answer(
        &self,
        place: &Place,
        (level, board): (&Level, Board),
        played: Played,
        moves: usize,
        output: &Output,
    ) -> HintedLevel {
        let time = TimeLimit::Wall(self.time.unwrap_or(HINT_TIME_DEFAULT));
        let mut watch = Watch::new(place, time, output);
        let limits = JudgeLimits { budget: self.budget.budget(), threads: 1 };
        let mut trail = HintTrail::new(board.clone());
        // An obviously dead state needs no history.
        if detect(&board, &played.now).is_none() {
            let before = &played.states[..played.states.len() - 1];
            trail.retrace(before, &limits, &mut |progress| {
                let stop = watch.look(progress);
                stop.or_else(|| watch.has_spent(RETRACING_SHARE).then_some(Stop::Time))
            });
        }
        let answer =
            trail.hint(&played.now, self.rung, &limits, &mut |progress| watch.look(progress));
        if let HintAnswer::Failed(error) = &answer {
            error.raise();
        }
        let lost = match &answer {
            HintAnswer::Dead(_) if moves > 0 => {
                last_safe(&mut trail, &played.states, &limits, &mut |progress| watch.look(progress))
            }
            _ => None,
        };
        watch.hide();
        HintedLevel {
            place: place.clone(),
            level: level.clone(),
            lost: lost.map(|it| played.lost_at(it)),
            board,
            state: played.now,
            answer,
            moves,
        }
    }
}

/// Names the illegal move, and draws the state before it.
fn report_illegal(
    place: &Place,
    (level, board): (&Level, &Board),
    illegal: &Illegal,
    form: FailureForm,
    output: &mut Output,
) -> anyhow::Result<()> {
    let line = RefusedMovesLine::new(place.clone(), level, &illegal.refusal);
    let Place { file, level: number } = place;
    diagnostics::print_error(&anyhow::anyhow!("{file}#{number}: {}", line.reason));
    let picture = level.picture.with_state(board, &illegal.state);
    for row in named_rows(level, &picture) {
        message::line!("  {row}");
    }
    if let FailureForm::Json(_) = form {
        output.json(&line)?;
    }
    Ok(())
}
