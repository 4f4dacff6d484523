//! The terrain characters of a map in a level description, and how walls are drawn.

use crate::picture::{Ground, Picture};

/// The meaning of a map character of a description, if it has one.
///
/// Water, lava, bars and trees stop both hero and boulder, so they count as walls. Secret doors and
/// corridors can be found, so they count as what they hide.
pub(super) fn ground(character: char) -> Option<Ground> {
    Some(match character {
        // `x` shows the terrain beneath the map, which is rock.
        ' ' | 'x' => Ground::Rock,
        '-' | '|' | 'B' | 'F' | 'T' | '}' | 'P' | 'L' | 'W' | 'Z' => Ground::Wall,
        '+' | 'S' => Ground::Door,
        '.' | '#' | 'H' | '{' | '\\' | 'K' | 'I' | 'C' | 'A' | '_' => Ground::Floor,
        _ => return None,
    })
}

/// The rows of `picture` as terrain only. `hint` returns the character that an earlier map had at a
/// place, if it still fits.
///
/// Without a hint, the neighbours of a solid place determine its character: `|` if floor lies only
/// to the east or west, nothing if no floor touches it, and otherwise `-`.
pub(in crate::text) fn render(
    picture: &Picture,
    hint: &dyn Fn(usize, usize) -> Option<char>,
) -> Vec<Vec<char>> {
    let character = |x: usize, y: usize| {
        hint(x, y).unwrap_or_else(|| match picture.at(x, y).ground {
            Ground::Rock | Ground::Wall => wall(picture, x, y),
            Ground::Door => '+',
            Ground::Floor | Ground::Goal | Ground::Exit | Ground::DeadField => '.',
        })
    };
    let row = |y: usize| (0..picture.width()).map(|x| character(x, y)).collect();
    (0..picture.height()).map(row).collect()
}

fn wall(picture: &Picture, x: usize, y: usize) -> char {
    let is_floor = |dx: isize, dy: isize| {
        let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        x < picture.width() && y < picture.height() && !picture.at(x, y).ground.is_solid()
    };
    let beside = is_floor(-1, 0) || is_floor(1, 0);
    let above_or_below = is_floor(0, -1) || is_floor(0, 1);
    let at_corner = is_floor(-1, -1) || is_floor(1, -1) || is_floor(-1, 1) || is_floor(1, 1);
    match (beside, above_or_below, at_corner) {
        (true, false, _) => '|',
        (false, false, false) => ' ',
        _ => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::testing::level;

    #[test]
    fn walls_are_drawn_by_their_neighbours() {
        let level = level(
            "
            ########
            ###  ###
            ### @###
            ### ####
            ########
            ########",
        );
        let rows = render(&level.picture, &|_, _| None);
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let expected = ["  ----  ", "  |..|  ", "  |..|  ", "  |.--  ", "  ---   ", "        "];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_hint_is_drawn_as_it_is() {
        let level = level("###\n#@#\n###");
        let rows = render(&level.picture, &|x, y| (x == 0 && y == 1).then_some('F'));
        assert_eq!(rows[1], ['F', '.', '|']);
    }
}
