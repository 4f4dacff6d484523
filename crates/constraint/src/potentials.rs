//! Potentials of squares that bound the waste of pushes: no push gains more than one, and a
//! solution of T pushes wastes exactly T minus the total potential.
//!
//! The potential of a square is the minimum over all goals of the distance minus a price. Prices
//! that solve the dual of the matching problem make the total equal to the matching bound.

use sokolab_analysis::{KeeperWay, PushDistances, cheapest_assignment};
use sokolab_core::{Board, Square, State};

/// Potentials by square; `None` for squares from which no goal can be reached.
#[derive(Clone, Debug)]
pub(crate) struct Potentials {
    by_square: Vec<Option<i64>>,
    /// The total: a lower bound on the number of pushes.
    pub(crate) promise: i64,
}

impl Potentials {
    /// The potentials of a level that the matching bound does not refute.
    pub(crate) fn new(board: &Board, start: &State) -> Potentials {
        // With a walking keeper a push could gain more than one, because it also decides on which
        // side the keeper is.
        let distances = PushDistances::new(board, KeeperWay::Teleporting);
        let goals = distances.goals();
        let boxes: Vec<Square> = start.boxes.iter().collect();
        let cost = |row: usize, column: usize| {
            distances.least_distance(boxes[row], goals[column]).map(u32::from)
        };
        let assignment = cheapest_assignment(boxes.len(), goals.len(), cost);
        let prices = assignment.map_or_else(
            || vec![0; goals.len()],
            |assignment| prices(&assignment.column_of, goals.len(), cost),
        );
        let potential = |square: Square| {
            let of_goal = |(column, &goal): (usize, &Square)| {
                let distance = distances.least_distance(square, goal)?;
                Some(i64::from(distance) - prices[column])
            };
            goals.iter().enumerate().filter_map(of_goal).min()
        };
        let by_square: Vec<Option<i64>> = board.squares().map(potential).collect();
        let sum = |squares: &mut dyn Iterator<Item = Square>| {
            squares.filter_map(|it| by_square[it.index()]).sum::<i64>()
        };
        let promise = sum(&mut boxes.iter().copied()) - sum(&mut board.goals().iter());
        Potentials { by_square, promise }
    }

    /// The gain of a push between two squares: at most one, and less if it leads away.
    pub(crate) fn gain(&self, from: Square, to: Square) -> Option<i64> {
        Some(self.by_square[from.index()]? - self.by_square[to.index()]?)
    }

    /// The waste of a push between two squares: the maximum if it leads to where no goal can be
    /// reached.
    pub(crate) fn waste(&self, from: Square, to: Square) -> u32 {
        self.gain(from, to).and_then(|gain| u32::try_from(1 - gain).ok()).unwrap_or(u32::MAX)
    }
}

/// Prices of the goals for which the assigned goal of every box is among its cheapest.
fn prices(
    column_of: &[usize],
    columns: usize,
    cost: impl Fn(usize, usize) -> Option<u32>,
) -> Vec<i64> {
    let mut prices = vec![0_i64; columns];
    // The assignment is cheapest, so there is no negative cycle, and the iteration terminates.
    for _ in 0..=columns {
        let mut has_changed = false;
        for (row, &own) in column_of.iter().enumerate() {
            let Some(paid) = cost(row, own) else { continue };
            for column in 0..columns {
                let Some(other) = cost(row, column) else { continue };
                let most = prices[own] + i64::from(other) - i64::from(paid);
                if prices[column] > most {
                    prices[column] = most;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    prices
}
