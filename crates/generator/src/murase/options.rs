//! The settings of the generator as users give them; missing ones are those of the paper.

use sokolab_core::Rules;

use super::{KeeperPolicy, Murase};
use crate::finish::Frame;
use crate::settings::BadSettings;
use crate::span::{Span, range_or};

/// The settings that a user gave; the others are those of the paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MuraseOptions {
    /// The rule set.
    pub rules: Option<Rules>,
    /// Columns to build in, walls included.
    pub width: Option<Span>,
    /// Rows to build in, walls included.
    pub height: Option<Span>,
    /// Boxes.
    pub boxes: Option<Span>,
    /// Where the keeper starts.
    pub keeper: Option<KeeperPolicy>,
    /// The most states to explore before a level counts as unsolvable.
    pub nodes: Option<usize>,
    /// How the walls around the floor are drawn.
    pub frame: Option<Frame>,
}

impl MuraseOptions {
    /// The generator with these settings.
    ///
    /// # Errors
    ///
    /// Why no level can be made with them.
    pub fn recipe(&self) -> Result<Murase, BadSettings> {
        let usual = Murase::murase1996();
        let recipe = Murase {
            rules: self.rules.unwrap_or(usual.rules),
            width: range_or(self.width, usual.width),
            height: range_or(self.height, usual.height),
            boxes: range_or(self.boxes, usual.boxes),
            keeper: self.keeper.unwrap_or(usual.keeper),
            nodes_max: self.nodes.unwrap_or(usual.nodes_max),
            frame: self.frame.unwrap_or(usual.frame),
            ..usual
        };
        recipe.check()?;
        Ok(recipe)
    }
}
