//! The best levels of an evolution.

use super::aim::{dominates, dominators};
use super::evaluate::Evolved;

/// Levels kept per lineage, unless more are on the Pareto front: too many would crowd out others.
const LINE_MAX: usize = 3;

/// Maximum number of levels kept.
const ROOM: usize = 200;

/// The best levels of each lineage, best first.
#[derive(Clone, Debug, Default)]
pub(super) struct HallOfFame {
    levels: Vec<Evolved>,
}

impl HallOfFame {
    /// A hall of fame with these levels.
    pub(super) fn restored(levels: Vec<Evolved>) -> HallOfFame {
        HallOfFame { levels }
    }

    /// Admits a level if it is among the best of its lineage, or dominated by none.
    pub(super) fn admit(&mut self, level: &Evolved) {
        let is_known = |it: &Evolved| it.id == level.id || it.structure == level.structure;
        if let Some(known) = self.levels.iter_mut().find(|it| is_known(it)) {
            if dominates(&level.values, &known.values) {
                *known = level.clone();
                self.sort();
            }
            return;
        }
        let line: Vec<usize> =
            (0..self.levels.len()).filter(|&it| self.levels[it].lineage == level.lineage).collect();
        let is_of_front = !self.levels.iter().any(|it| dominates(&it.values, &level.values));
        if line.len() >= LINE_MAX {
            // The levels are sorted, so the last of the lineage is its worst.
            let worst = line[line.len() - 1];
            if !is_of_front && !dominates(&level.values, &self.levels[worst].values) {
                return;
            }
            if !self.is_of_front(worst) || dominates(&level.values, &self.levels[worst].values) {
                self.levels.remove(worst);
            }
        }
        self.levels.push(level.clone());
        self.sort();
        while self.levels.len() > ROOM {
            self.levels.pop();
        }
    }

    /// All levels, sorted by the number of levels that dominate them.
    pub(super) fn list(&self) -> Vec<&Evolved> {
        self.levels.iter().collect()
    }

    /// The levels that no other dominates.
    pub(super) fn front(&self) -> Vec<&Evolved> {
        (0..self.levels.len())
            .filter(|&it| self.is_of_front(it))
            .map(|it| &self.levels[it])
            .collect()
    }

    fn is_of_front(&self, number: usize) -> bool {
        let level = &self.levels[number];
        !self.levels.iter().any(|it| dominates(&it.values, &level.values))
    }

    /// Sorts levels by number of dominators, then by their aims, then by age.
    fn sort(&mut self) {
        let values: Vec<&[i64]> = self.levels.iter().map(|it| it.values.as_slice()).collect();
        let counts = dominators(&values);
        let mut order: Vec<usize> = (0..self.levels.len()).collect();
        order.sort_by(|&one, &two| {
            let key = |it: usize| (counts[it], self.levels[it].index);
            let values = self.levels[two].values.cmp(&self.levels[one].values);
            key(one).0.cmp(&key(two).0).then(values).then(key(one).1.cmp(&key(two).1))
        });
        self.levels = order.into_iter().map(|it| self.levels[it].clone()).collect();
    }
}
