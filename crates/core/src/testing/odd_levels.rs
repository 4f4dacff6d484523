//! Small random levels that are odd in every way a level may be: in shape, frame, and missing or
//! superfluous parts. They are small enough for exhaustive search.
//!
//! More than half of them are solvable: most are played backwards from a solved state before other
//! objects are added at random.

use super::chance::Chance;
use super::reframe::{with_cells, with_margins, with_thick_walls};
use crate::check::check;
use crate::finding::FindingKind;
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::reference::{expand, is_won_by_walking};
use crate::rule_set::{GoalKind, Rules};

/// Maximum number of floor squares of an odd level, not counting closed cells.
pub const ODD_SQUARES_MAX: usize = 24;

/// An odd level. The keeper is present and cannot walk out, but there may be no goal, and then the
/// level does not pass [`check`](crate::check).
///
/// # Panics
/// Never in practice: random areas have floor often enough.
pub fn odd_level(chance: &mut Chance, rules: Rules) -> Level {
    loop {
        let mut site = Site::laid(chance);
        if site.floor.len() < 3 || site.floor.len() > ODD_SQUARES_MAX {
            continue;
        }
        site.furnish(chance, rules);
        let level = Level::from_picture(frame(chance, rules, &site), rules);
        let (board, state) = match check(&level) {
            Ok(checked) => checked,
            Err(findings) if findings.iter().all(|it| it.kind == FindingKind::NoGoal) => {
                return level;
            }
            Err(_) => continue,
        };
        // Keep only a few levels that start won or without a legal push: they test little.
        let is_over = is_won_by_walking(&board, &state) || expand(&board, &state).is_empty();
        if !is_over || percent(chance, 8) {
            return level;
        }
    }
}

/// A part of the floor, as columns and rows.
type Places = Vec<(usize, usize)>;

/// Floor without a frame, and the objects on it.
struct Site {
    picture: Picture,
    floor: Places,
    /// Where goals should preferably go; empty for anywhere.
    goal_room: Places,
    /// Places to keep free of boxes.
    far_room: Places,
}

const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

fn percent(chance: &mut Chance, percentage: usize) -> bool {
    chance.below(100) < percentage
}

fn pick(chance: &mut Chance, list: &[(usize, usize)]) -> Option<(usize, usize)> {
    (!list.is_empty()).then(|| list[chance.below(list.len())])
}

impl Site {
    /// Lays floor in one of three ways: scattered, by a random walk, or as two rooms with a
    /// corridor.
    fn laid(chance: &mut Chance) -> Site {
        match chance.below(10) {
            0..4 => Site::scattered(chance),
            4 => Site::walked(chance),
            _ => Site::rooms(chance),
        }
    }

    fn solid(width: usize, height: usize) -> Site {
        let rock = vec![Place::bare(Ground::Rock); width * height];
        let picture = Picture::new(width, rock, Edge::Solid);
        Site { picture, floor: Vec::new(), goal_room: Vec::new(), far_room: Vec::new() }
    }

    fn open(&mut self, x: usize, y: usize) {
        if self.picture.at(x, y).ground.is_solid() {
            self.picture.put(x, y, Place::bare(Ground::Floor));
            self.floor.push((x, y));
        }
    }

    fn scattered(chance: &mut Chance) -> Site {
        let (width, height) = (3 + chance.below(4), 3 + chance.below(3));
        let density = 75 + chance.below(26);
        let mut site = Site::solid(width, height);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if percent(chance, density) {
                site.open(x, y);
            }
        }
        site
    }

    fn walked(chance: &mut Chance) -> Site {
        let (width, height) = (7, 6);
        let mut site = Site::solid(width, height);
        let (mut x, mut y) = (chance.below(width), chance.below(height));
        let wanted = 9 + chance.below(15);
        for _ in 0..200 {
            site.open(x, y);
            if site.floor.len() >= wanted {
                break;
            }
            let (dx, dy) = DIRECTIONS[chance.below(4)];
            x = x.saturating_add_signed(dx).min(width - 1);
            y = y.saturating_add_signed(dy).min(height - 1);
        }
        site
    }

    fn rooms(chance: &mut Chance) -> Site {
        let sizes: [usize; 4] = std::array::from_fn(|_| [1, 2, 3, 3, 3, 4, 4, 5][chance.below(8)]);
        let [width, height, far_width, far_height] = sizes;
        let corridor = 1 + chance.below(3);
        let rows = height.max(far_height);
        let mut site = Site::solid(width + corridor + far_width, rows);
        let door = chance.below(height.min(far_height));
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            site.open(x, y);
        }
        for x in width..width + corridor {
            site.open(x, door);
        }
        let columns = width + corridor..width + corridor + far_width;
        for (x, y) in (0..far_height).flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if percent(chance, 92) {
                site.open(x, y);
            }
        }
        let far = |it: &&(usize, usize)| it.0 >= width + corridor;
        if percent(chance, 60) {
            site.goal_room = site.floor.iter().filter(far).copied().collect();
        }
        if percent(chance, 60) {
            site.far_room = site.floor.iter().filter(far).copied().collect();
        }
        site
    }

    fn occupant(&self, at: (usize, usize)) -> Occupant {
        self.picture.at(at.0, at.1).occupant
    }

    fn ground(&self, at: (usize, usize)) -> Ground {
        self.picture.at(at.0, at.1).ground
    }

    fn stand(&mut self, at: (usize, usize), occupant: Occupant) {
        let ground = self.ground(at);
        self.picture.put(at.0, at.1, Place { ground, occupant });
    }

    fn lay(&mut self, at: (usize, usize), ground: Ground) {
        let occupant = self.occupant(at);
        self.picture.put(at.0, at.1, Place { ground, occupant });
    }

    /// The place next to `at`, if it is floor.
    fn beside(&self, at: (usize, usize), way: (isize, isize)) -> Option<(usize, usize)> {
        let x = at.0.checked_add_signed(way.0).filter(|&x| x < self.picture.width())?;
        let y = at.1.checked_add_signed(way.1).filter(|&y| y < self.picture.height())?;
        (!self.ground((x, y)).is_solid()).then_some((x, y))
    }

    fn furnish(&mut self, chance: &mut Chance, rules: Rules) {
        let boxes = [1, 1, 2, 2, 2, 2, 3, 3, 3, 4][chance.below(10)];
        let goals = match chance.below(20) {
            _ if rules.goal() == GoalKind::Sink => 1 + chance.below(2),
            0..3 => boxes + 1 + chance.below(2),
            3..6 => (boxes - 1).max(1),
            _ => boxes,
        };
        let goals = if percent(chance, 1) { 0 } else { goals };
        for _ in 0..goals {
            let room = if self.goal_room.is_empty() { &self.floor } else { &self.goal_room };
            if let Some(at) = pick(chance, room) {
                self.lay(at, Ground::Goal);
            }
        }
        if goals > 0 && percent(chance, 75) {
            self.play_back(chance, rules, boxes);
        } else {
            self.strew(chance, boxes);
        }
        self.add_oddities(chance, rules);
    }

    /// Places boxes and keeper at random.
    fn strew(&mut self, chance: &mut Chance, boxes: usize) {
        let floor = self.floor.clone();
        let near: Places = floor.iter().filter(|it| !self.far_room.contains(it)).copied().collect();
        for _ in 0..boxes {
            if let Some(at) = pick(chance, if near.is_empty() { &floor } else { &near }) {
                self.stand(at, Occupant::Box);
            }
        }
        if let Some(at) = pick(chance, &floor) {
            self.stand(at, Occupant::Keeper);
        }
    }

    /// Puts boxes on goals and pulls them off. Holes do not stop the keeper here, so not every
    /// resulting level is solvable.
    fn play_back(&mut self, chance: &mut Chance, rules: Rules, boxes: usize) {
        let goals: Places =
            self.floor.iter().filter(|&&it| self.ground(it) == Ground::Goal).copied().collect();
        let keeps = rules.goal() == GoalKind::Keep;
        for index in 0..boxes {
            let home = if keeps { goals.get(index).copied() } else { pick(chance, &goals) };
            let home = home.or_else(|| pick(chance, &self.floor)).expect("there is floor");
            if self.occupant(home) != Occupant::Nothing {
                continue;
            }
            self.stand(home, Occupant::Box);
            if !keeps {
                // The box comes out of its hole or sink; if it cannot, it is left out.
                let ways = DIRECTIONS.map(|way| self.pulled(home, way, rules));
                let ways: Vec<_> = ways.into_iter().flatten().collect();
                self.stand(home, Occupant::Nothing);
                if let Some((to, _)) = (!ways.is_empty()).then(|| ways[chance.below(ways.len())]) {
                    self.stand(to, Occupant::Box);
                }
            }
        }
        let free = |it: &&(usize, usize)| self.occupant(**it) == Occupant::Nothing;
        let free: Places = self.floor.iter().filter(free).copied().collect();
        let Some(mut keeper) = pick(chance, &free) else { return };
        let mut last = None;
        for _ in 0..chance.below(300) {
            let boxes = self.floor.iter().filter(|&&it| self.occupant(it) == Occupant::Box);
            let boxes: Places = boxes.copied().collect();
            // Usually continue with the same box in the same direction, or it would get nowhere.
            let goes_on = percent(chance, 70);
            let drawn = (pick(chance, &boxes), DIRECTIONS[chance.below(4)]);
            let (at, way) = match (last.take(), drawn) {
                (Some(pull), _) if goes_on => pull,
                (_, (Some(at), way)) => (at, way),
                _ => break,
            };
            if let Some((to, behind)) = self.pulled(at, way, rules)
                && self.region(keeper).contains(&to)
            {
                self.stand(at, Occupant::Nothing);
                self.stand(to, Occupant::Box);
                keeper = behind;
                last = Some((to, way));
            }
        }
        let region = self.region(keeper);
        let stands = |it: &&(usize, usize)| {
            rules.goal() != GoalKind::Fill || self.ground(**it) != Ground::Goal
        };
        let region: Places = region.iter().filter(stands).copied().collect();
        if let Some(at) = pick(chance, &region) {
            self.stand(at, Occupant::Keeper);
        }
    }

    /// Where box and keeper end up if the box is pulled in this direction.
    fn pulled(
        &self,
        at: (usize, usize),
        way: (isize, isize),
        rules: Rules,
    ) -> Option<((usize, usize), (usize, usize))> {
        let to = self.beside(at, way)?;
        let behind = self.beside(to, way)?;
        let is_free = |it| self.occupant(it) == Occupant::Nothing;
        let stays = rules.goal() == GoalKind::Keep || self.ground(to) != Ground::Goal;
        (is_free(to) && is_free(behind) && stays).then_some((to, behind))
    }

    fn region(&self, keeper: (usize, usize)) -> Places {
        let mut region = vec![keeper];
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            for beside in DIRECTIONS.iter().filter_map(|&way| self.beside(at, way)) {
                if self.occupant(beside) != Occupant::Box && !region.contains(&beside) {
                    region.push(beside);
                }
            }
        }
        region
    }

    /// Adds exits, doorways, dead fields, and sometimes an extra box or goal.
    fn add_oddities(&mut self, chance: &mut Chance, rules: Rules) {
        let fills = rules.goal() == GoalKind::Fill;
        let mut add = |chance: &mut Chance, percentage: usize, ground: Ground| {
            if percent(chance, percentage)
                && let Some(at) = pick(chance, &self.floor)
                && self.ground(at) == Ground::Floor
            {
                self.lay(at, ground);
            }
        };
        add(chance, if fills { 60 } else { 2 }, Ground::Exit);
        add(chance, if fills { 8 } else { 1 }, Ground::Exit);
        for _ in 0..2 {
            add(chance, if fills { 10 } else { 2 }, Ground::Door);
            add(chance, 6, Ground::DeadField);
        }
        add(chance, 2, Ground::Goal);
        if percent(chance, 4)
            && let Some(at) = pick(chance, &self.floor)
            && self.occupant(at) == Occupant::Nothing
        {
            self.stand(at, Occupant::Box);
        }
    }
}

/// The site with thick or thin walls, perhaps with closed cells beside it and a margin around it.
fn frame(chance: &mut Chance, rules: Rules, site: &Site) -> Picture {
    let mut picture = match chance.below(20) {
        // The edge itself is solid, so no walls need to be drawn.
        0..2 => site.picture.clone(),
        2..5 => with_margins(&site.picture, [chance.below(3); 4], Place::bare(Ground::Wall)),
        5..10 => opened(&with_thick_walls(&walled(&site.picture), chance.below(3)), Leave::Walls),
        _ => opened(&with_margins(&site.picture, [1; 4], Place::bare(Ground::Rock)), Leave::Ring),
    };
    if percent(chance, 12) {
        let cells: Vec<Place> = (0..=chance.below(2)).map(|_| cell(chance, rules)).collect();
        picture = with_cells(&picture, &cells);
    }
    if percent(chance, 25) {
        let outside = match picture.edge() {
            Edge::Open => Ground::Floor,
            Edge::Solid => Ground::Rock,
        };
        let margins = [1 + chance.below(3), 0, 0, 0];
        picture = with_margins(&picture, margins, Place::bare(outside));
    }
    picture
}

/// The content of a closed cell: usually something without effect.
fn cell(chance: &mut Chance, rules: Rules) -> Place {
    match chance.below(12) {
        0 => Place::with_box(Ground::Floor),
        1 => Place::bare(Ground::Goal),
        2 if rules.goal() == GoalKind::Fill => Place::bare(Ground::Exit),
        3..8 => Place::with_box(Ground::Goal),
        _ => Place::bare(Ground::Floor),
    }
}

/// Draws everything solid as wall, with one more wall around it.
fn walled(picture: &Picture) -> Picture {
    let framed = with_margins(picture, [1; 4], Place::bare(Ground::Rock));
    super::reframe::with_solid(&framed, Ground::Wall)
}

/// Which solid places remain when an edge is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leave {
    /// All of them.
    Walls,
    /// Those next to floor; the others become open ground outside.
    Ring,
}

/// The same picture with an open edge, as files have it.
fn opened(picture: &Picture, leave: Leave) -> Picture {
    let (width, height) = (picture.width(), picture.height());
    let mut result = Picture::new(width, picture.places().to_vec(), Edge::Open);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if !picture.at(x, y).ground.is_solid() {
            continue;
        }
        let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
        let mut near = columns
            .flat_map(|x| (y.saturating_sub(1)..=(y + 1).min(height - 1)).map(move |y| (x, y)));
        let is_beside = near.any(|(x, y)| !picture.at(x, y).ground.is_solid());
        let stays = leave == Leave::Walls || is_beside;
        result.put(x, y, Place::bare(if stays { Ground::Wall } else { Ground::Floor }));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::odd_level;
    use crate::check::check;
    use crate::picture::{Edge, Ground, Occupant};
    use crate::reference::fewest_pushes;
    use crate::rule_set::Rules;
    use crate::testing::Chance;

    #[test]
    fn odd_levels_are_odd_in_every_way_and_many_of_them_are_solvable() {
        for rules in Rules::ALL {
            let mut chance = Chance::new(7);
            let levels: Vec<_> = (0..400).map(|_| odd_level(&mut chance, rules)).collect();
            let count =
                |is: &dyn Fn(&crate::Level) -> bool| levels.iter().filter(|it| is(it)).count();
            let has = |ground: Ground| {
                count(&|it| it.picture.places().iter().any(|it| it.ground == ground))
            };
            assert!(has(Ground::Door) > 4, "{rules}");
            assert!(has(Ground::DeadField) > 20, "{rules}");
            assert!(count(&|it| it.picture.edge() == Edge::Solid) > 40, "{rules}");
            let indented = |it: &crate::Level| {
                let places = it.picture.rows().all(|row| row[0].ground == Ground::Floor);
                places && it.picture.edge() == Edge::Open
            };
            assert!(count(&indented) > 30, "{rules}");
            let solvable = count(&|it| {
                let checked = check(it).ok();
                let pushes = checked.and_then(|(board, state)| fewest_pushes(&board, &state));
                pushes.is_some_and(|it| it > 0)
            });
            assert!((120..360).contains(&solvable), "{rules}: {solvable} of 400");
        }
    }

    #[test]
    fn a_seed_gives_the_same_level_again() {
        let level = || odd_level(&mut Chance::new(99), Rules::SINK);
        assert_eq!(level(), level());
        let keepers =
            level().picture.places().iter().filter(|it| it.occupant == Occupant::Keeper).count();
        assert_eq!(keepers, 1);
    }
}
