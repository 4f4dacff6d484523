//! Crate locks: boxes that lock each other, although none of them stands on a locked square.

use sokolab_core::{Board, Square, SquareSet, State};

use super::LockSetting;
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::few_boxes::{FewBoxes, Quest};

/// Limits of the search for crate locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// Maximum number of boxes in a group.
    pub boxes_max: usize,
    /// Maximum number of states to visit for one group.
    pub group_states_max: usize,
    /// Maximum number of states to visit for all groups together.
    pub states_max: usize,
}

impl GroupLimits {
    /// A few milliseconds per level: enough for small groups on small boards.
    pub const QUICK: GroupLimits =
        GroupLimits { boxes_max: 4, group_states_max: 50, states_max: 150 };
}

impl Default for GroupLimits {
    fn default() -> GroupLimits {
        GroupLimits { boxes_max: 4, group_states_max: 2_000, states_max: 50_000 }
    }
}

/// A group of boxes that cannot all be rescued, although every smaller part of it can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateLock {
    /// The boxes.
    pub boxes: SquareSet,
    /// The fewest of them that must stay if no box is pushed onto a locked square.
    pub stay_min: usize,
    /// Lower bound on the boxes that are lost for good, even if boxes are sacrificed on locked
    /// squares to make way for others.
    pub lost_min: usize,
}

/// The crate-locked groups among some boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateLocks {
    /// The boxes that cannot be rescued even alone: they stand on locked squares, or the keeper is
    /// on the wrong side of them.
    pub lost: SquareSet,
    /// The minimal groups of the other boxes, ordered by size and then by how close their boxes
    /// are.
    pub groups: Vec<CrateLock>,
    /// Whether `groups` has all minimal groups of up to the allowed number of boxes.
    pub is_complete: bool,
    /// States visited.
    pub states: usize,
}

impl CrateLocks {
    /// A deadlock of `state`, whose crate locks these are, if more boxes are lost than are spare:
    /// disjoint groups lose their boxes independently.
    #[must_use]
    pub fn deadlock(&self, board: &Board, state: &State) -> Option<Deadlock> {
        let spare = match spare_boxes(board, state) {
            Ok(spare) => spare,
            Err(deadlock) => return Some(deadlock),
        };
        let (boxes, lost) = self.lost_min(spare);
        let proof = Proof::Search(self.states);
        let kind = DeadlockKind::CrateLock;
        (lost > spare).then_some(Deadlock { kind, boxes, proof })
    }

    /// Some boxes and a lower bound on how many of them are lost for good. Stops adding boxes when
    /// the bound exceeds `spare`.
    pub(crate) fn lost_min(&self, spare: usize) -> (SquareSet, usize) {
        let mut boxes = self.lost.clone();
        let mut lost = self.lost.len();
        for group in &self.groups {
            if lost > spare {
                break;
            }
            if group.boxes.intersection(&boxes).is_empty() {
                boxes = boxes.union(&group.boxes);
                lost += group.lost_min;
            }
        }
        (boxes, lost)
    }
}

/// The crate-locked groups of `boxes` with the keeper on `keeper`, which in a chamber is a corridor
/// square.
///
/// `locked` are the squares that are locked wherever the keeper is. Every small group of boxes is
/// searched exhaustively alone on the board, so this can take far longer than the rest of the
/// analysis. For states of one game, [`GroupMemory::crate_locks`] gives the same answers faster.
#[must_use]
pub fn crate_locks(
    setting: &LockSetting<'_>,
    locked: &SquareSet,
    boxes: &SquareSet,
    keeper: Square,
    limits: GroupLimits,
) -> CrateLocks {
    GroupMemory::default().crate_locks((setting, locked), boxes, keeper, limits)
}

/// What searches for crate locks have found, for further states of the same game. It never changes
/// an answer: groups that nobody has pushed since are only answered faster.
#[derive(Clone, Debug, Default)]
pub struct GroupMemory {
    games: Option<Games>,
}

/// The two games with a few boxes that decide about groups.
#[derive(Clone, Debug)]
struct Games {
    /// No box is pushed onto a locked square.
    careful: FewBoxes,
    /// Boxes may be pushed anywhere.
    reckless: FewBoxes,
}

impl GroupMemory {
    /// The answer of [`crate_locks`]. What is known about another setting is forgotten.
    #[must_use]
    pub fn crate_locks(
        &mut self,
        (setting, locked): (&LockSetting<'_>, &SquareSet),
        boxes: &SquareSet,
        keeper: Square,
        limits: GroupLimits,
    ) -> CrateLocks {
        let board = setting.board();
        let found = CrateLocks {
            lost: board.no_squares(),
            groups: Vec::new(),
            is_complete: true,
            states: 0,
        };
        let games = self.games(setting, locked);
        let mut hunt = Hunt { board, keeper, games, limits, found };
        for square in boxes.iter() {
            if hunt.is_exhausted() {
                break;
            }
            if hunt.stay_min(&hunt.group(&[square])).is_some_and(|left| left > 0) {
                hunt.found.lost.insert(square);
            }
        }
        let candidates = Candidates::new(board, &boxes.difference(&hunt.found.lost));
        let radius_max = board.width().max(board.height());
        for size in 2..=limits.boxes_max {
            for radius in 1..radius_max {
                hunt.try_groups(&candidates, (&mut Vec::new(), 0), size, radius);
            }
        }
        hunt.found
    }

    /// The games in this setting, with what is known about them.
    fn games(&mut self, setting: &LockSetting<'_>, locked: &SquareSet) -> &mut Games {
        let (board, corridor) = (setting.board(), setting.corridor());
        if self.games.as_ref().is_some_and(|it| !it.careful.is_for(board, corridor, locked)) {
            self.games = None;
        }
        self.games.get_or_insert_with(|| Games {
            careful: FewBoxes::new(board, corridor, locked),
            reckless: FewBoxes::new(board, corridor, &board.no_squares()),
        })
    }
}

/// A search for groups in progress.
struct Hunt<'a> {
    board: &'a Board,
    keeper: Square,
    games: &'a mut Games,
    limits: GroupLimits,
    found: CrateLocks,
}

impl Hunt<'_> {
    /// Tries every group of `size` candidates that begins with those `chosen`, whose extent in
    /// columns or rows is `extent`, and whose own extent is exactly `radius`.
    fn try_groups(
        &mut self,
        candidates: &Candidates,
        (chosen, extent): (&mut Vec<usize>, usize),
        size: usize,
        radius: usize,
    ) {
        if chosen.len() == size {
            if extent == radius {
                let squares: Vec<Square> =
                    chosen.iter().map(|&it| candidates.squares[it]).collect();
                let group = self.group(&squares);
                if !self.found.groups.iter().any(|it| it.boxes.is_subset(&group)) {
                    self.try_group(group);
                }
            }
            return;
        }
        for next in chosen.last().map_or(0, |it| it + 1)..candidates.squares.len() {
            let extent = candidates.distance_max(chosen, next).max(extent);
            if extent <= radius && !self.is_exhausted() {
                chosen.push(next);
                self.try_groups(candidates, (chosen, extent), size, radius);
                chosen.pop();
            }
        }
    }

    fn try_group(&mut self, boxes: SquareSet) {
        if let Some(stay_min) = self.stay_min(&boxes).filter(|&left| left > 0) {
            let states_max = self.states_left();
            let outcome =
                self.games.reckless.search(&boxes, self.keeper, Quest::Rescue, states_max);
            self.found.states += outcome.states;
            // At least one box is lost: a sacrificed box is not rescued either.
            let lost_min = if outcome.is_complete { outcome.left_min.max(1) } else { 1 };
            self.found.groups.push(CrateLock { boxes, stay_min, lost_min });
        }
    }

    /// The fewest of `boxes` that must stay; `None` if a limit was reached first.
    fn stay_min(&mut self, boxes: &SquareSet) -> Option<usize> {
        let states_max = self.states_left();
        let outcome = self.games.careful.search(boxes, self.keeper, Quest::Rescue, states_max);
        self.found.states += outcome.states;
        self.found.is_complete &= outcome.is_complete;
        outcome.is_complete.then_some(outcome.left_min)
    }

    fn states_left(&self) -> usize {
        self.limits.group_states_max.min(self.limits.states_max.saturating_sub(self.found.states))
    }

    fn is_exhausted(&mut self) -> bool {
        let is_exhausted = self.found.states >= self.limits.states_max;
        self.found.is_complete &= !is_exhausted;
        is_exhausted
    }

    fn group(&self, squares: &[Square]) -> SquareSet {
        let mut group = self.board.no_squares();
        group.extend(squares.iter().copied());
        group
    }
}

/// The boxes that may form groups, and how far apart they are.
struct Candidates {
    squares: Vec<Square>,
    /// For each two of them, their distance in columns or rows, whichever is larger.
    distances: Vec<usize>,
}

impl Candidates {
    fn new(board: &Board, boxes: &SquareSet) -> Candidates {
        let squares: Vec<Square> = boxes.iter().collect();
        let places: Vec<_> = squares.iter().map(|&it| board.position(it)).collect();
        let distance = |one: (usize, usize), two: (usize, usize)| {
            one.0.abs_diff(two.0).max(one.1.abs_diff(two.1))
        };
        let pairs = places.iter().flat_map(|&one| places.iter().map(move |&two| (one, two)));
        let distances = pairs.map(|(one, two)| distance(one, two)).collect();
        Candidates { squares, distances }
    }

    /// The distance from a candidate to the farthest of those chosen.
    fn distance_max(&self, chosen: &[usize], next: usize) -> usize {
        let row = &self.distances[next * self.squares.len()..];
        chosen.iter().map(|&it| row[it]).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{CrateLock, GroupLimits, GroupMemory, crate_locks};
    use crate::locks::{LockSetting, frozen, locked_squares};
    use crate::test_positions::{Drawn, random_positions};
    use sokolab_core::reference::{expand, fewest_pushes};
    use sokolab_core::testing::Chance;
    use sokolab_core::{GoalKind, Rules, SquareSet};

    const CRATE: &str = "
         ------  ----
        --....----..|
        |..0-.00....|
        |.00........|
        |--.........|
        |.0.....00..|
        |..0...0.0...####
        -------------";

    fn set(drawn: &Drawn, places: &[(usize, usize)]) -> SquareSet {
        let mut squares = drawn.board.no_squares();
        squares.extend(places.iter().map(|&(x, y)| drawn.at(x, y)));
        squares
    }

    #[test]
    fn the_groups_of_the_crate_lock_picture() {
        for rules in [Rules::OFFICIAL, Rules::NETHACK, Rules::NETHACK_GAME, Rules::SINK] {
            let drawn = Drawn::new(CRATE, rules);
            let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
            let locked = locked_squares(&setting).any;
            let keeper = drawn.corridor.first().expect("a corridor");
            let limits = GroupLimits::default();
            let found = crate_locks(&setting, &locked, &drawn.boxes, keeper, limits);
            assert!(found.is_complete && found.lost.is_empty());

            let group = |places: &[(usize, usize)], stay_min, lost_min| CrateLock {
                boxes: set(&drawn, places),
                stay_min,
                lost_min,
            };
            let expected = [
                group(&[(6, 2), (7, 2)], 2, 2),
                group(&[(2, 5), (3, 6)], 2, 1),
                group(&[(3, 2), (2, 3), (3, 3)], 3, 3),
                group(&[(8, 5), (9, 5), (7, 6), (9, 6)], 2, 2),
            ];
            assert_eq!(found.groups, expected, "{rules}");

            let still = frozen(&drawn.board, &drawn.boxes, &locked);
            let expected = [(3, 2), (6, 2), (7, 2), (2, 3), (3, 3)];
            assert_eq!(drawn.places(&still), expected, "{rules}");
        }
    }

    #[test]
    fn a_small_limit_is_owned_up_to() {
        let drawn = Drawn::new(CRATE, Rules::OFFICIAL);
        let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
        let locked = locked_squares(&setting).any;
        let keeper = drawn.corridor.first().expect("a corridor");
        let limits = GroupLimits { states_max: 100, ..GroupLimits::default() };
        let found = crate_locks(&setting, &locked, &drawn.boxes, keeper, limits);
        assert!(!found.is_complete);
    }

    #[test]
    fn levels_with_a_locked_group_and_no_spare_box_are_unsolvable() {
        let limits = GroupLimits { boxes_max: 3, ..GroupLimits::default() };
        for (_, board, state) in random_positions(60) {
            let setting = LockSetting::of_level(&board, &state);
            let locked = locked_squares(&setting).any;
            let found = crate_locks(&setting, &locked, &state.boxes, state.keeper, limits);
            let is_dead = found.deadlock(&board, &state).is_some();
            assert!(!is_dead || fewest_pushes(&board, &state).is_none());
            // With all boxes in one group, a locked group is the same as an unsolvable level.
            let all = board.rules().goal() != GoalKind::Fill && state.boxes.len() <= 3;
            if all && crate::spare_boxes(&board, &state) == Ok(0) {
                assert!(found.is_complete);
                assert_eq!(is_dead, fewest_pushes(&board, &state).is_none());
            }
        }
    }

    #[test]
    fn a_memory_never_changes_an_answer() {
        let (mut chance, mut groups) = (Chance::new(3), 0);
        for (_, board, start) in random_positions(20) {
            // Small limits end searches in all ways: on the way, and for want of states.
            for (group_states_max, states_max) in [(20, 60), (300, 1_000)] {
                let limits = GroupLimits { boxes_max: 3, group_states_max, states_max };
                let (mut memory, mut state) = (GroupMemory::default(), start.clone());
                for _ in 0..12 {
                    let setting = LockSetting::of_level(&board, &state);
                    let locked = locked_squares(&setting).any;
                    let (boxes, keeper) = (&state.boxes, state.keeper);
                    let fresh = crate_locks(&setting, &locked, boxes, keeper, limits);
                    let known = memory.crate_locks((&setting, &locked), boxes, keeper, limits);
                    assert_eq!(known, fresh, "{state:?}");
                    groups += fresh.groups.len();
                    let mut after = expand(&board, &state);
                    if after.is_empty() {
                        break;
                    }
                    state = after.swap_remove(chance.below(after.len())).1;
                }
            }
        }
        assert!(groups > 20, "{groups}");
    }
}
