//! Shared test helpers: a sample of the small worlds, and chambers by picture.

use std::collections::{BTreeSet, VecDeque};
use std::iter::repeat_n;

use sokolab_core::reference::expand;
use sokolab_core::testing::{World, is_slow, picture, random_levels, worlds};
use sokolab_core::{
    Board, Direction, Edge, Ground, Level, Move, MoveKind, Moves, Picture, Place, Rules, Square,
    SquareSet, State, check, is_won, lay_out, normalized, walk,
};

/// Every `share`-th small world of every rule set, or all of them in slow runs. A prime mixes
/// shapes, goals and exits well.
pub(crate) fn small_worlds(share: usize) -> impl Iterator<Item = World> {
    let step = if is_slow() { 1 } else { share };
    Rules::ALL.into_iter().flat_map(move |rules| worlds(rules).step_by(step))
}

/// `count` random levels of every rule set, ten times as many in slow runs.
pub(crate) fn random_positions(count: usize) -> impl Iterator<Item = (Level, Board, State)> {
    let count = if is_slow() { 10 * count } else { count };
    Rules::ALL.into_iter().flat_map(move |rules| {
        random_levels(rules, count).map(|level| {
            let (board, state) = check(&level).expect("random levels are playable");
            (level, board, state)
        })
    })
}

/// A chamber drawn as in the `NetHack` 4 document: `-` and `|` are walls, `#` is corridor, `0` a
/// box, `^` a goal, a space is rock, and everything else is floor.
pub(crate) struct Drawn {
    pub(crate) board: Board,
    pub(crate) corridor: SquareSet,
    pub(crate) boxes: SquareSet,
    pub(crate) text: String,
}

impl Drawn {
    pub(crate) fn new(text: &str, rules: Rules) -> Drawn {
        let text = picture(text);
        let width = text.lines().map(str::len).max().expect("a picture has rows");
        let place = |glyph: char| match glyph {
            '-' | '|' | ' ' => Place::bare(Ground::Wall),
            '^' => Place::bare(Ground::Goal),
            _ => Place::bare(Ground::Floor),
        };
        let rows = text.lines().flat_map(|row| row.chars().chain(repeat_n(' ', width - row.len())));
        let glyphs: Vec<char> = rows.collect();
        let places = glyphs.iter().map(|&glyph| place(glyph)).collect();
        let mut level = Level::from_picture(Picture::new(width, places, Edge::Solid), rules);
        let keeper = glyphs.iter().position(|&it| it == '#').expect("a chamber has a corridor");
        level.picture.put(keeper % width, keeper / width, Place::with_keeper(Ground::Floor));
        let (board, _) = lay_out(&level).expect("a chamber hangs together");
        let all = |glyph: char| {
            let mut squares = board.no_squares();
            let places = (0..glyphs.len()).filter(|&it| glyphs[it] == glyph);
            squares.extend(places.filter_map(|it| board.square_at(it % width, it / width)));
            squares
        };
        Drawn { corridor: all('#'), boxes: all('0'), text, board }
    }

    /// The square in column `x` of row `y`, both from 0.
    pub(crate) fn at(&self, x: usize, y: usize) -> Square {
        self.board.square_at(x, y).expect("floor there")
    }

    /// Columns and rows of `squares`, row by row.
    pub(crate) fn places(&self, squares: &SquareSet) -> Vec<(usize, usize)> {
        squares.iter().map(|it| self.board.position(it)).collect()
    }

    /// The picture with the letters that `mark` gives.
    pub(crate) fn marked(&self, mark: impl Fn(Square) -> Option<char>) -> String {
        let rows = self.text.lines().enumerate().map(|(y, row)| {
            let glyph = |(x, glyph)| self.board.square_at(x, y).and_then(&mark).unwrap_or(glyph);
            row.chars().enumerate().map(glyph).collect::<String>()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// A shortest solution by pushes, found by breadth-first search.
pub(crate) fn solve(board: &Board, start: &State) -> Option<Moves> {
    let mut seen = BTreeSet::from([normalized(board, start)]);
    let mut pending = VecDeque::from([(start.clone(), Vec::new())]);
    let to_exit = |state: &State, moves: &[Move]| {
        let exits: Vec<_> = board.exits().iter().collect();
        let way = exits.into_iter().find_map(|exit| walk(board, state, exit))?;
        Some(moves.iter().copied().chain(way.into_iter().map(step)).collect())
    };
    while let Some((state, moves)) = pending.pop_front() {
        if is_won(board, &state) {
            return Some(moves.into_iter().collect());
        }
        if let Some(moves) = to_exit(&state, &moves) {
            return Some(moves);
        }
        for (push, child) in expand(board, &state) {
            if seen.insert(normalized(board, &child)) {
                let behind = board.neighbour(push.from, push.direction.opposite());
                let way = behind.and_then(|it| walk(board, &state, it)).expect("it is there");
                let mut moves = moves.clone();
                moves.extend(way.into_iter().map(step));
                moves.push(Move { direction: push.direction, kind: MoveKind::Push });
                pending.push_back((child, moves));
            }
        }
    }
    None
}

fn step(direction: Direction) -> Move {
    Move { direction, kind: MoveKind::Step }
}
