//! Ratings for a person.

use sokolab::insight::rating::{Missing, NotRated, Rating, RatingMeasures};
use sokolab::quantity;

use super::result::RatedLevel;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// Writes some lines for each level.
#[derive(Debug)]
pub(super) struct Text;

impl Exporter<RatedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: RatedLevel, output: &mut Output) -> anyhow::Result<()> {
        if let Err(NotRated::Invalid(findings)) = &result.rating {
            diagnostics::print_findings(&result.place.file, &result.level, findings);
        }
        output.line(&describe(&result))
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        output.remark("`soko rate --help` explains the measures");
        Ok(exit::DONE)
    }
}

/// The result of a level, for a person.
fn describe(result: &RatedLevel) -> String {
    let RatedLevel { place, level, rating, spent } = result;
    let mut text = format!("{}#{}", place.file, place.level);
    if let Some(title) = &level.title {
        text.push_str(&format!(" {title}"));
    }
    match rating {
        Ok(rating) => {
            let grade = rating.grade;
            text.push_str(&format!(": grade {} of 10, score {:+.2}", grade.step, grade.score));
            text.push_str(&format!(" ({:.2} s)\n", spent.seconds));
            text.push_str(&level.rules.translate(&describe_solution(rating)));
            text.push_str(&describe_whole(&rating.measures));
        }
        Err(NotRated::Unsolvable) => text.push_str(": proved unsolvable"),
        Err(NotRated::Stopped(reason)) => {
            text.push_str(&format!(": no solution found, {reason}"));
        }
        Err(NotRated::Invalid(findings)) => {
            let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
            text.push_str(&format!(": invalid: {}", reasons.join("; ")));
        }
    }
    text
}

fn describe_solution(rating: &Rating) -> String {
    let it = &rating.measures;
    let least = match (rating.solution.is_fewest(), rating.stopped) {
        (true, _) => "proved fewest".to_owned(),
        (false, Some(reason)) => format!("the fewest found, {reason}"),
        (false, None) => "not proved fewest".to_owned(),
    };
    let effort = shown(it.effort, |effort| format!("searched {}", quantity(effort, "node")));
    format!(
        "  solution: {} ({least}), {}, {}, {}, {}\n  \
         thought: {}, decomposition {}, {} above the simple bound, {} above the pair bound, {}, \
         waste {}, {effort}\n",
        quantity(it.pushes, "push"),
        quantity(it.moves, "move"),
        quantity(it.box_lines, "box line"),
        quantity(it.box_changes, "box change"),
        quantity(it.direction_changes, "direction change"),
        shown(it.counter_intuitive, |it| quantity(it, "counter-intuitive push")),
        it.decomposition,
        shown(it.bound_gap, |it| it.to_string()),
        shown(it.pair_gap, |it| it.to_string()),
        stored(it),
        shown(it.waste, |it| it.to_string()),
    )
}

/// How boxes go through the chambers.
fn stored(it: &RatingMeasures) -> String {
    let crossings = quantity(it.crossings, "chamber crossing");
    match it.storage_visits {
        0 => crossings,
        visits => format!("{crossings} ({visits} to storage, {} there at once)", it.stored_most),
    }
}

fn describe_whole(measures: &RatingMeasures) -> String {
    match measures.whole {
        Err(Missing::TooManyStates(max)) => {
            format!("  states: more than {max}, not counted further")
        }
        Err(Missing::StoppedAt(states, reason)) => {
            format!("  states: more than {states}, {reason}")
        }
        Err(why) => format!("  states: not counted, {why}"),
        Ok(it) => format!(
            "  states: {}, {:.1} % lost, {}, 10^{:.1} ways to go wrong\n  \
             choice: {:.2} live pushes, {} forced, prelude of {}, slack {}",
            it.states,
            it.dead_share * 100.0,
            quantity(it.wrong_turns, "wrong turn"),
            it.wrong_ways_log10,
            it.live_branching,
            shown(it.forced_share, |it| format!("{:.0} %", it * 100.0)),
            shown(it.prelude, |it| quantity(it, "push")),
            shown(it.slack, |it| it.to_string()),
        ),
    }
}

fn shown<T>(value: Result<T, Missing>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|why| format!("? ({why})"), show)
}
