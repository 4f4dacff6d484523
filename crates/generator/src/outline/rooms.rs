//! Floor made of a few rectangles, joined by corridors where they do not touch.

use super::Outline;
use crate::seed::Chance;

/// A rectangle: left, top, columns, rows.
type Rectangle = (usize, usize, usize, usize);

/// At least two rectangles, and more in a larger area.
pub(super) fn rooms(width: usize, height: usize, chance: &mut Chance) -> Outline {
    let mut outline = Outline::new(width, height);
    let inside = (width - 2) * (height - 2);
    let count = chance.within(&(2..=2 + inside / 16));
    let mut last: Option<Rectangle> = None;
    for _ in 0..count {
        let room = rectangle(width, height, chance);
        let (left, top, columns, rows) = room;
        let is_joined =
            (left..left + columns).any(|x| (top..top + rows).any(|y| outline.is_floor(x, y)));
        for (x, y) in (left..left + columns).flat_map(|x| (top..top + rows).map(move |y| (x, y))) {
            outline.open(x, y);
        }
        if let (false, Some(other)) = (is_joined, last) {
            corridor(&mut outline, middle(room), middle(other), chance);
        }
        last = Some(room);
    }
    outline
}

fn rectangle(width: usize, height: usize, chance: &mut Chance) -> Rectangle {
    let columns = chance.within(&(2..=4)).min(width - 2);
    let rows = chance.within(&(2..=4)).min(height - 2);
    let left = 1 + chance.below(width - 1 - columns);
    let top = 1 + chance.below(height - 1 - rows);
    (left, top, columns, rows)
}

fn middle((left, top, columns, rows): Rectangle) -> (usize, usize) {
    (left + columns / 2, top + rows / 2)
}

/// A corridor with one bend.
fn corridor(
    outline: &mut Outline,
    (from_x, from_y): (usize, usize),
    (to_x, to_y): (usize, usize),
    chance: &mut Chance,
) {
    let (bend_x, bend_y) = if chance.percent(50) { (to_x, from_y) } else { (from_x, to_y) };
    for x in from_x.min(to_x)..=from_x.max(to_x) {
        outline.open(x, bend_y);
    }
    for y in from_y.min(to_y)..=from_y.max(to_y) {
        outline.open(bend_x, y);
    }
}
