//! Parts of plans with fixed drawings: rows of goals, junctions, goal locks.

use sokolab_chamber::{ChamberShape, Port};
use sokolab_core::{Direction, GoalKind};

use super::{Part, Planned, planned};

/// A 3 × 3 room, where a box can be turned to any side; it may hold a box or two.
pub(super) fn room() -> Planned {
    let floor: Vec<_> = (0..9).map(|it| (it % 3, it / 3)).collect();
    let ports = [
        Port { inner: (1, 2), outward: Direction::Down },
        Port { inner: (0, 1), outward: Direction::Left },
        Port { inner: (2, 1), outward: Direction::Right },
    ];
    planned(
        Part::Junction,
        ChamberShape::new(&floor, &[], &ports).expect("a room with three ports"),
    )
}

/// The smallest room in which boxes from the first port can be sent to either of the others and
/// back, and in which none can stay: the parts behind the ports must take them.
pub(super) fn junction() -> Planned {
    let floor = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)];
    let ports = [
        Port { inner: (1, 0), outward: Direction::Up },
        Port { inner: (1, 2), outward: Direction::Down },
        Port { inner: (0, 1), outward: Direction::Left },
    ];
    planned(
        Part::Junction,
        ChamberShape::new(&floor, &[], &ports).expect("a room with three ports"),
    )
}

/// Maximum number of boxes behind a junction for which a test proves that it holds none itself.
pub(super) const JUNCTION_PROVED: usize = 4;

/// A row of goals, and the exit behind it. If guarded against levitation, a box stands before the
/// last hole, which a levitating hero cannot push.
pub(super) fn goals(count: usize, is_guarded: bool, goal: GoalKind) -> Planned {
    let has_exit = goal == GoalKind::Fill;
    let length = count + usize::from(has_exit) + usize::from(is_guarded);
    let floor: Vec<_> = (0..length).map(|x| (x, 0)).collect();
    let guard = is_guarded.then(|| count - 1);
    let holes: Vec<_> =
        (0..length - usize::from(has_exit)).filter(|&x| Some(x) != guard).map(|x| (x, 0)).collect();
    let ports = [Port { inner: (0, 0), outward: Direction::Left }];
    let shape = ChamberShape::new(&floor, &holes, &ports).expect("a row with a port");
    let boxes = guard.map_or(0, |x| 1 << x);
    Planned { boxes, ..planned(Part::Goals(count), shape) }
}

/// Maximum number of goals of a lock for which a test proves that it cannot be filled with less
/// storage than it has goals.
pub(crate) const LOCK_PROVED: usize = 6;

/// The goal lock of the `NetHack` 4 document with this many goals: the first port is for the feed,
/// the second for the storage.
pub(super) fn goal_lock(goals: usize) -> ChamberShape {
    let right = goals + 3;
    let mut floor: Vec<(usize, usize)> = vec![(1, 2), (2, 2), (2, 1), (1, 3), (2, 3)];
    floor.extend((2..=right + 1).map(|x| (x, 0)));
    floor.extend([(right, 1), (right + 1, 1), (right, 2)]);
    floor.extend((3..=right + 1).map(|x| (x, 3)));
    floor.extend([(right, 4), (right + 1, 4)]);
    let holes: Vec<(usize, usize)> = (3..right).map(|x| (x, 0)).collect();
    let ports = [
        Port { inner: (1, 2), outward: Direction::Left },
        Port { inner: (right + 1, 3), outward: Direction::Right },
    ];
    ChamberShape::new(&floor, &holes, &ports).expect("a goal lock has two ports")
}

#[cfg(test)]
mod tests {
    use sokolab_core::Rules;
    use sokolab_core::testing::is_slow;

    use super::{JUNCTION_PROVED, LOCK_PROVED, goal_lock, junction, room};
    use sokolab_chamber::behaviour::{ChamberGraph, filling};
    use sokolab_chamber::{Annex, BehindPort, ChamberShape, Parking, Space};

    #[test]
    fn a_goal_lock_demands_storage_for_all_its_boxes() {
        for goals in 2..=if is_slow() { LOCK_PROVED } else { 4 } {
            let goals = goals as u8;
            let lock = goal_lock(usize::from(goals));
            let fill = |capacity: u8, parking| {
                let storage = BehindPort::Annex(Annex::storage(capacity, 0));
                let found = filling(&lock, Rules::OFFICIAL, parking, &[storage], 20_000_000);
                found.expect("not too large")
            };
            assert!(fill(goals, Parking::Forbidden).is_possible(), "{goals}");
            assert!(!fill(goals - 1, Parking::Allowed).is_possible(), "{goals}");
        }
    }

    /// The maximum number of boxes that can be brought in by the first port and retrieved, with
    /// storages of these capacities behind the others.
    fn held(shape: &ChamberShape, capacities: [u8; 2]) -> usize {
        let annexes = capacities.map(|it| BehindPort::Annex(Annex::storage(it, 0)));
        let beyond = [&[BehindPort::Anything], &annexes[..]].concat();
        let space = Space::new(shape, Rules::OFFICIAL, Parking::Allowed, &beyond);
        let graph = ChamberGraph::forwards(&space, &[space.empty()], 1_000_000).expect("small");
        let live = graph.backwards(std::iter::once(0), |_| true);
        let count = |it: usize| {
            let stored: usize = graph.states[it].annexes.iter().map(|&it| usize::from(it)).sum();
            graph.box_count(it) + stored
        };
        let is_outside = |it: &usize| space.is_outside(space.region(&graph.states[*it]), 0);
        let kept = (0..live.len()).filter(|&it| live[it]).filter(is_outside);
        kept.map(count).max().unwrap_or(0)
    }

    #[test]
    fn a_junction_holds_nothing_by_itself() {
        let shape = junction().shape;
        for total in 0..=JUNCTION_PROVED {
            for first in 0..=total {
                let capacities = [first as u8, (total - first) as u8];
                assert_eq!(held(&shape, capacities), total, "{capacities:?}");
            }
        }
        assert!(held(&room().shape, [0, 0]) > 0);
    }
}
