//! The pieces of a level (boxes, goals and walls): which of them it needs, and which prevent a
//! solution.
//!
//! A piece is *needed* if the level without it is a different puzzle: the fewest pushes change, a
//! solution appears, or none is left ([`need_of`]). An unsolvable level is *repaired* by removing
//! boxes and walls until it has a solution ([`repair`]). Every answer comes from an exact search;
//! if a limit stops the search, there is no answer.

mod need;
mod remove;
mod repair;

pub use need::{Effect, Need, Standing, need_of, standing};
pub use remove::without;
pub use repair::{Repair, repair};

use sokolab_core::{Level, check, enclosed_floor, place_name};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    /// A box.
    Box,
    /// A goal; under rules with holes, an open hole.
    Goal,
    /// A wall that touches the floor.
    Wall,
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [PieceKind; 3] = [PieceKind::Box, PieceKind::Goal, PieceKind::Wall];

    /// The name used in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Box => "box",
            PieceKind::Goal => "goal",
            PieceKind::Wall => "wall",
        }
    }
}

/// A piece of a level, by its place in the level as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Its row, from 0.
    pub y: usize,
    /// Its column, from 0.
    pub x: usize,
}

impl Piece {
    /// The name of its square, as in `c4`.
    #[must_use]
    pub fn square(&self) -> String {
        place_name((self.x, self.y))
    }
}

/// Every piece of a level: boxes, then goals, then walls, each in reading order. A wall counts if
/// it touches the floor, be it at a corner. Floor is all that is drawn as floor within the walls,
/// also where the keeper cannot get; what is not floor is wall, however it is drawn. Empty for a
/// level that cannot be played.
#[must_use]
pub fn pieces(level: &Level) -> Vec<Piece> {
    let Ok((board, state)) = check(level) else { return Vec::new() };
    let piece = |kind: PieceKind, (x, y): (usize, usize)| Piece { kind, y, x };
    let goals = board.goals().difference(&state.filled);
    let boxes = state.boxes.iter().map(|it| piece(PieceKind::Box, board.position(it)));
    let goals = goals.iter().map(|it| piece(PieceKind::Goal, board.position(it)));
    let mut found: Vec<Piece> = boxes.chain(goals).collect();
    let mut is_floor = enclosed_floor(&level.picture, level.rules);
    for (x, y) in board.squares().map(|square| board.position(square)) {
        is_floor[y * board.width() + x] = true;
    }
    for place in (0..is_floor.len()).filter(|&place| is_floor[place]) {
        let (x, y) = (place % board.width(), place / board.width());
        for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
            let (Some(x), Some(y)) = ((x + dx).checked_sub(1), (y + dy).checked_sub(1)) else {
                continue;
            };
            let is_inside = x < board.width() && y < board.height();
            if is_inside && !is_floor[y * board.width() + x] {
                found.push(piece(PieceKind::Wall, (x, y)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::{PieceKind, pieces};
    use sokolab_core::testing::level;

    #[test]
    fn walls_are_pieces_where_they_touch_the_floor() {
        let level = level(
            "
            ########
            #@$.####
            ########
            ########",
        );
        let found = pieces(&level);
        let count = |kind: PieceKind| found.iter().filter(|it| it.kind == kind).count();
        assert_eq!(PieceKind::ALL.map(count), [1, 1, 12]);
        let names: Vec<String> = found.iter().take(3).map(super::Piece::square).collect();
        assert_eq!(names, ["c2", "d2", "a1"]);
    }
}
