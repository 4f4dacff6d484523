//! The complete static analysis of a level, for programs to show and searches to build on.

use sokolab_core::{Board, Finding, FindingKind, Findings, Level, SquareSet, State, check};

use crate::canonical::{CanonicalForm, LevelId};
use crate::chambers::{Chambers, chambers};
use crate::cut_squares::cut_squares;
use crate::estimate::{Estimate, NearestGoals};
use crate::locks::{
    CrateLocks, GoalLocks, GroupLimits, LockKind, LockSetting, LockedSquares, closed_diagonals,
    crate_locks, frozen, goal_locks, kinds, locked_squares,
};
use crate::measures::{LockCounts, MeasuredFacts, StaticMeasures, measure};
use crate::pairing::matching_bound;
use crate::push_distance::{KeeperWay, PushDistances};
use crate::rooms::{Rooms, rooms};
use crate::swaps::{Swap, swaps};
use crate::symmetry::{Symmetry, symmetries};
use crate::tunnels::{Tunnels, tunnels};

/// Everything known about a level before it is played.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The board.
    pub board: Board,
    /// The initial state.
    pub state: State,
    /// The identifier of the level, equal for all its rotations and reflections.
    pub id: LevelId,
    /// The symmetries that preserve walls and goals, the identity first.
    pub symmetries: Vec<Symmetry>,
    /// The swaps of two parts that preserve play, except those that are symmetries of the board.
    pub swaps: Vec<Swap>,
    /// The push distances of a lone box to every goal.
    pub distances: PushDistances,
    /// The locked squares.
    pub locked: LockedSquares,
    /// The kind of lock of each square that is locked wherever the keeper is.
    pub lock_kinds: Vec<Option<LockKind>>,
    /// The boxes that can never be pushed again, whatever happens to the others. A box that can be
    /// pushed but reaches no goal is lost ([`CrateLocks::lost`]), not frozen.
    pub frozen: SquareSet,
    /// Groups of boxes that lock each other.
    pub crate_locks: CrateLocks,
    /// The squares that a box on a goal locks.
    pub goal_locks: GoalLocks,
    /// Diagonals enclosed by boxes and walls.
    pub closed_diagonals: Vec<SquareSet>,
    /// The squares whose removal splits the floor.
    pub cut_squares: SquareSet,
    /// The tunnels.
    pub tunnels: Tunnels,
    /// The rooms, a feature for search.
    pub rooms: Rooms,
    /// Chambers and the corridors between them.
    pub chambers: Chambers,
    /// Statistics of the level.
    pub measures: StaticMeasures,
}

/// Analyses `level`. `limits` bound the search for crate locks, the only part that may take long.
///
/// # Errors
/// What makes the level unplayable, or that it is too large to be analysed.
pub fn analyse(level: &Level, limits: GroupLimits) -> Result<Analysis, Findings> {
    let (board, state) = check(level)?;
    if !is_small_enough(&board) {
        let kind = FindingKind::TooLarge("the board, for its number of goals,");
        return Err(vec![Finding::about_all(kind)].into());
    }
    let id = CanonicalForm::of_state(&board, &state).id();
    let symmetries = symmetries(&board);
    let is_whole = |it: &Swap| {
        let permutation = it.permutation(&board);
        symmetries.iter().any(|symmetry| symmetry.image == permutation)
    };
    let swaps = swaps(&board).into_iter().filter(|it| !is_whole(it)).collect();
    let distances = PushDistances::new(&board, KeeperWay::Walking);
    let setting = LockSetting::of_level(&board, &state);
    let locked = locked_squares(&setting);
    let lock_kinds = kinds(&setting, &locked.any);
    // A box may be pushed onto a locked square: it is then lost, but it moves.
    let frozen = frozen(&board, &state.boxes, &board.no_squares());
    let crate_locks = crate_locks(&setting, &locked.any, &state.boxes, state.keeper, limits);
    let goal_locks = goal_locks(&setting);
    let closed_diagonals = closed_diagonals(&board, &state);
    let cut_squares = cut_squares(&board);
    let tunnels = tunnels(&board, &cut_squares);
    let rooms = rooms(&board);
    let chambers = chambers(&board, &cut_squares, &tunnels);
    let small = |pushes: u64| u32::try_from(pushes).unwrap_or(u32::MAX);
    let measures = measure(
        &board,
        &state,
        MeasuredFacts {
            locks: count(&lock_kinds),
            cut_squares: &cut_squares,
            tunnels: &tunnels,
            chambers: &chambers,
            symmetries: symmetries.len(),
            distance_sum: NearestGoals::new(&board, &distances).estimate(&state),
            matching_bound: matching_bound(&board, &distances, &state).map(small),
        },
    );
    Ok(Analysis {
        board: board.clone(),
        state,
        id,
        symmetries,
        swaps,
        distances,
        locked,
        lock_kinds,
        frozen,
        crate_locks,
        goal_locks,
        closed_diagonals,
        cut_squares,
        tunnels,
        rooms,
        chambers,
        measures,
    })
}

/// Maximum number of square-goal pairs for which distances are stored; more would take gigabytes.
const DISTANCES_MAX: usize = 20_000_000;

/// Whether a board is small enough for tables of squares by goals.
pub(crate) fn is_small_enough(board: &Board) -> bool {
    board.square_count() * board.goals().len() <= DISTANCES_MAX
}

fn count(kinds: &[Option<LockKind>]) -> LockCounts {
    let of = |wanted: LockKind| kinds.iter().flatten().filter(|&&kind| kind == wanted).count();
    LockCounts {
        corner: of(LockKind::Corner),
        wall: of(LockKind::Wall),
        chokepoint: of(LockKind::Chokepoint),
        connectivity: of(LockKind::Connectivity),
    }
}

#[cfg(test)]
mod tests {
    use super::{Analysis, analyse};
    use crate::locks::GroupLimits;
    use sokolab_core::testing::{Reachable, level, random_chambers, random_levels};
    use sokolab_core::{GoalKind, Rules, Square};

    #[test]
    fn the_facts_of_a_small_level_fit_together() {
        let level = level(
            "
            #######
            #     #
            # $ . #
            #  @  #
            #######",
        );
        let facts = analyse(&level, GroupLimits::default()).expect("a playable level");
        assert_eq!(facts.measures.locks.total(), facts.locked.any.len());
        assert_eq!(facts.measures.locks.corner, 4);
        assert_eq!(facts.measures.matching_bound, Some(2));
        assert_eq!(facts.measures.symmetries, facts.symmetries.len());
        assert_eq!(facts.chambers.chambers().len(), 1);
    }

    #[test]
    fn a_box_that_can_be_pushed_to_no_goal_is_lost_and_not_frozen() {
        let level = level(
            "
            ######
            # .  #
            # *  #
            #  $@#
            ######",
        );
        let facts = analyse(&level, GroupLimits::default()).expect("a playable level");
        assert!(facts.frozen.is_empty());
        assert_eq!(facts.crate_locks.lost.len(), 1);
    }

    #[test]
    fn frozen_boxes_are_never_pushed_and_lost_ones_reach_no_goal() {
        let (mut frozen, mut lost) = (0, 0);
        for rules in Rules::ALL {
            for level in random_levels(rules, 250).chain(random_chambers(rules, 60)) {
                let Ok(facts) = analyse(&level, GroupLimits::QUICK) else { continue };
                let all = Reachable::new(&facts.board, &facts.state, 3_000);
                let Some(all) = all else { continue };
                let stays = all.states().iter().all(|it| facts.frozen.is_subset(&it.boxes));
                assert!(stays, "{rules}: {:?}", level.picture);
                for square in facts.crate_locks.lost.iter() {
                    assert!(!comes_home(&facts, &all, square), "{rules}: {:?}", level.picture);
                }
                frozen += facts.frozen.len();
                lost += facts.crate_locks.lost.len();
            }
        }
        assert!(frozen > 100 && lost > 100, "{frozen} frozen, {lost} lost");
    }

    /// Whether the box initially on `square` can be pushed to a goal, or stands on one.
    fn comes_home(facts: &Analysis, all: &Reachable, square: Square) -> bool {
        let board = &facts.board;
        let is_home = |square| board.goals().contains(square);
        let mut seen = std::collections::BTreeSet::from([(0, square)]);
        let mut pending = vec![(0, square)];
        while let Some((at, own)) = pending.pop() {
            if is_home(own) && board.rules().goal() == GoalKind::Keep {
                return true;
            }
            for &(push, to) in all.after(at) {
                let pushed = board.neighbour(own, push.direction).filter(|_| push.from == own);
                let now = pushed.unwrap_or(own);
                let has_vanished = !all.states()[to].boxes.contains(now);
                if has_vanished {
                    return true;
                }
                if seen.insert((to, now)) {
                    pending.push((to, now));
                }
            }
        }
        false
    }

    #[test]
    fn a_level_that_cannot_be_played_has_no_facts() {
        let level = level(
            "
            #####
            # $.#
            #####",
        );
        assert!(analyse(&level, GroupLimits::default()).is_err());
    }
}
