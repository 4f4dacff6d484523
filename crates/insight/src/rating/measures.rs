//! The numbers a level is rated by.

use super::missing::Missing;

/// The numbers a level is rated by. Those of the solution depend on which one was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingMeasures {
    /// Floor squares.
    pub squares: usize,
    /// Boxes at first.
    pub boxes: usize,
    /// Pushes of the solution.
    pub pushes: usize,
    /// Its moves.
    pub moves: usize,
    /// Runs of pushes of one box in one direction.
    pub box_lines: usize,
    /// Times another box is pushed than before, the first included.
    pub box_changes: usize,
    /// Times a push has another direction than the push before.
    pub direction_changes: usize,
    /// Pushes that bring a box no nearer to where it ends.
    pub counter_intuitive: Result<usize, Missing>,
    /// The fewest switches between two groups of boxes, over all ways to divide the boxes.
    pub decomposition: usize,
    /// Pushes of the solution beyond the matching bound of the start.
    pub bound_gap: Result<u64, Missing>,
    /// Pushes of the solution beyond the bound of the start that the exact costs of pairs of boxes
    /// prove. It knows how two boxes hinder each other, but not that two pairs want one goal, so it
    /// may be more than the gap to the matching bound.
    pub pair_gap: Result<u64, Missing>,
    /// Times a box comes to another chamber.
    pub crossings: usize,
    /// Those of them to a chamber without goals.
    pub storage_visits: usize,
    /// The most boxes that have come to such chambers and are there at once.
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

/// The numbers that need every state a level can come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeMeasures {
    /// States, those that differ by a walk counted once.
    pub states: usize,
    /// The part of them that cannot be won any more, from 0 to 1.
    pub dead_share: f64,
    /// Pushes beside the solution that would have lost the level.
    pub wrong_turns: usize,
    /// The decimal logarithm of one more than the number of ways to go wrong.
    pub wrong_ways_log10: f64,
    /// The mean number of pushes along the solution that lose nothing and take nothing back.
    pub live_branching: f64,
    /// The part of the states along the solution that every solution passes through.
    pub forced_share: Result<f64, Missing>,
    /// How many pushes lead from the start through such states only.
    pub prelude: Result<usize, Missing>,
    /// Boxes that storages hold beyond those that every solution has in them at once; 0 without
    /// storage.
    pub slack: Result<usize, Missing>,
}
