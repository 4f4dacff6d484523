//! Facts about a level as layers of a drawing.

mod play;
mod structure;

pub use play::{Trail, corrals, deadlock, path, region};
pub use structure::{chamber_color, chambers, corridors, distances, lock_swatch, locks, tunnels};

use sokolab_analysis::Analysis;

use crate::layer::Layer;

sokolab_core::named! {
    /// Facts that a drawing can show.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Overlay: "overlay" {
        /// Locked squares by kind.
        Locks = "locks": "squares on which a box is locked, by kind",
        /// Tunnels, straight and bent.
        Tunnels = "tunnels": "tunnels, straight and bent",
        /// Chambers and the corridors between them.
        Chambers = "chambers": "chambers and the corridors between them",
        /// The pushes of a lone box to the nearest goal.
        Distances = "distances": "pushes of a lone box to the nearest goal",
        /// Dead squares, and boxes that are lost.
        Deadlock = "deadlock": "dead squares and lost boxes",
        /// Where the keeper can walk.
        Region = "region": "where the keeper can walk",
        /// The parts of the floor that boxes close off from the keeper.
        Corrals = "corrals": "floor that boxes close off from the keeper",
        /// The paths of the keeper and of the boxes.
        Path = "path": "the paths of keeper and boxes",
    }
}

impl Overlay {
    /// Its layers, from the facts about the drawn state and from the moves to show.
    #[must_use]
    pub fn layers(self, facts: &Analysis, trail: &Trail) -> Vec<Layer> {
        match self {
            Overlay::Locks => vec![locks(facts)],
            Overlay::Tunnels => vec![tunnels(facts)],
            Overlay::Chambers => vec![chambers(facts)],
            Overlay::Distances => vec![distances(facts)],
            Overlay::Deadlock => deadlock(facts),
            Overlay::Region => vec![region(facts)],
            Overlay::Corrals => vec![corrals(facts)],
            Overlay::Path => vec![path(trail, facts.board.rules())],
        }
    }
}

/// Colours that colour-blind readers can distinguish; the patterns differ in any case.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b59f00", "#56b4e9"];
