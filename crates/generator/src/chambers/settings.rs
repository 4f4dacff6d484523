//! Settings of the generator that composes chambers.

use std::ops::RangeInclusive;

use sokolab_core::Rules;

use super::plan_kind::PlanKinds;
use crate::finish::Frame;

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
    /// The plans that levels may have.
    pub plans: PlanKinds,
    /// Number of boxes that must be in storage at once: the depth of the plan. If not given, one or
    /// two in a row, and as many as a lock or a goal chamber demands.
    pub stored: Option<RangeInclusive<usize>>,
    /// Number of storages. If not given, one in a row, and as many as a lock demands.
    pub storages: Option<RangeInclusive<usize>>,
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
    /// Levels of two to five boxes with any plan, as large as `NetHack` allows.
    #[must_use]
    pub fn new(rules: Rules) -> Chambers {
        Chambers {
            rules,
            boxes: 2..=5,
            spare: 0,
            plans: PlanKinds::ALL,
            stored: None,
            storages: None,
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

    /// Number of boxes that must be in storage at once where chambers are in a row.
    pub(crate) fn stored_in_row(&self) -> RangeInclusive<usize> {
        self.stored.clone().unwrap_or(1..=2)
    }

    /// Number of storages where chambers are in a row.
    pub(crate) fn storages_in_row(&self) -> RangeInclusive<usize> {
        self.storages.clone().unwrap_or(1..=1)
    }
}
