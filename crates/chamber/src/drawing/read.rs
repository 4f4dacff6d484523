//! Reads drawings of chambers.

use std::collections::BTreeSet;
use std::fmt;

use sokolab_core::Direction;

use super::ChamberDrawing;
use crate::shape::Port;

/// The characters of a drawing, for error messages.
pub const SIGNS: &str = "write - and | for walls, . for floor, 0 for a box, ^ for a goal, @ for \
                         the keeper, # for a corridor, 8 and x for floor that is marked, and ; \
                         at the beginning of a comment";

/// The largest number of squares of one drawn chamber.
pub const SQUARES_READ_MAX: usize = 2_000;

/// An error in a drawing, with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: DrawingErrorKind,
}

/// The kinds of errors in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingErrorKind {
    /// The text contains no drawing.
    Empty,
    /// An unknown character.
    Sign(char),
    /// No corridor leads into a chamber.
    NoCorridor,
    /// Two squares of one chamber are next to the same corridor square.
    CorridorCorner,
    /// A chamber has more than [`SQUARES_READ_MAX`] squares.
    TooLarge,
    /// A chamber has a second keeper.
    Keepers,
}

impl fmt::Display for DrawingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DrawingError { line, column, kind } = self;
        write!(formatter, "line {line}, column {column}: ")?;
        match kind {
            DrawingErrorKind::Empty => write!(formatter, "no chamber is drawn: {SIGNS}"),
            DrawingErrorKind::Sign(sign) => {
                write!(formatter, "{sign:?} is not a character of a drawing: {SIGNS}")
            }
            DrawingErrorKind::NoCorridor => write!(
                formatter,
                "no corridor leads into this chamber: draw #### where boxes come and go"
            ),
            DrawingErrorKind::CorridorCorner => write!(
                formatter,
                "two squares of a chamber are beside this corridor square: draw the corridor \
                 straight away from one of them"
            ),
            DrawingErrorKind::TooLarge => {
                write!(formatter, "this chamber has more than {SQUARES_READ_MAX} squares")
            }
            DrawingErrorKind::Keepers => {
                write!(formatter, "this chamber has a second keeper: draw at most one @")
            }
        }
    }
}

impl std::error::Error for DrawingError {}

pub(super) fn is_floor(sign: char) -> bool {
    ".0^@8x<".contains(sign)
}

/// The chambers of a text: drawings from top to bottom, and those between two empty lines from left
/// to right.
///
/// # Errors
/// If a sign means nothing, or a chamber has no corridor.
pub fn read_drawings(text: &str) -> Result<Vec<ChamberDrawing>, DrawingError> {
    let mut rows: Vec<Vec<char>> = Vec::new();
    for (y, line) in text.lines().enumerate() {
        let is_comment = line.trim_start().starts_with(';');
        let row = if is_comment { "" } else { line.trim_end() };
        let signs: Vec<char> = row.chars().collect();
        let is_foreign = |sign: &char| !is_floor(*sign) && !"-| #".contains(*sign);
        if let Some(x) = signs.iter().position(is_foreign) {
            let kind = DrawingErrorKind::Sign(signs[x]);
            return Err(DrawingError { line: y + 1, column: x + 1, kind });
        }
        rows.push(signs);
    }
    let mut drawings: Vec<ChamberDrawing> = Vec::new();
    let mut y = 0;
    while y < rows.len() {
        let blank = |row: &Vec<char>| row.is_empty();
        let end = y + rows[y..].iter().position(blank).unwrap_or(rows.len() - y);
        let first = drawings.len();
        let mut found = cut(&rows[y..end], y);
        for drawing in &mut found {
            check(drawing)?;
            for leads_to in drawing.leads_to.iter_mut().flatten() {
                *leads_to += first;
            }
        }
        drawings.append(&mut found);
        y = end + 1;
    }
    if drawings.is_empty() {
        return Err(DrawingError { line: 1, column: 1, kind: DrawingErrorKind::Empty });
    }
    Ok(drawings)
}

fn check(drawing: &ChamberDrawing) -> Result<(), DrawingError> {
    let floor = drawing.floor();
    let error = |(x, y): (usize, usize), kind| {
        Err(DrawingError { line: drawing.line + y, column: drawing.column + x, kind })
    };
    let first = floor.first().copied().unwrap_or((0, 0));
    if floor.len() > SQUARES_READ_MAX {
        return error(first, DrawingErrorKind::TooLarge);
    }
    if drawing.ports.is_empty() {
        return error(first, DrawingErrorKind::NoCorridor);
    }
    let keepers = drawing.all(|sign| sign == '@');
    if let Some(&second) = keepers.get(1) {
        return error(second, DrawingErrorKind::Keepers);
    }
    let mut outer = BTreeSet::new();
    for port in &drawing.ports {
        let (x, y) = port.outer();
        if !outer.insert((x, y)) {
            return error((x as usize, y as usize), DrawingErrorKind::CorridorCorner);
        }
    }
    Ok(())
}

/// The chambers of a block of rows that begins at row `above`, from left to right.
pub(super) fn cut(rows: &[Vec<char>], above: usize) -> Vec<ChamberDrawing> {
    let grid = Grid { rows };
    let mut chambers: Vec<BTreeSet<(usize, usize)>> = Vec::new();
    let mut seen = BTreeSet::new();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    for place in (0..width).flat_map(|x| (0..rows.len()).map(move |y| (x, y))) {
        if is_floor(grid.sign(place)) && !seen.contains(&place) {
            let floor = grid.flood(&[place], is_floor);
            seen.extend(floor.iter().copied());
            chambers.push(floor);
        }
    }
    chambers.iter().map(|floor| grid.chamber(floor, &chambers, above)).collect()
}

/// The neighbour of a place in a direction.
fn beside((x, y): (usize, usize), direction: Direction) -> Option<(usize, usize)> {
    let x = x.checked_add_signed(direction.dx() as isize)?;
    Some((x, y.checked_add_signed(direction.dy() as isize)?))
}

struct Grid<'a> {
    rows: &'a [Vec<char>],
}

impl Grid<'_> {
    fn sign(&self, (x, y): (usize, usize)) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }

    /// The places that are connected with `starts` along rows and columns.
    fn flood(
        &self,
        starts: &[(usize, usize)],
        may: impl Fn(char) -> bool,
    ) -> BTreeSet<(usize, usize)> {
        let mut found = BTreeSet::new();
        let mut pending = starts.to_vec();
        while let Some(place) = pending.pop() {
            if may(self.sign(place)) && found.insert(place) {
                let near = Direction::ORTHOGONAL.into_iter();
                pending.extend(near.filter_map(|it| beside(place, it)));
            }
        }
        found
    }

    fn chamber(
        &self,
        floor: &BTreeSet<(usize, usize)>,
        all: &[BTreeSet<(usize, usize)>],
        above: usize,
    ) -> ChamberDrawing {
        let mut ports = Vec::new();
        let mut leads_to = Vec::new();
        let mut shown = BTreeSet::new();
        for &(x, y) in floor {
            let around = (0..3).flat_map(|dy| (0..3).map(move |dx| (x + dx, y + dy)));
            let around = around.filter_map(|(x, y)| Some((x.checked_sub(1)?, y.checked_sub(1)?)));
            shown.extend(around.filter(|&it| "-|".contains(self.sign(it))));
            for outward in Direction::ORTHOGONAL {
                let outer = beside((x, y), outward).filter(|&it| self.sign(it) == '#');
                let Some(outer) = outer else { continue };
                let corridor = self.flood(&[outer], |sign| sign == '#');
                let meets = |other: &BTreeSet<(usize, usize)>| {
                    let near = |&it: &(usize, usize)| {
                        let near = Direction::ORTHOGONAL.into_iter();
                        { near }.any(|way| beside(it, way).is_some_and(|it| other.contains(&it)))
                    };
                    other != floor && corridor.iter().any(near)
                };
                leads_to.push(all.iter().position(meets));
                ports.push(Port { inner: (x, y), outward });
                shown.extend(corridor);
            }
        }
        shown.extend(floor.iter().copied());
        let left = shown.iter().map(|it| it.0).min().unwrap_or(0);
        let top = shown.iter().map(|it| it.1).min().unwrap_or(0);
        let right = shown.iter().map(|it| it.0 + 1).max().unwrap_or(0);
        let bottom = shown.iter().map(|it| it.1 + 1).max().unwrap_or(0);
        let sign = |place| if shown.contains(&place) { self.sign(place) } else { ' ' };
        let row = |y: usize| (left..right).map(|x| sign((x, y))).collect::<Vec<char>>();
        for port in &mut ports {
            port.inner = (port.inner.0 - left, port.inner.1 - top);
        }
        ChamberDrawing {
            line: above + top + 1,
            column: left + 1,
            rows: (top..bottom).map(row).collect(),
            ports,
            leads_to,
        }
    }
}
