//! Variants of a picture that show the same puzzle framed, rotated or decorated differently.

use crate::picture::{Edge, Ground, Picture, Place};

const WALL: Place = Place::bare(Ground::Wall);

/// The picture with extra columns and rows of `filling` on its four sides.
#[must_use]
pub fn with_margins(
    picture: &Picture,
    [left, top, right, bottom]: [usize; 4],
    filling: Place,
) -> Picture {
    let (width, height) = (picture.width() + left + right, picture.height() + top + bottom);
    let mut result = Picture::new(width, vec![filling; width * height], picture.edge());
    for (x, y) in places(picture) {
        result.put(x + left, y + top, picture.at(x, y));
    }
    result
}

/// The picture with walls of this thickness around it.
#[must_use]
pub fn with_thick_walls(picture: &Picture, thickness: usize) -> Picture {
    with_margins(picture, [thickness; 4], WALL)
}

/// The picture with everything solid drawn as `ground`, which is wall or rock.
#[must_use]
pub fn with_solid(picture: &Picture, ground: Ground) -> Picture {
    let mut result = picture.clone();
    for (x, y) in places(picture) {
        if picture.at(x, y).ground.is_solid() {
            result.put(x, y, Place::bare(ground));
        }
    }
    result
}

/// The picture with closed cells to its right, each holding one of `contents`.
#[must_use]
pub fn with_cells(picture: &Picture, contents: &[Place]) -> Picture {
    let height = picture.height();
    let rows_needed = 2 * contents.len() + 1;
    let bottom = rows_needed.saturating_sub(height);
    let mut result = with_margins(picture, [0, 0, 3, bottom], WALL);
    let (x, bare) = (picture.width() + 1, Place::bare(Ground::Floor));
    // The margin below the picture is not closed in, so it must match the edge.
    for (column, row) in
        (0..picture.width()).flat_map(|x| (height..height + bottom).map(move |y| (x, y)))
    {
        result.put(column, row, if picture.edge() == Edge::Open { bare } else { WALL });
    }
    for (index, &content) in contents.iter().enumerate() {
        result.put(x, 2 * index + 1, content);
    }
    result
}

/// The picture rotated clockwise by `quarters` quarter turns, then mirrored if asked.
#[must_use]
pub fn turned(picture: &Picture, quarters: usize, mirroring: Mirroring) -> Picture {
    let mut result = picture.clone();
    for _ in 0..quarters % 4 {
        let (old, height) = (result.clone(), result.height());
        result = Picture::new(height, old.places().to_vec(), old.edge());
        for (x, y) in places(&old) {
            result.put(height - 1 - y, x, old.at(x, y));
        }
    }
    if mirroring == Mirroring::Mirrored {
        let old = result.clone();
        for (x, y) in places(&old) {
            result.put(old.width() - 1 - x, y, old.at(x, y));
        }
    }
    result
}

/// Whether to mirror a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirroring {
    /// Not mirrored.
    Plain,
    /// Left and right swapped.
    Mirrored,
}

fn places(picture: &Picture) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (width, height) = (picture.width(), picture.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::{Mirroring, turned, with_cells, with_margins, with_thick_walls};
    use crate::picture::{Edge, Ground, Picture, Place};
    use crate::rule_set::Rules;
    use crate::testing::{drawn_level, drawn_rows};

    fn drawn() -> Picture {
        drawn_level(&["####", "#@.#", "####"], Edge::Open, Rules::OFFICIAL).picture
    }

    #[test]
    fn margins_surround_a_picture() {
        let floor = Place::bare(Ground::Floor);
        let found = with_margins(&drawn(), [1, 1, 0, 0], floor);
        assert_eq!(drawn_rows(&found), ["     ", " ####", " #@.#", " ####"]);
        assert_eq!(drawn_rows(&with_thick_walls(&drawn(), 1))[2], "##@.##");
    }

    #[test]
    fn pictures_are_turned_and_mirrored() {
        let once = turned(&drawn(), 1, Mirroring::Plain);
        assert_eq!(drawn_rows(&once), ["###", "#@#", "#.#", "###"]);
        let twice = turned(&drawn(), 2, Mirroring::Mirrored);
        assert_eq!(drawn_rows(&twice), drawn_rows(&drawn()));
        assert_eq!(turned(&drawn(), 4, Mirroring::Plain), drawn());
    }

    #[test]
    fn cells_are_closed() {
        let found = with_cells(&drawn(), &[Place::with_box(Ground::Goal)]);
        assert_eq!(drawn_rows(&found), ["#######", "#@.##*#", "#######"]);
        let two = with_cells(&drawn(), &[Place::bare(Ground::Floor); 2]);
        assert_eq!(drawn_rows(&two)[3..], ["    # #", "    ###"]);
    }
}
