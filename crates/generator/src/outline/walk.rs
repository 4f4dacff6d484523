//! Floor trodden by a random walk, as the levels of the Boxoban data set have it.
//!
//! The walk keeps its direction for a while, and stamps one of five small pieces at each step. The
//! idea is that of the generator described with "Imagination-Augmented Agents" (2017).

use sokolab_core::Direction;

use super::Outline;
use crate::seed::Chance;

/// What a step may stamp, as columns and rows around it.
const STAMPS: [&[(i32, i32)]; 5] = [
    &[(-1, 0), (0, 0), (1, 0)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(-1, 0), (0, 0), (0, 1)],
    &[(-1, 0), (0, 0), (-1, 1), (0, 1)],
    &[(0, 0), (1, 0), (0, 1)],
];

/// How likely a step goes another way than the one before, in percent.
const TURN_PERCENT: usize = 35;

/// A walk as long as the area is large.
pub(super) fn walk(width: usize, height: usize, chance: &mut Chance) -> Outline {
    let mut outline = Outline::new(width, height);
    let (mut x, mut y) = (1 + chance.below(width - 2), 1 + chance.below(height - 2));
    let mut direction = Direction::ORTHOGONAL[chance.below(4)];
    for _ in 0..(width + height) * 17 / 10 {
        if chance.percent(TURN_PERCENT) {
            direction = Direction::ORTHOGONAL[chance.below(4)];
        }
        x = x.saturating_add_signed(direction.dx() as isize).clamp(1, width - 2);
        y = y.saturating_add_signed(direction.dy() as isize).clamp(1, height - 2);
        for &(dx, dy) in STAMPS[chance.below(STAMPS.len())] {
            outline.open(x.wrapping_add_signed(dx as isize), y.wrapping_add_signed(dy as isize));
        }
    }
    outline
}
