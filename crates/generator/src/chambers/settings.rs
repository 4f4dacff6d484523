//! Settings of the generator that composes chambers.

use std::ops::RangeInclusive;

use sokolab_core::{Directions, GoalKind, Rules};

use crate::finish::Frame;
use crate::settings::BadSettings;

sokolab_core::named! {
    /// Protection against skipping the puzzle.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Guard: "guard" {
        /// Nothing.
        #[default]
        None = "none",
        /// A box stands before the last hole: a hero who levitates over the others cannot push it.
        Levitation = "levitation",
    }
}

sokolab_core::named! {
    /// Whether levels are symmetric.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Symmetry: "symmetry" {
        /// No symmetry is required.
        #[default]
        None = "none",
        /// The floor is its own mirror image, apart from boxes and keeper.
        Mirror = "mirror",
    }
}

/// Settings of the generator that composes chambers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chambers {
    /// The rule set.
    pub rules: Rules,
    /// Number of boxes that are needed for goals.
    pub boxes: RangeInclusive<usize>,
    /// Number of spare boxes, where holes are filled.
    pub spare: usize,
    /// Number of boxes that must be in storage at once: the depth of the plan.
    pub stored: RangeInclusive<usize>,
    /// Number of storages, each behind chambers of its own that demand it.
    pub storages: RangeInclusive<usize>,
    /// Maximum number of columns, walls included.
    pub width_max: usize,
    /// Maximum number of rows, walls included.
    pub height_max: usize,
    /// The hardest of this many chambers is taken; 1 takes a random one.
    pub difficulty: usize,
    /// Probability in percent that the storage is split in two.
    pub split_percent: usize,
    /// Probability in percent of a storage that is not needed.
    pub decoy_percent: usize,
    /// Probability in percent that a corridor which boxes pass is bent.
    pub bend_percent: usize,
    /// Protection against skipping the puzzle.
    pub guard: Guard,
    /// Whether the floor is symmetric.
    pub symmetry: Symmetry,
    /// How the walls around the floor are drawn.
    pub frame: Frame,
}

impl Chambers {
    /// Levels of two to five boxes, one or two of them stored, as large as `NetHack` allows.
    #[must_use]
    pub fn new(rules: Rules) -> Chambers {
        Chambers {
            rules,
            boxes: 2..=5,
            spare: 0,
            stored: 1..=2,
            storages: 1..=1,
            width_max: 76,
            height_max: 21,
            difficulty: 2,
            split_percent: 15,
            decoy_percent: 10,
            bend_percent: 15,
            guard: Guard::None,
            symmetry: Symmetry::None,
            frame: Frame::Tight,
        }
    }

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
        if self.stored.is_empty() || *self.stored.start() == 0 || *self.stored.end() > 6 {
            return Err(BadSettings::Range("number of stored boxes from 1 to 6"));
        }
        if self.storages.is_empty() || *self.storages.start() == 0 || *self.storages.end() > 4 {
            return Err(BadSettings::Range("number of storages from 1 to 4"));
        }
        if self.boxes.end() + self.spare < *self.storages.start() {
            return Err(BadSettings::Rules(
                "every storage wants a box at least: ask for more boxes",
            ));
        }
        if *self.storages.end() > 1 && self.symmetry == Symmetry::Mirror {
            return Err(BadSettings::Rules(
                "symmetric floor has its chambers in one row: one storage",
            ));
        }
        let is_eight = self.rules.pushes() == Directions::Eight;
        if is_eight && *self.stored.start() > STORED_DIAGONALLY * *self.storages.end() {
            return Err(BadSettings::Rules(
                "with diagonal pushes no chambers are known that need one storage for more than \
                 two boxes: ask for more storages",
            ));
        }
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
        Ok(())
    }
}

/// Maximum number of boxes for which one storage is needed with diagonal pushes: no chamber of the
/// catalogue demands more, and none is strict, so demands in a row do not add up.
const STORED_DIAGONALLY: usize = 2;
