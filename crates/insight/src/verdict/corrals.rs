//! The corrals of a state: what each leaves to try, and whether it is proved dead.

use sokolab_core::{Board, Direction, Push, Square, SquareSet, State, column_name, region};
use sokolab_solver::{CorralKind, NoCorrals, Observer, Stop, corrals};

use super::group::{dead_alone, is_eased};

/// Floor that boxes and open holes keep the keeper from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedFloor {
    /// A letter, as pictures show it.
    pub letter: String,
    /// Its squares.
    pub squares: Vec<Square>,
    /// The boxes beside it.
    pub boxes: Vec<Square>,
    /// What it means for a search, or why it means nothing.
    pub kind: Result<CorralKind, NoCorrals>,
    /// The proof that it makes the state dead; none proves nothing.
    pub death: Option<CorralDeath>,
}

/// Why a corral makes a state dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorralDeath {
    /// It is a PI-corral that leaves no push.
    NoPush,
    /// The boxes beside it, alone on the board, cannot all be brought to goals, as a search of this
    /// many states shows.
    Alone(u64),
}

impl ClosedFloor {
    /// The pushes that are left to try, if it is a PI-corral.
    #[must_use]
    pub fn pushes(&self) -> Option<&[Push]> {
        match &self.kind {
            Ok(CorralKind::Pi { pushes, .. }) => Some(pushes),
            _ => None,
        }
    }
}

/// All floor that is closed to the keeper, in the order of its first squares.
///
/// # Errors
/// If the observer stops a search.
pub fn closed_floor(
    board: &Board,
    state: &State,
    observer: &mut Observer<'_>,
) -> Result<Vec<ClosedFloor>, Stop> {
    let parts = parts(board, state);
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let known = corrals(board, state);
    let mut found = Vec::new();
    for (number, (squares, around)) in parts.into_iter().enumerate() {
        // What no box touches can never change.
        let kind = known.as_ref().map_err(|&it| it).map(|known| {
            let same = known.iter().find(|it| it.squares.contains(&squares[0]));
            same.map_or(CorralKind::Settled, |it| it.kind.clone())
        });
        let no_push = matches!(&kind, Ok(CorralKind::Pi { pushes, .. }) if pushes.is_empty());
        let death = if no_push {
            Some(CorralDeath::NoPush)
        } else if is_eased(board, state) {
            dead_alone(board, state, &around, observer)?.map(CorralDeath::Alone)
        } else {
            None
        };
        let letter = column_name(number).to_uppercase();
        found.push(ClosedFloor { letter, squares, boxes: around.iter().collect(), kind, death });
    }
    Ok(found)
}

/// The parts of the floor that are closed to the keeper, each with the boxes beside it.
fn parts(board: &Board, state: &State) -> Vec<(Vec<Square>, SquareSet)> {
    let mut seen = region(board, state).union(&state.boxes);
    let is_open_hole = |it: Square| state.is_open_hole(board, it);
    let mut parts = Vec::new();
    for first in board.squares().filter(|&it| !is_open_hole(it)) {
        if !seen.insert(first) {
            continue;
        }
        let (mut squares, mut around, mut next) = (vec![first], board.no_squares(), 0);
        while next < squares.len() {
            let beside = Direction::ORTHOGONAL.map(|it| board.neighbour(squares[next], it));
            next += 1;
            for to in beside.into_iter().flatten() {
                if state.boxes.contains(to) {
                    around.insert(to);
                } else if !is_open_hole(to) && seen.insert(to) {
                    squares.push(to);
                }
            }
        }
        squares.sort_unstable();
        parts.push((squares, around));
    }
    parts
}

#[cfg(test)]
mod tests {
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{position_in, random_levels};
    use sokolab_core::{Rules, apply_push, check};

    use super::{CorralDeath, closed_floor};

    #[test]
    fn a_corner_that_the_keeper_cannot_enter_is_proved_dead() {
        let picture = "
            ########
            # $ .  #
            #$   . #
            #.  $  #
            #@     #
            ########";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let found = closed_floor(&board, &state, &mut |_| None).expect("nobody stops it");
        assert_eq!(found.len(), 1);
        assert!(matches!(found[0].death, Some(CorralDeath::Alone(_) | CorralDeath::NoPush)));
        assert_eq!((found[0].letter.as_str(), found[0].squares.len()), ("A", 1));
    }

    #[test]
    fn what_is_said_about_small_worlds_is_true() {
        let (mut dead, mut pruned) = (0, 0);
        for rules in Rules::ALL {
            for level in random_levels(rules, 400) {
                let (board, state) = check(&level).expect("playable");
                let fewest = fewest_pushes(&board, &state);
                for closed in closed_floor(&board, &state, &mut |_| None).expect("not stopped") {
                    if closed.death.is_some() {
                        assert_eq!(fewest, None, "{:?}", level.picture);
                        dead += 1;
                    }
                    let (Some(pushes), Some(fewest)) = (closed.pushes(), fewest) else { continue };
                    let after = pushes.iter().map(|&push| {
                        let mut after = state.clone();
                        apply_push(&board, &mut after, push);
                        fewest_pushes(&board, &after)
                    });
                    let best = after.flatten().min();
                    assert_eq!(best.map(|it| it + 1), Some(fewest), "{:?}", level.picture);
                    pruned += 1;
                }
            }
        }
        assert!(dead > 20 && pruned > 5, "{dead} dead, {pruned} pruned");
    }
}
