//! Normalisation: a smaller level whose solutions also solve the original.
//!
//! No shortest solution is lost, by pushes or by moves. Only walls are added and the size is
//! unchanged, so moves mean the same on both levels. Three changes are applied until a fixed point
//! is reached:
//!
//! 1. Under `Keep`, a box on a goal that the keeper can never get near is removed together with the
//!    goal: both stay as they are in every state.
//! 2. A dead end is closed: floor with one open side and nothing on it. A box in there would be
//!    lost, and the keeper can only come back the way it went, unless it starts there.
//! 3. Under `Keep`, boxes that are frozen on goals become walls.
//!
//! The last two are valid only if every box is needed, because a lost box may have made way for
//! others, and they are applied only with four directions. The demand itself does not change, so
//! what is needed stays needed. Empty squares that the keeper can never reach are not floor of a
//! board to begin with.

use sokolab_core::{
    Board, Directions, Findings, GoalKind, Ground, Level, Place, Square, SquareSet, State, check,
    lay_out, region,
};

use crate::dead_squares::dead_squares_at_once;
use crate::deadlock::spare_boxes;
use crate::frozen::frozen;

/// Why a place was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClosedFor {
    /// A box on a goal, permanently out of the keeper's reach.
    OutOfReach,
    /// Floor that leads nowhere.
    DeadEnd,
    /// A box frozen on a goal.
    Frozen,
}

/// A level with fewer floor squares whose solutions also solve the original.
#[derive(Clone, Debug)]
pub struct Normalized {
    /// The level, of the same size as the original.
    pub level: Level,
    /// Its board.
    pub board: Board,
    /// Its initial state.
    pub state: State,
    /// The closed places as column and row, in the order of closing.
    pub closed: Vec<((usize, usize), ClosedFor)>,
}

impl Normalized {
    /// Maps a square of the normalised board to `original`, the board before.
    ///
    /// # Panics
    /// If `original` is another board.
    #[must_use]
    pub fn original_square(&self, original: &Board, square: Square) -> Square {
        let (x, y) = self.board.position(square);
        original.square_at(x, y).expect("normalisation adds no floor")
    }

    /// Maps a square of `original` to the normalised board; `None` if it was closed.
    #[must_use]
    pub fn square(&self, original: &Board, square: Square) -> Option<Square> {
        let (x, y) = original.position(square);
        self.board.square_at(x, y)
    }
}

/// Normalises a level.
///
/// # Errors
/// What is wrong with the level, as reported by [`check`].
pub fn normalize(level: &Level) -> Result<Normalized, Findings> {
    let (board, state) = check(level)?;
    Ok(normalize_checked(level, board, state))
}

/// The same for a checked level, with its board and initial state.
#[must_use]
pub fn normalize_checked(level: &Level, board: Board, state: State) -> Normalized {
    let mut normalized = Normalized { level: level.clone(), board, state, closed: Vec::new() };
    loop {
        let (squares, reason) = to_close(&normalized.board, &normalized.state);
        if squares.is_empty() {
            return normalized;
        }
        for square in squares.iter() {
            let (x, y) = normalized.board.position(square);
            normalized.level.picture.put(x, y, Place::bare(Ground::Wall));
            normalized.closed.push(((x, y), reason));
        }
        // A level may lose its last goal if that held a box that never moves.
        let laid_out = lay_out(&normalized.level);
        (normalized.board, normalized.state) = laid_out.expect("walls do not spoil a level");
    }
}

/// The squares that can be closed now, all for one reason; empty if the level is normalised.
fn to_close(board: &Board, state: &State) -> (SquareSet, ClosedFor) {
    let rules = board.rules();
    let needs_every_box = spare_boxes(board, state) == Ok(0);
    let four = rules.steps() == Directions::Four && rules.pushes() == Directions::Four;
    let keep = rules.goal() == GoalKind::Keep;
    let boxes_at_home = state.boxes.intersection(board.goals());
    if keep {
        let unreachable = boxes_at_home.difference(&walkable(board, state));
        if !unreachable.is_empty() {
            return (unreachable, ClosedFor::OutOfReach);
        }
    }
    if needs_every_box && four {
        let ends = dead_ends(board, state);
        if !ends.is_empty() {
            return (ends, ClosedFor::DeadEnd);
        }
        // Only a box on a goal can be frozen there.
        if keep && !boxes_at_home.is_empty() {
            let dead = dead_squares_at_once(board);
            let fixed = frozen(board, &state.boxes, &dead);
            // With a box frozen off the goals, the level is lost and need not be changed.
            if fixed.is_subset(board.goals()) {
                return (fixed, ClosedFor::Frozen);
            }
        }
    }
    (board.no_squares(), ClosedFor::DeadEnd)
}

/// Where the keeper could walk if there were no boxes.
fn walkable(board: &Board, state: &State) -> SquareSet {
    region(board, &State { boxes: board.no_squares(), ..state.clone() })
}

/// Floor with at most one open side, without goal, exit, box or keeper, including corridors that
/// lead only there.
fn dead_ends(board: &Board, state: &State) -> SquareSet {
    let mut closed = board.no_squares();
    let must_stay = |square: Square| {
        board.goals().contains(square)
            || board.exits().contains(square)
            || state.boxes.contains(square)
            || state.keeper == square
    };
    let directions = Directions::Four.list();
    let mut pending: Vec<Square> = board.squares().collect();
    while let Some(square) = pending.pop() {
        let near = || directions.iter().filter_map(|&it| board.neighbour(square, it));
        let open = near().filter(|&it| !closed.contains(it)).count();
        if open <= 1 && !must_stay(square) && closed.insert(square) {
            pending.extend(near());
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::normalize;
    use crate::test_positions::{random_positions, solve};
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{is_slow, level_in, picture};
    use sokolab_core::text::Legend;
    use sokolab_core::{LetterCase, Rules, verify};

    #[track_caller]
    fn check(level: &str, rules: Rules, expected: &str) {
        let found = normalize(&level_in(level, rules)).expect("a playable level");
        let rows = Legend::xsb().rows(&found.level.picture);
        assert_eq!(rows.join("\n"), picture(expected));
    }

    #[test]
    fn dead_ends_are_closed_if_every_box_is_needed() {
        let level = "
            #########
            #  @    #
            #### ## #
            #  $  . #
            #### #  #
            #  #    #
            #########";
        check(
            level,
            Rules::OFFICIAL,
            "
            #########
            ###@    #
            #### ## #
            ###$  . #
            #### #  #
            #  #    #
            #########",
        );
        check(
            level,
            Rules::NETHACK_GAME,
            "
            #########
            #  @    #
            #### ## #
            #  $  . #
            #### #  #
            #  #    #
            #########",
        );
    }

    #[test]
    fn with_a_spare_box_dead_ends_stay_open() {
        let level = "
            #########
            # @   $ #
            # ###   #
            #  $  . #
            #########";
        check(level, Rules::OFFICIAL, level);
    }

    #[test]
    fn boxes_that_stay_on_their_goals_become_walls() {
        check(
            "
            #########
            #**  @  #
            ## ###  #
            # ##    #
            # ## $. #
            #*##    #
            #########",
            Rules::OFFICIAL,
            "
            #########
            #####@  #
            ######  #
            # ##    #
            # ## $. #
            ####    #
            #########",
        );
    }

    #[test]
    fn solutions_of_normalised_levels_solve_the_originals() {
        let mut closed = 0;
        for (level, board, state) in random_positions(if is_slow() { 500 } else { 200 }) {
            let small = normalize(&level).expect("playable");
            closed += small.closed.len();
            let before = fewest_pushes(&board, &state);
            let solution = solve(&small.board, &small.state);
            assert_eq!(before.is_some(), solution.is_some());
            if let Some(moves) = solution {
                let verdict = verify(&level, &moves, LetterCase::Strict).expect("it replays");
                assert_eq!(Some(verdict.solution.measures().pushes), before);
            }
            for square in small.board.squares() {
                let old = small.original_square(&board, square);
                assert_eq!(small.square(&board, old), Some(square));
            }
        }
        assert!(closed > 100);
    }
}
