//! Exact costs of one and two boxes that are alone on a board.

use rayon::prelude::*;
use sokolab_core::{Board, Square, SquareSet, State};

use crate::cache::{CacheError, Reader, Writer};
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::tables::{
    DEAD, Ending, Labeller, REPORTED_PORTIONS, Ranking, Sided, SidedBuilder, SidedValues, Table,
    TableGraph, TablePlacement, Tables,
};

/// Marks the bytes of a pair table; the last byte is the version.
const TAG: [u8; 8] = *b"sokpair\x01";

/// Marks a square that is not live.
const NO_PLACE: u16 = u16::MAX;

/// The fewest pushes that bring one or two boxes to goals, for all their squares and all keeper
/// positions, with nothing else on the board.
///
/// When boxes count as brought to goals:
/// * official rules: each box stands on a goal of its own;
/// * sink: every box has disappeared;
/// * holes: every box has been pushed onto some hole. Holes count as filled for keeper and boxes
///   and take any number of boxes, since other boxes may fill some of them first.
///
/// The costs hold in any state that contains the boxes, with the keeper in the same region: no
/// solution that uses both spends fewer pushes on them, and if there is no cost, no solution uses
/// both. The reason is that deleting the other boxes from a solution leaves a game of these boxes
/// alone, under rules with holes in the sense above. With spare boxes, a pair without a cost
/// therefore means the loss of one box, not a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairTable {
    ending: Ending,
    goals: SquareSet,
    /// The connected part of the empty floor that each square belongs to.
    part_of: Vec<u32>,
    /// The index of each square among the live ones.
    place_of: Vec<u16>,
    ranking: Ranking,
    /// Values by square, and by pair of live squares.
    lone: Sided,
    pairs: Sided,
    partners: Vec<SquareSet>,
    state_count: usize,
}

impl PairTable {
    /// Builds the table of `board` on the current `rayon` pool; the result does not depend on the
    /// number of threads. `keep_going` receives the progress and may stop the search. Returns
    /// `None` if it did, or if the board has more than `pairs_max` pairs of live squares.
    pub fn build(
        board: &Board,
        pairs_max: usize,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<PairTable> {
        let space = TableGraph::of(board);
        let tables = Tables::build(&space, 2, pairs_max, keep_going)?;
        let (lone, pairs) = (tables.of_size(1)?, tables.of_size(2)?);
        let live = pairs.counted_squares();
        let mut place_of = vec![NO_PLACE; board.square_count()];
        for (place, &square) in live.iter().enumerate() {
            place_of[usize::from(square)] = place as u16;
        }
        let mut lone_values = SidedBuilder::new();
        let mut labeller = Labeller::new(&space);
        for square in 0..board.square_count() as u16 {
            let number = lone.number(&[square]);
            let costs = number.map_or(&[][..], |number| lone.costs(number));
            lone_values.push(SidedValues::new(costs, || labeller.sides(&[square])));
        }
        let mut result = PairTable {
            ending: space.ending,
            goals: board.goals().clone(),
            part_of: space.part_of.clone(),
            place_of,
            ranking: Ranking::new(live.len(), 2, usize::MAX)?,
            lone: lone_values.finish(),
            pairs: SidedBuilder::new().finish(),
            partners: vec![board.no_squares(); board.square_count()],
            state_count: pairs.state_count(),
        };
        result.take_pairs(&space, &tables, pairs, keep_going)?;
        Some(result)
    }

    /// Takes the values of all pairs from the tables; `None` if `keep_going` stops it.
    fn take_pairs(
        &mut self,
        space: &TableGraph<'_>,
        tables: &Tables,
        pairs: &Table,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<()> {
        let count = pairs.placement_count();
        let mut found: Vec<(SidedValues, bool)> = Vec::with_capacity(count);
        for portions in pairs.portions(space).chunks(REPORTED_PORTIONS) {
            let numbers = found.len()..portions.last().map_or(count, |it| it.end);
            found.par_extend(numbers.into_par_iter().map_init(
                || Labeller::new(space),
                |labeller, number| {
                    let squares = &pairs.squares(number)[..2];
                    let costs = pairs.costs(number);
                    let whole = TablePlacement { table: pairs, number, squares };
                    let is_lock = (0..costs.len() as u8).any(|side| {
                        let part_is_fine =
                            |kept| tables.part_cost(space, whole, side, kept) != DEAD;
                        costs[usize::from(side)] == DEAD && part_is_fine(1) && part_is_fine(2)
                    });
                    (SidedValues::new(costs, || labeller.sides(squares)), is_lock)
                },
            ));
            if !keep_going(count, count) {
                return None;
            }
        }
        let mut builder = SidedBuilder::new();
        for (number, (values, is_lock)) in found.into_iter().enumerate() {
            builder.push(values);
            if is_lock {
                let [one, two, ..] = pairs.squares(number).map(|it| space.board.square(it.into()));
                self.partners[one.index()].insert(two);
                self.partners[two.index()].insert(one);
            }
        }
        self.pairs = builder.finish();
        Some(())
    }

    /// The fewest pushes that bring a box on `square` to a goal, with the keeper on `keeper`;
    /// `None` proves that it is impossible.
    #[must_use]
    pub fn lone_cost(&self, square: Square, keeper: Square) -> Option<u32> {
        debug_assert_ne!(square, keeper);
        let is_home = self.goals.contains(square);
        if is_home && self.ending == Ending::Vanish {
            return Some(0);
        }
        if self.part_of[square.index()] != self.part_of[keeper.index()] {
            return is_home.then_some(0);
        }
        cost(self.lone.value(square.index(), keeper))
    }

    /// The fewest pushes that bring boxes on `one` and `two` to goals, with the keeper on `keeper`;
    /// `None` proves that it is impossible.
    ///
    /// A box on a hole, which must have been filled, counts as served.
    #[must_use]
    #[inline]
    pub fn cost(&self, one: Square, two: Square, keeper: Square) -> Option<u32> {
        debug_assert!(one != two && one != keeper && two != keeper);
        let (first, second) = (one.min(two), one.max(two));
        let places = [self.place_of[first.index()], self.place_of[second.index()]];
        if places.contains(&NO_PLACE) {
            return self.cost_off_the_list(one, two, keeper);
        }
        let part = self.part_of[keeper.index()];
        if part != self.part_of[one.index()] && part != self.part_of[two.index()] {
            let home = self.goals.contains(one) && self.goals.contains(two);
            return (home && self.ending == Ending::Stay).then_some(0);
        }
        cost(self.pairs.value(self.ranking.rank(&places), keeper))
    }

    /// The cost of two boxes, one of which is on a dead square or has disappeared.
    #[cold]
    fn cost_off_the_list(&self, one: Square, two: Square, keeper: Square) -> Option<u32> {
        let is_gone = |it| self.ending == Ending::Vanish && self.goals.contains(it);
        match (is_gone(one), is_gone(two)) {
            (true, true) => Some(0),
            (true, false) => self.lone_cost(two, keeper),
            (false, true) => self.lone_cost(one, keeper),
            (false, false) => None,
        }
    }

    /// The squares where a second box makes one on `square` unsolvable for some keeper, although
    /// each of the two alone is solvable.
    #[must_use]
    pub fn partners(&self, square: Square) -> &SquareSet {
        &self.partners[square.index()]
    }

    /// Memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words: usize = self.partners.iter().map(|set| set.words().len() + 2).sum();
        let squares = self.part_of.len() * 4 + self.place_of.len() * 2;
        self.lone.bytes() + self.pairs.bytes() + (words * 8 + squares) as u64
    }

    /// Number of states of two boxes that were visited.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.state_count
    }

    /// A deadlock of `state`, if its pairs prove one: each unsolvable pair costs a box, so there
    /// must be more disjoint pairs of this kind than spare boxes.
    #[must_use]
    pub fn deadlock(&self, board: &Board, state: &State) -> Option<Deadlock> {
        let spare = match spare_boxes(board, state) {
            Ok(spare) => spare,
            Err(deadlock) => return Some(deadlock),
        };
        let mut lost = board.no_squares();
        let mut pairs = 0;
        for one in state.boxes.iter() {
            if lost.contains(one) {
                continue;
            }
            let near = self.partners(one).intersection(&state.boxes).difference(&lost);
            let is_dead = |two: &Square| self.cost(one, *two, state.keeper).is_none();
            let Some(two) = near.iter().find(is_dead) else { continue };
            lost.extend([one, two]);
            pairs += 1;
            if pairs > spare {
                let proof = Proof::Search(self.state_count);
                return Some(Deadlock { kind: DeadlockKind::PairTable, boxes: lost, proof });
            }
        }
        None
    }

    /// Serialises the table, to be stored under the [`BoardKey`](crate::BoardKey) of its board.
    #[must_use]
    pub fn to_bytes(&self, board: &Board) -> Vec<u8> {
        let mut writer = Writer::new(TAG, board);
        writer.number(self.state_count);
        let places: Vec<u32> = self.place_of.iter().map(|&place| u32::from(place)).collect();
        writer.numbers(&places);
        self.lone.write(&mut writer);
        self.pairs.write(&mut writer);
        writer.sets(&self.partners);
        writer.finish()
    }

    /// Deserialises a table.
    ///
    /// # Errors
    /// If the bytes are not those of a pair table of `board` in this version.
    pub fn from_bytes(board: &Board, bytes: &[u8]) -> Result<PairTable, CacheError> {
        let mut reader = Reader::new(TAG, board, bytes)?;
        let state_count = reader.number()?;
        let place_of: Vec<u16> = reader.numbers()?.into_iter().map(|place| place as u16).collect();
        let (lone, pairs) = (Sided::read(&mut reader)?, Sided::read(&mut reader)?);
        let partners = reader.sets()?;
        reader.finish()?;
        let live = place_of.iter().filter(|&&place| place != NO_PLACE).count();
        let ranking = Ranking::new(live, 2, usize::MAX).ok_or(CacheError::Damaged)?;
        let count = board.square_count();
        let in_order = place_of.iter().filter(|&&place| place != NO_PLACE).copied();
        let fits = [place_of.len(), lone.len(), partners.len()] == [count; 3]
            && in_order.eq(0..live as u16)
            && pairs.len() == ranking.count();
        if !fits {
            return Err(CacheError::Damaged);
        }
        let space = TableGraph::of(board);
        let (ending, part_of) = (space.ending, space.part_of);
        let goals = board.goals().clone();
        Ok(PairTable {
            ending,
            goals,
            part_of,
            place_of,
            ranking,
            lone,
            pairs,
            partners,
            state_count,
        })
    }
}

fn cost(value: u32) -> Option<u32> {
    (value != DEAD).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::PairTable;
    use crate::cache::CacheError;
    use crate::deadlock::DeadlockKind;
    use crate::tables::tests::brute_force;
    use crate::test_boards::boards;
    use sokolab_core::testing::{GroundTruth, draw, is_slow, picture, position_in};
    use sokolab_core::{Board, GoalKind, Rules, SquareSet, State, normalized};

    fn build(board: &Board) -> PairTable {
        PairTable::build(board, usize::MAX, &mut |_, _| true).expect("not stopped")
    }

    #[test]
    fn it_stops_at_whatever_question_is_answered_with_no() {
        let board = boards(Rules::OFFICIAL, 1, 0).last().expect("a board");
        let mut questions = 0;
        let counted = PairTable::build(&board, usize::MAX, &mut |_, _| {
            questions += 1;
            true
        });
        assert!(counted.is_some() && questions > 2);
        for last in 1..=questions {
            let mut question = 0;
            let stopped = PairTable::build(&board, usize::MAX, &mut |_, _| {
                question += 1;
                question < last
            });
            assert!(stopped.is_none() && question == last, "{question} of {questions}");
        }
    }

    /// Compares all answers of the table with brute force.
    fn compare(board: &Board) {
        let (table, truth) = (build(board), brute_force(board, 2));
        let bytes = table.to_bytes(board);
        assert_eq!(PairTable::from_bytes(board, &bytes).as_ref(), Ok(&table));
        let holes = board.rules().goal() == GoalKind::Fill;
        let filled = if holes { board.goals().clone() } else { board.no_squares() };
        let vanish = board.rules().goal() != GoalKind::Keep;
        let known = |boxes: &SquareSet, keeper| {
            let boxes = if vanish { boxes.difference(board.goals()) } else { boxes.clone() };
            let state = normalized(board, &State { boxes, filled: filled.clone(), keeper });
            truth.get(&(state.boxes, state.keeper)).copied()
        };
        for one in board.squares() {
            for keeper in board.squares().filter(|&it| it != one) {
                let mut boxes = board.no_squares();
                boxes.insert(one);
                let lone = table.lone_cost(one, keeper);
                assert_eq!(lone, known(&boxes, keeper), "{one:?} {keeper:?} of {board:?}");
                for two in board.squares().filter(|&it| it < one && it != keeper) {
                    boxes.insert(two);
                    let cost = table.cost(one, two, keeper);
                    assert_eq!(cost, known(&boxes, keeper), "{one:?} {two:?} of {board:?}");
                    assert_eq!(table.cost(two, one, keeper), cost);
                    let alone = [one, two].map(|it| table.lone_cost(it, keeper));
                    if cost.is_none() && !alone.contains(&None) {
                        assert!(table.partners(one).contains(two));
                    }
                    boxes.remove(two);
                }
            }
        }
    }

    #[test]
    fn every_answer_is_that_of_brute_force() {
        let (step, count) = if is_slow() { (1, 300) } else { (97, 10) };
        for rules in Rules::ALL {
            boards(rules, step, count).for_each(|board| compare(&board));
        }
    }

    #[test]
    fn no_solvable_state_is_called_dead_whatever_can_be_spared() {
        let (step, count) = if is_slow() { (4, 0) } else { (211, 0) };
        for rules in Rules::ALL {
            let mut dead = 0;
            for board in boards(rules, step, count) {
                let table = build(&board);
                for (state, fewest) in GroundTruth::of(&board, 3).states() {
                    let deadlock = table.deadlock(&board, state);
                    assert!(deadlock.is_none() || fewest.is_none(), "{state:?} of {board:?}");
                    dead += usize::from(deadlock.is_some());
                }
            }
            assert!(dead > 10, "{rules}: {dead}");
        }
    }

    #[test]
    fn two_boxes_against_a_wall_are_a_deadlock() {
        let level = "
            ########
            #      #
            #  @   #
            #. $$ .#
            ########";
        let (board, state) = position_in(level, Rules::OFFICIAL);
        let deadlock = build(&board).deadlock(&board, &state).expect("neither box can leave");
        assert_eq!(deadlock.kind, DeadlockKind::PairTable);
        let expected = "
            ########
            #      #
            #      #
            #. xx .#
            ########";
        assert_eq!(draw(&board, &deadlock.boxes, 'x'), picture(expected));
    }

    #[test]
    fn tables_are_equal_for_every_thread_count_and_know_their_board() {
        let level = "
            ##########
            #   #    #
            # @   $  #
            #   #  $ #
            ### ### ##
            #  .   . #
            ##########";
        for rules in Rules::ALL {
            let board = position_in(level, rules).0;
            let bytes = [1, 2, 5].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.expect("threads can be started").install(|| build(&board).to_bytes(&board))
            });
            assert!(bytes[0] == bytes[1] && bytes[0] == bytes[2]);
            let other = position_in(&level.replace('@', "#").replacen("$ ", "@ ", 1), rules).0;
            let read = PairTable::from_bytes(&other, &bytes[0]);
            assert_eq!(read.err(), Some(CacheError::OtherBoard));
        }
    }
}
