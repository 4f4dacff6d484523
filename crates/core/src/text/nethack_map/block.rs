//! Blocks of map rows: which lines are rows, and the levels they show.

use crate::finding::{Finding, FindingKind, Location};
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::Rules;
use crate::source::Source;

/// Minimum number of rows of a level; fewer are a rule or a box in prose.
const ROWS_MIN: usize = 3;

/// Minimum number of blank columns between two diagrams.
const GAP_MIN: usize = 3;

/// Characters at which the hero may start, most specific first.
const STARTS: [char; 3] = ['@', '_', '>'];

/// Classification of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A row with a wall.
    Row,
    /// Map characters without a wall: a row if one with a wall follows.
    Wallless,
    /// Blank, or prose.
    Other,
}

/// The meaning of a map character; `None` for objects, monsters and anything else.
fn place(character: char) -> Option<Place> {
    Some(match character {
        ' ' | '\t' => Place::bare(Ground::Rock),
        '-' | '|' | 'F' | 'T' | '}' | 'L' => Place::bare(Ground::Wall),
        '.' | '#' | '8' | 'x' | '>' | '_' | '@' => Place::bare(Ground::Floor),
        '0' | '`' => Place::with_box(Ground::Floor),
        '^' => Place::bare(Ground::Goal),
        '<' => Place::bare(Ground::Exit),
        '+' => Place::bare(Ground::Door),
        _ => return None,
    })
}

/// Whether a line is blank or certainly a row: only map characters, or others between walls.
fn is_row(line: &str) -> bool {
    let core = line.trim();
    let is_plain_wall = |it: char| it == '-' || it == '|';
    let (all, known) =
        (core.chars().count(), core.chars().filter(|&it| place(it).is_some()).count());
    let walled = core.starts_with(is_plain_wall) && core.ends_with(is_plain_wall);
    known == all || (walled && all > 1 && known * 2 >= all)
}

/// The level of rows that are known to be a map, with every place in the column and row where it
/// is written. The first row is in `line`. `None` if some row is none of a map.
pub(in crate::text) fn level_in_place(line: usize, rows: &[&str]) -> Option<Level> {
    let mut block = Block::default();
    for (index, row) in rows.iter().enumerate() {
        if !is_row(row) {
            return None;
        }
        block.push(line + index, row, LineKind::Row);
    }
    block.into_level_in_place()
}

/// Whether a map character is drawn as a wall in a map without a description.
pub(super) fn is_wall(character: char) -> bool {
    place(character) == Some(Place::bare(Ground::Wall))
}

/// Consecutive rows.
#[derive(Debug, Default)]
pub(super) struct Block {
    line: usize,
    rows: Vec<String>,
    /// Number of rows up to the last one with a wall.
    height: usize,
    width: usize,
    /// The block exceeds the maximum size of a level: rows are no longer kept.
    is_too_large: bool,
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.height == 0
    }

    /// Classifies `line` as a continuation of the rows so far.
    pub(super) fn kind_of(&self, line: &str) -> LineKind {
        let core = line.trim();
        if core.is_empty() {
            return LineKind::Other;
        }
        let is_plain_wall = |it: char| it == '-' || it == '|';
        let (mut known, mut all, mut walls) = (0_usize, 0_usize, 0_usize);
        for character in core.chars() {
            all += 1;
            known += usize::from(place(character).is_some());
            walls += usize::from(is_plain_wall(character));
        }
        if known == all {
            return match (walls, !self.is_empty()) {
                (0, false) => LineKind::Other,
                (0, true) => LineKind::Wallless,
                _ => LineKind::Row,
            };
        }
        // A row may show objects and monsters, but a sentence must not be taken for a row.
        let walled = core.starts_with(is_plain_wall) && core.ends_with(is_plain_wall);
        let is_row = !self.is_empty() && walled && all > 1 && known * 2 >= all;
        if is_row { LineKind::Row } else { LineKind::Other }
    }

    pub(super) fn push(&mut self, number: usize, line: &str, kind: LineKind) {
        if self.height == 0 {
            self.line = number;
            self.height = 1;
        }
        if self.is_too_large {
            return;
        }
        let row = line.trim_end();
        self.width = self.width.max(row.chars().count());
        if self.width * (self.rows.len() + 1) > Picture::PLACES_MAX {
            self.is_too_large = true;
            self.rows = Vec::new();
            return;
        }
        self.rows.push(row.to_owned());
        if kind == LineKind::Row {
            self.height = self.rows.len();
        }
    }

    /// Whether this is too small for a level, such as a rule or a box in prose.
    pub(super) fn is_mere_text(&self) -> bool {
        let is_inner = |it: char| place(it).is_some_and(|it| !it.ground.is_solid());
        let has_floor = || self.rows[..self.height].iter().any(|row| row.contains(is_inner));
        !self.is_too_large && (self.height < ROWS_MIN || !has_floor())
    }

    /// The level that all rows show together, with every place in the column and row where it is
    /// written; `None` if they are too few, or show no floor.
    pub(super) fn into_level_in_place(self) -> Option<Level> {
        if self.is_mere_text() {
            return None;
        }
        if self.is_too_large {
            return self.into_levels().pop();
        }
        let rows: Vec<Vec<char>> = self.rows.iter().map(|row| row.chars().collect()).collect();
        let rows: Vec<&[char]> = rows.iter().map(Vec::as_slice).collect();
        Some(level_of_rows(&rows, self.line, 0))
    }

    /// The levels that the rows show.
    pub(super) fn into_levels(mut self) -> Vec<Level> {
        if self.is_too_large {
            let picture = Picture::new(0, Vec::new(), Edge::Solid);
            let mut level = Level::from_picture(picture, Rules::NETHACK);
            let location = Location { line: self.line, column: 1, length: 1 };
            level.findings.push(Finding::at(FindingKind::TooLarge("the level"), location));
            level.source.line = self.line;
            return vec![level];
        }
        self.rows.truncate(self.height);
        let rows: Vec<Vec<char>> = self.rows.iter().map(|row| row.chars().collect()).collect();
        let keepers = start_of(&rows).map_or(0, |start| {
            rows.iter().flatten().filter(|&&character| character == start).count()
        });
        let parts = parts_of(&rows, if keepers == 1 { usize::MAX } else { GAP_MIN });
        let levels = parts.into_iter().filter_map(|(left, right)| {
            let part: Vec<&[char]> = rows.iter().map(|row| columns(row, left, right)).collect();
            level_of(&part, self.line, left)
        });
        levels.collect()
    }
}

/// The character that marks the hero in `rows`.
fn start_of(rows: &[impl AsRef<[char]>]) -> Option<char> {
    STARTS.into_iter().find(|start| rows.iter().any(|row| row.as_ref().contains(start)))
}

fn is_blank(character: char) -> bool {
    character == ' ' || character == '\t'
}

/// The columns from `left` to `right` of a row, without trailing blanks.
fn columns(row: &[char], left: usize, right: usize) -> &[char] {
    let row = &row[left.min(row.len())..right.min(row.len())];
    let used = row.iter().rposition(|&character| !is_blank(character));
    &row[..used.map_or(0, |last| last + 1)]
}

/// The ranges of columns separated by at least `gap_min` columns that are blank in every row.
fn parts_of(rows: &[Vec<char>], gap_min: usize) -> Vec<(usize, usize)> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut used = vec![false; width];
    for row in rows {
        for (column, &character) in row.iter().enumerate() {
            used[column] |= !is_blank(character);
        }
    }
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for column in (0..width).filter(|&column| used[column]) {
        match parts.last_mut() {
            Some((_, right)) if column - *right < gap_min => *right = column + 1,
            _ => parts.push((column, column + 1)),
        }
    }
    parts
}

/// The level of one diagram, which begins at `line` and `indent`; `None` if it is too small.
fn level_of(rows: &[&[char]], line: usize, indent: usize) -> Option<Level> {
    let top = rows.iter().position(|row| !row.is_empty())?;
    let bottom = rows.iter().rposition(|row| !row.is_empty())?;
    let rows = &rows[top..=bottom];
    (rows.len() >= ROWS_MIN).then(|| level_of_rows(rows, line + top, indent))
}

/// The level of rows that begin at `line` and `indent`.
fn level_of_rows(rows: &[&[char]], line: usize, indent: usize) -> Level {
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let rock = Place::bare(Ground::Rock);
    let mut picture = Picture::new(width, vec![rock; width * rows.len()], Edge::Solid);
    let mut findings = Vec::new();
    let start = start_of(rows);
    for (y, row) in rows.iter().enumerate() {
        for (x, &character) in row.iter().enumerate() {
            let mut seen = place(character).unwrap_or(Place::bare(Ground::Floor));
            if Some(character) == start {
                seen.occupant = Occupant::Keeper;
            }
            picture.put(x, y, seen);
            let kind = match character {
                '\t' => FindingKind::Tab,
                _ if place(character).is_none() => FindingKind::TakenAsFloor(character),
                _ => continue,
            };
            let location = Location { line: line + y, column: indent + x + 1, length: 1 };
            findings.push(Finding::at(kind, location));
        }
    }
    let mut level = Level::from_picture(picture, Rules::NETHACK);
    let rows = rows.iter().map(|row| row.iter().collect()).collect();
    level.source = Source::of_rows(line, indent, rows);
    level.findings = findings;
    level
}
