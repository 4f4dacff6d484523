//! Static analysis of Sokoban levels: everything that can be said before searching for a solution.

mod beyond;
mod cache;
mod canonical;
mod chambers;
pub mod checker;
mod cut_squares;
mod dead_squares;
mod dead_triples;
mod deadlock;
mod estimate;
mod facts;
mod few_boxes;
mod floor_graph;
mod frozen;
mod index_spaces;
mod lint;
pub mod locks;
mod lone_box;
mod lost_box;
mod matching;
mod measures;
mod normalize;
mod pair_bound;
mod pair_table;
mod pairing;
pub mod patterns;
mod push_distance;
mod refutation;
mod retrograde;
mod rooms;
mod sides;
#[cfg(test)]
mod soundness;
mod swaps;
mod symmetry;
mod tables;
#[cfg(test)]
mod test_boards;
#[cfg(test)]
mod test_positions;
mod tunnels;
mod turned_level;
mod windows;

pub use beyond::beyond;
pub use cache::{BoardKey, CacheError};
pub use canonical::{CanonicalForm, LevelId, turns_onto};
pub use chambers::{
    Chamber, ChamberCounts, ChamberKind, Chambers, Corridor, CorridorEnd, FloorPart, Port,
    Significance, chambers,
};
pub use cut_squares::cut_squares;
pub use dead_squares::{dead_squares, detect_dead_squares, goals_in_play, lost_boxes};
pub use dead_triples::{DeadTriple, dead_triples};
pub use deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
pub use estimate::{Estimate, Manhattan, NearestGoals, PerPartition, WithBlockList};
pub use facts::{Analysis, analyse};
pub use index_spaces::{IndexSpace, IndexSpaces, push_reachable};
pub use lint::lint;
pub use matching::{Assignment, Matching, Shortage, cheapest_assignment};
pub use measures::{LockCounts, MeasuredFacts, StaticMeasures, measure};
pub use normalize::{ClosedFor, Normalized, normalize, normalize_checked};
pub use pair_bound::pair_bound;
pub use pair_table::PairTable;
pub use pairing::{detect_matching, detect_matching_behind_frozen, matching_bound};
pub use push_distance::{KeeperWay, PushDistances, StartDistances};
pub use refutation::{Refutation, Refuter, Statement, refute};
pub use retrograde::detect_retrograde;
pub use rooms::{RoomLink, Rooms, rooms};
pub use sides::{Barred, Node, Sides};
pub use swaps::{Swap, swaps};
pub use symmetry::{Orientation, Symmetry, symmetries};
pub use tunnels::{Tunnel, Tunnels, tunnels};
pub use turned_level::{NoDiagonalTwin, diagonal_twin, turned_level};
pub use windows::{BlockEntry, BlockList, BlockRequest, Listed, block_list};
