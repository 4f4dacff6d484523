//! The immutable data of a level that all searches share: field, keys and distances.

use sokolab_analysis::{IndexSpaces, KeeperWay, PushDistances, spare_boxes};
use sokolab_core::{Board, Demand, GoalKind, Square, State, demand};

use sokolab_field::{Bits, Field, Key, Keys, Place};

use crate::merging::Merging;

/// A level in packed form, with `N` words per set of squares.
#[derive(Debug)]
pub(crate) struct Problem<'a, const N: usize> {
    pub(crate) board: &'a Board,
    pub(crate) start: &'a State,
    pub(crate) field: Field<N>,
    pub(crate) keys: Keys<N>,
    pub(crate) distances: PushDistances,
    /// Squares onto which a box may be pushed; a push onto any other square loses the level.
    pub(crate) lands: Bits<N>,
    /// Squares from which a lone box can still reach a goal.
    pub(crate) live: Bits<N>,
    /// Squares where a box may stay for good: the goals if they keep their boxes, otherwise none.
    pub(crate) homes: Bits<N>,
    /// The number of boxes that may be lost before the level is lost.
    pub(crate) spare: usize,
    pub(crate) squares: Vec<Square>,
    /// The memory limit of the whole request, in bytes.
    pub(crate) bytes_max: u64,
    /// Which states forward searches merge.
    pub(crate) merging: Merging,
}

/// Why there is nothing to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrepareError {
    /// The start alone shows that there is no solution.
    Unsolvable,
    /// The observer asked to stop.
    Stopped,
}

/// Boards with more squares skip deadlock tests that traverse the whole board many times.
const VAST_SQUARES: usize = 2_000;

/// Squares that may be visited on such a board between two checks of the observer; takes a few
/// milliseconds.
const VAST_WALKED: usize = 2_000_000;

/// Levels with more pairs of squares and goals, or boxes, skip what needs a table for each.
const SMALL_PAIRS_MAX: usize = 250_000;

/// Levels with more such pairs have so many macro pushes that listing those of one state takes
/// milliseconds.
const SPARSE_PAIRS_MAX: usize = 60_000;

impl<'a, const N: usize> Problem<'a, N> {
    /// Prepares a level whose field fits into `N` words.
    ///
    /// # Errors
    /// If the start alone shows that there is no solution, or if `keep_going` returns `false`.
    pub(crate) fn new(
        board: &'a Board,
        start: &'a State,
        bytes_max: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Problem<'a, N>, PrepareError> {
        let spare = spare_boxes(board, start).map_err(|_| PrepareError::Unsolvable)?;
        let field = Field::<N>::new(board);
        let (none, way) = (board.no_squares(), KeeperWay::Walking);
        let distances = PushDistances::with_walls_while(board, &none, way, keep_going);
        let distances = distances.ok_or(PrepareError::Stopped)?;
        let spaces = IndexSpaces::new(board, &distances, start);
        let box_places: Vec<Place> =
            spaces.boxes.squares().iter().map(|&it| field.place(it)).collect();
        let lands = box_places.iter().copied().collect::<Bits<N>>() & field.takes_box;
        let holes = match board.rules().goal() {
            GoalKind::Fill => field.goals,
            GoalKind::Keep | GoalKind::Sink => Bits::EMPTY,
        };
        let keys = Keys::new(box_places, &holes);
        if start.boxes.iter().any(|it| !keys.has(field.place(it))) {
            return Err(PrepareError::Unsolvable);
        }
        let is_live = |it: &Square| distances.reaches_any(*it);
        let live = board.squares().filter(is_live).map(|it| field.place(it)).collect();
        let homes = match board.rules().goal() {
            GoalKind::Keep => field.goals,
            GoalKind::Fill | GoalKind::Sink => Bits::EMPTY,
        };
        let squares = board.squares().collect();
        Ok(Problem {
            board,
            start,
            field,
            keys,
            distances,
            lands,
            live,
            homes,
            spare,
            squares,
            bytes_max,
            merging: Merging::Board,
        })
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let sets = size_of::<Problem<'_, N>>() as u64;
        sets + self.distances.bytes() + self.field.bytes() + self.keys.bytes()
    }

    /// Whether every box must be brought to a goal, moves are orthogonal and there are no holes:
    /// the classical deadlock lemmas hold.
    pub(crate) fn is_classical(&self) -> bool {
        self.spare == 0 && self.field.is_orthogonal() && self.field.goal_kind() != GoalKind::Fill
    }

    /// Whether it is cheap to compute further tables with a column for each goal and all macro
    /// pushes of each box.
    pub(crate) fn is_small(&self) -> bool {
        self.pairs() <= SMALL_PAIRS_MAX
    }

    /// Whether a search by single pushes comes far before one by macro pushes has listed those of
    /// its first states.
    pub(crate) fn is_slow_by_macros(&self) -> bool {
        self.is_vast() || self.pairs() > SPARSE_PAIRS_MAX
    }

    fn pairs(&self) -> usize {
        let count = self.board.goals().len().max(self.start.boxes.len());
        self.board.square_count() * count
    }

    /// How many traversals of the board a small search may take without asking the observer.
    pub(crate) fn walks_max(&self) -> u32 {
        if self.is_vast() { (VAST_WALKED / self.squares.len()) as u32 } else { u32::MAX }
    }

    /// Whether the board is so large that a single traversal takes noticeable time.
    pub(crate) fn is_vast(&self) -> bool {
        self.squares.len() > VAST_SQUARES
    }

    /// Whether a backward search is possible: the level is small and classical, boxes stay on
    /// goals, and there are as many boxes as goals, so that the solved states are known.
    pub(crate) fn is_reversible(&self) -> bool {
        let keeps = self.field.goal_kind() == GoalKind::Keep;
        let is_even = self.start.boxes.len() == self.board.goals().len();
        self.is_small() && self.is_classical() && is_even && keeps
    }

    #[inline]
    pub(crate) fn square(&self, place: Place) -> Square {
        self.squares[self.field.square_index(place)]
    }

    /// Converts boxes, open holes and keeper into a state of the board.
    pub(crate) fn state(&self, boxes: &Bits<N>, holes: &Bits<N>, keeper: Place) -> State {
        let set = |bits: Bits<N>| {
            let mut squares = self.board.no_squares();
            squares.extend(bits.iter().map(|it| self.square(it)));
            squares
        };
        let filled = match self.field.goal_kind() {
            GoalKind::Fill => set(self.field.goals & !*holes),
            GoalKind::Keep | GoalKind::Sink => self.board.no_squares(),
        };
        State { boxes: set(*boxes), filled, keeper: self.square(keeper) }
    }

    /// Boxes, open holes and keeper of the first state.
    pub(crate) fn first(&self) -> (Bits<N>, Bits<N>, Place) {
        let holes = match self.field.goal_kind() {
            GoalKind::Fill => self.field.goals & !self.field.set(&self.start.filled),
            GoalKind::Keep | GoalKind::Sink => Bits::EMPTY,
        };
        (self.field.set(&self.start.boxes), holes, self.field.place(self.start.keeper))
    }

    /// Whether these boxes, with the keeper in the region of `keeper`, are the first state.
    pub(crate) fn is_first(&self, boxes: &Bits<N>, keeper: Place) -> bool {
        let (start, holes, first) = self.first();
        start == *boxes && self.field.region(first, &start, &holes).contains(keeper)
    }

    /// Moves a box from `from` to `to`, where it may fill a hole or vanish in a sink.
    #[inline]
    pub(crate) fn make_push(
        &self,
        boxes: &mut Bits<N>,
        holes: &mut Bits<N>,
        from: Place,
        to: Place,
    ) {
        boxes.remove(from);
        if holes.contains(to) {
            holes.remove(to);
        } else if !self.swallows(to) {
            boxes.insert(to);
        }
    }

    /// As [`Problem::make_push`], with the key of the state.
    #[inline]
    pub(crate) fn make_push_in(
        &self,
        key: &mut Key,
        boxes: &mut Bits<N>,
        holes: &mut Bits<N>,
        from: Place,
        to: Place,
    ) {
        boxes.remove(from);
        self.keys.toggle_box(key, from);
        if holes.contains(to) {
            holes.remove(to);
            self.keys.toggle_hole(key, to);
        } else if !self.swallows(to) {
            boxes.insert(to);
            self.keys.toggle_box(key, to);
        }
    }

    /// Whether `place` is a sink.
    #[inline]
    pub(crate) fn swallows(&self, place: Place) -> bool {
        self.field.goal_kind() == GoalKind::Sink && self.field.goals.contains(place)
    }

    /// The squares where a box vanishes while these holes are open.
    pub(crate) fn ends(&self, holes: &Bits<N>) -> Bits<N> {
        match self.field.goal_kind() {
            GoalKind::Keep => Bits::EMPTY,
            GoalKind::Fill => *holes,
            GoalKind::Sink => self.field.goals,
        }
    }

    /// Whether the keeper, walking within `region` and pushing nothing, wins.
    #[inline]
    pub(crate) fn is_won(&self, boxes: &Bits<N>, holes: &Bits<N>, region: &Bits<N>) -> bool {
        let field = &self.field;
        match field.goal_kind() {
            GoalKind::Keep => field.goals.is_subset(boxes) || boxes.is_subset(&field.goals),
            GoalKind::Fill if field.exits.is_empty() => holes.is_empty(),
            GoalKind::Fill => region.intersects(&field.exits),
            GoalKind::Sink => boxes.is_empty(),
        }
    }

    /// The holes that the win needs filled, with boxes treated as passable.
    pub(crate) fn required_holes(&self, holes: &Bits<N>, keeper: Place) -> Vec<Square> {
        match demand(self.board, &self.state(&Bits::EMPTY, holes, keeper)) {
            Demand::Goals(goals) => goals.iter().collect(),
            Demand::Boxes(_) => Vec::new(),
        }
    }
}
