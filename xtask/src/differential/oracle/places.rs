//! The places of a picture that matter to the oracle.

use sokolab_core::{Edge, Ground, Level, Occupant};

use super::{PLACES_MAX, Unfit, WAYS};

/// The place one step away, if it is inside the picture.
pub(super) fn stepped(
    (x, y): (usize, usize),
    (dx, dy): (isize, isize),
    width: usize,
    height: usize,
) -> Option<(usize, usize)> {
    let x = x.checked_add_signed(dx).filter(|&x| x < width)?;
    let y = y.checked_add_signed(dy).filter(|&y| y < height)?;
    Some((x, y))
}

/// The relevant places: where the keeper could ever be, and every other with an object on it.
pub(super) fn wanted_places(
    level: &Level,
    keeper: usize,
    diagonally: bool,
) -> Result<Vec<usize>, Unfit> {
    let picture = &level.picture;
    let (width, height) = (picture.width(), picture.height());
    let mut is_wanted = vec![false; picture.places().len()];
    is_wanted[keeper] = true;
    let mut pending = vec![(keeper % width, keeper / width)];
    while let Some((x, y)) = pending.pop() {
        for &way in &WAYS[..if diagonally { 8 } else { 4 }] {
            match stepped((x, y), way, width, height) {
                None if picture.edge() == Edge::Open => return Err(Unfit::Invalid("open")),
                None => {}
                Some((x, y)) => {
                    let at = y * width + x;
                    let is_solid =
                        matches!(picture.places()[at].ground, Ground::Wall | Ground::Rock);
                    if !is_solid && !is_wanted[at] {
                        is_wanted[at] = true;
                        pending.push((x, y));
                    }
                }
            }
        }
    }
    for (place, wanted) in picture.places().iter().zip(&mut is_wanted) {
        let is_thing = matches!(place.ground, Ground::Goal | Ground::Exit);
        *wanted |= is_thing || place.occupant != Occupant::Nothing;
    }
    let wanted: Vec<usize> = (0..is_wanted.len()).filter(|&it| is_wanted[it]).collect();
    if wanted.len() > PLACES_MAX { Err(Unfit::TooLarge) } else { Ok(wanted) }
}
