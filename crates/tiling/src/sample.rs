//! Tile sets learned from a sample: every window of a drawing is a tile.

use std::collections::BTreeMap;
use std::fmt;

use crate::shape::Axis;
use crate::tile_set::{Tile, TileSet};

/// Why a drawing is not a valid sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleError {
    /// Its rows differ in length; the number of the first such row, from 1.
    Ragged(usize),
    /// It is smaller than the window, or the window is empty.
    TooSmall,
}

impl fmt::Display for SampleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Ragged(row) => write!(formatter, "row {row} is not as long as the first"),
            SampleError::TooSmall => formatter.write_str("the sample must hold a whole window"),
        }
    }
}

impl std::error::Error for SampleError {}

/// A tile set learned from a drawing. A tile is a window of the drawing, weighted by how often it
/// occurs; two may be adjacent if they agree where they overlap.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The tiles. Their names are the windows, row by row.
    pub tiles: TileSet,
}

impl Sample {
    /// Learns the windows of `width` by `height` characters of a drawing.
    ///
    /// # Errors
    /// If the rows differ in length, or contain no window.
    pub fn learn(drawing: &str, width: usize, height: usize) -> Result<Sample, SampleError> {
        let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.chars().collect()).collect();
        let length = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|row| row.len() != length) {
            return Err(SampleError::Ragged(row + 1));
        }
        if width == 0 || height == 0 || length < width || rows.len() < height {
            return Err(SampleError::TooSmall);
        }
        let mut windows: BTreeMap<Vec<char>, u32> = BTreeMap::new();
        for y in 0..=rows.len() - height {
            for x in 0..=length - width {
                let window = rows[y..y + height].iter().flat_map(|row| &row[x..x + width]);
                *windows.entry(window.copied().collect()).or_default() += 1;
            }
        }
        let mut tiles = TileSet::new(2);
        for (window, count) in &windows {
            tiles.add(&window.iter().collect::<String>(), f64::from(*count));
        }
        let windows: Vec<&Vec<char>> = windows.keys().collect();
        for (one, first) in windows.iter().enumerate() {
            for (two, second) in windows.iter().enumerate() {
                let fits = |dx: usize, dy: usize| {
                    let places = (dy..height).flat_map(|y| (dx..width).map(move |x| (x, y)));
                    let at = |it: &[char], x: usize, y: usize| it[y * width + x];
                    places.into_iter().all(|(x, y)| at(first, x, y) == at(second, x - dx, y - dy))
                };
                for (axis, fits) in [(0, fits(1, 0)), (1, fits(0, 1))] {
                    if fits {
                        tiles.allow(one as Tile, two as Tile, Axis::new(axis).forward());
                    }
                }
            }
        }
        Ok(Sample { tiles })
    }

    /// The tiles whose first character is this one.
    pub fn tiles_with(&self, first: char) -> impl Iterator<Item = Tile> + '_ {
        let count = crate::Rules::tile_count(&self.tiles) as Tile;
        (0..count).filter(move |&tile| self.tiles.name(tile).starts_with(first))
    }

    /// The drawing of a tiling with this many columns: the first character of each tile.
    #[must_use]
    pub fn draw(&self, tiling: &[Tile], columns: usize) -> String {
        let character = |tile: &Tile| self.tiles.name(*tile).chars().next().unwrap_or(' ');
        let rows = tiling.chunks(columns).map(|row| row.iter().map(character).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{Sample, SampleError};
    use sokolab_core::{Budget, Meter};

    use crate::{Breakout, GridShape, Problem, Rules, TilingOutcome, break_out};

    #[test]
    fn bricks_are_laid_as_in_the_sample() {
        let sample = Sample::learn("ab\ncd\nab", 2, 2).expect("two windows");
        assert_eq!(sample.tiles.tile_count(), 2);
        let narrow = Sample::learn("abab\ncdcd\nabab", 2, 2).expect("four windows");
        let problem = Problem::new(&narrow.tiles, GridShape::new(&[5, 3]).expect("small"));
        let how = Breakout::new(2);
        let run = break_out(
            &problem,
            &how,
            &mut [],
            &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None),
            None,
        );
        let TilingOutcome::Tiled(tiling) = run.outcome else { panic!("{run:?}") };
        let drawing = narrow.draw(&tiling, 5);
        let rows: Vec<&str> = drawing.lines().collect();
        assert_eq!(rows.len(), 3);
        for row in &rows {
            assert!("abababab".contains(row) || "cdcdcdcd".contains(row), "{drawing}");
        }
        assert_eq!(rows[0], rows[2]);
        assert_ne!(rows[0], rows[1]);
    }

    #[test]
    fn odd_samples_are_refused() {
        assert_eq!(Sample::learn("ab\nc", 1, 1).err(), Some(SampleError::Ragged(2)));
        assert_eq!(Sample::learn("ab\ncd", 3, 1).err(), Some(SampleError::TooSmall));
        assert_eq!(Sample::learn("", 1, 1).err(), Some(SampleError::TooSmall));
        assert_eq!(Sample::learn("ab", 0, 1).err(), Some(SampleError::TooSmall));
    }
}
