//! Small random levels of rooms and corridors, for tests of statements about chambers.

use super::Chance;
use crate::check::check;
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::{GoalKind, Rules};

/// `count` playable levels of two to four small rooms joined by corridors, with up to three boxes,
/// usually as many goals, and sometimes an exit where goals are holes.
pub fn random_chambers(rules: Rules, count: usize) -> impl Iterator<Item = Level> {
    let mut chance = Chance::new(0xC4A + rules.name().len() as u64);
    std::iter::from_fn(move || {
        loop {
            let level = rooms(&mut chance, rules);
            if check(&level)
                .is_ok_and(|(board, state)| !state.boxes.is_empty() && board.square_count() >= 10)
            {
                return Some(level);
            }
        }
    })
    .take(count)
}

const WIDTH: usize = 16;
const HEIGHT: usize = 9;

fn rooms(chance: &mut Chance, rules: Rules) -> Level {
    let wall = Place::bare(Ground::Wall);
    let mut picture = Picture::new(WIDTH, vec![wall; WIDTH * HEIGHT], Edge::Solid);
    let mut open = |x: usize, y: usize| {
        if (1..WIDTH - 1).contains(&x) && (1..HEIGHT - 1).contains(&y) {
            picture.put(x, y, Place::bare(Ground::Floor));
        }
    };
    let row = 3 + chance.below(2);
    let mut x = 1;
    for _ in 0..2 + chance.below(2) {
        let (width, height) = (1 + chance.below(3), 1 + chance.below(3));
        let top = row - chance.below(height);
        for column in x..x + width {
            for line in top..top + height {
                if chance.below(10) < 9 || line == row {
                    open(column, line);
                }
            }
        }
        // Sometimes a dead-end corridor leaves the room upwards or downwards and ends in another
        // room.
        if chance.below(3) == 0 {
            let column = x + chance.below(width);
            let is_up = chance.below(2) == 0;
            for step in 1..=2 + chance.below(2) {
                let line = if is_up { top.saturating_sub(step) } else { top + height - 1 + step };
                open(column, line);
                if step > 2 {
                    open(column + 1, line);
                }
            }
        }
        let corridor = 1 + chance.below(2);
        (x..x + width + corridor).for_each(|column| open(column, row));
        x += width + corridor;
    }
    furnish(chance, picture, rules)
}

/// Places boxes, goals and the keeper at random.
fn furnish(chance: &mut Chance, mut picture: Picture, rules: Rules) -> Level {
    let is_floor = |&(x, y): &(usize, usize)| picture.at(x, y).ground == Ground::Floor;
    let places = (0..WIDTH * HEIGHT).map(|it| (it % WIDTH, it / WIDTH));
    let floor: Vec<(usize, usize)> = places.filter(is_floor).collect();
    let mut put = |chance: &mut Chance, change: &dyn Fn(&mut Place)| {
        let (x, y) = floor[chance.below(floor.len())];
        let mut place = picture.at(x, y);
        change(&mut place);
        picture.put(x, y, place);
    };
    let boxes = 1 + chance.below(3);
    let goals = match chance.below(6) {
        0 => 1 + chance.below(boxes),
        1 => boxes + 1,
        _ => boxes,
    };
    for _ in 0..goals {
        put(chance, &|place| place.ground = Ground::Goal);
    }
    if rules.goal() == GoalKind::Fill && chance.below(2) == 0 {
        put(chance, &|place| place.ground = Ground::Exit);
    }
    for _ in 0..boxes {
        put(chance, &|place| place.occupant = Occupant::Box);
    }
    put(chance, &|place| place.occupant = Occupant::Keeper);
    Level::from_picture(picture, rules)
}
