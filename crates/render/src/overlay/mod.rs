//! Facts about a level as layers of a drawing.

mod play;
mod structure;

pub use play::{Trail, corrals, deadlock, path, region};
pub use structure::{chamber_color, chambers, distances, locks, tunnels};

use sokolab_analysis::Analysis;

use crate::layer::Layer;

/// Facts that a drawing can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overlay {
    /// Locked squares by kind.
    Locks,
    /// Tunnels, straight and bent.
    Tunnels,
    /// Chambers and the corridors between them.
    Chambers,
    /// The pushes of a lone box to the nearest goal.
    Distances,
    /// Dead squares, and the boxes that are lost.
    Deadlock,
    /// Where the keeper can walk.
    Region,
    /// The parts of the floor that boxes keep the keeper from.
    Corrals,
    /// The ways of the keeper and of the boxes.
    Path,
}

impl Overlay {
    /// All of them.
    pub const ALL: [Overlay; 8] = [
        Overlay::Locks,
        Overlay::Tunnels,
        Overlay::Chambers,
        Overlay::Distances,
        Overlay::Deadlock,
        Overlay::Region,
        Overlay::Corrals,
        Overlay::Path,
    ];

    /// The name by which a user chooses it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Overlay::Locks => "locks",
            Overlay::Tunnels => "tunnels",
            Overlay::Chambers => "chambers",
            Overlay::Distances => "distances",
            Overlay::Deadlock => "deadlock",
            Overlay::Region => "region",
            Overlay::Corrals => "corrals",
            Overlay::Path => "path",
        }
    }

    /// What it shows, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Overlay::Locks => "squares on which a box is locked, by kind",
            Overlay::Tunnels => "tunnels, straight and bent",
            Overlay::Chambers => "chambers and the corridors between them",
            Overlay::Distances => "pushes of a lone box to the nearest goal",
            Overlay::Deadlock => "dead squares and lost boxes",
            Overlay::Region => "where the keeper can walk",
            Overlay::Corrals => "floor that boxes keep the keeper from",
            Overlay::Path => "the ways of keeper and boxes",
        }
    }

    /// Its layers, from the facts about the state that is drawn and the moves that are shown.
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

/// Colours that differ for the colour-blind too; patterns tell them apart in any case.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b59f00", "#56b4e9"];
