//! Outlines: floor plans of levels.

mod drawings;
mod patchwork;
mod rooms;
mod shape;
mod style;
mod walk;

pub use drawings::{DrawingError, DrawingErrorKind, Drawings};
pub(crate) use patchwork::place_template;
pub use shape::{OutlineShape, OutlineShapeError};
pub use style::{OutlineStyle, OutlineSymmetry};
pub(crate) use style::{Tidying, lay};

use sokolab_core::{Board, Edge, Ground, Level, Picture, Place, Rules, lay_out};

/// A rectangle with some floor in it; everything else is wall. The outermost rows and columns are
/// never floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    width: usize,
    height: usize,
    floor: Vec<bool>,
}

impl Outline {
    /// A rectangle of walls.
    pub(crate) fn new(width: usize, height: usize) -> Outline {
        Outline { width, height, floor: vec![false; width * height] }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// Whether column `x` of row `y` is floor; false outside the rectangle.
    pub(crate) fn is_floor(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.floor[y * self.width + x]
    }

    /// Whether column `x` of row `y` lies inside the border.
    pub(crate) fn is_inside(&self, x: usize, y: usize) -> bool {
        (1..self.width - 1).contains(&x) && (1..self.height - 1).contains(&y)
    }

    /// Makes a place floor, unless it is on the border.
    pub(crate) fn open(&mut self, x: usize, y: usize) {
        if self.is_inside(x, y) {
            self.floor[y * self.width + x] = true;
        }
    }

    /// Makes a place wall.
    pub(crate) fn close(&mut self, x: usize, y: usize) {
        self.floor[y * self.width + x] = false;
    }

    /// All floor as column and row, row by row.
    pub(crate) fn floor(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let places = self.floor.iter().enumerate().filter(|&(_, &is_floor)| is_floor);
        places.map(|(place, _)| (place % self.width, place / self.width))
    }

    /// The empty floor as a picture.
    pub(crate) fn picture(&self) -> Picture {
        let ground = |&is_floor: &bool| if is_floor { Ground::Floor } else { Ground::Wall };
        let places = self.floor.iter().map(|it| Place::bare(ground(it))).collect();
        Picture::new(self.width, places, Edge::Solid)
    }

    /// The empty floor as a board, if there is any. Floor that is not connected to the first square
    /// is dropped.
    pub(crate) fn board(&self, rules: Rules) -> Option<Board> {
        let (x, y) = self.floor().next()?;
        let mut picture = self.picture();
        picture.put(x, y, Place::with_keeper(Ground::Floor));
        lay_out(&Level::from_picture(picture, rules)).ok().map(|(board, _)| board)
    }
}
