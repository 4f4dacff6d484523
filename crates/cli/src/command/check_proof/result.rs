//! The verdict on a certificate, for people and programs.

use indicatif::{HumanBytes, HumanCount};
use sokolab::proof::{Accepted, CheckProgress, Claim, Refused};
use sokolab::{Level, State, Stop, check, quantity, square_name};
use sokolab_wire::{CheckProofLine, Place, Spent};

use super::file::Certificate;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::export::json_lines::JsonResult;
use crate::io::output::Output;
use crate::search::certificate::fewest;
use crate::terminal::level_drawing::named_rows;

/// The number of patterns that are drawn.
const LEMMAS_DRAWN: usize = 20;

/// The result of a check.
#[derive(Debug)]
pub(super) enum Judgement {
    Accepted(Box<Accepted>),
    Refused(Box<Refused>),
    Unreadable(String),
    Stopped(Stop),
}

/// A certificate after the check.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) certificate: Certificate,
    /// The level that it is about; `None` if none of the levels matches.
    pub(super) about: Option<(Place, Level)>,
    pub(super) judgement: Judgement,
    pub(super) spent: Spent,
}

impl Checked {
    /// A certificate without a level.
    pub(super) fn astray(certificate: Certificate, message: String) -> Checked {
        let refused = Refused { step: "header".to_owned(), message, state: None, push: None };
        let judgement = Judgement::Refused(Box::new(refused));
        Checked { certificate, about: None, judgement, spent: Spent::default() }
    }

    pub(super) fn exit(&self) -> Exit {
        match self.judgement {
            Judgement::Accepted(_) => exit::DONE,
            Judgement::Refused(_) => exit::NEGATIVE,
            Judgement::Unreadable(_) => exit::USAGE,
            Judgement::Stopped(_) => exit::UNDECIDED,
        }
    }

    fn name(&self) -> String {
        match &self.about {
            Some((place, _)) => format!("{}#{}", place.file, place.level),
            None => format!("certificate {}", self.certificate.number),
        }
    }
}

impl JsonResult for Checked {
    const SCHEMA: &'static str = "sokolab/check-proof/1";

    fn into_line(self) -> impl serde::Serialize {
        let Checked { certificate, about, judgement, spent } = self;
        let about = about.as_ref().map(|(place, level)| (place.clone(), level));
        let line = CheckProofLine::new(about, certificate.number, &certificate.header, spent);
        match judgement {
            Judgement::Accepted(accepted) => line.accepted(&accepted),
            Judgement::Refused(refused) => line.refused(&refused.step, &refused.message),
            Judgement::Unreadable(message) => line.refused("file", &message),
            Judgement::Stopped(stop) => line.refused("limit", &stop.to_string()),
        }
    }
}

/// The progress of a check.
pub(super) fn progress_text(progress: &CheckProgress) -> String {
    let pass = match progress.pass {
        (_, 1) => String::new(),
        (pass, passes) => format!(", pass {pass} of {passes}"),
    };
    format!(
        "{} states, {} patterns, {}{pass}",
        HumanCount(progress.states),
        HumanCount(progress.patterns),
        HumanBytes(progress.bytes)
    )
}

/// Verdicts for a person.
pub(super) struct Text {
    pub(super) with_lemmas: bool,
}

impl Exporter<Checked> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, checked: Checked, output: &mut Output) -> anyhow::Result<()> {
        let name = checked.name();
        let level = checked.about.as_ref().map(|(_, level)| level);
        match &checked.judgement {
            Judgement::Accepted(accepted) => {
                output.line(&format!(
                    "{name}: accepted, {}",
                    describe(accepted, checked.spent.seconds)
                ))?;
                if let Some(level) = level.filter(|_| self.with_lemmas) {
                    draw_lemmas(level, accepted, output)?;
                }
            }
            Judgement::Refused(refused) => {
                output.line(&format!("{name}: refused, {}: {}", refused.step, refused.message))?;
                if let Some(level) = level {
                    draw_refused(level, refused, output)?;
                }
            }
            Judgement::Unreadable(message) => output.line(&format!("{name}: {message}"))?,
            Judgement::Stopped(stop) => output.line(&format!("{name}: undecided, {stop}"))?,
        }
        Ok(())
    }
}

fn describe(accepted: &Accepted, seconds: f64) -> String {
    let (claim, statistics) = (accepted.header.claim, &accepted.statistics);
    let (is_best, is_cyclic) = (accepted.header.solution.is_some(), accepted.header.cyclic);
    let claim = match claim {
        Claim::Unsolvable if is_cyclic => "no solution has a push".to_owned(),
        Claim::Unsolvable => "there is no solution".to_owned(),
        Claim::Pushes(count) if is_best => fewest(u64::from(count), "push"),
        Claim::Moves(count) if is_best => fewest(u64::from(count), "move"),
        Claim::Pushes(count) => format!("no solution has fewer than {}", quantity(count, "push")),
        Claim::Moves(count) => format!("no solution has fewer than {}", quantity(count, "move")),
    };
    let is_limited = is_cyclic && accepted.header.claim != Claim::Unsolvable;
    let cyclic = if is_limited { ", among solutions with a push" } else { "" };
    let mut facts = vec![
        quantity(statistics.states, "state"),
        quantity(statistics.patterns, "pattern"),
        quantity(statistics.lists, "price list"),
    ];
    if accepted.header.claim != Claim::Unsolvable {
        facts.push(format!("depth {}", statistics.depth));
    }
    if statistics.passes > 1 {
        facts.push(format!("{} passes", statistics.passes));
    }
    facts.push(format!("{seconds:.2} s"));
    format!("{claim}{cyclic} ({})", facts.join(", "))
}

/// Draws the patterns that excluded the most states.
fn draw_lemmas(level: &Level, accepted: &Accepted, output: &mut Output) -> anyhow::Result<()> {
    let all = accepted.patterns.len();
    if all == 0 {
        return output.line("  no pattern excluded a state");
    }
    for pattern in accepted.patterns.iter().take(LEMMAS_DRAWN) {
        let boxes = quantity(pattern.state.boxes.len(), "box");
        let states = quantity(pattern.uses, "time");
        output.line(&format!("  {boxes} that cannot all be served, used {states}:"))?;
        draw(level, &pattern.state, output)?;
    }
    if all > LEMMAS_DRAWN {
        output.line(&format!("  and {}", quantity(all - LEMMAS_DRAWN, "further pattern")))?;
    }
    Ok(())
}

/// Draws the state of an invalid step, and names its push.
fn draw_refused(level: &Level, refused: &Refused, output: &mut Output) -> anyhow::Result<()> {
    let Some(state) = &refused.state else { return Ok(()) };
    if let (Some(push), Ok((board, _))) = (refused.push, check(level)) {
        let square = square_name(&board, push.from);
        output.line(&format!("  the push of the box on {square} {}", push.direction))?;
    }
    draw(level, state, output)
}

fn draw(level: &Level, state: &State, output: &mut Output) -> anyhow::Result<()> {
    let Ok((board, _)) = check(level) else { return Ok(()) };
    for row in named_rows(level, &level.picture.with_state(&board, state)) {
        output.line(&format!("    {row}"))?;
    }
    Ok(())
}
