//! The measures of a rating.

use super::missing::Missing;

/// The measures of a rating. Those of the solution depend on which solution was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingMeasures {
    /// Number of floor squares.
    pub squares: usize,
    /// Number of boxes at the start.
    pub boxes: usize,
    /// Pushes of the solution.
    pub pushes: usize,
    /// Moves of the solution.
    pub moves: usize,
    /// Runs of pushes of one box in one direction.
    pub box_lines: usize,
    /// Number of times that the pushed box changes, counting the first.
    pub box_changes: usize,
    /// Number of pushes whose direction differs from the previous push.
    pub direction_changes: usize,
    /// Pushes that bring a box no closer to its final square.
    pub counter_intuitive: Result<usize, Missing>,
    /// The fewest switches between two groups of boxes, over all partitions of the boxes.
    pub decomposition: usize,
    /// Pushes of the solution beyond the matching bound of the start.
    pub bound_gap: Result<u64, Missing>,
    /// Pushes of the solution beyond the lower bound of the start from the exact costs of pairs of
    /// boxes. That bound accounts for two boxes hindering each other, but not for two pairs
    /// competing for a goal, so this gap may exceed the gap to the matching bound.
    pub pair_gap: Result<u64, Missing>,
    /// How often a box enters another chamber.
    pub crossings: usize,
    /// Those crossings that lead to a chamber without goals.
    pub storage_visits: usize,
    /// Maximum number of boxes that have been brought to such chambers and are there at once.
    pub stored_most: usize,
    /// Room in storages that no solution needs: ten for each box that a storage holds beyond those
    /// that every solution has in it at once, one for each square beyond the smallest chamber that
    /// holds these; 0 without a storage that is needed.
    pub waste: Result<usize, Missing>,
    /// What all states together tell.
    pub whole: Result<WholeMeasures, Missing>,
    /// States expanded by the search for the fewest pushes; missing if a limit ended it.
    pub effort: Result<u64, Missing>,
}

/// The measures that need every reachable state of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeMeasures {
    /// Number of states, ignoring the keeper's position within its region.
    pub states: usize,
    /// Fraction of states that are unsolvable, from 0 to 1.
    pub dead_share: f64,
    /// Pushes next to the solution that would have lost the level.
    pub wrong_turns: usize,
    /// The decimal logarithm of one more than the number of ways to go wrong.
    pub wrong_ways_log10: f64,
    /// Mean number of pushes along the solution that neither lose the level nor undo a push.
    pub live_branching: f64,
    /// Fraction of the states along the solution that every solution passes through.
    pub forced_share: Result<f64, Missing>,
    /// Number of pushes from the start that lead through such states only.
    pub prelude: Result<usize, Missing>,
    /// Boxes that storages could hold beyond those that every solution stores at once; 0 without
    /// storages.
    pub slack: Result<usize, Missing>,
}
