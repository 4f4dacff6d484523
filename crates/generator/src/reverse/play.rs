//! Random play backwards: boxes are pulled away from the goals, one after another.
//!
//! The levels of the Boxoban data set were made this way, and games are scored as there: by how
//! often the moved box changes, times how far the boxes end from their goals. Reverse macro pushes
//! replace single pulls, so that a short game reaches far; and only changes of box are counted,
//! where the common implementation counts pulls.

use sokolab_core::{Board, GoalKind};
use sokolab_field::{Bits, Field, FieldPush, Place};

use super::start::{ChosenStart, keeper_place, measured};
use crate::graph::{WinningPushes, macro_pulls, pulls_to};
use crate::recipe::KeepGoing;
use crate::seed::Chance;

/// Number of games, of which the best is kept.
const GAMES: usize = 12;

/// Reverse macro pushes per box in a game.
const MACRO_PULLS_PER_BOX: usize = 3;

/// The best start of a few games; `None` if no game moved every box off the goals, or if
/// interrupted.
pub(super) fn play_back<const N: usize>(
    (board, field): (&Board, &Field<N>),
    chance: &mut Chance,
    keep_going: KeepGoing<'_>,
) -> Option<ChosenStart<N>> {
    debug_assert_eq!(field.goal_kind(), GoalKind::Keep, "where boxes vanish, closures are used");
    let mut best: Option<(usize, ChosenStart<N>)> = None;
    for _ in 0..GAMES {
        let Some((score, chosen)) = game((board, field), chance, keep_going) else { continue };
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, chosen));
        }
    }
    let (_, mut chosen) = best?;
    chosen.keeper = keeper_place(field, &chosen.boxes, chosen.keeper, chance);
    Some(chosen)
}

fn game<const N: usize>(
    (board, field): (&Board, &Field<N>),
    chance: &mut Chance,
    keep_going: KeepGoing<'_>,
) -> Option<(usize, ChosenStart<N>)> {
    // The current place of each box, by the goal it came from.
    let goals: Vec<Place> = field.goals.iter().collect();
    let mut places = goals.clone();
    let free: Vec<Place> = (field.floor & !field.goals).iter().collect();
    let mut keeper = *chance.pick(&free)?;
    let mut pulls: Vec<FieldPush> = Vec::new();
    let mut last = usize::MAX;
    for _ in 0..MACRO_PULLS_PER_BOX * places.len() {
        if !keep_going() {
            return None;
        }
        let number = chance.below(places.len());
        if number == last {
            continue;
        }
        let others: Bits<N> = places.iter().copied().filter(|&it| it != places[number]).collect();
        let boxes = others | Bits::of(places[number]);
        let free = field.floor & !others;
        let region = field.region(keeper, &boxes, &Bits::EMPTY);
        let stops = macro_pulls((board, field), &free, places[number], region.first());
        let stop = pick_stop(&stops.iter().map(|it| it.place).collect::<Vec<_>>(), field, chance);
        let Some(stop) = stop else { continue };
        let pulled = pulls_to(&stops, stop);
        if pulled.is_empty() {
            continue;
        }
        pulls.extend(pulled);
        places[number] = stops[stop].place;
        let boxes = others | Bits::of(places[number]);
        keeper = field.region(stops[stop].keeper, &boxes, &Bits::EMPTY).first()?;
        last = number;
    }
    let boxes: Bits<N> = places.iter().copied().collect();
    if boxes.intersects(&field.goals) {
        return None;
    }
    pulls.reverse();
    let changes = measured(field, &pulls).box_changes;
    let far: usize = goals.iter().zip(&places).map(|(&one, &two)| apart(field, one, two)).sum();
    Some((changes * far, ChosenStart { boxes, keeper, pushes: WinningPushes::played(pulls) }))
}

/// A stop off the goals: the farther of two random ones.
fn pick_stop<const N: usize>(
    places: &[Place],
    field: &Field<N>,
    chance: &mut Chance,
) -> Option<usize> {
    let off: Vec<usize> =
        (0..places.len()).filter(|&it| !field.goals.contains(places[it])).collect();
    let (one, two) = (*chance.pick(&off)?, *chance.pick(&off)?);
    // Stops are sorted nearest first.
    Some(one.max(two))
}

/// Manhattan distance between two places.
fn apart<const N: usize>(field: &Field<N>, one: Place, two: Place) -> usize {
    let (one, two) = (usize::from(one), usize::from(two));
    let stride = field.stride;
    (one % stride).abs_diff(two % stride) + (one / stride).abs_diff(two / stride)
}
