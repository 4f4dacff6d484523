//! Tunnels: one-wide corridors, and pushes that commit to the next one.
//!
//! A *straight* square of a tunnel has walls on both sides of one axis, and a box on it moves along
//! that axis only. Where a corridor turns, the *bend* square has two neighbours, and a box on it
//! never moves again. A tunnel is a chain of both with at least one straight square; with diagonal
//! pushes it may run diagonally, and its mouth must not let a box in at an angle.
//!
//! The naive rule "push on to the end" is unsound: a box may have to rest in a tunnel while the
//! keeper walks around through a loop. A push commits to the next only on a cut square (the gate
//! rule).

#[cfg(test)]
mod tests;

use sokolab_core::{Board, Direction, Push, Square, SquareSet};

use crate::floor_graph::{beside, passages};

/// The role of a square in a tunnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A box moves only along this axis, given by one of its two directions.
    Straight(Direction),
    /// Two exits that are not opposite each other and are not connected nearby.
    Bend,
    /// Neither.
    Open,
}

/// A corridor one square wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    squares: Vec<Square>,
    headings: Vec<Option<Direction>>,
    ends: Option<[Square; 2]>,
}

impl Tunnel {
    /// Its squares from one end to the other.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// For each square, the direction of travel from the first end to the last; `None` at a bend,
    /// which no box passes.
    #[must_use]
    pub fn headings(&self) -> &[Option<Direction>] {
        &self.headings
    }

    /// The squares just outside the two ends; `None` for a ring.
    #[must_use]
    pub fn ends(&self) -> Option<[Square; 2]> {
        self.ends
    }

    /// Whether it has no bend, so that a box can be pushed through.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.headings.iter().all(Option::is_some)
    }
}

/// The tunnels of a board.
#[derive(Clone, Debug)]
pub struct Tunnels {
    list: Vec<Tunnel>,
    parts: Vec<Part>,
    /// The straight squares where a box, once pushed onto them, must be pushed on.
    gates: SquareSet,
}

impl Tunnels {
    /// All tunnels, in the order of their first straight squares.
    #[must_use]
    pub fn list(&self) -> &[Tunnel] {
        &self.list
    }

    /// The only axis along which a box on `square` moves, if it is a straight square of a tunnel:
    /// one of `Right`, `Down`, `DownRight` and `UpRight`.
    #[must_use]
    pub fn axis(&self, square: Square) -> Option<Direction> {
        match self.parts[square.index()] {
            Part::Straight(axis) => Some(axis),
            Part::Bend | Part::Open => None,
        }
    }

    /// Whether `square` is a bend: it has two exits, and no box on it ever moves.
    #[must_use]
    pub fn is_bend(&self, square: Square) -> bool {
        self.parts[square.index()] == Part::Bend
    }

    /// Whether `push` may be followed at once by the same push, without trying anything else.
    ///
    /// This keeps `ShortestPushes` if every box is needed: the box now separates the keeper from
    /// everything ahead, so it must move on, in this direction only, and any other push remains
    /// possible afterwards. If the next square holds a box, the state is dead.
    #[must_use]
    pub fn commits(&self, board: &Board, push: Push) -> bool {
        let Some(to) = board.neighbour(push.from, push.direction) else { return false };
        let along = self.axis(to).is_some_and(|axis| is_on_axis(push.direction, axis));
        let next = board.neighbour(to, push.direction);
        along && self.gates.contains(to) && next.is_some_and(|it| !board.dead_fields().contains(it))
    }
}

/// The tunnels of `board`, given its cut squares.
#[must_use]
pub fn tunnels(board: &Board, cut_squares: &SquareSet) -> Tunnels {
    let parts: Vec<Part> = board.squares().map(|square| part(board, square)).collect();
    let mut list = Vec::new();
    let mut seen = board.no_squares();
    for square in board.squares() {
        if let Part::Straight(axis) = parts[square.index()]
            && !seen.contains(square)
        {
            let tunnel = follow(board, &parts, square, axis);
            seen.extend(tunnel.squares.iter().copied());
            list.push(tunnel);
        }
    }
    let mut gates = board.no_squares();
    let is_straight = |it: &Square| matches!(parts[it.index()], Part::Straight(_));
    gates.extend(cut_squares.difference(board.goals()).iter().filter(is_straight));
    Tunnels { list, parts, gates }
}

fn is_on_axis(direction: Direction, axis: Direction) -> bool {
    direction == axis || direction == axis.opposite()
}

fn part(board: &Board, square: Square) -> Part {
    let is_floor = |direction: Direction| board.neighbour(square, direction).is_some();
    let is_free = |axis: &Direction| is_floor(*axis) && is_floor(axis.opposite());
    let axes = axes(board);
    let mut free = axes.iter().copied().filter(is_free);
    match (free.next(), free.next()) {
        (Some(axis), None) if is_shut_beside(axis, is_floor) => Part::Straight(axis),
        (None, _) if is_bend(board, square) => Part::Bend,
        _ => Part::Open,
    }
}

/// The corner of a room also has two exits, but they are connected next to it.
fn is_bend(board: &Board, square: Square) -> bool {
    let mut ways = beside(board, square);
    let (Some(one), Some(two), None) = (ways.next(), ways.next(), ways.next()) else {
        return false;
    };
    let meets = |it: Square| it != square && beside(board, it).any(|near| near == two);
    !beside(board, one).any(meets)
}

fn axes(board: &Board) -> &'static [Direction] {
    use Direction::{Down, DownRight, Right, UpRight};
    const AXES: [Direction; 4] = [Right, Down, DownRight, UpRight];
    &AXES[..passages(board.rules()).len() / 2]
}

/// Whether a square on `axis` cannot be bypassed within its neighbourhood.
fn is_shut_beside(axis: Direction, is_floor: impl Fn(Direction) -> bool) -> bool {
    let [first, second] = perpendicular(axis);
    let walled = !is_floor(first) && !is_floor(second);
    // Along a diagonal, the keeper can also slip past from one of the two squares beside the
    // entrance to one of those beside the exit; if both are on one side, there is nothing to close.
    let slips = |[one, two]: [Direction; 2]| {
        (is_floor(one) || is_floor(two)) && (is_floor(one.opposite()) || is_floor(two.opposite()))
    };
    walled && !axis.parts().is_some_and(slips)
}

fn perpendicular(axis: Direction) -> [Direction; 2] {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    match axis {
        Left | Right => [Up, Down],
        Up | Down => [Left, Right],
        UpLeft | DownRight => [UpRight, DownLeft],
        UpRight | DownLeft => [UpLeft, DownRight],
    }
}

/// The complete tunnel around `start`.
fn follow(board: &Board, parts: &[Part], start: Square, axis: Direction) -> Tunnel {
    let (back, first_end) = walk(board, parts, start, axis.opposite());
    let mut squares: Vec<Square> = back.iter().rev().map(|&(square, _)| square).collect();
    let reversed = back.iter().rev().map(|(_, heading)| heading.map(Direction::opposite));
    let mut headings: Vec<Option<Direction>> = reversed.collect();
    squares.push(start);
    headings.push(Some(axis));
    let ends = first_end.and_then(|first| {
        let (ahead, last_end) = walk(board, parts, start, axis);
        for (square, heading) in ahead {
            squares.push(square);
            headings.push(heading);
        }
        Some([first, last_end?])
    });
    Tunnel { squares, headings, ends }
}

type Steps = Vec<(Square, Option<Direction>)>;

/// The squares of a tunnel after `start` in direction `heading`, and the square where it ends;
/// `None` if it returns to `start`.
fn walk(
    board: &Board,
    parts: &[Part],
    start: Square,
    mut heading: Direction,
) -> (Steps, Option<Square>) {
    let mut steps = Vec::new();
    let mut at = start;
    loop {
        let next = board.neighbour(at, heading).expect("a tunnel is open at both ends");
        if next == start {
            return (steps, None);
        }
        match parts[next.index()] {
            Part::Straight(axis) if is_on_axis(heading, axis) => steps.push((next, Some(heading))),
            Part::Bend => {
                steps.push((next, None));
                let came_from = heading.opposite();
                let mut ways = passages(board.rules()).iter().copied();
                heading = ways
                    .find(|&way| way != came_from && board.neighbour(next, way).is_some())
                    .expect("a bend has two ways out");
            }
            Part::Straight(_) | Part::Open => return (steps, Some(next)),
        }
        at = next;
    }
}
