//! Groups of boxes that block each other: candidates for a pattern, which a small search confirms.

use super::proof_board::{NO_SQUARE, Position, ProofBoard};

/// The group of boxes that freezes the box on `square`, itself included; `None` if it may move. For
/// orthogonal rules.
pub(super) fn frozen_group(
    ground: &ProofBoard<'_>,
    position: &Position,
    square: u16,
) -> Option<Vec<u16>> {
    let mut group = Vec::new();
    if !is_stuck(ground, position, square, &mut group) {
        return None;
    }
    group.sort_unstable();
    Some(group)
}

/// Whether a box is blocked along both axes if the boxes of `group` are walls. If it is, adds it
/// and the boxes that block it to `group`.
fn is_stuck(
    ground: &ProofBoard<'_>,
    position: &Position,
    square: u16,
    group: &mut Vec<u16>,
) -> bool {
    let size = group.len();
    group.push(square);
    for ways in [[0, 2], [1, 3]] {
        let sides = ways.map(|way| ground.beside(square, way));
        let is_solid = |side: u16, group: &[u16]| side == NO_SQUARE || group.contains(&side);
        let is_blocked = sides.iter().any(|&side| is_solid(side, group))
            || sides.iter().all(|&side| ground.is_dead[usize::from(side)])
            || sides.iter().any(|&side| {
                position.is_box[usize::from(side)] && is_stuck(ground, position, side, group)
            });
        if !is_blocked {
            group.truncate(size);
            return false;
        }
    }
    true
}
