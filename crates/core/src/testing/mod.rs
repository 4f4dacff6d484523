//! Pictures, small worlds and seeded random levels for the tests of every crate.

mod chambers;
mod chance;
mod drawing;
mod odd_levels;
mod reachable;
mod reframe;
mod sokevo;
mod truth;
mod worlds;

pub use chambers::random_chambers;
pub use chance::{Chance, random_level, random_levels};
pub use drawing::{drawn_level, drawn_rows};
pub use odd_levels::{ODD_SQUARES_MAX, odd_level};
pub use reachable::Reachable;
pub use reframe::{Mirroring, turned, with_cells, with_margins, with_solid, with_thick_walls};
pub use sokevo::SOKEVO;
pub use truth::GroundTruth;
pub use worlds::{Connection, Shape, World, shapes, worlds};

use crate::board::Board;
use crate::check::lay_out;
use crate::level::Level;
use crate::picture::Occupant;
use crate::rule_set::Rules;
use crate::square_set::SquareSet;
use crate::state::State;
use crate::text::{Format, ReadOptions, read_text};

/// Whether slow tests should run, that is, whether `SOKO_SLOW` is set.
#[must_use]
pub fn is_slow() -> bool {
    std::env::var_os("SOKO_SLOW").is_some()
}

/// The text without common indentation and without a blank first and last line.
#[must_use]
pub fn picture(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let used = lines.iter().filter(|line| !line.is_empty());
    let indent = used.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or("")).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The level drawn in `text`, in XSB, under the official rules.
#[must_use]
pub fn level(text: &str) -> Level {
    level_in(text, Rules::OFFICIAL)
}

/// The level drawn in `text` under `rules`; glyphs distinguish `NetHack` maps from XSB.
#[must_use]
pub fn level_in(text: &str, rules: Rules) -> Level {
    let text = picture(text);
    let format = text.contains(['|', '^', '<']).then_some(Format::NethackMap);
    let format = format.or(Some(Format::Sok));
    let read = read_text(text.as_bytes(), ReadOptions { format, legend: None });
    let level = read.levels.into_iter().next();
    level.unwrap_or_else(|| panic!("no level in {text}: {:?}", read.findings)).with_rules(rules)
}

/// Board and initial state of the level drawn in `text`.
#[must_use]
pub fn position_in(text: &str, rules: Rules) -> (Board, State) {
    lay_out(&level_in(text, rules)).unwrap_or_else(|findings| panic!("{findings:?}"))
}

/// The board of the level drawn in `text`, under the official rules.
#[must_use]
pub fn board(text: &str) -> Board {
    position_in(text, Rules::OFFICIAL).0
}

/// The board alone, with `mark` on every square of `squares`.
#[must_use]
pub fn draw(board: &Board, squares: &SquareSet, mark: char) -> String {
    let character = |x: usize, y: usize| match board.square_at(x, y) {
        None => '#',
        Some(square) if squares.contains(square) => mark,
        Some(square) if board.goals().contains(square) => '.',
        Some(_) => ' ',
    };
    let row = |y: usize| (0..board.width()).map(|x| character(x, y)).collect::<String>();
    (0..board.height()).map(row).collect::<Vec<_>>().join("\n")
}

/// The state of `board` with no box and the keeper on the first square.
#[must_use]
pub fn empty_state(board: &Board) -> State {
    State { boxes: board.no_squares(), filled: board.no_squares(), keeper: board.square(0) }
}

/// Number of boxes in a level's picture.
#[must_use]
pub fn box_count(level: &Level) -> usize {
    level.picture.places().iter().filter(|place| place.occupant == Occupant::Box).count()
}
