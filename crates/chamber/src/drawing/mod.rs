//! Chambers as people draw them: walls, floor, boxes, and corridors of `#` that mark the ports.
//!
//! The characters are those of the `NetHack` 4 document. A text may contain several drawings, one
//! below the other or side by side, and a drawing may contain several chambers joined by corridors.

mod read;

use sokolab_core::{
    Board, Direction, Edge, Ground, Level, Picture, Place, Rules, SquareSet, lay_out,
};

use crate::shape::{ChamberShape, ChamberShapeError, Port};

pub use read::{DrawingError, DrawingErrorKind, SIGNS, SQUARES_READ_MAX, read_drawings};

/// One chamber of a drawing, with its walls and the corridors that begin at it.
///
/// Places are columns and rows of the bounding rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChamberDrawing {
    /// The line of the text at which the rectangle begins, counted from 1.
    pub line: usize,
    /// The column of the text at which the rectangle begins, counted from 1.
    pub column: usize,
    rows: Vec<Vec<char>>,
    ports: Vec<Port>,
    leads_to: Vec<Option<usize>>,
}

impl ChamberDrawing {
    /// The number of columns and rows of the rectangle.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.rows.iter().map(Vec::len).max().unwrap_or(0), self.rows.len())
    }

    /// The places with this character, row by row.
    fn all(&self, is_wanted: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
        let signs = self
            .rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &sign)| ((x, y), sign)));
        signs.filter(|it| is_wanted(it.1)).map(|it| it.0).collect()
    }

    /// The floor, row by row.
    #[must_use]
    pub fn floor(&self) -> Vec<(usize, usize)> {
        self.all(read::is_floor)
    }

    /// The boxes, row by row.
    #[must_use]
    pub fn boxes(&self) -> Vec<(usize, usize)> {
        self.all(|sign| sign == '0')
    }

    /// The goals, row by row.
    #[must_use]
    pub fn goals(&self) -> Vec<(usize, usize)> {
        self.all(|sign| sign == '^')
    }

    /// The keeper, if it is drawn.
    #[must_use]
    pub fn keeper(&self) -> Option<(usize, usize)> {
        self.all(|sign| sign == '@').first().copied()
    }

    /// The squares drawn as locked (`8`).
    #[must_use]
    pub fn eights(&self) -> Vec<(usize, usize)> {
        self.all(|sign| sign == '8')
    }

    /// The drawn squares of corridors, row by row.
    #[must_use]
    pub fn corridor(&self) -> Vec<(usize, usize)> {
        self.all(|sign| sign == '#')
    }

    /// The ports from left to right, and from top to bottom in one column.
    #[must_use]
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// For each port, the number (from 0) of the chamber in the text that its corridor leads to.
    #[must_use]
    pub fn leads_to(&self) -> &[Option<usize>] {
        &self.leads_to
    }

    /// The shape of the chamber.
    ///
    /// # Errors
    /// If it has too many squares or ports to be played.
    pub fn shape(&self) -> Result<ChamberShape, ChamberShapeError> {
        ChamberShape::new(&self.floor(), &self.goals(), &self.ports)
    }

    /// The place in the drawing of a square of [`shape`](Self::shape).
    #[must_use]
    pub fn place(&self, (x, y): (usize, usize)) -> (usize, usize) {
        let (left, top) = self.corner();
        (x + left, y + top)
    }

    /// The set of squares of `shape` at these places.
    #[must_use]
    pub fn set(&self, shape: &ChamberShape, places: &[(usize, usize)]) -> u64 {
        let (left, top) = self.corner();
        let inside: Vec<_> = places.iter().map(|&(x, y)| (x - left, y - top)).collect();
        shape.set(&inside)
    }

    /// The first column and row with floor.
    fn corner(&self) -> (usize, usize) {
        let floor = self.floor();
        let left = floor.iter().map(|it| it.0).min().unwrap_or(0);
        (left, floor.first().map_or(0, |it| it.1))
    }

    /// The chamber as a picture without boxes and keeper, with corridors as floor.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let (width, height) = self.size();
        let place = |sign: char| match sign {
            '#' | '.' | '8' | 'x' | '@' | '<' => Place::bare(Ground::Floor),
            '0' => Place::with_box(Ground::Floor),
            '^' => Place::bare(Ground::Goal),
            _ => Place::bare(Ground::Wall),
        };
        let sign = |x: usize, y: usize| self.rows[y].get(x).copied().unwrap_or(' ');
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Picture::new(width, places.map(|(x, y)| place(sign(x, y))).collect(), Edge::Solid)
    }

    /// The board of the chamber and its corridors without its boxes, and the corridor squares;
    /// `None` if it cannot be laid out.
    #[must_use]
    pub fn board(&self, rules: Rules) -> Option<(Board, SquareSet)> {
        let mut picture = self.picture();
        for (x, y) in self.boxes() {
            picture.put(x, y, Place::bare(Ground::Floor));
        }
        let corridor = self.corridor();
        let &(x, y) = corridor.first()?;
        picture.put(x, y, Place::with_keeper(Ground::Floor));
        let (board, _) = lay_out(&Level::from_picture(picture, rules)).ok()?;
        let mut squares = board.no_squares();
        squares.extend(corridor.iter().filter_map(|&(x, y)| board.square_at(x, y)));
        Some((board, squares))
    }

    /// The drawn rows, with an `8` exactly on those of the `locked` places that are bare floor.
    #[must_use]
    pub fn rows_with_locks(&self, locked: &[(usize, usize)]) -> Vec<String> {
        self.rows_with(|place, sign| match sign {
            '.' | '8' if locked.contains(&place) => '8',
            '8' => '.',
            _ => sign,
        })
    }

    /// The rows with these boxes instead of the drawn ones, and without the keeper.
    #[must_use]
    pub fn rows_with_boxes(&self, boxes: &[(usize, usize)]) -> Vec<String> {
        self.rows_with(|place, sign| match sign {
            _ if boxes.contains(&place) => '0',
            '0' | '@' | '8' | 'x' => '.',
            _ => sign,
        })
    }

    fn rows_with(&self, sign: impl Fn((usize, usize), char) -> char) -> Vec<String> {
        let row = |(y, row): (usize, &Vec<char>)| {
            let signs = row.iter().enumerate().map(|(x, &it)| sign((x, y), it));
            signs.collect::<String>().trim_end().to_owned()
        };
        self.rows.iter().enumerate().map(row).collect()
    }

    /// A drawing of `shape` with these boxes and corridors of three squares.
    #[must_use]
    pub fn of_shape(shape: &ChamberShape, boxes: u64, keeper: Option<usize>) -> ChamberDrawing {
        const MARGIN: usize = 4;
        let (width, height) = shape.size();
        let mut rows = vec![vec![' '; width + 2 * MARGIN]; height + 2 * MARGIN];
        let near = |(x, y): (usize, usize)| {
            (0..3).flat_map(move |dy| {
                (0..3).map(move |dx| (x + MARGIN + dx - 1, y + MARGIN + dy - 1))
            })
        };
        for &square in shape.squares() {
            for (x, y) in near(square) {
                rows[y][x] = '-';
            }
        }
        for (x, y) in shape.ports().iter().flat_map(|port| {
            (1..MARGIN as i32).map(move |step| {
                let (x, y) = (port.inner.0 + MARGIN, port.inner.1 + MARGIN);
                let at = |from: usize, by: i32| (from as i32 + step * by) as usize;
                (at(x, port.outward.dx()), at(y, port.outward.dy()))
            })
        }) {
            rows[y][x] = '#';
        }
        for (number, &(x, y)) in shape.squares().iter().enumerate() {
            let is_goal = shape.goals() >> number & 1 == 1;
            rows[y + MARGIN][x + MARGIN] = match boxes >> number & 1 {
                1 => '0',
                _ if keeper == Some(number) => '@',
                _ if is_goal => '^',
                _ => '.',
            };
        }
        bare_corridors(&mut rows);
        draw_upright_walls(&mut rows);
        let mut drawings = read::cut(&rows, 0);
        drawings.swap_remove(0)
    }
}

/// The neighbours of a place of `rows`.
fn beside(rows: &[Vec<char>], (x, y): (usize, usize), direction: Direction) -> char {
    let (x, y) = (x as i32 + direction.dx(), y as i32 + direction.dy());
    let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
    row.and_then(|row| row.get(usize::try_from(x).ok()?)).copied().unwrap_or(' ')
}

/// Removes walls along a corridor that are not directly next to floor.
fn bare_corridors(rows: &mut [Vec<char>]) {
    let seen: Vec<Vec<char>> = rows.to_vec();
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, place) in row.iter_mut().enumerate().filter(|it| *it.1 == '-') {
            let near = Direction::ORTHOGONAL.map(|it| beside(&seen, (x, y), it));
            if near.contains(&'#') && !near.into_iter().any(read::is_floor) {
                *place = ' ';
            }
        }
    }
}

/// Draws walls as `|` if floor is beside them and no wall is above or below.
fn draw_upright_walls(rows: &mut [Vec<char>]) {
    let seen: Vec<Vec<char>> = rows.to_vec();
    let is_open = |sign: char| sign == '#' || read::is_floor(sign);
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, place) in row.iter_mut().enumerate().filter(|it| *it.1 == '-') {
            let near = |ways: [Direction; 2]| ways.map(|it| beside(&seen, (x, y), it));
            let level = near([Direction::Left, Direction::Right]);
            let across = near([Direction::Up, Direction::Down]);
            if level.into_iter().any(is_open) && !across.into_iter().any(is_open) {
                *place = '|';
            }
        }
    }
}

#[cfg(test)]
mod tests;
