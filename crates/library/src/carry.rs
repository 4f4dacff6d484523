//! Transfers solutions from one drawing of a level to another.
//!
//! Two drawings of one level differ by a rotation or reflection, by invisible walls, and by the
//! keeper's initial square within its region. So the moves are transformed, and the walk to the
//! first push is replaced.

use sokolab_analysis::{Symmetry, turns_onto};
use sokolab_core::{LetterCase, Move, MoveKind, Moves, Solution, Square, try_step, verify, walk};

use crate::drawing::Playable;

/// A solution transferred to another drawing.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(crate) solution: Solution,
    pub(crate) start: KeeperStart,
}

/// Where the keeper starts in the other drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeeperStart {
    /// On the same square, so the number of moves is unchanged.
    Same,
    /// On another square of its region.
    Other,
}

/// Transfers the moves of a solution of `from` to `to`, verified by the referee; the shortest if
/// several transformations are possible. `None` if the two are not the same level.
pub(crate) fn carry(from: &Playable, to: &Playable, moves: &Moves) -> Option<Carried> {
    let turns = turns_onto((&from.board, &from.start), (&to.board, &to.start));
    let carried = turns.iter().filter_map(|turn| turned(from, to, moves, turn));
    carried.min_by_key(|it| it.solution.moves().len())
}

fn turned(from: &Playable, to: &Playable, moves: &Moves, turn: &Symmetry) -> Option<Carried> {
    let is_same = turn.image[from.start.keeper.index()] == to.start.keeper;
    let (walked, stand) = first_stand(from, moves)?;
    let (mut carried, start) = if is_same {
        (Moves::new(), KeeperStart::Same)
    } else {
        let steps = walk(&to.board, &to.start, turn.image[stand.index()])?;
        let step = |direction| Move { direction, kind: MoveKind::Step };
        (steps.into_iter().map(step).collect(), KeeperStart::Other)
    };
    let rest = moves.as_slice().iter().skip(if is_same { 0 } else { walked });
    for it in rest {
        let direction = turn.turn.direction(it.direction);
        match it.kind {
            MoveKind::Step => carried.step(direction),
            MoveKind::Push => carried.push(direction),
        }
    }
    let verdict = verify(&to.level, &carried, LetterCase::Corrected).ok()?;
    Some(Carried { solution: verdict.solution, start })
}

/// The number of steps before the first push, and where the keeper stands then.
fn first_stand(from: &Playable, moves: &Moves) -> Option<(usize, Square)> {
    let mut keeper = from.start.keeper;
    let mut walked = 0;
    for it in moves.as_slice().iter().take_while(|it| it.kind == MoveKind::Step) {
        keeper = try_step(&from.board, &from.start, keeper, it.direction).ok()?;
        walked += 1;
    }
    Some((walked, keeper))
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;
    use sokolab_core::{LetterCase, parse_moves, verify};

    use super::{KeeperStart, carry};
    use crate::drawing::Playable;

    const FROM: &str = "
        #######
        #@ $ .#
        #     #
        #######";

    #[track_caller]
    fn check(to: &str, expected: Option<(&str, KeeperStart)>) {
        let playable = |text: &str| Playable::new(&level(text)).expect("playable");
        let (from, to) = (playable(FROM), playable(to));
        let moves = parse_moves("rRR").expect("letters");
        let moves = verify(&from.level, &moves, LetterCase::Strict).expect("a solution").solution;
        let carried = carry(&from, &to, moves.moves());
        let carried = carried.map(|it| (it.solution.moves().to_string(), it.start));
        assert_eq!(carried, expected.map(|(moves, start)| (moves.to_owned(), start)));
    }

    #[test]
    fn moves_turn_with_the_level() {
        let upright = "
            ####
            #. #
            #  #
            #$ #
            #  #
            #@ #
            ####";
        check(upright, Some(("uUU", KeeperStart::Same)));
        let mirrored = "
            #######
            #. $ @#
            #     #
            #######";
        check(mirrored, Some(("lLL", KeeperStart::Same)));
    }

    #[test]
    fn the_walk_to_the_first_push_begins_where_the_keeper_is() {
        let elsewhere = "
            #######
            #  $ .#
            #@    #
            #######";
        check(elsewhere, Some(("urRR", KeeperStart::Other)));
        let behind = "
            #######
            #  $ .#
            # @   #
            #######";
        check(behind, Some(("uRR", KeeperStart::Other)));
    }

    #[test]
    fn another_level_takes_no_moves() {
        let other = "
            #######
            #@  $.#
            #     #
            #######";
        check(other, None);
    }
}
