//! The first stage of the paper: builds a candidate step by step.

use std::collections::BTreeMap;

use sokolab_core::{Board, GoalKind};
use sokolab_field::{Bits, Field, Place};

use super::{KeeperPolicy, Murase, Placing, areas};
use crate::outline::{Outline, place_template};
use crate::seed::Chance;

/// The step of the generation that failed; its name is a part of the funnel.
pub(super) type FailedStep = &'static str;

/// The outline after the prototype and after each template.
///
/// An error includes the outlines up to that point.
pub(super) fn outlines(
    recipe: &Murase,
    chance: &mut Chance,
) -> Result<Vec<Outline>, (FailedStep, Vec<Outline>)> {
    let (width, height) = (chance.within(&recipe.width), chance.within(&recipe.height));
    let mut outline = Outline::new(width, height);
    let prototype = &recipe.prototype;
    // A prototype drawn with its border stays where it is drawn; any other is centred.
    let left = width.saturating_sub(prototype.width()) / 2;
    let top = height.saturating_sub(prototype.height()) / 2;
    for &(x, y) in prototype.places() {
        outline.open(left + x, top + y);
    }
    let mut outlines = vec![outline.clone()];
    for index in 0..recipe.template_count {
        let template = &recipe.templates[index % recipe.templates.len()];
        if !place_template(&mut outline, template, chance) {
            return Err(("outline", outlines));
        }
        outlines.push(outline.clone());
    }
    Ok(outlines)
}

/// A placed box, and the `ADD_AVOID` of that moment.
pub(super) struct Placement<const N: usize> {
    pub(super) avoid: Bits<N>,
    pub(super) place: Place,
}

/// All decisions about a candidate so far.
pub(super) struct Draft<const N: usize> {
    pub(super) board: Board,
    pub(super) field: Field<N>,
    pub(super) goal_avoid: Bits<N>,
    pub(super) goals: Bits<N>,
    pub(super) corner_goals: Bits<N>,
    /// The range of each goal, in the order of the goals.
    pub(super) ranges: Vec<Bits<N>>,
    pub(super) placements: Vec<Placement<N>>,
    pub(super) keeper: Option<Place>,
}

impl<const N: usize> Draft<N> {
    pub(super) fn boxes(&self) -> Bits<N> {
        self.placements.iter().map(|it| it.place).collect()
    }
}

/// How many placements are drawn if goals and boxes are to be apart; the one farthest apart is
/// taken.
const DRAWS: usize = 24;

/// Places goals, boxes and keeper on the floor of `board`. Returns the draft even if a step failed.
pub(super) fn furnish<const N: usize>(
    recipe: &Murase,
    board: &Board,
    chance: &mut Chance,
) -> (Draft<N>, Result<(), FailedStep>) {
    let first = furnish_once(recipe, board.clone(), chance);
    if recipe.placing == Placing::Anywhere {
        return first;
    }
    // A lower bound on the pushes of a draft costs far less than its solution.
    let pushes = |it: &(Draft<N>, Result<(), FailedStep>)| it.1.is_ok().then(|| fewest(&it.0));
    let (mut best, mut most) = (pushes(&first), first);
    for _ in 1..DRAWS {
        let next = furnish_once(recipe, board.clone(), chance);
        let needed = pushes(&next);
        if needed > best {
            (best, most) = (needed, next);
        }
    }
    most
}

/// A lower bound on the pushes of a draft: each box goes to its nearest goal, with no other box in
/// the way.
fn fewest<const N: usize>(draft: &Draft<N>) -> usize {
    let mut nearest = BTreeMap::new();
    for goal in draft.goals.iter() {
        for (place, pushes) in areas::pushes_to((&draft.board, &draft.field), goal) {
            let known = nearest.entry(place).or_insert(pushes);
            *known = pushes.min(*known);
        }
    }
    draft.boxes().iter().filter_map(|it| nearest.get(&it)).sum()
}

fn furnish_once<const N: usize>(
    recipe: &Murase,
    board: Board,
    chance: &mut Chance,
) -> (Draft<N>, Result<(), FailedStep>) {
    let field = Field::<N>::new(&board);
    let goal_avoid = areas::goal_avoid(&field);
    let mut draft = Draft {
        board,
        field,
        goal_avoid,
        goals: Bits::EMPTY,
        corner_goals: Bits::EMPTY,
        ranges: Vec::new(),
        placements: Vec::new(),
        keeper: None,
    };
    let count = chance.within(&recipe.boxes);
    let result = put_goals(&mut draft, (recipe.placing, count), chance)
        .and_then(|()| put_boxes(&mut draft, (recipe.placing, count), chance))
        .and_then(|()| put_keeper(&mut draft, recipe.keeper, chance));
    (draft, result)
}

fn put_goals<const N: usize>(
    draft: &mut Draft<N>,
    (placing, count): (Placing, usize),
    chance: &mut Chance,
) -> Result<(), FailedStep> {
    let places: Vec<Place> = (draft.field.floor & !draft.goal_avoid).iter().collect();
    if places.len() < count {
        return Err("goals");
    }
    draft.goals = placing.goals(&draft.field, places, count, chance);
    draft.field.goals = draft.goals;
    draft.corner_goals = areas::corner_goals(&draft.field, &draft.goals);
    let range = |goal| areas::range_of((&draft.board, &draft.field), goal, &Bits::EMPTY);
    draft.ranges = draft.goals.iter().map(range).collect();
    Ok(())
}

fn put_boxes<const N: usize>(
    draft: &mut Draft<N>,
    (placing, count): (Placing, usize),
    chance: &mut Chance,
) -> Result<(), FailedStep> {
    let range = draft.ranges.iter().fold(Bits::EMPTY, |all, &it| all | it);
    // Where boxes disappear in goals, none can start on one.
    let at_home = match draft.field.goal_kind() {
        GoalKind::Keep => Bits::EMPTY,
        GoalKind::Fill | GoalKind::Sink => draft.goals,
    };
    for number in 0..count {
        let boxes = draft.boxes();
        let avoid = if number == 0 { Bits::EMPTY } else { add_avoid(draft, &boxes) };
        let allowed = range & !draft.corner_goals & !avoid & !boxes & !at_home;
        let allowed: Vec<Place> = allowed.iter().collect();
        let place = placing.box_place((&draft.field, &draft.goals), allowed, chance);
        let place = place.ok_or("boxes")?;
        draft.placements.push(Placement { avoid, place });
    }
    Ok(())
}

/// `ADD_AVOID`: floor from which no free goal can be reached past the boxes placed so far.
fn add_avoid<const N: usize>(draft: &Draft<N>, boxes: &Bits<N>) -> Bits<N> {
    let free = draft.goals & !*boxes;
    let mut reached = Bits::EMPTY;
    for goal in free.iter() {
        reached |= areas::range_of((&draft.board, &draft.field), goal, boxes);
    }
    draft.field.floor & !reached
}

/// Places the keeper on a random free square. With [`KeeperPolicy::Best`] it stays undecided.
fn put_keeper<const N: usize>(
    draft: &mut Draft<N>,
    policy: KeeperPolicy,
    chance: &mut Chance,
) -> Result<(), FailedStep> {
    let free: Vec<Place> = keeper_places(draft).iter().collect();
    let place = *chance.pick(&free).ok_or("keeper")?;
    draft.keeper = (policy == KeeperPolicy::Anywhere).then_some(place);
    Ok(())
}

/// Where the keeper may start.
pub(super) fn keeper_places<const N: usize>(draft: &Draft<N>) -> Bits<N> {
    let free = draft.field.floor & !draft.boxes();
    if draft.field.goal_kind() == GoalKind::Fill { free & !draft.goals } else { free }
}
