//! What a constraint method deduces, as pictures: one page with a slider over time, or a plain SVG.
//!
//! Shares are shown as numbers and shades, never by colour alone. The page contains its data as
//! lists of numbers and is self-contained; without scripts it says what it would show.

mod page;
mod strip;

use sokolab_constraint::watch::{PlaneView, TriedLength, WatchRecord, WatchStage};
use sokolab_core::{Board, Square, quantity};

pub use page::trace_page;
pub use strip::trace_svg;

/// A recorded run, with its level and method.
#[derive(Clone, Copy, Debug)]
pub struct TraceScene<'a> {
    /// The title of the level.
    pub title: &'a str,
    /// The name of the method.
    pub method: &'a str,
    /// The board.
    pub board: &'a Board,
    /// The record of the run.
    pub watched: &'a WatchRecord,
}

impl TraceScene<'_> {
    /// The cells that are floor, with their squares.
    fn floor(&self) -> impl Iterator<Item = (usize, Square)> + '_ {
        let cells = self.watched.squares.iter().enumerate();
        cells.filter_map(|(cell, square)| Some((cell, (*square)?)))
    }

    /// The unit of time that planes count.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self.watched.unit {
            sokolab_constraint::Unit::Moves => "move",
            sokolab_constraint::Unit::Pushes => "push",
        }
    }

    /// The outcome, in words.
    #[must_use]
    pub fn outcome(&self) -> String {
        use sokolab_constraint::{CandidateSolution, TechniqueAnswer};
        if self.watched.is_refuted {
            return "propagation refutes this length, which says nothing about others".to_owned();
        }
        match &self.watched.answer {
            TechniqueAnswer::Solved { way: CandidateSolution::Moves(moves), .. } => {
                format!("solved in {}", quantity(moves.len(), "move"))
            }
            TechniqueAnswer::Solved { way: CandidateSolution::Pushes(pushes), .. } => {
                format!("solved in {}", quantity(pushes.len(), "push"))
            }
            TechniqueAnswer::NoSolutionUpTo(count) => {
                format!("no solution up to {count}, which says nothing about more")
            }
            TechniqueAnswer::Unsolvable => "proved unsolvable".to_owned(),
            TechniqueAnswer::Stopped { stop, .. } if stop.comes_from_observer() => {
                "stopped before there was a solution".to_owned()
            }
            TechniqueAnswer::Stopped { .. } => {
                "no solution found within the nodes allowed".to_owned()
            }
        }
    }

    /// Sentences about the whole run.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        let mut facts: Vec<String> = self.watched.stages.iter().map(keepers).collect();
        if let Some((missed, kept)) = self.watched.missed {
            let share = 100.0 * missed as f64 / kept.max(1) as f64;
            facts.push(format!(
                "Of {kept} tiles that propagation with rules keeps, {missed} ({share:.0} %) are on \
                 no play of this length: exact search would remove them."
            ));
        }
        if let Some(knockouts) = self.watched.knockouts {
            let more = if knockouts.refutes { " They would refute this length." } else { "" };
            facts.push(format!(
                "Knockouts, counted without switching them on: {} patterns fit on the board and \
                 would remove {} tiles, and {} more as a consequence.{more}",
                knockouts.patterns, knockouts.removed, knockouts.followed
            ));
        }
        if self.watched.ladder.len() > 1 {
            let rung = |it: &TriedLength| format!("{} ({})", it.length, it.nodes);
            let rungs: Vec<String> = self.watched.ladder.iter().map(rung).collect();
            facts.push(format!(
                "Lengths tried, with conflicts or nodes spent before: {}.",
                rungs.join(", ")
            ));
        }
        facts
    }
}

/// Whether a stage has one keeper per plane or duplicates.
fn keepers(stage: &WatchStage) -> String {
    let doubled = stage.planes.iter().filter(|plane| plane.keepers() > 1.01).count();
    let most = stage.planes.iter().map(PlaneView::keepers).fold(0.0, f32::max);
    let (name, planes) = (stage.name, stage.planes.len());
    if doubled == 0 {
        return format!("{name}: one keeper in every plane.");
    }
    format!(
        "{name}: {doubled} of {planes} planes expect more than one keeper, at most {most:.1}; a \
         play has one, the others are doubles that it does not see through."
    )
}
