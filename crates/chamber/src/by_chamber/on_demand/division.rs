//! Divides the floor at every narrow place, including those on loops.
//!
//! The chambers of the exact search form a tree, so all rooms on a loop are one chamber. Here every
//! tunnel separates, and parts may form rings: a part receives which places outside it are
//! connected, see [`Interface`](super::part::Interface). Rows of holes are parts of their own.

use sokolab_analysis::{cut_squares, tunnels};
use sokolab_core::{Board, Square, SquareSet};

use super::part::Part;
use crate::by_chamber::Indivisible;

/// The largest number of squares of a part without goals that is merged with a neighbour.
const NICHE_MAX: usize = 3;

/// The parts of a board.
#[derive(Debug)]
pub(super) struct Division {
    /// The parts.
    pub(super) parts: Vec<Part>,
    /// The part of each square.
    pub(super) part_of: Vec<usize>,
    /// For each part, how often a box must cross between parts to reach one with goals.
    pub(super) crossings: Vec<u32>,
}

impl Division {
    /// Divides the floor of `board`; no box comes to rest on `dead` squares.
    pub(super) fn of(board: &Board, dead: &SquareSet) -> Result<Division, Indivisible> {
        let part_of = divided(board);
        let count = part_of.iter().max().map_or(0, |it| it + 1);
        if count < 2 {
            return Err(Indivisible::OneChamber);
        }
        let mut squares: Vec<Vec<Square>> = vec![Vec::new(); count];
        for square in board.squares() {
            squares[part_of[square.index()]].push(square);
        }
        let parts: Option<Vec<Part>> =
            squares.iter().map(|own| Part::new(board, own, dead)).collect();
        let parts = parts.ok_or(Indivisible::TooLarge)?;
        let crossings = crossings(&parts, &part_of);
        Ok(Division { parts, part_of, crossings })
    }
}

/// For each part, the crossings to the nearest part with goals.
fn crossings(parts: &[Part], part_of: &[usize]) -> Vec<u32> {
    let mut crossings = vec![u32::MAX; parts.len()];
    let mut layer: Vec<usize> = (0..parts.len()).filter(|&it| parts[it].goals != 0).collect();
    let mut distance = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for at in layer {
            if crossings[at] == u32::MAX {
                crossings[at] = distance;
                next.extend(parts[at].rim().iter().map(|it| part_of[it.index()]));
            }
        }
        layer = next;
        distance += 1;
    }
    crossings
}

/// The part of each square, numbered from 0.
fn divided(board: &Board) -> Vec<usize> {
    let cut = cut_squares(board);
    let tunnels = tunnels(board, &cut);
    let is_narrow = |it: Square| tunnels.axis(it).is_some() || tunnels.is_bend(it);
    let mut pieces = Pieces::of(board, is_narrow);
    for piece in 0..pieces.squares.len() {
        let is_passage = pieces.is_narrow[piece] && !pieces.has_goal(board, piece);
        if is_passage {
            let is_room = |pieces: &Pieces, other: usize| !pieces.is_narrow[other];
            pieces.join_to_smallest(board, piece, is_room);
        }
    }
    for piece in 0..pieces.squares.len() {
        let len = pieces.squares[piece].len();
        if (1..=NICHE_MAX).contains(&len) && !pieces.has_goal(board, piece) {
            let is_free = |pieces: &Pieces, other: usize| !pieces.has_goal(board, other);
            pieces.join_to_smallest(board, piece, is_free);
        }
    }
    pieces.numbered()
}

/// Pieces of the floor that are merged into parts.
struct Pieces {
    piece_of: Vec<usize>,
    squares: Vec<Vec<Square>>,
    is_narrow: Vec<bool>,
}

impl Pieces {
    /// The connected pieces of narrow squares and of all other squares.
    fn of(board: &Board, is_narrow: impl Fn(Square) -> bool) -> Pieces {
        let unknown = usize::MAX;
        let mut pieces = Pieces {
            piece_of: vec![unknown; board.square_count()],
            squares: Vec::new(),
            is_narrow: Vec::new(),
        };
        for first in board.squares() {
            if pieces.piece_of[first.index()] != unknown {
                continue;
            }
            let number = pieces.squares.len();
            pieces.piece_of[first.index()] = number;
            let mut own = vec![first];
            let mut at = 0;
            while at < own.len() {
                for next in beside(board, own[at]) {
                    let is_new = pieces.piece_of[next.index()] == unknown;
                    if is_new && is_narrow(next) == is_narrow(first) {
                        pieces.piece_of[next.index()] = number;
                        own.push(next);
                    }
                }
                at += 1;
            }
            pieces.squares.push(own);
            pieces.is_narrow.push(is_narrow(first));
        }
        pieces
    }

    fn has_goal(&self, board: &Board, piece: usize) -> bool {
        self.squares[piece].iter().any(|&it| board.goals().contains(it))
    }

    /// Merges a piece with the smallest permitted neighbour, if there is one.
    fn join_to_smallest(
        &mut self,
        board: &Board,
        piece: usize,
        is_allowed: impl Fn(&Pieces, usize) -> bool,
    ) {
        let near = self.squares[piece].iter().flat_map(|&it| beside(board, it));
        let others = near.map(|it| self.piece_of[it.index()]).filter(|&it| it != piece);
        let others = others.filter(|&it| is_allowed(self, it));
        let Some(other) = others.min_by_key(|&it| (self.squares[it].len(), it)) else { return };
        let own = std::mem::take(&mut self.squares[piece]);
        for square in &own {
            self.piece_of[square.index()] = other;
        }
        self.squares[other].extend(own);
    }

    /// The piece of each square, numbered without gaps.
    fn numbered(&self) -> Vec<usize> {
        let mut known: Vec<usize> = self.piece_of.clone();
        known.sort_unstable();
        known.dedup();
        self.piece_of.iter().map(|it| known.binary_search(it).unwrap_or(0)).collect()
    }
}

/// The squares that a box or the keeper reaches in one step.
pub(super) fn beside(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    let ways = board.rules().pushes().list().iter();
    ways.filter_map(move |&way| board.neighbour(square, way))
}
