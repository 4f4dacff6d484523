//! Counts of what inference pruned in tree search.

/// How many pushes or states each kind of inference removed from a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Pushes onto dead squares.
    pub dead_squares: u64,
    /// Pushes that complete a small group of boxes that is dead together.
    pub blocks: u64,
    /// Pushes that freeze a box off the goals.
    pub frozen: u64,
    /// States whose boxes cannot be matched with goals.
    pub matching: u64,
    /// States that propagation refutes: boxes that stand for good are walls, walls cut boxes off
    /// from goals, and squares that are cut off freeze more boxes.
    pub propagation: u64,
    /// States whose successors are all dead.
    pub exhausted: u64,
}
