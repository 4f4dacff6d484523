//! The corrals of a state, as the searches see them.
//!
//! A corral is floor that boxes close to the keeper. Where it is a PI-corral (`prune::pi_corral`
//! has the proof), only its pushes have to be tried.

use std::fmt;

use sokolab_core::{Board, GoalKind, Push, Square, State};
use sokolab_field::{Bits, FieldPush, by_width, words_needed};

use crate::problem::Problem;
use crate::prune::pi_corral::{CorralScene, NotPi, closed_parts, grow};

/// Floor that boxes close to the keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corral {
    /// Its squares.
    pub squares: Vec<Square>,
    /// The boxes beside it.
    pub boxes: Vec<Square>,
    /// What it means for a search.
    pub kind: CorralKind,
}

/// What a corral means for a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorralKind {
    /// A PI-corral: the boxes beside it can only be pushed in, all of these pushes can be made now,
    /// and one of them must be made sooner or later. So nothing else has to be tried, and if there
    /// is no such push, the state is dead.
    Pi {
        /// All squares of it: other corrals may belong to it.
        whole: Vec<Square>,
        /// The pushes that it leaves.
        pushes: Vec<Push>,
    },
    /// Not a PI-corral: this push of a box beside it neither starts nor ends in it.
    Past(Push),
    /// Not a PI-corral: this push into it cannot be made now.
    NotNow(Push),
    /// Not a PI-corral: no box beside it has to move.
    Settled,
}

/// Why corrals prove nothing about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCorrals {
    /// Not every box is needed, or the rules have diagonal moves, or boxes fill holes.
    OtherRules,
    /// Boxes and goals alone show that the state is lost.
    Lost,
    /// The board is too large.
    TooLarge,
}

impl fmt::Display for NoCorrals {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            NoCorrals::OtherRules => {
                "PI-corrals are proved only where every box is needed, none fills a hole and \
                 nothing goes diagonally"
            }
            NoCorrals::Lost => "a box is lost by itself, so the state is dead anyway",
            NoCorrals::TooLarge => "the board is too large",
        })
    }
}

/// The largest tables, in pairs of squares and goals.
const PAIRS_MAX: usize = 2_000_000;

/// The corrals of a state, in the order of their first squares.
///
/// # Errors
/// Why corrals prove nothing about it.
pub fn corrals(board: &Board, state: &State) -> Result<Vec<Corral>, NoCorrals> {
    if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
        return Err(NoCorrals::TooLarge);
    }
    by_width!(
        words_needed(board),
        [2, 4, 8, 32],
        debug [4, 32],
        corrals_in(board, state),
        else Err(NoCorrals::TooLarge)
    )
}

fn corrals_in<const N: usize>(board: &Board, state: &State) -> Result<Vec<Corral>, NoCorrals> {
    let problem = Problem::<N>::new(board, state, 1 << 30, &mut || true);
    let problem = problem.map_err(|_| NoCorrals::Lost)?;
    if !problem.is_classical() {
        return Err(NoCorrals::OtherRules);
    }
    let (boxes, holes, keeper) = problem.first();
    let field = &problem.field;
    let region = field.region(keeper, &boxes, &holes);
    let keeps = field.goal_kind() == GoalKind::Keep;
    let scene = CorralScene {
        field,
        boxes: &boxes,
        region: &region,
        lands: &problem.lands,
        fills_goals: keeps && boxes.len() >= field.goals.len(),
    };
    let squares = |set: &Bits<N>| {
        let mut squares: Vec<Square> = set.iter().map(|it| problem.square(it)).collect();
        squares.sort_unstable();
        squares
    };
    let push = |it: FieldPush| Push { from: problem.square(it.from), direction: it.way };
    let parts = closed_parts(field, &boxes, &region);
    let corral = |part: &Bits<N>| Corral {
        squares: squares(part),
        boxes: squares(&(field.beside(part) & boxes)),
        kind: match grow(&scene, *part, &parts) {
            Ok((whole, pushes)) => CorralKind::Pi {
                whole: squares(&whole),
                pushes: pushes.into_iter().map(push).collect(),
            },
            Err(NotPi::Past(it)) => CorralKind::Past(push(it)),
            Err(NotPi::NotNow(it)) => CorralKind::NotNow(push(it)),
            Err(NotPi::Settled) => CorralKind::Settled,
        },
    };
    let mut corrals: Vec<Corral> = parts.iter().map(corral).collect();
    corrals.sort_by(|one, other| one.squares.first().cmp(&other.squares.first()));
    Ok(corrals)
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::position_in;
    use sokolab_core::{Rules, square_name};

    use super::{Corral, CorralKind, NoCorrals, corrals};

    /// How many squares a corral has, and the pushes left by name, if it is a PI-corral.
    type Seen = (usize, Option<Vec<String>>);

    /// The corrals of a picture.
    fn seen(picture: &str, rules: Rules) -> Result<Vec<Seen>, NoCorrals> {
        let (board, state) = position_in(picture, rules);
        let told = |it: Corral| {
            let pushes = match it.kind {
                CorralKind::Pi { pushes, .. } => Some(
                    pushes
                        .iter()
                        .map(|it| format!("{} {}", square_name(&board, it.from), it.direction))
                        .collect(),
                ),
                _ => None,
            };
            (it.squares.len(), pushes)
        };
        Ok(corrals(&board, &state)?.into_iter().map(told).collect())
    }

    const CLOSED: &str = "
        ########
        #.  $  #
        #. $  @#
        #.  $  #
        #####  #
            ####";

    #[test]
    fn a_pi_corral_leaves_its_pushes() {
        let pushes = ["e2 left", "d3 left", "e4 left"].map(str::to_owned).to_vec();
        assert_eq!(seen(CLOSED, Rules::OFFICIAL), Ok(vec![(8, Some(pushes))]));
    }

    #[test]
    fn what_can_be_pushed_past_is_no_pi_corral() {
        let open = CLOSED.replace("#####  #\n            ####", "####   #\n           #####");
        assert_eq!(seen(&open, Rules::OFFICIAL), Ok(vec![(8, None)]));
    }

    #[test]
    fn other_rules_prove_nothing() {
        let picture = "
            --------
            |@0..^<|
            --------";
        assert_eq!(seen(picture, Rules::NETHACK), Err(NoCorrals::OtherRules));
    }
}
