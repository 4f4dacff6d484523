//! Goal locks and goal chambers with fixed drawings, for the official rules.
//!
//! A drawing is a chamber with its goals `^` and its ports as digits: the first is for the feed,
//! the others for storages. Its heading names the plan, the number of goals, and the storages that
//! it demands; for a chamber with one port, how many boxes must be inside before the first stays on
//! a goal. `tests` prove each heading. They were found by random changes to the lock of the
//! `NetHack` 4 document and to random floors, keeping those with a proof.

use std::sync::LazyLock;

use sokolab_chamber::{ChamberShape, Port};
use sokolab_core::Direction;

use crate::chambers::plan_kind::PlanKind;

/// A drawing and what it demands.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    /// The plan it is for.
    pub(crate) kind: PlanKind,
    /// Its goals.
    pub(crate) goals: usize,
    /// The storage that it demands behind each port after the first; for a chamber with one port,
    /// the boxes that must be inside before the first stays on a goal.
    pub(crate) demands: Vec<usize>,
    /// The chamber.
    pub(crate) shape: ChamberShape,
}

impl Drawing {
    /// Boxes that must be in storage at once.
    pub(crate) fn stored(&self) -> usize {
        self.demands.iter().sum()
    }
}

/// All drawings.
pub(crate) fn drawings() -> &'static [Drawing] {
    static DRAWINGS: LazyLock<Vec<Drawing>> =
        LazyLock::new(|| include_str!("drawings.txt").split("\n\n").filter_map(read).collect());
    &DRAWINGS
}

/// Reads a heading and the rows below it.
fn read(text: &str) -> Option<Drawing> {
    let (heading, rows) = text.trim_start().split_once('\n')?;
    let mut words = heading.split_whitespace();
    let kind = words.next()?.parse().ok()?;
    let goals = words.next()?.parse().ok()?;
    let demands = words.map(|it| it.parse().ok()).collect::<Option<Vec<usize>>>()?;
    Some(Drawing { kind, goals, demands, shape: shape(rows)? })
}

/// The chamber of a drawing.
fn shape(rows: &str) -> Option<ChamberShape> {
    let rows: Vec<&[u8]> = rows.lines().map(str::as_bytes).collect();
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let is_floor = |x, y| matches!(at(x, y), Some(b'.' | b'^'));
    let width = rows.iter().map(|it| it.len()).max()?;
    let places: Vec<(usize, usize)> =
        (0..rows.len()).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
    let floor: Vec<_> = places.iter().copied().filter(|&(x, y)| is_floor(x, y)).collect();
    let goals: Vec<_> = places.iter().copied().filter(|&(x, y)| at(x, y) == Some(b'^')).collect();
    let mut ports: Vec<(u8, Port)> = Vec::new();
    for &(x, y) in &places {
        let Some(digit @ b'1'..=b'9') = at(x, y) else { continue };
        let inward = Direction::ORTHOGONAL.into_iter().find_map(|way| {
            let next = (
                x.checked_add_signed(way.dx() as isize)?,
                y.checked_add_signed(way.dy() as isize)?,
            );
            is_floor(next.0, next.1).then_some((next, way))
        });
        let (inner, way) = inward?;
        ports.push((digit, Port { inner, outward: way.opposite() }));
    }
    ports.sort_unstable_by_key(|it| it.0);
    let ports: Vec<Port> = ports.into_iter().map(|it| it.1).collect();
    ChamberShape::new(&floor, &goals, &ports).ok()
}

#[cfg(test)]
mod tests {
    use sokolab_chamber::behaviour::{Filling, filling};
    use sokolab_chamber::{Annex, BehindPort, Parking};
    use sokolab_core::Rules;
    use sokolab_core::testing::is_slow;

    use super::{Drawing, PlanKind, drawings};

    /// The most goals of a drawing that is proved in a quick run.
    const GOALS_QUICK: usize = 3;

    fn filled(drawing: &Drawing, demands: &[usize], parking: Parking) -> Filling {
        let storage = |&it: &usize| BehindPort::Annex(Annex::storage(it as u8, 0));
        let others: Vec<BehindPort> = demands.iter().map(storage).collect();
        let found = filling(&drawing.shape, Rules::OFFICIAL, parking, &others, 1_000_000);
        found.expect("not too large")
    }

    #[test]
    fn every_block_of_the_file_is_a_drawing() {
        let blocks = include_str!("drawings.txt").split("\n\n").filter(|it| !it.trim().is_empty());
        assert_eq!(blocks.count(), drawings().len());
        for kind in [PlanKind::Lock, PlanKind::ForkedLock, PlanKind::Hybrid, PlanKind::Packing] {
            assert!(drawings().iter().filter(|it| it.kind == kind).count() >= 6, "{kind}");
        }
        for drawing in drawings() {
            assert_eq!(drawing.shape.goals().count_ones() as usize, drawing.goals);
            let ports = drawing.shape.ports().len();
            let is_whole = drawing.stored() == drawing.goals;
            match drawing.kind {
                PlanKind::Lock => assert!(ports == 2 && is_whole),
                PlanKind::ForkedLock => assert!(ports == 3 && is_whole),
                PlanKind::Hybrid => assert!(ports == 1 && is_whole),
                PlanKind::Packing => assert!(ports == 1 && !is_whole && drawing.stored() > 1),
                PlanKind::Row => panic!("rows have no drawing"),
            }
        }
    }

    #[test]
    fn locks_demand_every_storage_whole() {
        let is_lock = |it: &&Drawing| matches!(it.kind, PlanKind::Lock | PlanKind::ForkedLock);
        for drawing in drawings().iter().filter(is_lock) {
            if drawing.goals > GOALS_QUICK && !is_slow() {
                continue;
            }
            let can = |demands: &[usize], parking| filled(drawing, demands, parking).is_possible();
            assert!(can(&drawing.demands, Parking::Forbidden), "{drawing:?}");
            for port in 0..drawing.demands.len() {
                let mut less = drawing.demands.clone();
                less[port] -= 1;
                assert!(!can(&less, Parking::Allowed), "{drawing:?}");
            }
        }
    }

    #[test]
    fn chambers_with_one_port_make_boxes_wait() {
        let is_single = |it: &&Drawing| matches!(it.kind, PlanKind::Hybrid | PlanKind::Packing);
        for drawing in drawings().iter().filter(is_single) {
            if drawing.goals > GOALS_QUICK && !is_slow() {
                continue;
            }
            assert!(filled(drawing, &[], Parking::Forbidden).is_possible(), "{drawing:?}");
            let most = filled(drawing, &[], Parking::Allowed);
            assert_eq!(most.boxes_before_first, drawing.stored(), "{drawing:?}");
        }
    }

    #[test]
    fn goals_are_not_always_in_a_row() {
        let is_row = |it: &Drawing| {
            let places: Vec<_> = it.shape.places(it.shape.goals()).collect();
            places.iter().all(|at| at.0 == places[0].0)
                || places.iter().all(|at| at.1 == places[0].1)
        };
        for kind in [PlanKind::Lock, PlanKind::ForkedLock, PlanKind::Hybrid, PlanKind::Packing] {
            let own = drawings().iter().filter(|it| it.kind == kind);
            assert!(own.clone().any(|it| !is_row(it)), "{kind}");
        }
    }
}
