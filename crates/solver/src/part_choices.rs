//! The components of the configurable A* search, as users select them.

use crate::method::Method;
use crate::part_options::{BlockStore, Checkers, PartHeuristic, PartOptions, StonePusher, Ties};

/// The components that a user selected. The method determines the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct PartChoices {
    /// The estimate of the remaining pushes, for astar and petersohn. partition is petersohn's
    /// default; blocklist adds the extra cost of groups of boxes to it.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "NAME"))]
    pub heuristic: Option<PartHeuristic>,

    /// The deadlock checkers, for astar and petersohn: movable, corridor, blocklist and
    /// sound-corridor, separated by commas, or none. corridor is unsound as published: after it has
    /// rejected a state, no result counts as proved.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "LIST"))]
    pub checkers: Option<Checkers>,

    /// Whether a box that can be pushed straight to a sink is pushed there first, for astar and
    /// petersohn.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "SWITCH"))]
    pub stone_pusher: Option<StonePusher>,

    /// Preprocess the placements of up to N boxes (2 to 4) and reject states that contain an
    /// unsolvable one, for astar and petersohn; 1 turns this off.
    #[cfg_attr(
        feature = "clap",
        arg(long, hide_short_help = true, value_name = "N",
            value_parser = clap::value_parser!(u8).range(1..=4))
    )]
    pub blocklist_number: Option<u8>,

    /// How much the columns and rows of preprocessed boxes may differ [default: 4].
    #[cfg_attr(
        feature = "clap",
        arg(long, hide_short_help = true, value_name = "K",
            value_parser = clap::value_parser!(u8).range(1..))
    )]
    pub blocklist_distance: Option<u8>,

    /// How preprocessed placements are looked up.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "NAME"))]
    pub blocklist_store: Option<BlockStore>,

    /// The order of nodes with equal cost plus estimate, for astar and petersohn: up to three of
    /// +time (oldest first), -time, +heur (lowest estimate first), -heur, +depth (fewest pushes
    /// first) and -depth, separated by commas [default: +heur,-time].
    #[cfg_attr(
        feature = "clap",
        arg(long, hide_short_help = true, value_name = "LIST", allow_hyphen_values = true)
    )]
    pub ties: Option<Ties>,

    /// How many nodes of equal cost plus estimate are expanded in parallel.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub side_by_side: Option<u16>,
}

impl PartChoices {
    /// What was chosen here, else what `other` chose.
    #[must_use]
    pub fn or(self, other: PartChoices) -> PartChoices {
        PartChoices {
            heuristic: self.heuristic.or(other.heuristic),
            checkers: self.checkers.or(other.checkers),
            stone_pusher: self.stone_pusher.or(other.stone_pusher),
            blocklist_number: self.blocklist_number.or(other.blocklist_number),
            blocklist_distance: self.blocklist_distance.or(other.blocklist_distance),
            blocklist_store: self.blocklist_store.or(other.blocklist_store),
            ties: self.ties.or(other.ties),
            side_by_side: self.side_by_side.or(other.side_by_side),
        }
    }

    /// The components of `method`; `None` if it is not assembled from components.
    #[must_use]
    pub fn options(self, method: Method) -> Option<PartOptions> {
        let usual = match method {
            Method::Petersohn => PartOptions::PETERSOHN,
            Method::AStar if self != PartChoices::default() => PartOptions::SOUND,
            _ => return None,
        };
        let mut options = PartOptions {
            heuristic: self.heuristic.unwrap_or(usual.heuristic),
            checkers: self.checkers.unwrap_or(usual.checkers),
            stone_pusher: self.stone_pusher.unwrap_or(usual.stone_pusher),
            ties: self.ties.unwrap_or(usual.ties),
            side_by_side: self.side_by_side.unwrap_or(usual.side_by_side),
            blocks: usual.blocks,
        };
        options.blocks.number = self.blocklist_number.unwrap_or(usual.blocks.number);
        options.blocks.distance = self.blocklist_distance.unwrap_or(usual.blocks.distance);
        options.blocks.store = self.blocklist_store.unwrap_or(usual.blocks.store);
        Some(options)
    }
}

#[cfg(test)]
mod tests {
    use super::{Method, PartChoices, PartHeuristic, PartOptions};

    #[test]
    fn a_star_has_components_only_if_one_is_chosen() {
        let (none, heuristic) = (PartChoices::default(), PartHeuristic::Matching);
        assert_eq!(none.options(Method::AStar), None);
        assert_eq!(none.options(Method::Petersohn), Some(PartOptions::PETERSOHN));
        let one = PartChoices { heuristic: Some(heuristic), ..none };
        let sound = PartOptions { heuristic, ..PartOptions::SOUND };
        assert_eq!(one.options(Method::AStar), Some(sound));
        assert_eq!(one.options(Method::Auto), None);
    }
}
