//! Three boxes that can never all be brought to goals, although any two of them can.

use rayon::prelude::*;
use sokolab_core::{Board, Square, SquareSet};

use crate::tables::{DEAD, Labeller, Table, TableGraph, TablePlacement, Tables};

/// Bit masks of the three pairs among three boxes.
const PAIRS: [u8; 3] = [0b011, 0b101, 0b110];

/// A placement of three boxes that is dead for some keeper positions while each pair is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadTriple {
    /// The squares of the boxes, ascending.
    pub squares: [Square; 3],
    /// The keeper positions for which it is dead: whole sides of the placement.
    pub keepers: SquareSet,
}

/// Every minimal dead placement of three boxes on `board`, sorted by squares: none of its pairs is
/// dead for the same keeper. [`PairTable`](crate::PairTable) defines when boxes count as brought to
/// goals.
///
/// A state that contains such a placement, with the keeper on one of `keepers`, is dead if every
/// box must be served: deleting the other boxes from a solution would solve the placement.
///
/// Runs on the current `rayon` pool; the result does not depend on the number of threads.
/// `keep_going` receives the progress and may stop the search. Returns `None` if it did, or if the
/// live squares have more than `placements_max` placements of three boxes.
pub fn dead_triples(
    board: &Board,
    placements_max: usize,
    keep_going: &mut dyn FnMut(usize, usize) -> bool,
) -> Option<Vec<DeadTriple>> {
    let space = TableGraph::of(board);
    let tables = Tables::build(&space, 3, placements_max, keep_going)?;
    let triples = tables.of_size(3)?;
    let found = (0..triples.placement_count()).into_par_iter().map_init(
        || Labeller::new(&space),
        |labeller, number| dead_triple(&space, labeller, &tables, triples, number),
    );
    Some(found.flatten_iter().collect())
}

fn dead_triple(
    space: &TableGraph<'_>,
    labeller: &mut Labeller<'_>,
    tables: &Tables,
    triples: &Table,
    number: usize,
) -> Option<DeadTriple> {
    let costs = triples.costs(number);
    if !costs.contains(&DEAD) {
        return None;
    }
    let squares = triples.squares(number);
    let squares = &squares[..3];
    let is_minimal = |side: usize| {
        let whole = TablePlacement { table: triples, number, squares };
        let is_fine = |&kept: &u8| tables.part_cost(space, whole, side as u8, kept) != DEAD;
        costs[side] == DEAD && PAIRS.iter().all(is_fine)
    };
    let dead: Vec<usize> = (0..costs.len()).filter(|&side| is_minimal(side)).collect();
    if dead.is_empty() {
        return None;
    }
    let sides = labeller.sides(squares);
    let mut keepers = space.board.no_squares();
    for side in dead {
        keepers = keepers.union(&sides[side]);
    }
    let square = |index: usize| space.board.square(usize::from(squares[index]));
    Some(DeadTriple { squares: [square(0), square(1), square(2)], keepers })
}

#[cfg(test)]
mod tests {
    use super::{DeadTriple, dead_triples};
    use crate::tables::tests::{Costs, brute_force};
    use crate::test_boards::boards;
    use sokolab_core::testing::{is_slow, position_in};
    use sokolab_core::{Board, GoalKind, Rules, Square, SquareSet, State, normalized};

    fn all_of(board: &Board) -> Vec<DeadTriple> {
        dead_triples(board, usize::MAX, &mut |_, _| true).expect("not stopped")
    }

    fn set(board: &Board, squares: &[Square]) -> SquareSet {
        let mut set = board.no_squares();
        set.extend(squares.iter().copied());
        set
    }

    /// Whether these boxes, alone on the board, can all be served.
    fn is_fine(board: &Board, truth: &Costs, squares: &[Square], keeper: Square) -> bool {
        let boxes = match board.rules().goal() {
            GoalKind::Keep => set(board, squares),
            GoalKind::Fill | GoalKind::Sink => set(board, squares).difference(board.goals()),
        };
        let state = normalized(board, &State { boxes, filled: board.no_squares(), keeper });
        truth.contains_key(&(state.boxes, state.keeper))
    }

    /// Checks that the list is exactly what brute force finds dead and minimal.
    fn compare(board: &Board) -> usize {
        let (found, truth) = (all_of(board), brute_force(board, 3));
        let mut listed = found.iter().peekable();
        let squares: Vec<Square> = board.squares().collect();
        for one in 0..squares.len() {
            for two in 0..one {
                for three in 0..two {
                    let triple = [squares[three], squares[two], squares[one]];
                    let is_free = |it: &Square| !triple.contains(it);
                    let is_dead = |&keeper: &Square| {
                        let pairs = [[0, 1], [0, 2], [1, 2]];
                        let is_fine = |boxes: &[Square]| is_fine(board, &truth, boxes, keeper);
                        !is_fine(&triple) && pairs.iter().all(|it| is_fine(&it.map(|i| triple[i])))
                    };
                    let dead: Vec<Square> =
                        board.squares().filter(is_free).filter(is_dead).collect();
                    let is_it = |it: &&DeadTriple| it.squares == triple;
                    let keepers = listed.next_if(is_it).map(|it| it.keepers.clone());
                    let keepers = keepers.unwrap_or_else(|| board.no_squares());
                    assert_eq!(keepers, set(board, &dead), "{triple:?} of {board:?}");
                }
            }
        }
        found.len()
    }

    #[test]
    fn what_is_listed_is_what_brute_force_calls_dead() {
        let (step, count) = if is_slow() { (20, 60) } else { (600, 20) };
        for rules in [Rules::OFFICIAL, Rules::SINK] {
            let found: usize = boards(rules, step, count).map(|board| compare(&board)).sum();
            assert!(found > 10, "{rules}: {found}");
        }
    }

    #[test]
    fn a_limit_or_a_caller_may_stop_it() {
        let level = "
            ########
            #@  $ .#
            #     .#
            #  #$ .#
            #  $   #
            ########";
        let (board, _) = position_in(level, Rules::OFFICIAL);
        assert!(dead_triples(&board, 10, &mut |_, _| true).is_none());
        assert!(dead_triples(&board, usize::MAX, &mut |_, _| false).is_none());
        assert!(!all_of(&board).is_empty());
    }
}
