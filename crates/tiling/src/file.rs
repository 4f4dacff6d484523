//! A text format for tiling problems: tiles, rules, the grid, and the domain of each cell.
//!
//! Each line begins with a keyword: `sizes` of the grid, a `tile` with weight and name for each,
//! `rule` lines (axis, tile, and the tiles that may follow it along that axis), `palette` lines
//! with the tiles of some cells, `cells` with the palette of each cell, and `allow` lines for cells
//! that are restricted to a part of their palette. Empty lines and those that begin with `;` are
//! skipped.

use std::fmt::{self, Write};

use crate::network::Network;
use crate::problem::Problem;
use crate::shape::{Axis, GridShape};
use crate::tile_set::{Rules, Tile, TileSet};

/// The first line of a file.
const HEAD: &str = "sokolab-tiling 1";

/// Maximum number of cells, and below of tiles: larger tables would not fit into memory.
const CELLS_MAX: usize = 4_000_000;
const TILES_MAX: usize = 100_000;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Line number, from 1; 0 if something is missing.
    pub line: usize,
    /// A description of the problem.
    pub what: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => formatter.write_str(&self.what),
            line => write!(formatter, "line {line}: {}", self.what),
        }
    }
}

impl std::error::Error for FileError {}

/// Writes a problem. Tiles that occur in no palette are dropped and the others renumbered in the
/// same order, so that a run with the same seed makes the same choices.
#[must_use]
pub fn write_problem<R: Rules + ?Sized>(
    problem: &Problem,
    rules: &R,
    name_of: impl Fn(Tile) -> String,
) -> String {
    let network = problem.network();
    let (shape, palettes) = (network.shape(), network.palettes());
    let mut known: Vec<Tile> = palettes.iter().copied().flatten().copied().collect();
    known.sort_unstable();
    known.dedup();
    let number = |tile: &Tile| known.binary_search(tile).unwrap_or(0);
    let list = |tiles: &mut dyn Iterator<Item = usize>| {
        tiles.fold(String::new(), |mut text, tile| {
            let _ = write!(text, " {tile}");
            text
        })
    };
    let mut out = format!("{HEAD}\nsizes{}\n", list(&mut shape.sizes().iter().copied()));
    for &tile in &known {
        let name = name_of(tile).replace(['\n', '\r'], " ");
        let _ = writeln!(out, "tile {} {name}", rules.weight(tile));
    }
    for axis in 0..shape.dimensions() {
        let way = Axis::new(axis as u8).forward();
        for &tile in &known {
            let follow = known.iter().filter(|&&next| rules.allows(tile, next, way));
            let follow = list(&mut follow.map(number));
            if !follow.is_empty() {
                let _ = writeln!(out, "rule {axis} {}{follow}", number(&tile));
            }
        }
    }
    for palette in &palettes {
        let _ = writeln!(out, "palette{}", list(&mut palette.iter().map(number)));
    }
    let cells = 0..shape.cells();
    let _ = writeln!(out, "cells{}", list(&mut cells.map(|it| network.palette_number(it))));
    for (cell, tiles) in problem.restricted() {
        let _ = writeln!(out, "allow {cell}{}", list(&mut tiles.iter().map(number)));
    }
    out
}

/// Parses a problem and its tiles.
///
/// # Errors
/// If the text is invalid; the error says where and why.
pub fn read_problem(text: &str) -> Result<(TileSet, Problem), FileError> {
    let mut file = File::default();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim_end_matches('\r');
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let result = if file.has_head { file.take(line) } else { file.take_head(line) };
        result.map_err(|what| FileError { line: number, what })?;
    }
    file.finish().map_err(|what| FileError { line: 0, what })
}

/// The parser's state.
#[derive(Default)]
struct File {
    has_head: bool,
    shape: Option<GridShape>,
    tiles: Option<TileSet>,
    palettes: Vec<Vec<Tile>>,
    palette_of: Vec<u32>,
    allowed: Vec<(usize, Vec<Tile>)>,
}

impl File {
    fn take_head(&mut self, line: &str) -> Result<(), String> {
        self.has_head = line == HEAD;
        if self.has_head { Ok(()) } else { Err(format!("a tiling begins with “{HEAD}”")) }
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "sizes" => self.take_sizes(rest),
            "tile" => self.take_tile(rest),
            "rule" => self.take_rule(rest),
            "palette" => {
                let tiles = self.tiles_of(numbers(rest)?)?;
                self.palettes.push(tiles);
                Ok(())
            }
            "cells" => {
                for number in numbers(rest)? {
                    let missing = |_| format!("there is no palette {number}");
                    self.palette_of.push(u32::try_from(number).map_err(missing)?);
                }
                Ok(())
            }
            "allow" => {
                let all = numbers(rest)?;
                let (&cell, tiles) = all.split_first().ok_or("which cell?")?;
                let tiles = self.tiles_of(tiles.to_vec())?;
                self.allowed.push((cell, tiles));
                Ok(())
            }
            _ => Err(format!("{word:?} is not one of sizes, tile, rule, palette, cells, allow")),
        }
    }

    fn take_sizes(&mut self, rest: &str) -> Result<(), String> {
        // Earlier lines would refer to tiles that no longer exist.
        if self.shape.is_some() {
            return Err("the sizes are given twice".to_owned());
        }
        let sizes = numbers(rest)?;
        let cells = sizes.iter().try_fold(1_usize, |all, &it| all.checked_mul(it));
        if cells.is_none_or(|cells| cells > CELLS_MAX) {
            return Err(format!("a grid has at most {CELLS_MAX} cells"));
        }
        let shape = GridShape::new(&sizes).map_err(|error| error.to_string())?;
        self.tiles = Some(TileSet::new(shape.dimensions()));
        self.shape = Some(shape);
        Ok(())
    }

    fn take_tile(&mut self, rest: &str) -> Result<(), String> {
        let tiles = self.tiles.as_mut().ok_or("sizes come before tiles")?;
        if tiles.tile_count() >= TILES_MAX {
            return Err(format!("there are at most {TILES_MAX} tiles"));
        }
        let (weight, name) = rest.split_once(' ').unwrap_or((rest, ""));
        let weight: f64 = weight.parse().map_err(|_| format!("{weight:?} is not a weight"))?;
        if !(weight > 0.0 && weight.is_finite()) {
            return Err("a weight is a positive number".to_owned());
        }
        tiles.add(name, weight);
        Ok(())
    }

    fn take_rule(&mut self, rest: &str) -> Result<(), String> {
        let all = numbers(rest)?;
        let [axis, tile, follow @ ..] = all.as_slice() else {
            return Err("a rule has an axis, a tile, and those that may follow it".to_owned());
        };
        let dimensions = self.shape.as_ref().map_or(0, GridShape::dimensions);
        if *axis >= dimensions {
            return Err(format!("there is no axis {axis}: the grid has {dimensions}"));
        }
        let (tile, follow) = (self.tiles_of(vec![*tile])?[0], self.tiles_of(follow.to_vec())?);
        let way = Axis::new(*axis as u8).forward();
        if let Some(tiles) = &mut self.tiles {
            for next in follow {
                tiles.allow(tile, next, way);
            }
        }
        Ok(())
    }

    /// Converts numbers to tiles.
    fn tiles_of(&self, numbers: Vec<usize>) -> Result<Vec<Tile>, String> {
        let count = self.tiles.as_ref().map_or(0, TileSet::tile_count);
        match numbers.iter().find(|&&it| it >= count) {
            Some(tile) => Err(format!("there is no tile {tile}: there are {count}")),
            None => Ok(numbers.into_iter().map(|it| it as Tile).collect()),
        }
    }

    fn finish(self) -> Result<(TileSet, Problem), String> {
        let missing = || "it is cut short: sizes, tiles and cells are needed".to_owned();
        let (shape, tiles) = self.shape.zip(self.tiles).ok_or_else(missing)?;
        if self.palette_of.len() != shape.cells() {
            let (wanted, found) = (shape.cells(), self.palette_of.len());
            return Err(format!("the grid has {wanted} cells, and {found} are named"));
        }
        let palettes = self.palettes.len();
        if let Some(palette) = self.palette_of.iter().find(|&&it| it as usize >= palettes) {
            return Err(format!("there is no palette {palette}: there are {palettes}"));
        }
        let cells = shape.cells();
        let network = Network::new(&tiles, shape, &self.palettes, self.palette_of);
        let mut problem = Problem::of(network);
        for (cell, allowed) in self.allowed {
            if cell >= cells {
                return Err(format!("there is no cell {cell}: there are {cells}"));
            }
            problem.retain(cell, |tile| allowed.contains(&tile));
        }
        Ok((tiles, problem))
    }
}

fn numbers(text: &str) -> Result<Vec<usize>, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("{word:?} is not a number"));
    text.split_ascii_whitespace().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::{read_problem, write_problem};
    use sokolab_core::{Budget, Meter};

    use crate::{Axis, Breakout, GridShape, Problem, Rules, TileSet, TilingOutcome, break_out};

    /// Alternating black and white, with the first cell black.
    fn chessboard() -> (TileSet, Problem) {
        let mut tiles = TileSet::new(2);
        let (black, white) = (tiles.add("#", 1.0), tiles.add(".", 2.5));
        for axis in [Axis::new(0), Axis::new(1)] {
            tiles.allow(black, white, axis.forward());
            tiles.allow(white, black, axis.forward());
        }
        let mut problem = Problem::new(&tiles, GridShape::new(&[3, 2]).expect("a grid"));
        problem.pin(0, black);
        (tiles, problem)
    }

    #[test]
    fn what_is_written_is_read_and_tiled_alike() {
        let (tiles, problem) = chessboard();
        let text = write_problem(&problem, &tiles, |tile| tiles.name(tile).to_owned());
        let (again, read) = read_problem(&text).expect("it was just written");
        assert_eq!(again, tiles);
        assert_eq!(write_problem(&read, &again, |tile| again.name(tile).to_owned()), text);
        let run = |problem: &Problem| {
            break_out(
                problem,
                &Breakout::new(2),
                &mut [],
                &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None),
                None,
            )
            .outcome
        };
        assert_eq!(run(&problem), run(&read));
        assert!(matches!(run(&read), TilingOutcome::Tiled(_)));
        assert!((again.weight(1) - 2.5).abs() < 1e-9);
    }

    #[track_caller]
    fn check(text: &str, line: usize, what: &str) {
        let error = read_problem(text).expect_err("it is damaged");
        assert_eq!((error.line, error.what.contains(what)), (line, true), "{error}");
    }

    #[test]
    fn damaged_files_are_refused_with_the_line() {
        let head = "sokolab-tiling 1\n";
        check("", 0, "cut short");
        check("hello", 1, "begins with");
        check(&format!("{head}sizes 3 x"), 2, "not a number");
        check(&format!("{head}sizes 99999999 99999999 99999999"), 2, "at most");
        check(&format!("{head}sizes 0"), 2, "");
        check(&format!("{head}tile 1 a"), 2, "before");
        check(&format!("{head}sizes 2\ntile -1 a"), 3, "positive");
        check(&format!("{head}sizes 2\ntile 1 a\nrule 1 0 0"), 4, "no axis");
        check(&format!("{head}sizes 2\ntile 1 a\nrule 0 0 7"), 4, "no tile 7");
        check(&format!("{head}sizes 2\ntile 1 a\npalette 0\ncells 0"), 0, "2 cells");
        check(&format!("{head}sizes 2\ntile 1 a\npalette 0\ncells 0 5"), 0, "no palette 5");
        check(&format!("{head}sizes 1\ntile 1 a\npalette 0\ncells 0\nallow 9 0"), 0, "no cell 9");
        check(&format!("{head}jump"), 2, "not one of");
        check(&format!("{head}sizes 1\ntile 1 a\npalette 0\nsizes 1\ncells 0"), 5, "twice");
        let large = u64::from(u32::MAX) + 1;
        check(&format!("{head}sizes 1\ntile 1 a\npalette 0\ncells {large}"), 5, "no palette");
    }
}
