//! Small pieces of floor, used as prototypes and templates.

use std::fmt;

use sokolab_analysis::Orientation;

/// A piece of floor inside a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineShape {
    width: usize,
    height: usize,
    places: Vec<(usize, usize)>,
}

/// Why a drawing is not a valid shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutlineShapeError {
    /// It has no floor.
    Empty,
    /// A character is neither floor nor wall: row and column, counted from 1.
    Character(usize, usize, char),
    /// The floor is not connected.
    Pieces,
}

impl fmt::Display for OutlineShapeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutlineShapeError::Empty => formatter.write_str("there is no floor in it"),
            OutlineShapeError::Character(row, column, found) => write!(
                formatter,
                "row {row}, column {column}: {found:?} is neither floor (.) nor wall (# or space)"
            ),
            OutlineShapeError::Pieces => formatter.write_str("its floor is not in one piece"),
        }
    }
}

impl std::error::Error for OutlineShapeError {}

impl OutlineShape {
    /// The shape drawn by `rows`: a full stop is floor, a number sign or a space is not.
    ///
    /// # Errors
    /// What is wrong with the drawing.
    pub fn parse(rows: &[&str]) -> Result<OutlineShape, OutlineShapeError> {
        let mut places = Vec::new();
        let mut width = 0;
        for (y, row) in rows.iter().enumerate() {
            for (x, character) in row.chars().enumerate() {
                match character {
                    '.' => places.push((x, y)),
                    '#' | ' ' => {}
                    other => return Err(OutlineShapeError::Character(y + 1, x + 1, other)),
                }
                width = width.max(x + 1);
            }
        }
        let shape = OutlineShape { width, height: rows.len(), places };
        if shape.places.is_empty() {
            return Err(OutlineShapeError::Empty);
        }
        if shape.is_in_one_piece() { Ok(shape) } else { Err(OutlineShapeError::Pieces) }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The floor as column and row, row by row.
    #[must_use]
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// The shape turned.
    #[must_use]
    pub fn turned(&self, turn: Orientation) -> OutlineShape {
        let size = (self.width, self.height);
        let (width, height) = turn.size(size);
        let mut places: Vec<_> = self.places.iter().map(|&it| turn.place(it, size)).collect();
        places.sort_unstable_by_key(|&(x, y)| (y, x));
        OutlineShape { width, height, places }
    }

    /// The rows as they are drawn.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let character = |x, y| if self.places.contains(&(x, y)) { '.' } else { '#' };
        (0..self.height).map(|y| (0..self.width).map(|x| character(x, y)).collect()).collect()
    }

    fn is_in_one_piece(&self) -> bool {
        let mut rest = self.places.clone();
        let mut pending: Vec<_> = rest.pop().into_iter().collect();
        while let Some((x, y)) = pending.pop() {
            let is_beside = |&(other_x, other_y): &(usize, usize)| {
                x.abs_diff(other_x) + y.abs_diff(other_y) == 1
            };
            let beside = rest.extract_if(.., |it| is_beside(it));
            pending.extend(beside);
        }
        rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{OutlineShape, OutlineShapeError};
    use sokolab_analysis::Orientation;

    #[test]
    fn shapes_turn_as_they_are_drawn() {
        let shape = OutlineShape::parse(&["...", "#.", "#."]).expect("a T");
        assert_eq!(shape.rows(), ["...", "#.#", "#.#"]);
        let turned: Vec<Vec<String>> =
            Orientation::ALL.into_iter().map(|turn| shape.turned(turn).rows()).collect();
        assert!(turned.contains(&vec!["#.#".into(), "#.#".into(), "...".into()]));
        assert!(turned.contains(&vec!["..#".replace("..", ".#"), "...".into(), ".##".into()]));
    }

    #[test]
    fn drawings_that_are_no_shapes_are_refused() {
        assert_eq!(OutlineShape::parse(&["##", " "]), Err(OutlineShapeError::Empty));
        assert_eq!(
            OutlineShape::parse(&["..", ".x"]),
            Err(OutlineShapeError::Character(2, 2, 'x'))
        );
        assert_eq!(OutlineShape::parse(&[".#", "#."]), Err(OutlineShapeError::Pieces));
    }
}
