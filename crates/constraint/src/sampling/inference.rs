//! Constraint propagation at a node of the tree search.
//!
//! The variables are the boxes, their values the goals. Three rules are applied until none of them
//! says anything new:
//!
//! 1. A box that can never move again is a wall. Off the goals it refutes the state.
//! 2. Walls cut the floor: a box keeps only the goals that it can still be pushed to, and squares
//!    from which none can be reached are as good as walls for boxes, which may freeze more of them.
//! 3. All values differ: a box with one goal left takes it from the others, and a goal that one
//!    box can reach takes that box. A cheapest assignment of what is left bounds the pushes.
//!
//! Every rule removes only what no solution contains, so a refuted state is dead.

use std::collections::HashMap;

use sokolab_analysis::locks::frozen;
use sokolab_analysis::{KeeperWay, PushDistances, cheapest_assignment};
use sokolab_core::{Board, Meter, Square, SquareSet, State, Stop};

/// Tables for sets of walls, above which the oldest are forgotten.
const TABLES_BYTES_MAX: u64 = 64 << 20;

/// What is known about a board for sets of boxes that never move again.
#[derive(Debug)]
pub(super) struct Inference<'a> {
    board: &'a Board,
    shut: &'a SquareSet,
    known: HashMap<SquareSet, Walled>,
    bytes: u64,
}

/// A board with additional walls.
#[derive(Debug)]
struct Walled {
    distances: PushDistances,
    /// Squares that no box may be pushed onto.
    shut: SquareSet,
}

impl<'a> Inference<'a> {
    pub(super) fn new(board: &'a Board, shut: &'a SquareSet) -> Inference<'a> {
        Inference { board, shut, known: HashMap::new(), bytes: 0 }
    }

    /// The memory of its tables.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A lower bound on the pushes from a state; `None` if it is refuted.
    pub(super) fn infer(
        &mut self,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        let board = self.board;
        let mut walls = frozen(board, &state.boxes, self.shut);
        loop {
            if walls.iter().any(|it| !board.goals().contains(it)) {
                return Ok(None);
            }
            let walled = self.walled(&walls, meter)?;
            let further = frozen(board, &state.boxes, &walled.shut).union(&walls);
            if further == walls {
                return Ok(assign(walled, state, &walls));
            }
            walls = further;
        }
    }

    fn walled(&mut self, walls: &SquareSet, meter: &mut Meter<'_>) -> Result<&Walled, Stop> {
        if !self.known.contains_key(walls) {
            let walled = self.wall_up(walls, meter)?;
            if self.bytes > TABLES_BYTES_MAX {
                self.known.clear();
                self.bytes = 0;
            }
            self.bytes += walled.distances.bytes() + 200;
            self.known.insert(walls.clone(), walled);
        }
        Ok(&self.known[walls])
    }

    fn wall_up(&self, walls: &SquareSet, meter: &mut Meter<'_>) -> Result<Walled, Stop> {
        let (board, mut stop) = (self.board, None);
        let effort = 20 * board.square_count() as u64;
        let mut keep_going = || {
            stop = meter.work(effort).err();
            stop.is_none()
        };
        let way = KeeperWay::Walking;
        let found = PushDistances::with_walls_while(board, walls, way, &mut keep_going);
        let Some(distances) = found else { return Err(stop.unwrap_or(Stop::Interrupted)) };
        let mut shut = self.shut.clone();
        for square in board.squares() {
            if !walls.contains(square) && !distances.reaches_any(square) {
                shut.insert(square);
            }
        }
        Ok(Walled { distances, shut })
    }
}

/// The cost of a cheapest assignment of goals to the boxes that can still move, after goals and
/// boxes without a choice have been removed from the choices of the others.
fn assign(walled: &Walled, state: &State, walls: &SquareSet) -> Option<u32> {
    let boxes: Vec<Square> = state.boxes.difference(walls).iter().collect();
    let goals = walled.distances.goals();
    let cost = |from: usize, goal: usize| {
        walled.distances.distance(boxes[from], state.keeper, goals[goal]).map(u32::from)
    };
    let mut choices =
        Choices::new(boxes.len(), goals.len(), |from, goal| cost(from, goal).is_some());
    if !choices.narrow() {
        return None;
    }
    let narrowed = |from: usize, goal: usize| {
        if choices.may(from, goal) { cost(from, goal) } else { None }
    };
    let cheapest = cheapest_assignment(boxes.len(), goals.len(), narrowed)?;
    Some(u32::try_from(cheapest.total).unwrap_or(u32::MAX))
}

/// The goals that each box may have.
struct Choices {
    of_box: Vec<Vec<bool>>,
    goal_count: usize,
}

impl Choices {
    fn new(boxes: usize, goals: usize, may: impl Fn(usize, usize) -> bool) -> Choices {
        let row = |from| (0..goals).map(|goal| may(from, goal)).collect();
        Choices { of_box: (0..boxes).map(row).collect(), goal_count: goals }
    }

    fn may(&self, from: usize, goal: usize) -> bool {
        self.of_box[from][goal]
    }

    /// Removes what boxes and goals without a choice take from the others; `false` if a box or a
    /// goal has nothing left. There are as many boxes as goals.
    fn narrow(&mut self) -> bool {
        let (boxes, goals) = (self.of_box.len(), self.goal_count);
        loop {
            let mut is_new = false;
            for from in 0..boxes {
                match only((0..goals).filter(|&goal| self.may(from, goal))) {
                    Left::Nothing => return false,
                    Left::One(goal) => {
                        for other in (0..boxes).filter(|&it| it != from) {
                            is_new |= std::mem::take(&mut self.of_box[other][goal]);
                        }
                    }
                    Left::More => {}
                }
            }
            for goal in 0..goals {
                match only((0..boxes).filter(|&from| self.may(from, goal))) {
                    Left::Nothing => return false,
                    Left::One(from) => {
                        for other in (0..goals).filter(|&it| it != goal) {
                            is_new |= std::mem::take(&mut self.of_box[from][other]);
                        }
                    }
                    Left::More => {}
                }
            }
            if !is_new {
                return true;
            }
        }
    }
}

/// What is left of a domain.
enum Left {
    Nothing,
    One(usize),
    More,
}

fn only(mut values: impl Iterator<Item = usize>) -> Left {
    match (values.next(), values.next()) {
        (None, _) => Left::Nothing,
        (Some(value), None) => Left::One(value),
        (Some(_), Some(_)) => Left::More,
    }
}

#[cfg(test)]
mod tests {
    use sokolab_analysis::{KeeperWay, PushDistances, dead_squares, matching_bound};
    use sokolab_core::testing::position_in;
    use sokolab_core::{Budget, Meter, Rules};

    use super::Inference;

    /// Checks the bound of propagation, and that of matching alone.
    #[track_caller]
    fn check(picture: &str, propagated: Option<u32>, matched: Option<u64>) {
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let distances = PushDistances::new(&board, KeeperWay::Walking);
        let shut = dead_squares(&board, &distances);
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
        let bound = Inference::new(&board, &shut).infer(&state, &mut meter);
        assert_eq!(bound, Ok(propagated));
        assert_eq!(matching_bound(&board, &distances, &state), matched);
    }

    #[test]
    fn boxes_that_stand_for_good_cut_the_other_off() {
        check(
            "
            ##########
            #.  **$@ #
            #   **   #
            ##########",
            None,
            Some(5),
        );
    }

    #[test]
    fn without_frozen_boxes_the_bound_is_that_of_matching() {
        check(
            "
            ########
            #@     #
            # $  . #
            # $  . #
            #      #
            ########",
            Some(6),
            Some(6),
        );
    }
}
