//! The settings of the generator as users give them; missing ones have their defaults.

use sokolab_core::Rules;

use super::plan_kind::{PlanKind, PlanKinds};
use super::settings::{Chambers, Guard, Symmetry};
use crate::finish::Frame;
use crate::settings::BadSettings;
use crate::span::{Span, range_or};

/// The settings that a user gave; the others have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct ChambersOptions {
    /// The rule set, `nethack` if not given.
    pub rules: Option<Rules>,
    /// Goals that get a box.
    pub boxes: Option<Span>,
    /// Boxes beyond one for each hole.
    pub spare: Option<usize>,
    /// The plans that levels may have, all if not given.
    pub plan: Option<PlanKinds>,
    /// Boxes that must be in storage at once.
    pub stored: Option<Span>,
    /// Storages.
    pub storages: Option<Span>,
    /// The most columns, walls included.
    pub width: Option<usize>,
    /// The most rows, walls included.
    pub height: Option<usize>,
    /// How many chambers are compared for each part of the plan, of which the hardest is taken.
    pub difficulty: Option<usize>,
    /// The percentage of levels whose storage is split in two.
    pub splits: Option<usize>,
    /// The percentage of levels with a storage that is not needed.
    pub decoys: Option<usize>,
    /// The percentage of corridors for boxes that are bent.
    pub bends: Option<usize>,
    /// The protection against skipping the puzzle.
    pub guard: Option<Guard>,
    /// Whether the floor is symmetric.
    pub symmetry: Option<Symmetry>,
    /// How the walls around the floor are drawn.
    pub frame: Option<Frame>,
}

impl ChambersOptions {
    /// The generator with these settings.
    ///
    /// # Errors
    ///
    /// Why no level can be made with them.
    pub fn recipe(&self) -> Result<Chambers, BadSettings> {
        let usual = Chambers::new(self.rules.unwrap_or(Rules::NETHACK));
        let recipe = Chambers {
            boxes: range_or(self.boxes, usual.boxes),
            spare: self.spare.unwrap_or(usual.spare),
            plans: self.plan.unwrap_or(usual.plans),
            stored: self.stored.map(Into::into),
            storages: self.storages.map(Into::into),
            width_max: self.width.unwrap_or(usual.width_max),
            height_max: self.height.unwrap_or(usual.height_max),
            difficulty: self.difficulty.unwrap_or(usual.difficulty),
            split_percent: self.splits.unwrap_or(usual.split_percent),
            decoy_percent: self.decoys.unwrap_or(usual.decoy_percent),
            bend_percent: self.bends.unwrap_or(usual.bend_percent),
            guard: self.guard.unwrap_or(usual.guard),
            symmetry: self.symmetry.unwrap_or(usual.symmetry),
            frame: self.frame.unwrap_or(usual.frame),
            rules: usual.rules,
        };
        recipe.check()?;
        let of_rows = [self.splits, self.decoys, self.bends];
        let is_asked = of_rows.into_iter().flatten().any(|percent| percent > 0);
        if is_asked && !recipe.plans.contains(PlanKind::Row) {
            return Err(BadSettings::Rules(
                "split storages, decoys and bends are parts of a row: ask for the plan row too",
            ));
        }
        Ok(recipe)
    }
}
