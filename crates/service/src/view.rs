//! The view of a level.

use std::collections::VecDeque;

use serde::Serialize;
use sokolab::{Edge, GoalKind, Ground, Level, Occupant, Picture, Rules};

/// A column and a row, from 0.
pub type Spot = (usize, usize);

/// What to draw of a level: the ground and the objects on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// One character per place: a space outside, `#` wall, `_` floor, `o` goal, `<` exit, `+`
    /// doorway, `x` dead field.
    pub ground: Vec<String>,
    /// What a goal is: `goal`, `hole` or `sink`.
    pub goal: &'static str,
    /// What is pushed: `box` or `boulder`.
    #[serde(rename = "box")]
    pub box_word: &'static str,
    /// The boxes.
    pub boxes: Vec<Spot>,
    /// The keeper, if there is one.
    pub keeper: Option<Spot>,
}

impl View {
    /// The view of a level at its start.
    #[must_use]
    pub fn new(level: &Level) -> View {
        View::of_picture(&level.picture, level.rules)
    }

    /// The view of a picture.
    #[must_use]
    pub fn of_picture(picture: &Picture, rules: Rules) -> View {
        let outside = outside(picture);
        let standing = |wanted: Occupant| {
            let spots = spots(picture);
            spots.filter(move |&(x, y)| picture.at(x, y).occupant == wanted)
        };
        let row = |y: usize| {
            let letter = |x: usize| {
                let is_outside = outside[y * picture.width() + x];
                letter(picture.at(x, y).ground, is_outside, rules)
            };
            (0..picture.width()).map(letter).collect()
        };
        View {
            width: picture.width(),
            height: picture.height(),
            ground: (0..picture.height()).map(row).collect(),
            goal: rules.goal_word(),
            box_word: rules.box_word(),
            boxes: standing(Occupant::Box).collect(),
            keeper: standing(Occupant::Keeper).next(),
        }
    }
}

fn letter(ground: Ground, is_outside: bool, rules: Rules) -> char {
    match ground {
        Ground::Rock => ' ',
        Ground::Wall => '#',
        Ground::Goal => 'o',
        Ground::Exit if rules.goal() == GoalKind::Fill => '<',
        Ground::Door => '+',
        Ground::DeadField => 'x',
        Ground::Floor | Ground::Exit if is_outside => ' ',
        Ground::Floor | Ground::Exit => '_',
    }
}

fn spots(picture: &Picture) -> impl Iterator<Item = Spot> + use<> {
    let (width, height) = (picture.width(), picture.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

/// Floor that is connected with the picture's open edge, as around a `.sok` board.
fn outside(picture: &Picture) -> Vec<bool> {
    let (width, height) = (picture.width(), picture.height());
    let mut outside = vec![false; width * height];
    if picture.edge() == Edge::Solid {
        return outside;
    }
    let is_edge = |&(x, y): &Spot| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
    let mut pending: VecDeque<Spot> = spots(picture).filter(is_edge).collect();
    while let Some((x, y)) = pending.pop_front() {
        let is_bare = picture.at(x, y) == sokolab::Place::bare(Ground::Floor);
        if !is_bare || outside[y * width + x] {
            continue;
        }
        outside[y * width + x] = true;
        let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        pending.extend(near.into_iter().filter(|&(x, y)| x < width && y < height));
    }
    outside
}

#[cfg(test)]
mod tests {
    use sokolab::read_level;

    use super::View;

    #[test]
    fn floor_outside_the_walls_is_not_drawn() {
        let level = read_level("  #####\n###  .#\n#@ $ *#\n#######\n").expect("a level");
        let view = View::new(&level);
        assert_eq!(view.ground, ["  #####", "###__o#", "#____o#", "#######"]);
        assert_eq!(view.boxes, [(3, 2), (5, 2)]);
        assert_eq!(view.keeper, Some((1, 2)));
    }

    #[test]
    fn rock_is_outside_and_holes_have_their_word() {
        let level = read_level("------\n|@0^<|\n------\n").expect("a map");
        let view = View::new(&level);
        assert_eq!(view.ground[1], "#__o<#");
        assert_eq!((view.goal, view.box_word), ("hole", "boulder"));
    }
}
