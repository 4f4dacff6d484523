//! The criteria by which genomes are judged, and the reasons for failure.

use sokolab_core::{GoalKind, Rules};

use super::aim::Aim;
use super::genome::Habitat;

/// The criteria by which a genome is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct GenomeCriteria<'a> {
    pub(super) habitat: &'a Habitat,
    pub(super) rules: Rules,
    pub(super) boxes: usize,
    pub(super) nodes_max: usize,
    pub(super) aims: &'a [Aim],
    /// How far the farthest start must be for goals to move: sweeps take as long as several
    /// children, and only pay off where a child is better than all before it.
    pub(super) sweep_from: usize,
}

/// Why a genome produced no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// No level exists on it.
    Barren,
    /// The run was interrupted.
    Stopped,
}

/// Number of goals of a level with this many boxes.
pub(super) fn goal_count(rules: Rules, boxes: usize) -> usize {
    match rules.goal() {
        GoalKind::Keep | GoalKind::Fill => boxes,
        GoalKind::Sink => 1 + boxes / 4,
    }
}
