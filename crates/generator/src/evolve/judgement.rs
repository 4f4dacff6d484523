//! What genomes are judged by, and why nothing may come of one.

use sokolab_core::{GoalKind, Rules};

use super::genome::Habitat;
use super::objective::Aim;

/// What a genome is judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement<'a> {
    pub(super) habitat: &'a Habitat,
    pub(super) rules: Rules,
    pub(super) boxes: usize,
    pub(super) nodes_max: usize,
    pub(super) aims: &'a [Aim],
    /// How far the farthest start must be for goals to move: sweeps take as long as several
    /// children, and pay where a child is better than all before it.
    pub(super) sweep_from: usize,
}

/// Why nothing came of a genome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It gives no level.
    Barren,
    /// Somebody wanted to stop.
    Stopped,
}

/// How many goals a level with so many boxes has.
pub(super) fn goal_count(rules: Rules, boxes: usize) -> usize {
    match rules.goal() {
        GoalKind::Keep | GoalKind::Fill => boxes,
        GoalKind::Sink => 1 + boxes / 4,
    }
}
