//! PI-corrals: corrals whose boxes can only be pushed inwards, and all such pushes can be made now.
//!
//! Let C be a union of parts of the floor that the keeper cannot reach, and B the boxes beside it.
//! Consider the pushes of boxes in B from outside C, with only B on the board. C is a PI-corral if
//! each of them moves its box into C (*I*) and the keeper can make each of them now (*P*). A box of
//! B must move sooner or later if one is off the goals, or if C has an empty goal and every goal
//! needs a box. The first such push leads into C, and it can be made now: whatever was pushed
//! before it lies outside C and can still be pushed afterwards, because the keeper can step back
//! the way it came. So nothing else needs to be tried, and if there is no such push, the state is
//! dead.
//!
//! Keeps the fewest pushes, not the fewest moves. Every box must be needed, and steps and pushes
//! must be orthogonal.

use sokolab_core::Direction;
use sokolab_field::{Bits, Field, FieldPush};

/// The state in which PI-corrals are sought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorralScene<'a, const N: usize> {
    pub(crate) field: &'a Field<N>,
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) region: &'a Bits<N>,
    /// Squares onto which a box may be pushed without being lost.
    pub(crate) lands: &'a Bits<N>,
    /// Whether every goal needs a box.
    pub(crate) fills_goals: bool,
}

/// The pushes of the PI-corral that has the fewest; `None` if there is no PI-corral.
pub(crate) fn pi_corral<const N: usize>(
    scene: &CorralScene<'_, N>,
    parts: &[Bits<N>],
) -> Option<Vec<FieldPush>> {
    let mut best: Option<Vec<FieldPush>> = None;
    for seed in parts {
        if let Ok((_, pushes)) = grow(scene, *seed, parts)
            && best.as_ref().is_none_or(|known| pushes.len() < known.len())
        {
            best = Some(pushes);
        }
    }
    best
}

/// The parts of the floor that the keeper cannot reach. Parts that no box touches are left out,
/// because nothing there can change.
pub(crate) fn closed_parts<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    region: &Bits<N>,
) -> Vec<Bits<N>> {
    let mut closed = field.floor & !*boxes & !*region;
    let mut parts = Vec::new();
    if closed.is_empty() {
        return parts;
    }
    let touched = field.beside(boxes);
    while let Some(place) = closed.first() {
        let part = field.spread_straight(Bits::of(place), &closed);
        closed &= !part;
        if part.intersects(&touched) {
            parts.push(part);
        }
    }
    parts
}

/// Why a corral is not a PI-corral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotPi {
    /// This push of a box of its fence neither starts nor ends in it.
    Past(FieldPush),
    /// This push into it cannot be made now.
    NotNow(FieldPush),
    /// No box of its fence must ever move.
    Settled,
}

/// What the pushes around a corral say.
enum CorralCheck<const N: usize> {
    /// It is not a PI-corral, and no other part can make it one.
    Fails(NotPi),
    /// It may become one together with the parts that hold these places, which this push is about.
    Wants(Bits<N>, FieldPush),
    /// It is one, with these pushes.
    Holds(Vec<FieldPush>),
}

/// Adds parts to `corral` until it is a PI-corral with something to solve, and returns it with its
/// pushes.
///
/// # Errors
///
/// Why it is not a PI-corral.
pub(crate) fn grow<const N: usize>(
    scene: &CorralScene<'_, N>,
    mut corral: Bits<N>,
    parts: &[Bits<N>],
) -> Result<(Bits<N>, Vec<FieldPush>), NotPi> {
    loop {
        let fence = scene.field.beside(&corral) & *scene.boxes;
        match look(scene, &corral, &fence) {
            CorralCheck::Fails(why) => return Err(why),
            CorralCheck::Holds(_) if !is_active(scene, &corral, &fence) => {
                return Err(NotPi::Settled);
            }
            CorralCheck::Holds(pushes) => return Ok((corral, pushes)),
            CorralCheck::Wants(places, push) => {
                let before = corral;
                for part in parts.iter().filter(|part| part.intersects(&places)) {
                    corral |= *part;
                }
                if corral == before {
                    return Err(NotPi::NotNow(push));
                }
            }
        }
    }
}

fn look<const N: usize>(
    scene: &CorralScene<'_, N>,
    corral: &Bits<N>,
    fence: &Bits<N>,
) -> CorralCheck<N> {
    let field = scene.field;
    let mut wanted = Bits::EMPTY;
    let mut about = None;
    let mut pushes = Vec::new();
    for place in fence.iter() {
        for way in Direction::ORTHOGONAL {
            let (to, behind) = (field.go(place, way), field.back(place, way));
            // With only the fence on the board, and without losing the box.
            let open = field.floor.contains(behind) && !fence.contains(behind);
            if !open || !scene.lands.contains(to) || fence.contains(to) {
                continue;
            }
            if corral.contains(behind) {
                continue;
            }
            let is_near = scene.region.contains(behind);
            if !is_near && !scene.boxes.contains(behind) {
                // From another closed part, which may belong to a larger corral.
                wanted.insert(behind);
                about = Some(FieldPush { from: place, way });
            } else if corral.contains(to) {
                let push = FieldPush { from: place, way };
                if !is_near {
                    return CorralCheck::Fails(NotPi::NotNow(push));
                }
                pushes.push(push);
            } else if scene.region.contains(to) || scene.boxes.contains(to) {
                return CorralCheck::Fails(NotPi::Past(FieldPush { from: place, way }));
            } else {
                wanted.insert(to);
                about = Some(FieldPush { from: place, way });
            }
        }
    }
    about.map_or(CorralCheck::Holds(pushes), |push| CorralCheck::Wants(wanted, push))
}

/// Whether a box of the fence must move in every solution.
fn is_active<const N: usize>(
    scene: &CorralScene<'_, N>,
    corral: &Bits<N>,
    fence: &Bits<N>,
) -> bool {
    let goals = scene.field.goals;
    !fence.is_subset(&goals) || (scene.fills_goals && corral.intersects(&goals))
}

#[cfg(test)]
mod tests {
    use super::{CorralScene, closed_parts, pi_corral};
    use crate::problem::Problem;
    use sokolab_core::Direction::{self, Left};
    use sokolab_core::check;
    use sokolab_core::testing::level;

    /// The pushes of the PI-corral in a picture, as column, row and direction; `None` if there is
    /// none.
    fn pushes(text: &str) -> Option<Vec<(usize, usize, Direction)>> {
        let (board, state) = check(&level(text)).expect("a playable level");
        let problem =
            Problem::<2>::new(&board, &state, 1 << 20, &mut || true).expect("no plain deadlock");
        let (boxes, holes, keeper) = problem.first();
        let region = problem.field.region(keeper, &boxes, &holes);
        let scene = CorralScene {
            field: &problem.field,
            boxes: &boxes,
            region: &region,
            lands: &problem.lands,
            fills_goals: boxes.len() >= problem.field.goals.len(),
        };
        let parts = closed_parts(&problem.field, &boxes, &region);
        let mut pushes: Vec<_> = pi_corral(&scene, &parts)?
            .into_iter()
            .map(|push| {
                let (column, row) = board.position(problem.square(push.from));
                (column, row, push.way)
            })
            .collect();
        pushes.sort_by_key(|&(column, row, direction)| (row, column, direction.index()));
        Some(pushes)
    }

    #[test]
    fn boxes_that_can_all_be_pushed_in_now_and_only_in_close_a_pi_corral() {
        let picture = "
            ########
            #.  $  #
            #.  $ @#
            # **   #
            ####   #
               #####";
        assert_eq!(pushes(picture), Some(vec![(4, 1, Left), (4, 2, Left)]));
    }

    #[test]
    fn a_box_that_can_be_pushed_past_closes_none() {
        let open_below = "
            ########
            #.  $  #
            #. $  @#
            #.  $  #
            ####   #
               #####";
        assert_eq!(pushes(open_below), None);
        let closed_below = "
            ########
            #.  $  #
            #. $  @#
            #.  $  #
            #####  #
                ####";
        assert_eq!(pushes(closed_below), Some(vec![(4, 1, Left), (3, 2, Left), (4, 3, Left)]));
    }

    #[test]
    fn a_box_that_another_keeps_from_being_pushed_in_closes_none() {
        let picture = "
            ########
            #.  $ .#
            #. $$ @#
            #.  $  #
            #####  #
                ####";
        assert_eq!(pushes(picture), None);
    }

    #[test]
    fn two_parts_may_be_one_corral() {
        let straight = "
            #########
            #..$ $ @#
            #########";
        assert_eq!(pushes(straight), Some(vec![(5, 1, Left)]));
    }

    #[test]
    fn a_corral_that_is_solved_needs_no_push() {
        let picture = "
            ########
            #   *  #
            #   * @#
            #  **$.#
            ####   #
               #####";
        assert_eq!(pushes(picture), None);
    }
}
