//! Floor made by a random walk, like the levels of the Boxoban data set.
//!
//! The walk keeps its direction for a while and stamps one of five small pieces at each step. The
//! idea comes from the generator described in "Imagination-Augmented Agents" (2017).

use sokolab_core::Direction;

use super::Outline;
use crate::seed::Chance;

/// The pieces that a step may stamp, as offsets.
const STAMPS: [&[(i32, i32)]; 5] = [
    &[(-1, 0), (0, 0), (1, 0)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(-1, 0), (0, 0), (0, 1)],
    &[(-1, 0), (0, 0), (-1, 1), (0, 1)],
    &[(0, 0), (1, 0), (0, 1)],
];

/// Probability in percent that a step draws a new direction, which may be the same.
const TURN_PERCENT: usize = 35;

/// Takes at least half as many steps as the area has places: with a length that only depends on
/// the border, the walk would not get far in a large area.
pub(super) fn walk(width: usize, height: usize, chance: &mut Chance) -> Outline {
    let mut outline = Outline::new(width, height);
    let (mut x, mut y) = (1 + chance.below(width - 2), 1 + chance.below(height - 2));
    let mut direction = Direction::ORTHOGONAL[chance.below(4)];
    let steps = ((width + height) * 17 / 10).max((width - 2) * (height - 2) / 2);
    for _ in 0..steps {
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
