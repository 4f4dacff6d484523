//! The shape of a grid and its neighbourhood, in any number of dimensions.

use std::fmt;

/// A dimension of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axis(u8);

impl Axis {
    /// The dimension with this number, counted from 0.
    #[must_use]
    pub const fn new(number: u8) -> Axis {
        Axis(number)
    }

    /// Its number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Towards larger coordinates.
    #[must_use]
    pub const fn forward(self) -> Direction {
        Direction(self.0 * 2)
    }

    /// Towards smaller coordinates.
    #[must_use]
    pub const fn backward(self) -> Direction {
        Direction(self.0 * 2 + 1)
    }
}

/// One of the two directions along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All directions of a grid with this many dimensions.
    pub fn all(dimensions: usize) -> impl Iterator<Item = Direction> {
        (0..dimensions as u8 * 2).map(Direction)
    }

    /// The index of this direction in a table of all.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction(self.0 ^ 1)
    }

    /// The axis it goes along.
    #[must_use]
    pub const fn axis(self) -> Axis {
        Axis(self.0 / 2)
    }

    /// Whether it leads to larger coordinates.
    #[must_use]
    pub const fn is_forward(self) -> bool {
        self.0 & 1 == 0
    }
}

/// The sizes of a grid. Cells are numbered with the first coordinate running fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridShape {
    sizes: Vec<usize>,
    cells: usize,
}

/// Why sizes do not define a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// There are no dimensions or more than 16, or one has size 0.
    Empty,
    /// There are too many cells.
    TooLarge,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ShapeError::Empty => "a grid needs 1 to 16 dimensions, each at least one cell long",
            ShapeError::TooLarge => "a grid has at most 4 billion cells",
        })
    }
}

impl std::error::Error for ShapeError {}

impl GridShape {
    /// The shape with these sizes.
    ///
    /// # Errors
    /// If there is no cell, or too many.
    pub fn new(sizes: &[usize]) -> Result<GridShape, ShapeError> {
        if sizes.is_empty() || sizes.len() > 16 || sizes.contains(&0) {
            return Err(ShapeError::Empty);
        }
        let cells = sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
        match cells {
            Some(cells) if u32::try_from(cells).is_ok() => {
                Ok(GridShape { sizes: sizes.to_vec(), cells })
            }
            _ => Err(ShapeError::TooLarge),
        }
    }

    /// Number of dimensions.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.sizes.len()
    }

    /// The sizes.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The cell at these coordinates, or `None` if they are outside.
    #[must_use]
    pub fn cell(&self, coordinates: &[usize]) -> Option<usize> {
        assert_eq!(coordinates.len(), self.sizes.len(), "a coordinate a dimension");
        let mut cell = 0;
        for (&size, &at) in self.sizes.iter().zip(coordinates).rev() {
            if at >= size {
                return None;
            }
            cell = cell * size + at;
        }
        Some(cell)
    }

    /// The coordinates of a cell.
    #[must_use]
    pub fn coordinates(&self, cell: usize) -> Vec<usize> {
        assert!(cell < self.cells, "a cell of this grid");
        let mut rest = cell;
        let coordinates = self.sizes.iter().map(|&size| {
            let at = rest % size;
            rest /= size;
            at
        });
        coordinates.collect()
    }

    /// The neighbour of a cell, if there is one.
    #[must_use]
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let axis = direction.axis().index();
        let stride: usize = self.sizes[..axis].iter().product();
        let at = cell / stride % self.sizes[axis];
        if direction.is_forward() {
            (at + 1 < self.sizes[axis]).then(|| cell + stride)
        } else {
            (at > 0).then(|| cell - stride)
        }
    }

    /// The cells within `radius` of `centre` along each axis, in order.
    #[must_use]
    pub fn around(&self, centre: usize, radius: &[usize]) -> Vec<usize> {
        let middle = self.coordinates(centre);
        let first: Vec<usize> =
            middle.iter().zip(radius).map(|(&at, &by)| at.saturating_sub(by)).collect();
        let ends = middle.iter().zip(radius).zip(&self.sizes);
        let sizes = ends
            .zip(&first)
            .map(|(((&at, &by), &size), &first)| at.saturating_add(by).min(size - 1) + 1 - first);
        self.patch(&first, &sizes.collect::<Vec<_>>())
    }

    /// The cells of a part of the grid, in order.
    ///
    /// # Panics
    /// If it is not inside.
    #[must_use]
    pub fn patch(&self, first: &[usize], sizes: &[usize]) -> Vec<usize> {
        let count = sizes.iter().product();
        let mut at = vec![0; sizes.len()];
        let mut cells = Vec::with_capacity(count);
        for _ in 0..count {
            let place: Vec<usize> = at.iter().zip(first).map(|(by, from)| by + from).collect();
            cells.push(self.cell(&place).expect("the patch lies inside the grid"));
            for (axis, by) in at.iter_mut().enumerate() {
                *by += 1;
                if *by < sizes[axis] {
                    break;
                }
                *by = 0;
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Direction, GridShape, ShapeError};

    #[test]
    fn cells_and_coordinates_are_one_to_one() {
        let shape = GridShape::new(&[3, 4, 5, 2]).expect("120 cells");
        assert_eq!(shape.cells(), 120);
        for cell in 0..120 {
            assert_eq!(shape.cell(&shape.coordinates(cell)), Some(cell));
        }
        assert_eq!(shape.cell(&[3, 0, 0, 0]), None);
    }

    #[test]
    fn a_step_and_the_step_back_cancel() {
        let shape = GridShape::new(&[3, 2, 4]).expect("24 cells");
        let mut steps = 0;
        for cell in 0..shape.cells() {
            for direction in Direction::all(3) {
                if let Some(beside) = shape.neighbour(cell, direction) {
                    assert_eq!(shape.neighbour(beside, direction.opposite()), Some(cell));
                    steps += 1;
                }
            }
        }
        assert_eq!(steps, 2 * (2 * 2 * 4 + 3 * 4 + 3 * 2 * 3));
        assert_eq!(Axis::new(1).backward().axis(), Axis::new(1));
    }

    #[test]
    fn what_lies_around_a_corner_is_cut_off_at_the_edges() {
        let shape = GridShape::new(&[4, 3]).expect("12 cells");
        assert_eq!(shape.around(0, &[1, 1]), [0, 1, 4, 5]);
        assert_eq!(shape.around(6, &[9, 0]), [4, 5, 6, 7]);
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(GridShape::new(&[]), Err(ShapeError::Empty));
        assert_eq!(GridShape::new(&[3, 0]), Err(ShapeError::Empty));
        assert_eq!(GridShape::new(&[usize::MAX, 2]), Err(ShapeError::TooLarge));
        assert_eq!(GridShape::new(&[1 << 20, 1 << 20]), Err(ShapeError::TooLarge));
    }
}
