//! Decides by exhaustive search for which keepers and goals a pattern is dead.

use std::collections::BTreeSet;

use super::pattern::{Pattern, bits};
use super::window::{OUTSIDE, Window, WindowState};

/// The verdict on a pattern with the keeper in one part of the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionVerdict {
    /// The places of a closed part of the window; `None` for everything else, including the
    /// outside.
    pub pocket: Option<u64>,
    /// The minimal sets of boxes that can be left in the window. The pattern is alive if there are
    /// goals under all boxes of one of these sets; if one is empty, it is alive without goals.
    pub leftovers: Vec<u64>,
    /// Number of states visited.
    pub states: usize,
}

impl RegionVerdict {
    /// Whether the pattern is dead here with these goals.
    #[must_use]
    pub fn is_dead(&self, goals: u64) -> bool {
        self.leftovers.iter().all(|left| left & !goals != 0)
    }
}

/// The verdicts on a pattern, for every part of the floor where the keeper can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternVerdict {
    /// The verdict for the keeper outside, then for closed parts in order.
    pub rooms: Vec<RegionVerdict>,
}

impl PatternVerdict {
    /// Whether the pattern is dead without goals when the keeper is not in a closed part.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.rooms[0].is_dead(0)
    }

    /// The places where a goal could make the pattern alive, with the keeper outside.
    #[must_use]
    pub fn goals_that_matter(&self) -> u64 {
        self.rooms[0].leftovers.iter().fold(0, |sum, left| sum | left)
    }
}

/// Judges a pattern; `None` if that would need more than `states_max` states.
#[must_use]
pub fn judge(pattern: &Pattern, states_max: usize) -> Option<PatternVerdict> {
    let window = Window::new(pattern.size(), pattern.walls());
    let pockets = window.pockets(pattern.boxes());
    let mut rooms = Vec::new();
    for pocket in std::iter::once(None).chain(pockets.into_iter().map(Some)) {
        let region = pocket.unwrap_or(OUTSIDE);
        let first = WindowState { boxes: pattern.boxes(), region };
        let (leftovers, states) = explore(&window, first, states_max)?;
        rooms.push(RegionVerdict {
            pocket: pocket.map(|_| window.walkable(first)),
            leftovers,
            states,
        });
    }
    Some(PatternVerdict { rooms })
}

/// The minimal sets of boxes that can be left, and the number of states visited.
fn explore(window: &Window, first: WindowState, states_max: usize) -> Option<(Vec<u64>, usize)> {
    let mut seen = BTreeSet::from([first]);
    let mut pending = vec![first];
    let mut least: Vec<u64> = Vec::new();
    while let Some(standing) = pending.pop() {
        if seen.len() > states_max {
            return None;
        }
        let boxes = standing.boxes;
        if !least.iter().any(|known| known & !boxes == 0) {
            least.retain(|known| boxes & !known != 0);
            least.push(boxes);
        }
        window.pushes(standing, |next| {
            if seen.insert(next) {
                pending.push(next);
            }
        });
    }
    least.sort_unstable_by_key(|set| (set.count_ones(), *set));
    Some((least, seen.len()))
}

/// Whether all boxes can be rescued by a keeper outside.
pub(super) fn is_alive(window: &Window, boxes: u64) -> bool {
    let first = WindowState { boxes, region: OUTSIDE };
    let mut seen = BTreeSet::from([first]);
    let mut pending = vec![first];
    while let Some(standing) = pending.pop() {
        if standing.boxes == 0 {
            return true;
        }
        window.pushes(standing, |next| {
            if seen.insert(next) {
                pending.push(next);
            }
        });
    }
    false
}

/// The walls and boxes of a dead pattern that are each redundant.
#[must_use]
pub fn redundant_parts(pattern: &Pattern) -> (u64, u64) {
    let (size, walls, boxes) = (pattern.size(), pattern.walls(), pattern.boxes());
    let without_wall = |wall: u8| !is_alive(&Window::new(size, walls & !(1 << wall)), boxes);
    let window = Window::new(size, walls);
    let without_box = |place: u8| !is_alive(&window, boxes & !(1 << place));
    let set = |places: Vec<u8>| places.into_iter().fold(0, |sum, it| sum | 1_u64 << it);
    let spare_walls = bits(walls).into_iter().filter(|&it| without_wall(it)).collect();
    let spare_boxes = bits(boxes).into_iter().filter(|&it| without_box(it)).collect();
    (set(spare_walls), set(spare_boxes))
}

#[cfg(test)]
mod tests {
    use super::{judge, redundant_parts};
    use crate::patterns::Pattern;

    /// Checks the sets of goals that make it alive, the verdicts on closed parts, and the states.
    #[track_caller]
    fn check(drawing: &str, states: usize, leftovers: &[u64], pockets_alive: &[u64], spare: u64) {
        let pattern = Pattern::read(drawing).expect("a pattern");
        let judged = judge(&pattern, 1_000).expect("it is small");
        assert!(judged.is_dead());
        assert_eq!(judged.rooms[0].states, states);
        assert_eq!(judged.rooms[0].leftovers, leftovers);
        let pockets = judged.rooms[1..].iter().filter(|room| !room.is_dead(0));
        assert_eq!(pockets.filter_map(|room| room.pocket).collect::<Vec<_>>(), pockets_alive);
        assert_eq!(redundant_parts(&pattern), (spare, 0));
    }

    /// A set of places, as column and row.
    fn set(width: u32, places: &[(u32, u32)]) -> u64 {
        places.iter().fold(0, |sum, (x, y)| sum | 1 << (y * width + x))
    }

    #[test]
    fn pattern_a_of_the_notes_needs_goals_for_both_boxes_and_the_keeper_outside() {
        let left = [[(1, 1), (2, 1)], [(1, 1), (1, 2)], [(2, 1), (1, 2)]].map(|it| set(3, &it));
        check("###\n# $\n#$-", 3, &left, &[set(3, &[(1, 1)])], set(3, &[(0, 0)]));
    }

    #[test]
    fn pattern_b_of_the_notes_is_alive_with_any_goal_in_the_niche() {
        let left = [(1, 1), (2, 1), (3, 1)].map(|it| set(5, &[it]));
        check("#####\n# $ #", 3, &left, &[], set(5, &[(0, 0), (4, 0)]));
    }

    #[test]
    fn pattern_c_of_the_notes_is_alive_with_a_goal_in_its_corner() {
        let pattern = Pattern::read("####\n#  $\n#$$-").expect("a pattern");
        let judged = judge(&pattern, 1_000).expect("it is small");
        assert_eq!((judged.is_dead(), judged.rooms[0].states), (true, 17));
        let corner = set(4, &[(1, 1)]);
        assert_eq!(judged.rooms[0].leftovers[0], corner);
        // Otherwise every box needs a goal.
        assert!(judged.rooms[0].leftovers[1..].iter().all(|left| left.count_ones() == 3));
        assert!(!judged.rooms[1].is_dead(0), "not with the keeper inside");
        assert_eq!(redundant_parts(&pattern), (set(4, &[(0, 0), (0, 2)]), 0));
    }

    #[test]
    fn a_limit_leaves_a_pattern_undecided() {
        let pattern = Pattern::read("$ $ $\n\n$ $ $\n\n$ $ $").expect("a pattern");
        assert_eq!(judge(&pattern, 100), None);
    }
}
