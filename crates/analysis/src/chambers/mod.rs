//! Chambers: parts of the floor that are separated by straight one-wide corridors.
//!
//! Two areas are separate chambers if a straight corridor could be inserted between them with a
//! one-to-one correspondence of solutions (the `NetHack` 4 document). Here the floor is split at
//! every cut square that is a straight square of a tunnel. Lengthening a tunnel there changes
//! nothing: a box in it moves only along it, the keeper cannot pass it, and a push into it can be
//! continued.
//!
//! A bend, where no box can be used, is merged into its corridor. The stretch of a corridor from
//! its first to its last goal is a chamber of its own, since a box may come to rest there. Tunnels
//! on a loop do not separate: all chambers on a loop are merged, so that chambers and corridors
//! always form trees. Cut squares that split nothing are *soft cuts*.

mod merge;
mod significance;
mod split;
#[cfg(test)]
mod tests;

use sokolab_core::{Board, Direction, Square, SquareSet};

use crate::floor_graph::Parts;
use crate::tunnels::Tunnels;
use merge::merge_bends;
pub use significance::{ChamberCounts, Significance};
use split::{Sketch, split};

/// The kind of a chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChamberKind {
    /// An area of any shape.
    Area,
    /// A stretch of a corridor from its first goal to its last.
    GoalCorridor,
}

/// Where a chamber meets a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port {
    /// The square of the chamber next to the corridor.
    pub square: Square,
    /// The direction from there into the corridor.
    pub direction: Direction,
    /// The corridor, as an index into [`Chambers::corridors`].
    pub corridor: usize,
}

/// A part of the floor that corridors separate from the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chamber {
    /// Its kind.
    pub kind: ChamberKind,
    /// Its squares, ascending.
    pub squares: Vec<Square>,
    /// Where it meets corridors, in the order of the corridors.
    pub ports: Vec<Port>,
    /// Number of areas it would split into if tunnels on a loop separated too; usually 1.
    pub merged: usize,
}

/// One end of a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorridorEnd {
    /// The chamber there, as an index into [`Chambers::chambers`].
    pub chamber: usize,
    /// The square of the chamber next to the corridor.
    pub square: Square,
}

/// A one-wide passage between two chambers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// Its squares from the first end to the second, bends included; empty where a goal corridor
    /// meets another chamber directly.
    pub squares: Vec<Square>,
    /// Those of its squares that are bends, in the same order. No box passes a bend.
    pub bends: Vec<Square>,
    /// The chambers it joins.
    pub ends: [CorridorEnd; 2],
}

/// The part of the board that a square belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloorPart {
    /// The chamber with this index.
    Chamber(usize),
    /// The corridor with this index.
    Corridor(usize),
}

/// The chambers of a board, the corridors between them, and the graph they form.
#[derive(Clone, Debug)]
pub struct Chambers {
    chambers: Vec<Chamber>,
    corridors: Vec<Corridor>,
    soft_cuts: SquareSet,
    whereabouts: Vec<FloorPart>,
}

impl Chambers {
    /// The chambers, by their first squares.
    #[must_use]
    pub fn chambers(&self) -> &[Chamber] {
        &self.chambers
    }

    /// The corridors, by the chambers they join.
    #[must_use]
    pub fn corridors(&self) -> &[Corridor] {
        &self.corridors
    }

    /// Cut squares at which the floor is not split: they only hinder the keeper.
    #[must_use]
    pub fn soft_cuts(&self) -> &SquareSet {
        &self.soft_cuts
    }

    /// The chamber or corridor of `square`.
    #[must_use]
    pub fn whereabouts(&self, square: Square) -> FloorPart {
        self.whereabouts[square.index()]
    }

    /// Whether the areas between all tunnels form a tree without merging any loop into one chamber.
    #[must_use]
    pub fn is_tree(&self) -> bool {
        self.chambers.iter().all(|chamber| chamber.merged == 1)
    }
}

/// The chambers of `board`, given its cut squares and tunnels.
#[must_use]
pub fn chambers(board: &Board, cut_squares: &SquareSet, tunnels: &Tunnels) -> Chambers {
    let sketch = merge_bends(board, tunnels, split(board, cut_squares, tunnels));
    let mut result = finish(board, tunnels, sketch);
    count_merged(board, cut_squares, tunnels, &mut result);
    for corridor in &result.corridors {
        for &square in &corridor.squares {
            result.soft_cuts.remove(square);
        }
    }
    let splits = |chamber: &&Chamber| chamber.kind == ChamberKind::GoalCorridor;
    for chamber in result.chambers.iter().filter(splits) {
        for &square in chamber.squares.iter().filter(|&&it| tunnels.axis(it).is_some()) {
            result.soft_cuts.remove(square);
        }
    }
    result.soft_cuts = result.soft_cuts.intersection(cut_squares);
    result
}

/// Sorts chambers and corridors and assigns each square to one.
fn finish(board: &Board, tunnels: &Tunnels, sketch: Sketch) -> Chambers {
    let Sketch { nodes, mut edges } = sketch;
    let mut chambers: Vec<(usize, Chamber)> = Vec::new();
    for (index, node) in nodes.into_iter().enumerate() {
        let Some(node) = node else { continue };
        let mut squares = node.squares;
        squares.sort_unstable();
        let chamber = Chamber { kind: node.kind, squares, ports: Vec::new(), merged: 1 };
        chambers.push((index, chamber));
    }
    chambers.sort_by_key(|(_, chamber)| chamber.squares[0]);
    let mut place = vec![0; chambers.iter().map(|(index, _)| index + 1).max().unwrap_or(0)];
    for (new, (old, _)) in chambers.iter().enumerate() {
        place[*old] = new;
    }
    for edge in &mut edges {
        if place[edge.ends[0].chamber] > place[edge.ends[1].chamber] {
            edge.turn();
        }
        edge.ends.iter_mut().for_each(|end| end.chamber = place[end.chamber]);
    }
    edges.sort_by_key(|edge| edge.ends.map(|end| (end.chamber, end.square)));
    let mut result = Chambers {
        chambers: chambers.into_iter().map(|(_, chamber)| chamber).collect(),
        corridors: Vec::new(),
        soft_cuts: board.no_squares(),
        whereabouts: vec![FloorPart::Chamber(0); board.square_count()],
    };
    result.soft_cuts.extend(board.squares());
    for (index, chamber) in result.chambers.iter().enumerate() {
        for square in &chamber.squares {
            result.whereabouts[square.index()] = FloorPart::Chamber(index);
        }
    }
    for (corridor, edge) in edges.into_iter().enumerate() {
        for square in &edge.squares {
            result.whereabouts[square.index()] = FloorPart::Corridor(corridor);
        }
        let way = |from: usize| if from == 0 { edge.squares.first() } else { edge.squares.last() };
        for (from, end) in edge.ends.into_iter().enumerate() {
            let next = way(from).copied().unwrap_or(edge.ends[1 - from].square);
            let ways = Direction::ALL.into_iter();
            let direction = ways.clone().find(|&it| board.neighbour(end.square, it) == Some(next));
            let direction = direction.expect("a corridor begins beside its port");
            let port = Port { square: end.square, direction, corridor };
            result.chambers[end.chamber].ports.push(port);
        }
        let bends = edge.squares.iter().copied().filter(|&it| tunnels.is_bend(it)).collect();
        result.corridors.push(Corridor { squares: edge.squares, bends, ends: edge.ends });
    }
    result
}

/// Counts the areas that each chamber would split into if tunnels on loops separated.
fn count_merged(board: &Board, cut_squares: &SquareSet, tunnels: &Tunnels, result: &mut Chambers) {
    // A narrow square that is not a cut square lies on a loop.
    let is_narrow = |square| tunnels.axis(square).is_some() || tunnels.is_bend(square);
    let is_passage = |square| is_narrow(square) && !cut_squares.contains(square);
    let areas = Parts::of(board, is_passage);
    let mut chamber_of_area: Vec<Option<usize>> = vec![None; areas.count];
    for (index, chamber) in result.chambers.iter().enumerate() {
        for square in &chamber.squares {
            if let Some(area) = areas.part_of[square.index()] {
                chamber_of_area[area as usize] = Some(index);
            }
        }
    }
    let mut counts = vec![0; result.chambers.len()];
    for chamber in chamber_of_area.into_iter().flatten() {
        counts[chamber] += 1;
    }
    for (chamber, count) in result.chambers.iter_mut().zip(counts) {
        // A chamber of bends only contains no area, but counts as one.
        chamber.merged = count.max(1);
    }
}
