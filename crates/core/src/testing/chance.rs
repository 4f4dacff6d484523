//! Seeded random numbers that are equal on every machine.

use crate::check::check;
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::{GoalKind, Rules};

/// A small random number generator (splitmix64), for tests only.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A random number below `limit`.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_number() % limit as u64) as usize
    }
}

/// `count` playable levels inside 5 × 5 with up to four boxes, goals equal, fewer or more.
pub fn random_levels(rules: Rules, count: usize) -> impl Iterator<Item = Level> {
    let mut chance = Chance::new(0x5050 + rules.name().len() as u64);
    std::iter::from_fn(move || {
        loop {
            let level = random_level(&mut chance, rules, 5, 4);
            if check(&level).is_ok() {
                return Some(level);
            }
        }
    })
    .take(count)
}

/// A random level inside a square of `side` floor places with up to `boxes_max` boxes. It may be
/// unplayable, for instance if the keeper is walled in on a hole.
pub fn random_level(chance: &mut Chance, rules: Rules, side: usize, boxes_max: usize) -> Level {
    let size = side + 2;
    let wall = Place::bare(Ground::Wall);
    let mut picture = Picture::new(size, vec![wall; size * size], Edge::Solid);
    let mut floor = Vec::new();
    for y in 1..=side {
        for x in 1..=side {
            if chance.below(100) < 75 {
                picture.put(x, y, Place::bare(Ground::Floor));
                floor.push((x, y));
            }
        }
    }
    let mut put = |chance: &mut Chance, change: &dyn Fn(&mut Place)| {
        if let Some(&(x, y)) = (!floor.is_empty()).then(|| &floor[chance.below(floor.len())]) {
            let mut place = picture.at(x, y);
            change(&mut place);
            picture.put(x, y, place);
        }
    };
    let boxes = 1 + chance.below(boxes_max);
    let goals = match chance.below(4) {
        0 => 1 + chance.below(boxes),
        1 => boxes + chance.below(2),
        _ => boxes,
    };
    for _ in 0..goals {
        put(chance, &|place| place.ground = Ground::Goal);
    }
    if rules.goal() == GoalKind::Fill && chance.below(2) == 0 {
        put(chance, &|place| place.ground = Ground::Exit);
    }
    if chance.below(8) == 0 {
        put(chance, &|place| place.ground = Ground::DeadField);
    }
    for _ in 0..boxes {
        put(chance, &|place| place.occupant = Occupant::Box);
    }
    put(chance, &|place| place.occupant = Occupant::Keeper);
    Level::from_picture(picture, rules)
}
