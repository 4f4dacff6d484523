//! Waste: room in the storages of a level that no solution needs.
//!
//! The `NetHack` 4 document calls a puzzle wasteful if a storage holds more boxes than have to be
//! stored, because the spare room misleads players. Each box that a storage can hold beyond the
//! need counts ten, and each square beyond the smallest sufficient chamber of the catalogue counts
//! one. A storage that no box needs is a decoy and wastes nothing.
//!
//! The need is proved and not read off one solution: with fewer boxes in the storage at once, there
//! is no solution.

use sokolab_analysis::{chambers, cut_squares, tunnels};
use sokolab_chamber::behaviour::{is_storage, storage_of};
use sokolab_chamber::catalogue::Catalogue;
use sokolab_core::{Board, Square, SquareSet, State};
use sokolab_solver::Observer;

use super::missing::Missing;
use super::poll::Poll;
use super::state_graph::{Player, StateId, Store};

/// What waste is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StorageRoom {
    /// The squares of the storage.
    pub(crate) area: usize,
    /// The squares of the smallest chamber that holds what is needed.
    pub(crate) area_least: usize,
    /// How many boxes it holds.
    pub(crate) capacity: usize,
    /// How many boxes every solution has in it at once.
    pub(crate) needed: usize,
}

impl StorageRoom {
    /// Its waste.
    pub(crate) const fn waste(self) -> usize {
        if self.needed == 0 {
            return 0;
        }
        let slack = self.capacity.saturating_sub(self.needed);
        slack * 10 + self.area.saturating_sub(self.area_least)
    }
}

/// The waste of all storages of a level; 0 if it has none.
///
/// # Errors
/// Why it is not known, for instance because a storage would need more than `states_max` states.
pub(super) fn waste(
    board: &Board,
    start: &State,
    states_max: usize,
    observer: &mut Observer<'_>,
) -> Result<usize, Missing> {
    if states_max == 0 {
        return Err(Missing::NotMeasured);
    }
    let cut = cut_squares(board);
    let chambers = chambers(board, &cut, &tunnels(board, &cut));
    let has_door = chambers.chambers().iter().filter(|it| !it.ports.is_empty());
    let mut sum = 0;
    for chamber in has_door.filter(|it| is_storage(board, start, it)) {
        let capacity = storage_of(board, chamber).ok_or(Missing::ChamberTooLarge)?.capacity;
        let needed = needed_at_once(board, start, (&chamber.squares, states_max), observer)?;
        let area = chamber.squares.len();
        let least = Catalogue::embedded().least_area(board.rules().pushes(), needed as u8);
        let area_least = least.unwrap_or(area);
        sum += StorageRoom { area, area_least, capacity, needed }.waste();
    }
    Ok(sum)
}

/// The number of boxes that every solution has in `part` at once; 0 for an unsolvable level.
///
/// States with few boxes there are expanded first, so the first win has the fewest that any
/// solution needs.
fn needed_at_once(
    board: &Board,
    start: &State,
    (part, states_max): (&[Square], usize),
    observer: &mut Observer<'_>,
) -> Result<usize, Missing> {
    let mut inside = board.no_squares();
    inside.extend(part.iter().copied());
    let mut poll = Poll::new(observer);
    let mut player = Player::new(board, start);
    let mut store = Store::for_states_like(start);
    let mut waiting: Vec<Vec<(StateId, bool)>> = vec![Vec::new(); start.boxes.len() + 1];
    let (keeper, is_won) = player.settle();
    let (first, _) = store.insert(&player.state, keeper);
    waiting[count(&player.state, &inside)].push((first, is_won));
    let (mut states, mut pushes) = (1, Vec::new());
    for most in 0..waiting.len() {
        while let Some((state, is_won)) = waiting[most].pop() {
            if is_won {
                return Ok(most);
            }
            store.load(state, &mut player);
            player.list_pushes(&mut pushes);
            for &push in &pushes {
                poll.work(board.square_count() as u64)?;
                let undo = player.push(push);
                let (keeper, is_won) = player.settle();
                if let (child, true) = store.insert(&player.state, keeper) {
                    states += 1;
                    waiting[most.max(count(&player.state, &inside))].push((child, is_won));
                }
                player.undo(undo);
            }
            if states > states_max {
                return Err(Missing::TooManyStates(states_max));
            }
        }
    }
    Ok(0)
}

fn count(state: &State, inside: &SquareSet) -> usize {
    state.boxes.iter().filter(|&it| inside.contains(it)).count()
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{SOKEVO, level_in, random_levels};
    use sokolab_core::{Rules, Square, check};

    use super::super::liveness::Liveness;
    use super::super::occupancy;
    use super::super::state_graph::StateGraph;
    use super::{StorageRoom, needed_at_once, waste};
    use crate::rating::Missing;

    #[test]
    fn the_sokevo_puzzles_waste_16_and_4_and_2() {
        for (picture, expected) in SOKEVO.into_iter().zip([16, 4, 2]) {
            let (board, start) = check(&level_in(picture, Rules::NETHACK)).expect("playable");
            assert_eq!(waste(&board, &start, 20_000, &mut |_| None), Ok(expected));
            let few = waste(&board, &start, 10, &mut |_| None);
            assert_eq!(few, Err(Missing::TooManyStates(10)));
        }
    }

    #[test]
    fn a_storage_that_nobody_needs_is_a_decoy_and_no_waste() {
        let room = StorageRoom { area: 12, area_least: 10, capacity: 3, needed: 2 };
        assert_eq!(room.waste(), 12);
        assert_eq!(StorageRoom { needed: 0, ..room }.waste(), 0);
    }

    #[test]
    fn what_is_needed_is_what_all_states_say() {
        let mut looked_at = 0;
        for rules in Rules::ALL {
            for level in random_levels(rules, 40) {
                let (board, start) = check(&level).expect("playable");
                let most = (100_000, 1 << 30);
                let graph = StateGraph::build(&board, &start, most, &mut |_| None);
                let graph = graph.expect("a small world");
                let live = Liveness::of(&graph, &mut |_| None).expect("nobody stops it");
                let squares: Vec<Square> = board.squares().collect();
                for part in squares.chunks(3) {
                    let all = occupancy::needed_at_once(&board, (&graph, &live), part);
                    let found = needed_at_once(&board, &start, (part, 100_000), &mut |_| None);
                    assert_eq!(found, Ok(all.unwrap_or(0)), "{rules}: {:?}", level.picture);
                    looked_at += usize::from(all.is_some());
                }
            }
        }
        assert!(looked_at > 100, "{looked_at} parts of levels with a solution");
    }
}
