//! A problem as a configuration file of Punch Out Model Synthesis, the program of the Sokoita
//! notes' author (zzyzek/PunchOutModelSynthesis, `doc/Schemas.md`).
//!
//! The file is one JSON object: `name` and `weight` of each tile, `rule` as a list of `[tile,
//! neighbour, direction, 1]` with the directions x+, x-, y+, y-, z+ and z-, a `boundaryCondition`
//! on each side, `size`, and `constraint`: ranges of tiles that are removed from ranges of cells. A
//! range holds its first number and not its last; an empty one is everything.

use std::fmt::Write as _;

use crate::problem::Problem;
use crate::shape::Direction;
use crate::tile_set::{Rules, Tile};

/// Writes a problem of three dimensions. `empty` is the tile that lies around the grid: it gets the
/// number 0 and is in no cell. Other tiles that no cell knows are left out.
#[must_use]
pub fn write_poms<R: Rules + ?Sized>(
    problem: &Problem,
    rules: &R,
    empty: Tile,
    name_of: impl Fn(Tile) -> String,
) -> String {
    let tiles = known_tiles(problem, empty);
    let names: Vec<String> = tiles.iter().map(|&it| quoted(&name_of(it))).collect();
    let weights: Vec<String> = tiles.iter().map(|&it| rules.weight(it).to_string()).collect();
    let sizes = problem.network().shape().sizes();
    let sizes: Vec<String> = (0..3).map(|it| sizes.get(it).unwrap_or(&1).to_string()).collect();
    let mut out = format!("{{\n\"name\":[{}],\n", names.join(","));
    let _ = writeln!(out, "\"weight\":[{}],", weights.join(","));
    let _ = writeln!(out, "\"rule\":[\n{}\n],", rule_lines(&tiles, rules).join(",\n"));
    let sides = ["x+", "x-", "y+", "y-", "z+", "z-"];
    let side = |it: &str| format!("\"{it}\":{{\"type\":\"tile\",\"value\":0}}");
    let _ = writeln!(out, "\"boundaryCondition\":{{{}}},", sides.map(side).join(","));
    let _ = writeln!(out, "\"constraint\":[\n{}\n],", constraints(problem, &tiles).join(",\n"));
    let _ = writeln!(out, "\"size\":[{}]\n}}", sizes.join(","));
    out
}

/// The empty tile, and those that some cell knows, in ascending order.
fn known_tiles(problem: &Problem, empty: Tile) -> Vec<Tile> {
    let palettes = problem.network().palettes();
    let mut known: Vec<Tile> = palettes.iter().copied().flatten().copied().collect();
    known.retain(|&it| it != empty);
    known.sort_unstable();
    known.dedup();
    known.insert(0, empty);
    known
}

/// The rules, a line for each tile and direction.
fn rule_lines<R: Rules + ?Sized>(tiles: &[Tile], rules: &R) -> Vec<String> {
    let mut lines = Vec::new();
    for (code, way) in Direction::all(3).enumerate() {
        for (number, &tile) in tiles.iter().enumerate() {
            let allowed = tiles.iter().enumerate().filter(|it| rules.allows(tile, *it.1, way));
            let rules: Vec<String> =
                allowed.map(|(other, _)| format!("[{number},{other},{code},1]")).collect();
            if !rules.is_empty() {
                lines.push(rules.join(","));
            }
        }
    }
    lines
}

/// What is removed from each cell: in all planes what its palette does not have, and in single
/// planes what is restricted further.
fn constraints(problem: &Problem, tiles: &[Tile]) -> Vec<String> {
    let network = problem.network();
    let (width, height) = (network.shape().sizes()[0], network.shape().sizes()[1]);
    let area = width * height;
    let mut lines = Vec::new();
    let mut remove = |cell: usize, plane: Option<usize>, allowed: &[Tile], all: &[Tile]| {
        let (x, y) = (cell % width, cell / width % height);
        let z = plane.map_or(String::new(), |z| format!("{z},{}", z + 1));
        let is_gone = |it: &Tile| all.binary_search(it).is_ok() && !allowed.contains(it);
        for (first, end) in runs(tiles.iter().map(is_gone)) {
            lines.push(format!(
                "{{\"type\":\"remove\",\"range\":{{\"tile\":[{first},{end}],\
                 \"x\":[{x},{}],\"y\":[{y},{}],\"z\":[{z}]}}}}",
                x + 1,
                y + 1
            ));
        }
    };
    let mut every = tiles.to_vec();
    every.sort_unstable();
    for cell in 0..area {
        remove(cell, None, network.palette(cell), &every);
    }
    for (cell, allowed) in problem.restricted() {
        remove(cell, Some(cell / area), &allowed, network.palette(cell));
    }
    lines
}

/// The runs of `true`, each with its first place and the one after its last.
fn runs(flags: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (place, _) in flags.enumerate().filter(|it| it.1) {
        match runs.last_mut() {
            Some(run) if run.1 == place => run.1 = place + 1,
            _ => runs.push((place, place + 1)),
        }
    }
    runs
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            it if it < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(it));
            }
            it => out.push(it),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{quoted, runs};

    #[test]
    fn runs_of_tiles_are_half_open_ranges() {
        let flags = [true, true, false, true, false, false, true];
        assert_eq!(runs(flags.into_iter()), [(0, 2), (3, 4), (6, 7)]);
        assert_eq!(runs([false; 3].into_iter()), []);
    }

    #[test]
    fn names_are_json() {
        assert_eq!(quoted("# @\"\\\n"), "\"# @\\\"\\\\\\u000a\"");
    }
}
