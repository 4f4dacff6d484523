//! Compares detectors with exhaustive search on every state of random levels.

use sokolab_core::reference::{fewest_pushes, layers};
use sokolab_core::testing::{is_slow, random_levels};
use sokolab_core::{Rules, check};

use crate::contract::Contract;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// Asks a detector about every reachable state of random levels under all rule sets that meet the
/// needs of its contract, and checks that states it calls dead have no solution. Returns the number
/// of states it called dead.
pub(crate) fn count_dead<T>(
    contract: &Contract,
    detector: impl Fn(&Problem<'_, 4>) -> Option<T>,
    is_dead: impl Fn(&mut T, &Problem<'_, 4>, &Bits<4>, Place) -> bool,
) -> usize {
    let count = if is_slow() { 10_000 } else { 1_000 };
    let mut dead = 0;
    for level in Rules::ALL.into_iter().flat_map(|it| random_levels(it, count)) {
        let (board, start) = check(&level).expect("random levels are playable");
        let problem = Problem::<4>::new(&board, &start, 1 << 30, &mut || true);
        let Some(problem) = problem.ok().filter(|it| contract.needs.are_met_by(it)) else {
            continue;
        };
        let Some(mut detector) = detector(&problem) else { continue };
        for state in layers(&board, &start).flatten() {
            let field = &problem.field;
            let (boxes, keeper) = (field.set(&state.boxes), field.place(state.keeper));
            if is_dead(&mut detector, &problem, &boxes, keeper) {
                dead += 1;
                assert_eq!(fewest_pushes(&board, &state), None, "{state:?} of {board:?}");
            }
        }
    }
    dead
}
