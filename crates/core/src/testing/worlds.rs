//! Small worlds: every floor shape inside 3 × 4, with every choice of up to two goals.
//!
//! There are few enough to test all of them, and they are odd enough to break unproved claims.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::check::check;
use crate::level::Level;
use crate::picture::{Edge, Ground, Picture, Place};
use crate::rule_set::{GoalKind, Rules};

/// When two floor places are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// They share a side.
    Four,
    /// They share a side or a corner.
    Eight,
}

/// A floor shape: its places, as column and row from 0.
pub type Shape = BTreeSet<(usize, usize)>;

/// Every connected floor shape inside 3 × 4 up to symmetry.
#[must_use]
pub fn shapes(connection: Connection) -> Vec<Shape> {
    const COLUMNS: usize = 4;
    const ROWS: usize = 3;
    let mut found = BTreeSet::new();
    for bits in 1_u32..1 << (COLUMNS * ROWS) {
        let is_in = |&index: &usize| bits >> index & 1 == 1;
        let places =
            (0..COLUMNS * ROWS).filter(is_in).map(|index| (index % COLUMNS, index / COLUMNS));
        let shape: Shape = places.collect();
        if is_connected(&shape, connection) {
            found.insert(canonical(&shape));
        }
    }
    found.into_iter().collect()
}

fn is_connected(shape: &Shape, connection: Connection) -> bool {
    let mut rest = shape.clone();
    let Some(first) = rest.pop_first() else {
        return false;
    };
    let mut pending = vec![first];
    while let Some((x, y)) = pending.pop() {
        let near: Vec<(usize, usize)> = rest
            .iter()
            .copied()
            .filter(|&(other_x, other_y)| {
                let (dx, dy) = (x.abs_diff(other_x), y.abs_diff(other_y));
                match connection {
                    Connection::Four => dx + dy == 1,
                    Connection::Eight => dx.max(dy) == 1,
                }
            })
            .collect();
        for place in near {
            rest.remove(&place);
            pending.push(place);
        }
    }
    rest.is_empty()
}

/// The smallest of the eight rotated and mirrored shapes, moved to the corner.
fn canonical(shape: &Shape) -> Shape {
    let turns = (0..8).map(|turn| {
        let turned = shape.iter().map(|&(x, y)| {
            let (x, y) = (x as i32, y as i32);
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            let x = if turn & 2 == 0 { x } else { -x };
            let y = if turn & 4 == 0 { y } else { -y };
            (x, y)
        });
        let turned: Vec<(i32, i32)> = turned.collect();
        let left = turned.iter().map(|it| it.0).min().unwrap_or(0);
        let top = turned.iter().map(|it| it.1).min().unwrap_or(0);
        turned
            .into_iter()
            .map(|(x, y)| (x.abs_diff(left) as usize, y.abs_diff(top) as usize))
            .collect()
    });
    turns.min().unwrap_or_default()
}

/// A small board: floor and goals. The test chooses its states.
#[derive(Clone, Debug)]
pub struct World {
    /// The board.
    pub board: Board,
    /// The level it was made from; the keeper is on the first free square.
    pub level: Level,
}

/// Every small world under `rules`: each shape with one and two goals and, where exits count, with
/// no exit and with one on the first or last free square.
pub fn worlds(rules: Rules) -> impl Iterator<Item = World> {
    let connection =
        if rules == Rules::NETHACK_DIAGONAL { Connection::Eight } else { Connection::Four };
    shapes(connection).into_iter().flat_map(move |shape| {
        let places: Vec<(usize, usize)> = shape.iter().copied().collect();
        let mut choices: Vec<Vec<(usize, usize)>> = Vec::new();
        for (index, &one) in places.iter().enumerate() {
            choices.push(vec![one]);
            choices.extend(places[index + 1..].iter().map(|&two| vec![one, two]));
        }
        choices.into_iter().flat_map(move |goals| with_exits(&shape, &goals, rules))
    })
}

fn with_exits(shape: &Shape, goals: &[(usize, usize)], rules: Rules) -> Vec<World> {
    let free: Vec<_> = shape.iter().copied().filter(|it| !goals.contains(it)).collect();
    let mut exits: Vec<Option<(usize, usize)>> = vec![None];
    if rules.goal() == GoalKind::Fill {
        exits.extend(free.first().copied().map(Some));
        exits.extend((free.len() > 1).then(|| free.last().copied()));
    }
    exits.into_iter().filter_map(|exit| world(shape, goals, exit, rules)).collect()
}

fn world(
    shape: &Shape,
    goals: &[(usize, usize)],
    exit: Option<(usize, usize)>,
    rules: Rules,
) -> Option<World> {
    let width = shape.iter().map(|it| it.0).max()? + 3;
    let height = shape.iter().map(|it| it.1).max()? + 3;
    let wall = Place::bare(Ground::Wall);
    let mut picture = Picture::new(width, vec![wall; width * height], Edge::Solid);
    let mut keeper_is_set = false;
    for &(x, y) in shape {
        let ground = match () {
            () if goals.contains(&(x, y)) => Ground::Goal,
            () if exit == Some((x, y)) => Ground::Exit,
            () => Ground::Floor,
        };
        let may_stand = rules.goal() != GoalKind::Fill || ground != Ground::Goal;
        let place = if !keeper_is_set && may_stand {
            keeper_is_set = true;
            Place::with_keeper(ground)
        } else {
            Place::bare(ground)
        };
        picture.put(x + 1, y + 1, place);
    }
    let level = Level::from_picture(picture, rules);
    let (board, _) = check(&level).ok()?;
    Some(World { board, level })
}

#[cfg(test)]
mod tests {
    use super::{Connection, shapes, worlds};
    use crate::rule_set::Rules;

    #[test]
    fn there_are_229_shapes() {
        assert_eq!(shapes(Connection::Four).len(), 229);
        assert!(shapes(Connection::Eight).len() > 229);
    }

    #[test]
    fn every_rule_set_has_its_worlds() {
        for rules in Rules::ALL {
            let count = worlds(rules).count();
            assert!(count > 5_000, "{rules}: {count}");
        }
    }
}
