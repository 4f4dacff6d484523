//! The third stage of the paper: decides whether a solvable candidate is interesting.
//!
//! The paper does not define two of its terms. Here *length* is the number of moves of a
//! push-optimal solution, and a *detour* is a walk to a push that is longer than it would be on
//! empty floor. Calibration showed that these definitions reproduce the proportions of the paper's
//! Table 1; the others that were tried remain as options.

use sokolab_analysis::{KeeperWay, PushDistances};
use sokolab_core::{Board, Direction, MoveKind, Moves, Push, Square, State, apply_push, walk};

sokolab_core::named! {
    /// The unit in which the length of a solution is measured.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum LengthUnit: "unit of length" {
        /// Steps and pushes.
        #[default]
        Moves = "moves",
        /// Pushes.
        Pushes = "pushes",
    }
}

sokolab_core::named! {
    /// The definition of a detour.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Detour: "kind of detour" {
        /// A walk to a push that is longer than the Manhattan distance between its ends.
        #[default]
        Walk = "walk",
        /// A walk to a push that is longer than the shortest walk on the floor without boxes.
        Around = "around",
        /// A push that brings its box no closer to the goal where it ends.
        Push = "push",
        /// A box that takes more pushes than a lone box would between the same two squares.
        Route = "route",
        /// A walk of the first kind or such a push.
        Either = "either",
    }
}

/// Minimum requirements for a solution. The default values are those of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Minimum length.
    pub length_min: usize,
    /// The unit of the length.
    pub length_unit: LengthUnit,
    /// Minimum number of changes of the push direction.
    pub changes_min: usize,
    /// Minimum number of detours.
    pub detours_min: usize,
    /// The definition of a detour.
    pub detour: Detour,
}

impl Default for Criteria {
    fn default() -> Criteria {
        Criteria {
            length_min: 7,
            length_unit: LengthUnit::Moves,
            changes_min: 4,
            detours_min: 1,
            detour: Detour::Walk,
        }
    }
}

impl Criteria {
    /// Checks the solution `moves` of the level that begins in `start`.
    ///
    /// # Errors
    /// The name of the first criterion that is not met: `length`, `directions` or `detour`.
    pub fn check(&self, board: &Board, start: &State, moves: &Moves) -> Result<(), &'static str> {
        let pushes = moves.as_slice().iter().filter(|it| it.kind == MoveKind::Push);
        let length = match self.length_unit {
            LengthUnit::Moves => moves.len(),
            LengthUnit::Pushes => pushes.clone().count(),
        };
        if length < self.length_min {
            return Err("length");
        }
        let directions: Vec<Direction> = pushes.map(|it| it.direction).collect();
        let changes = directions.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if changes < self.changes_min {
            return Err("directions");
        }
        let walks = || detours_on_foot(moves);
        let detours = match self.detour {
            _ if self.detours_min == 0 => 0,
            Detour::Walk => walks(),
            Detour::Around => walks_around_boxes(board, start, moves),
            Detour::Route => long_routes(board, start, moves),
            Detour::Push => idle_pushes(board, start, moves),
            Detour::Either => walks() + idle_pushes(board, start, moves),
        };
        if detours < self.detours_min { Err("detour") } else { Ok(()) }
    }
}

/// Number of walks to a push that are longer than the Manhattan distance between their ends.
fn detours_on_foot(moves: &Moves) -> usize {
    let (mut detours, mut steps, mut across, mut down) = (0, 0, 0_i32, 0_i32);
    for it in moves.as_slice() {
        if it.kind == MoveKind::Push {
            let direct = across.unsigned_abs() + down.unsigned_abs();
            detours += usize::from(steps > direct);
            (steps, across, down) = (0, 0, 0);
        } else {
            steps += 1;
            across += it.direction.dx();
            down += it.direction.dy();
        }
    }
    detours
}

/// Number of walks to a push that are longer than the shortest walk on the floor without boxes.
fn walks_around_boxes(board: &Board, start: &State, moves: &Moves) -> usize {
    let mut bare = start.clone();
    bare.boxes.clear();
    let (mut detours, mut steps, mut keeper) = (0, 0, start.keeper);
    for it in moves.as_slice() {
        if it.kind == MoveKind::Push {
            let direct = walk(board, &bare, keeper).map_or(steps, |it| it.len());
            detours += usize::from(steps > direct);
            steps = 0;
        } else {
            steps += 1;
        }
        keeper = board.neighbour(keeper, it.direction).expect("the moves are legal");
        if it.kind == MoveKind::Push {
            bare.keeper = keeper;
        }
    }
    detours
}

/// Number of boxes that take more pushes than a lone box would between the same two squares.
fn long_routes(board: &Board, start: &State, moves: &Moves) -> usize {
    let Routes { pushes, ends } = Routes::of(board, start, moves);
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let is_long = |(number, begin): (usize, Square)| {
        let taken = pushes.iter().filter(|it| it.0 == number).count();
        let alone = distances.least_distance(begin, ends[number]);
        alone.is_some_and(|alone| taken > alone as usize)
    };
    start.boxes.iter().enumerate().filter(|&it| is_long(it)).count()
}

/// The pushes of a solution by box.
struct Routes {
    /// Each push as box, square before and square after.
    pushes: Vec<(usize, Square, Square)>,
    /// Where each box ends.
    ends: Vec<Square>,
}

impl Routes {
    fn of(board: &Board, start: &State, moves: &Moves) -> Routes {
        let mut state = start.clone();
        // A box is identified by its current square.
        let mut ends: Vec<Square> = state.boxes.iter().collect();
        let mut pushes = Vec::new();
        for it in moves.as_slice() {
            let beside = board.neighbour(state.keeper, it.direction).expect("the moves are legal");
            if it.kind == MoveKind::Push {
                let to = board.neighbour(beside, it.direction).expect("the moves are legal");
                let number = ends.iter().position(|&at| at == beside).expect("a box is pushed");
                apply_push(board, &mut state, Push { from: beside, direction: it.direction });
                ends[number] = to;
                pushes.push((number, beside, to));
            } else {
                state.keeper = beside;
            }
        }
        Routes { pushes, ends }
    }
}

/// Number of pushes that bring their box no nearer to the goal where it ends, by the distances of a
/// lone box.
fn idle_pushes(board: &Board, start: &State, moves: &Moves) -> usize {
    let Routes { pushes, ends } = Routes::of(board, start, moves);
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let left = |number: usize, at| distances.least_distance(at, ends[number]);
    let is_idle = |&&(number, from, to): &&(usize, Square, Square)| {
        left(number, to).is_none_or(|after| left(number, from).is_none_or(|it| after >= it))
    };
    pushes.iter().filter(is_idle).count()
}

#[cfg(test)]
mod tests {
    use super::{Criteria, Detour, LengthUnit};
    use sokolab_core::testing::level;
    use sokolab_core::{check, parse_moves};

    const LEVEL: &str = "
        ########
        #      #
        #  $@. #
        #      #
        ########";

    #[track_caller]
    fn verdict(moves: &str, criteria: Criteria) -> Result<(), &'static str> {
        let (board, state) = check(&level(LEVEL)).expect("playable");
        criteria.check(&board, &state, &parse_moves(moves).expect("letters"))
    }

    #[test]
    fn each_criterion_has_its_name() {
        let lax = Criteria { length_min: 0, changes_min: 0, detours_min: 0, ..Criteria::default() };
        let around = "ulldRR";
        assert_eq!(verdict(around, lax), Ok(()));
        assert_eq!(verdict(around, Criteria { length_min: 6, ..lax }), Ok(()));
        assert_eq!(verdict(around, Criteria { length_min: 7, ..lax }), Err("length"));
        let in_pushes = Criteria { length_unit: LengthUnit::Pushes, length_min: 3, ..lax };
        assert_eq!(verdict(around, in_pushes), Err("length"));
        assert_eq!(verdict(around, Criteria { changes_min: 1, ..lax }), Err("directions"));
    }

    #[test]
    fn a_detour_is_a_walk_around_or_an_idle_push() {
        let lax = Criteria { length_min: 0, changes_min: 0, detours_min: 1, ..Criteria::default() };
        // The goal is two columns to the left, but the way around the box takes four steps.
        assert_eq!(verdict("ulldRR", lax), Ok(()));
        let pushes = Criteria { detour: Detour::Push, ..lax };
        assert_eq!(verdict("ulldRR", pushes), Err("detour"));
        // Away from the goal first.
        assert_eq!(verdict("LulldRRR", pushes), Ok(()));
        assert_eq!(verdict("ulldRR", Criteria { detour: Detour::Either, ..lax }), Ok(()));
        // Four steps where two would do without the box, and a box that goes back on its way.
        let around = Criteria { detour: Detour::Around, ..lax };
        assert_eq!(verdict("ulldRR", around), Ok(()));
        assert_eq!(verdict("L", around), Err("detour"));
        let route = Criteria { detour: Detour::Route, ..lax };
        assert_eq!(verdict("ulldRR", route), Err("detour"));
        assert_eq!(verdict("LulldRRR", route), Ok(()));
    }
}
