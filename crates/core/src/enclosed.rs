//! The floor that is drawn within the walls of a level, whether the keeper can get there or not.

use crate::check::ways_of;
use crate::picture::{Edge, Picture};
use crate::rule_set::Rules;

/// Which places of a picture are floor within walls, row by row. Beyond a solid edge is no floor;
/// beyond an open one is the outside, and what is connected with it lies outside too.
#[must_use]
pub fn enclosed_floor(picture: &Picture, rules: Rules) -> Vec<bool> {
    let (width, height) = (picture.width(), picture.height());
    let mut is_inside: Vec<bool> =
        picture.places().iter().map(|place| !place.ground.is_solid()).collect();
    if picture.edge() == Edge::Solid {
        return is_inside;
    }
    let is_at_edge = |&place: &usize| {
        let (x, y) = (place % width, place / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    let mut pending: Vec<usize> = (0..is_inside.len()).filter(is_at_edge).collect();
    while let Some(place) = pending.pop() {
        if !std::mem::take(&mut is_inside[place]) {
            continue;
        }
        for direction in ways_of(rules).list() {
            let x = (place % width).wrapping_add_signed(direction.dx() as isize);
            let y = (place / width).wrapping_add_signed(direction.dy() as isize);
            if x < width && y < height {
                pending.push(y * width + x);
            }
        }
    }
    is_inside
}

#[cfg(test)]
mod tests {
    use super::enclosed_floor;
    use crate::rule_set::Rules;
    use crate::testing::level_in;

    #[track_caller]
    fn check(text: &str, rules: Rules, expected: &str) {
        let picture = level_in(text, rules).picture;
        let inside = enclosed_floor(&picture, rules);
        let rows = inside.chunks(picture.width());
        let rows = rows.map(|row| row.iter().map(|&it| if it { '.' } else { '-' }).collect());
        assert_eq!(rows.collect::<Vec<String>>().join(" "), expected);
    }

    #[test]
    fn sealed_pockets_are_inside_and_what_is_open_is_not() {
        let text = "
            #####
            #@# #
            ### #
              # #
            #####";
        check(text, Rules::OFFICIAL, "----- -.-.- ---.- ---.- -----");
        let map = "
            -----
            |@|.|
            --- .";
        check(map, Rules::NETHACK, "----- -.-.- ----.");
    }

    #[test]
    fn who_squeezes_through_a_corner_gets_out() {
        let text = "
            ####
            # ##
            ## #
            ## ";
        check(text, Rules::OFFICIAL, "---- -.-- ---- ----");
        check(text, Rules::NETHACK_DIAGONAL, "---- ---- ---- ----");
    }
}
