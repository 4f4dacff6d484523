//! A level divided into areas, with the data that the search needs.

use sokolab_analysis::{KeeperWay, PushDistances, dead_squares, spare_boxes};
use sokolab_core::{Board, State};

use super::areas::{Areas, Indivisible};
use super::local::{Local, SetNumber, Supply, wanted};
use super::options::{ChamberOptions, Order};
use crate::space::{BehindPort, Parking, Space};

/// A level divided into areas, with the data that the search needs.
#[derive(Debug)]
pub(crate) struct DividedLevel {
    pub(crate) areas: Areas,
    pub(crate) locals: Vec<Local>,
    /// For each area, the crossings to the nearest area with goals; 0 if boxes need not get there.
    pub(super) distances: Vec<u32>,
    pub(super) order: Order,
    pub(super) is_exact: bool,
}

impl DividedLevel {
    pub(super) fn new(
        board: &Board,
        start: &State,
        options: &ChamberOptions,
    ) -> Result<DividedLevel, Indivisible> {
        let areas = Areas::of(board)?;
        let rules = board.rules();
        // With a spare box, losing a box need not lose the level.
        let needs_all = spare_boxes(board, start) == Ok(0);
        let mut barred = board.dead_fields().clone();
        if needs_all {
            let distances = PushDistances::new(board, KeeperWay::Walking);
            barred.extend(dead_squares(board, &distances).iter());
        }
        let is_short = start.boxes.len() < board.goals().len();
        let supply = if is_short { Supply::Short } else { Supply::Enough };
        let mut locals = Vec::new();
        for area in &areas.list {
            let bits = |is: &dyn Fn(sokolab_core::Square) -> bool| {
                let squares = area.squares.iter().enumerate().filter(|(_, it)| is(**it));
                squares.fold(0, |set, (number, _)| set | 1u64 << number)
            };
            let beyond = vec![BehindPort::Anything; area.links.len()];
            let space = Space::new(&area.shape, rules, Parking::AsDrawn, &beyond);
            let mut space = space.with_barred(bits(&|it| barred.contains(it)));
            for (_, most) in options.at_most.iter().filter(|it| area.squares.contains(&it.0)) {
                space = space.with_boxes_max(*most);
            }
            let exits = bits(&|it| board.exits().contains(it));
            let exits = Some(exits).filter(|_| !board.exits().is_empty());
            let wanted = wanted(rules.goal(), exits, supply);
            let must_empty = needs_all && area.shape.goals() == 0;
            locals.push(Local::new(space, area.squares.clone(), wanted, must_empty));
        }
        // An area does not know steps past a hole that are not also pushes.
        let is_exact = options.at_most.is_empty() && rules.steps() == rules.pushes();
        let order = options.order;
        let mut level = DividedLevel { areas, locals, distances: Vec::new(), order, is_exact };
        level.distances = level.distances_to_goals(needs_all);
        Ok(level)
    }

    fn distances_to_goals(&self, needs_all: bool) -> Vec<u32> {
        let count = self.areas.list.len();
        let mut distances = vec![u32::MAX; count];
        let has_goals = |it: &usize| self.areas.list[*it].shape.goals() != 0;
        let mut layer: Vec<usize> = (0..count).filter(has_goals).collect();
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for at in layer {
                if distances[at] == u32::MAX {
                    distances[at] = distance;
                    next.extend(self.areas.list[at].links.iter().map(|it| it.area));
                }
            }
            layer = next;
            distance += 1;
        }
        let is_used = |it: u32| if needs_all && it != u32::MAX { it } else { 0 };
        distances.into_iter().map(is_used).collect()
    }

    /// A lower bound on the crossings still to come.
    pub(super) fn bound(&self, sets: &[SetNumber]) -> u32 {
        let areas = self.locals.iter().zip(sets).zip(&self.distances);
        areas.filter(|it| *it.1 > 0).map(|((local, &set), &far)| local.box_count(set) * far).sum()
    }
}
