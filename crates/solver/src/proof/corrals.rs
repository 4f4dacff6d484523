//! Closed parts of the floor, which the keeper cannot reach; PI-corrals, and the boxes around them.

use sokolab_core::GoalKind;
use sokolab_proof::Setting;

use super::proof_board::{NO_SQUARE, Position, ProofBoard, Walk, back};

/// The closed parts of a position.
#[derive(Debug)]
pub(super) struct ClosedParts {
    /// By square: the number of its part, counted from 1; 0 if it is in none.
    part_at: Vec<u16>,
    /// A square of each part that a box touches.
    seeds: Vec<u16>,
}

/// A PI-corral: a square of each part, and flags for its squares and for the boxes beside it.
#[derive(Debug)]
pub(super) struct PiCorral {
    pub(super) seeds: Vec<u16>,
    is_inside: Vec<bool>,
    is_fence: Vec<bool>,
    pushes: usize,
}

impl PiCorral {
    /// Whether a push must be considered.
    pub(super) fn wants(&self, from: u16, to: u16) -> bool {
        self.is_fence[usize::from(from)] && self.is_inside[usize::from(to)]
    }
}

/// Finds the closed parts of a position; `walk` is the keeper's region.
pub(super) fn closed_parts(
    ground: &ProofBoard<'_>,
    position: &Position,
    walk: &Walk,
) -> ClosedParts {
    let mut parts = ClosedParts { part_at: vec![0; ground.count], seeds: Vec::new() };
    let is_closed = |square: u16| !position.is_box[usize::from(square)] && !walk.reaches(square);
    let mut pending = Vec::new();
    for &square in &position.boxes {
        for way in 0..4 {
            let seed = ground.beside(square, way);
            if seed == NO_SQUARE || !is_closed(seed) || parts.part_at[usize::from(seed)] != 0 {
                continue;
            }
            parts.seeds.push(seed);
            let number = parts.seeds.len() as u16;
            pending.push(seed);
            parts.part_at[usize::from(seed)] = number;
            while let Some(from) = pending.pop() {
                for way in 0..4 {
                    let to = ground.beside(from, way);
                    if to != NO_SQUARE && is_closed(to) && parts.part_at[usize::from(to)] == 0 {
                        parts.part_at[usize::from(to)] = number;
                        pending.push(to);
                    }
                }
            }
        }
    }
    parts
}

impl ClosedParts {
    pub(super) fn count(&self) -> usize {
        self.seeds.len()
    }

    /// The boxes beside a part, by its number from 0, in ascending order.
    pub(super) fn fence(
        &self,
        ground: &ProofBoard<'_>,
        position: &Position,
        part: usize,
    ) -> Vec<u16> {
        let touches = |&square: &u16| {
            (0..4).any(|way| {
                let beside = ground.beside(square, way);
                beside != NO_SQUARE && usize::from(self.part_at[usize::from(beside)]) == part + 1
            })
        };
        position.boxes.iter().copied().filter(touches).collect()
    }

    /// The PI-corral with the fewest pushes.
    pub(super) fn pi_corral(
        &self,
        ground: &ProofBoard<'_>,
        position: &Position,
        walk: &Walk,
        setting: Setting,
    ) -> Option<PiCorral> {
        let grown = (0..self.count())
            .filter_map(|part| self.grow(ground, position, walk, setting, part as u16 + 1));
        grown.min_by_key(|it| it.pushes)
    }

    /// Adds parts to one until they form a PI-corral that must be resolved.
    fn grow(
        &self,
        ground: &ProofBoard<'_>,
        position: &Position,
        walk: &Walk,
        setting: Setting,
        first: u16,
    ) -> Option<PiCorral> {
        let mut members = vec![first];
        loop {
            let inside = |square: u16| {
                square != NO_SQUARE && members.contains(&self.part_at[usize::from(square)])
            };
            let is_fence = |square: u16| {
                square != NO_SQUARE
                    && position.is_box[usize::from(square)]
                    && (0..4).any(|way| inside(ground.beside(square, way)))
            };
            let fence: Vec<u16> =
                position.boxes.iter().copied().filter(|&it| is_fence(it)).collect();
            let (mut wanted, mut pushes) = (Vec::new(), 0);
            for (&square, way) in fence.iter().flat_map(|it| (0..4).map(move |way| (it, way))) {
                let (to, behind) = (ground.beside(square, way), ground.beside(square, back(way)));
                if to == NO_SQUARE || behind == NO_SQUARE || ground.loses(to) {
                    continue;
                }
                if fence.contains(&to) || fence.contains(&behind) || inside(behind) {
                    continue;
                }
                if inside(to) && walk.reaches(behind) {
                    pushes += 1;
                    continue;
                }
                // Another part may make the push start or end inside.
                let part =
                    |square: u16| Some(self.part_at[usize::from(square)]).filter(|&it| it > 0);
                wanted.push(part(behind).or_else(|| part(to).filter(|_| !inside(to)))?);
            }
            if wanted.is_empty() {
                let is_active = self.is_active(ground, position, &fence, setting, &members);
                return is_active.then(|| PiCorral {
                    seeds: members.iter().map(|&it| self.seeds[usize::from(it) - 1]).collect(),
                    is_inside: (0..ground.count as u16).map(inside).collect(),
                    is_fence: (0..ground.count as u16).map(is_fence).collect(),
                    pushes,
                });
            }
            members.append(&mut wanted);
            members.sort_unstable();
            members.dedup();
        }
    }

    /// Whether a box beside the parts must move in every solution.
    fn is_active(
        &self,
        ground: &ProofBoard<'_>,
        position: &Position,
        fence: &[u16],
        setting: Setting,
        members: &[u16],
    ) -> bool {
        let must_move = fence.iter().any(|&it| !ground.is_goal[usize::from(it)]);
        let goals = &ground.aims;
        let has_goal =
            || goals.iter().any(|&goal| members.contains(&self.part_at[usize::from(goal)]));
        let needs_box = setting == Setting::State
            && ground.goal_kind == GoalKind::Keep
            && position.boxes.len() == goals.len();
        must_move || (needs_box && has_goal())
    }
}
