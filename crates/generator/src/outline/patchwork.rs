//! Floor made of overlapping templates.

use sokolab_analysis::Orientation;

use super::{Outline, OutlineShape};
use crate::seed::Chance;

/// Number of attempts to place one template.
const TEMPLATE_ATTEMPTS: usize = 200;

/// The built-in templates. Except for arms, none is thinner than two squares.
const TEMPLATES: [&[&str]; 9] = [
    &["..", "..", ".."],
    &["...", "..."],
    &["...", ".#.", "..."],
    &["#.#", "...", "#.#"],
    &["...", "..#", ".##"],
    &["..#", "...", "#.."],
    &["....", ".##."],
    &["...", "...", "#.."],
    &["..##", "....", "##.."],
];

/// Places a template in a random orientation where it overlaps floor and adds some; returns whether
/// that was possible.
pub(crate) fn place_template(
    outline: &mut Outline,
    template: &OutlineShape,
    chance: &mut Chance,
) -> bool {
    let turned = Orientation::ALL.map(|turn| template.turned(turn));
    for _ in 0..TEMPLATE_ATTEMPTS {
        let shape = &turned[chance.below(turned.len())];
        if shape.width() + 2 > outline.width() || shape.height() + 2 > outline.height() {
            continue;
        }
        let left = 1 + chance.below(outline.width() - shape.width() - 1);
        let top = 1 + chance.below(outline.height() - shape.height() - 1);
        let is_floor = |&&(x, y): &&(usize, usize)| outline.is_floor(left + x, top + y);
        let overlap = shape.places().iter().filter(is_floor).count();
        if overlap > 0 && overlap < shape.places().len() {
            for &(x, y) in shape.places() {
                outline.open(left + x, top + y);
            }
            return true;
        }
    }
    false
}

/// Overlaps templates until about half of the area is floor.
pub(super) fn patchwork(width: usize, height: usize, chance: &mut Chance) -> Outline {
    let shape = |rows: &&[&str]| OutlineShape::parse(rows).expect("a drawing of our own");
    let templates: Vec<OutlineShape> = TEMPLATES.iter().map(shape).collect();
    let mut outline = Outline::new(width, height);
    outline.open(1 + chance.below(width - 2), 1 + chance.below(height - 2));
    let inside = (width - 2) * (height - 2);
    let wanted = inside * chance.within(&(45..=65)) / 100;
    // Each adds at least one square, but in a tight corner none may fit.
    for _ in 0..inside {
        let template = &templates[chance.below(templates.len())];
        if outline.floor().count() >= wanted {
            break;
        }
        place_template(&mut outline, template, chance);
    }
    outline
}
