//! Checks settings: whether levels can be made with them, and if not, why.

use sokolab_core::{Directions, GoalKind};

use super::plan::plans_for;
use super::plan_kind::PlanKind;
use super::settings::{Chambers, Guard, Symmetry};
use crate::settings::BadSettings;

impl Chambers {
    /// Checks that these settings can produce levels.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(&self) -> Result<(), BadSettings> {
        if self.rules.goal() == GoalKind::Sink {
            return Err(BadSettings::Rules("chambers are not composed for sinks"));
        }
        if self.boxes.is_empty() || *self.boxes.start() == 0 || *self.boxes.end() > 16 {
            return Err(BadSettings::Range("number of boxes from 1 to 16"));
        }
        self.check_storages()?;
        let holes = self.rules.goal() == GoalKind::Fill;
        if !holes && self.spare > 0 {
            return Err(BadSettings::Rules("only holes leave boxes to spare"));
        }
        if !holes && self.guard == Guard::Levitation {
            return Err(BadSettings::Rules("only holes need a guard against levitation"));
        }
        if self.width_max < 8 || self.height_max < 8 {
            return Err(BadSettings::TooSmall(self.width_max, self.height_max));
        }
        if self.width_max > 200 || self.height_max > 200 {
            return Err(BadSettings::TooLarge(self.width_max, self.height_max));
        }
        self.check_plans()
    }

    fn check_storages(&self) -> Result<(), BadSettings> {
        let (stored, storages) = (self.stored_in_row(), self.storages_in_row());
        if stored.is_empty() || *stored.start() == 0 || *stored.end() > 6 {
            return Err(BadSettings::Range("number of stored boxes from 1 to 6"));
        }
        if storages.is_empty() || *storages.start() == 0 || *storages.end() > 4 {
            return Err(BadSettings::Range("number of storages from 1 to 4"));
        }
        if self.boxes.end() + self.spare < *storages.start() {
            return Err(BadSettings::Rules(
                "every storage wants a box at least: ask for more boxes",
            ));
        }
        if *storages.end() > 1 && self.symmetry == Symmetry::Mirror {
            return Err(BadSettings::Rules(
                "symmetric floor has its chambers in one row: one storage",
            ));
        }
        let is_eight = self.rules.pushes() == Directions::Eight;
        if is_eight && *stored.start() > STORED_DIAGONALLY * *storages.end() {
            return Err(BadSettings::Rules(
                "with diagonal pushes no chambers are known that need one storage for more than \
                 two boxes: ask for more storages",
            ));
        }
        Ok(())
    }

    /// Checks that one of the plans suits the rules, the boxes and the storages.
    fn check_plans(&self) -> Result<(), BadSettings> {
        let has_row = self.plans.contains(PlanKind::Row);
        if !has_row && self.rules.goal() != GoalKind::Keep {
            return Err(BadSettings::Rules(
                "goal locks and goal chambers that make boxes wait need boxes that stay on goals: \
                 ask for official rules, or for the plan row",
            ));
        }
        if !has_row && self.symmetry == Symmetry::Mirror {
            return Err(BadSettings::Rules("symmetric floor has its chambers in a row: plan row"));
        }
        let has_plan = self.boxes.clone().any(|boxes| !plans_for(self, boxes).is_empty());
        if !has_plan {
            return Err(BadSettings::Rules(NO_PLAN));
        }
        Ok(())
    }
}

/// Why no plan suits the settings.
const NO_PLAN: &str = "no plan allows these numbers of boxes, boxes in storage and storages: \
     a row stores at most all of its boxes; a lock stores all of its 2 to 6 boxes in one storage, \
     a forked lock all of its 2 to 4 boxes in two; a hybrid stores all of its 2 or 3 boxes, and a \
     packing 2 or 3 of its 3 or 4 boxes, in the goal chamber, so that these two have no storages";

/// Maximum number of boxes for which one storage is needed with diagonal pushes: no chamber of the
/// catalogue demands more, and none is strict, so demands in a row do not add up.
const STORED_DIAGONALLY: usize = 2;
