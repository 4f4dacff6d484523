//! Facts about a board that the detectors need for every state of a game.

use sokolab_core::{Board, SquareSet, State};

use crate::dead_squares::dead_squares;
use crate::locks::{CrateLocks, GroupLimits, GroupMemory, LockSetting, locked_squares};
use crate::push_distance::{KeeperWay, PushDistances};

/// Maximum number of sets of walls whose distances are remembered.
const WALLS_MAX: usize = 8;

/// Facts about one board.
#[derive(Clone, Debug)]
pub(super) struct BoardFacts {
    pub(super) board: Board,
    pub(super) distances: PushDistances,
    pub(super) dead: SquareSet,
    /// The distances among boxes that never move again, the last used set last.
    among: Vec<(SquareSet, PushDistances)>,
    groups: GroupMemory,
}

impl BoardFacts {
    pub(super) fn new(board: &Board) -> BoardFacts {
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let dead = dead_squares(board, &distances);
        let (among, groups) = (Vec::new(), GroupMemory::default());
        BoardFacts { board: board.clone(), distances, dead, among, groups }
    }

    /// The distances among boxes that never move again.
    pub(super) fn distances_among(&mut self, board: &Board, walls: &SquareSet) -> &PushDistances {
        let known = self.among.iter().position(|(known, _)| known == walls);
        let found = if let Some(index) = known {
            self.among.remove(index)
        } else {
            (walls.clone(), PushDistances::with_walls(board, walls, KeeperWay::Walking))
        };
        if self.among.len() >= WALLS_MAX {
            self.among.remove(0);
        }
        self.among.push(found);
        &self.among[self.among.len() - 1].1
    }

    /// The crate locks of a state in its setting.
    pub(super) fn crate_locks(
        &mut self,
        setting: &LockSetting<'_>,
        state: &State,
        limits: GroupLimits,
    ) -> CrateLocks {
        let locked = locked_squares(setting).any;
        self.groups.crate_locks((setting, &locked), &state.boxes, state.keeper, limits)
    }
}
