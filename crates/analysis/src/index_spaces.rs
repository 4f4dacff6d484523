//! Dense numberings of the relevant squares, so that tables and masks can be small.
//!
//! * floor: every square, row by row;
//! * live: squares from which a lone box can reach some goal, the goals first;
//! * push-reachable: squares that some box of the start, alone on the board, can be pushed to.
//!
//! If every box is needed, boxes in a solution stand only on squares that are both live and
//! push-reachable: those are numbered for boxes. With spare boxes, a box may stand anywhere.

use sokolab_core::{Board, Square, SquareSet, State};

use crate::dead_squares::dead_squares;
use crate::deadlock::spare_boxes;
use crate::lone_box::{LoneBox, NEVER, sinks};
use crate::push_distance::PushDistances;
use crate::sides::{Barred, Sides};

/// A dense numbering of some squares of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexSpace {
    squares: Vec<Square>,
    index: Vec<Option<u16>>,
}

impl IndexSpace {
    /// Numbers `squares` in their order, those of `first` before the others.
    #[must_use]
    pub fn new(board: &Board, squares: &SquareSet, first: &SquareSet) -> IndexSpace {
        let head = squares.intersection(first);
        let tail = squares.difference(first);
        let squares: Vec<Square> = head.iter().chain(tail.iter()).collect();
        let mut index = vec![None; board.square_count()];
        for (number, square) in squares.iter().enumerate() {
            index[square.index()] = Some(number as u16);
        }
        IndexSpace { squares, index }
    }

    /// The squares by number.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of `square`, if it has one.
    #[must_use]
    #[inline]
    pub fn index(&self, square: Square) -> Option<usize> {
        self.index[square.index()].map(usize::from)
    }

    /// Number of numbered squares.
    #[must_use]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether no square is numbered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }
}

/// The numberings of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexSpaces {
    /// Every square.
    pub floor: IndexSpace,
    /// The live squares, the goals first.
    pub live: IndexSpace,
    /// The squares that an initial box can reach.
    pub push_reachable: IndexSpace,
    /// The squares on which a box may stand in a solution, the goals first. A level with an initial
    /// box elsewhere is unsolvable.
    pub boxes: IndexSpace,
}

impl IndexSpaces {
    /// The numberings for levels with the initial state `start`.
    #[must_use]
    pub fn new(board: &Board, distances: &PushDistances, start: &State) -> IndexSpaces {
        let none = board.no_squares();
        let mut all = none.clone();
        all.extend(board.squares());
        let live = all.difference(&dead_squares(board, distances));
        let reachable = push_reachable(board, start);
        let boxes = match spare_boxes(board, start) {
            Ok(0) => live.intersection(&reachable),
            _ => all.clone(),
        };
        IndexSpaces {
            floor: IndexSpace::new(board, &all, &none),
            live: IndexSpace::new(board, &live, board.goals()),
            push_reachable: IndexSpace::new(board, &reachable, &none),
            boxes: IndexSpace::new(board, &boxes, board.goals()),
        }
    }
}

/// The squares that some box of `start`, alone on the board, can be pushed to. Holes count as
/// filled, because other boxes may fill them.
#[must_use]
pub fn push_reachable(board: &Board, start: &State) -> SquareSet {
    let sides = Sides::walking(board, &Barred::nothing(board));
    let (walls, sinks) = (board.no_squares(), sinks(board));
    let lone_box = LoneBox { board, sides: &sides, walls: &walls, sinks: &sinks };
    let pushes = lone_box.pushes_from(start.boxes.iter().map(|square| (square, start.keeper)));
    let mut reachable = start.boxes.clone();
    let is_reached = |it: &Square| sides.nodes(*it).any(|node| pushes[node] != NEVER);
    reachable.extend(board.squares().filter(is_reached));
    reachable
}

#[cfg(test)]
mod tests {
    use super::{IndexSpaces, push_reachable};
    use crate::push_distance::{KeeperWay, PushDistances};
    use crate::test_positions::{random_positions, solve};
    use sokolab_core::testing::{draw, picture, position_in};
    use sokolab_core::{Rules, Session};

    #[test]
    fn a_box_on_a_wall_reaches_the_wall_only() {
        let (board, state) = position_in(
            "
            #######
            #  $  #
            # @   #
            #.    #
            #######",
            Rules::OFFICIAL,
        );
        let expected = "
            #######
            #xxxxx#
            #     #
            #.    #
            #######";
        assert_eq!(draw(&board, &push_reachable(&board, &state), 'x'), picture(expected));
    }

    #[test]
    fn goals_are_numbered_first() {
        let (board, state) = position_in(
            "
            #######
            #@    #
            # $$  #
            #  .. #
            #     #
            #######",
            Rules::OFFICIAL,
        );
        let distances = PushDistances::new(&board, KeeperWay::Walking);
        let spaces = IndexSpaces::new(&board, &distances, &state);
        assert_eq!(spaces.floor.len(), 20);
        for (number, goal) in board.goals().iter().enumerate() {
            assert_eq!(spaces.live.index(goal), Some(number));
            assert_eq!(spaces.boxes.index(goal), Some(number));
        }
        assert_eq!(spaces.boxes.index(board.square(0)), None);
        assert!(spaces.live.len() >= spaces.boxes.len());
    }

    #[test]
    fn boxes_of_solutions_stand_on_numbered_squares() {
        for (level, board, state) in random_positions(100) {
            let Some(moves) = solve(&board, &state) else {
                continue;
            };
            let distances = PushDistances::new(&board, KeeperWay::Walking);
            let spaces = IndexSpaces::new(&board, &distances, &state);
            let mut session = Session::new(&level).expect("playable");
            let stands = |session: &Session| {
                session.state().boxes.iter().all(|it| spaces.boxes.index(it).is_some())
            };
            assert!(stands(&session));
            for it in moves.as_slice() {
                session.play(it.direction).expect("a solution");
                assert!(stands(&session));
            }
        }
    }
}
