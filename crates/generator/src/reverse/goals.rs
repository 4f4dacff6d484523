//! Places goals on an outline: scattered, grouped, or as holes in a corridor to the exit.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use sokolab_core::{Board, Direction, Ground, Level, Picture, Place, Rules, lay_out};

use crate::outline::Outline;
use crate::seed::Chance;

sokolab_core::named! {
    /// The arrangement of goals.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum GoalLayout: "layout of goals" {
        /// Anywhere.
        Scattered = "scattered",
        /// Side by side.
        Grouped = "grouped",
        /// In a straight corridor that leads to the exit; for holes only.
        Corridor = "corridor",
        /// What suits the rules: holes in a corridor if it fits, otherwise scattered or grouped at
        /// random.
        #[default]
        Any = "any",
    }
}

/// A board with goals and nothing else on it.
pub(super) struct BoardWithGoals {
    pub(super) picture: Picture,
    pub(super) board: Board,
}

/// Places goals on the floor; `None` if they do not fit.
pub(super) fn on_floor(
    outline: &Outline,
    rules: Rules,
    (layout, count): (GoalLayout, usize),
    chance: &mut Chance,
) -> Option<BoardWithGoals> {
    let mut places: Vec<(usize, usize)> =
        outline.floor().filter(|&it| can_be_pushed_to(outline, it)).collect();
    chance.shuffle(&mut places);
    let is_grouped = match layout {
        GoalLayout::Grouped => true,
        GoalLayout::Scattered | GoalLayout::Corridor => false,
        GoalLayout::Any => chance.percent(50),
    };
    let goals = if is_grouped { group(&places, count)? } else { places.get(..count)?.to_vec() };
    let mut picture = outline.picture();
    for &(x, y) in &goals {
        picture.put(x, y, Place::bare(Ground::Goal));
    }
    ready(picture, rules)
}

/// A connected group of `count` places, trying the first ones first.
fn group(places: &[(usize, usize)], count: usize) -> Option<Vec<(usize, usize)>> {
    let rank: BTreeMap<(usize, usize), usize> =
        places.iter().enumerate().map(|(rank, &place)| (place, rank)).collect();
    // Places of groups that were too small: a group that begins there is too small as well.
    let mut is_tried = vec![false; places.len()];
    for (first, &place) in places.iter().enumerate() {
        if is_tried[first] {
            continue;
        }
        let mut group = Vec::new();
        let mut beside = BinaryHeap::from([Reverse(rank[&place])]);
        while let Some(Reverse(next)) = beside.pop() {
            if std::mem::replace(&mut is_tried[next], true) {
                continue;
            }
            let (x, y) = places[next];
            group.push((x, y));
            if group.len() == count {
                return Some(group);
            }
            let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            beside.extend(near.iter().filter_map(|it| rank.get(it)).map(|&rank| Reverse(rank)));
        }
    }
    None
}

/// Whether a push can end there: box and keeper fit in a line with it.
fn can_be_pushed_to(outline: &Outline, (x, y): (usize, usize)) -> bool {
    Direction::ORTHOGONAL.into_iter().any(|direction| {
        let at = |steps: i32| {
            let x = x.wrapping_add_signed((direction.dx() * steps) as isize);
            outline.is_floor(x, y.wrapping_add_signed((direction.dy() * steps) as isize))
        };
        at(1) && at(2)
    })
}

/// Holes in a corridor that leaves the floor in a straight line, with the exit at its end; `None`
/// if there is no room for it.
pub(super) fn in_corridor(
    outline: &Outline,
    rules: Rules,
    count: usize,
    chance: &mut Chance,
) -> Option<BoardWithGoals> {
    let ways: Vec<((usize, usize), Direction)> = outline
        .floor()
        .flat_map(|at| Direction::ORTHOGONAL.map(|direction| (at, direction)))
        .filter(|&(at, direction)| has_room(outline, at, direction, count + 1))
        .collect();
    let &((x, y), direction) = chance.pick(&ways)?;
    let mut picture = outline.picture();
    for step in 1..=count + 1 {
        let x = x.wrapping_add_signed(direction.dx() as isize * step as isize);
        let y = y.wrapping_add_signed(direction.dy() as isize * step as isize);
        let ground = if step > count { Ground::Exit } else { Ground::Goal };
        picture.put(x, y, Place::bare(ground));
    }
    ready(picture, rules)
}

/// Whether a corridor of `length` squares can begin next to the floor at `(x, y)`: a box can be
/// pushed into it, and only its beginning touches the floor.
fn has_room(
    outline: &Outline,
    (x, y): (usize, usize),
    direction: Direction,
    length: usize,
) -> bool {
    let (dx, dy) = (direction.dx() as isize, direction.dy() as isize);
    let at = |along: isize, aside: isize| {
        let x = x.wrapping_add_signed(dx * along + dy * aside);
        (x, y.wrapping_add_signed(dy * along + dx * aside))
    };
    let is_floor = |(x, y)| outline.is_floor(x, y);
    is_floor(at(-1, 0))
        && (1..=length as isize).all(|along| {
            let (x, y) = at(along, 0);
            outline.is_inside(x, y) && [-1, 0, 1].iter().all(|&aside| !is_floor(at(along, aside)))
        })
        && !is_floor(at(length as isize + 1, 0))
}

/// The board of a picture, if all its floor is connected.
fn ready(picture: Picture, rules: Rules) -> Option<BoardWithGoals> {
    let width = picture.width();
    let floor = picture.places().iter().filter(|it| !it.ground.is_solid()).count();
    let first = picture.places().iter().position(|it| it.ground == Ground::Floor)?;
    let mut with_keeper = picture.clone();
    with_keeper.put(first % width, first / width, Place::with_keeper(Ground::Floor));
    let (board, _) = lay_out(&Level::from_picture(with_keeper, rules)).ok()?;
    (board.square_count() == floor).then_some(BoardWithGoals { picture, board })
}
