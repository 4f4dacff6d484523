//! Explains in a sentence why a square is locked.
//!
//! Every sentence must be true for any box that stands there, however the level is played: no push
//! by a player may refute it. So "the keeper cannot get behind it" is used only if no path leads
//! there, not if a possible push leads nowhere.

use sokolab_core::{Direction, Directions, Square, SquareSet};

use super::{LockKind, LockSetting, kinds};
use crate::sides::{Barred, Sides};
use sokolab_core::square_name;

/// Why a box on `square` is locked or not, as a sentence without a full stop. `locked` is the set
/// of locked squares in question.
#[must_use]
pub fn explain(setting: &LockSetting<'_>, locked: &SquareSet, square: Square) -> String {
    format!("a box on {} {}", square_name(setting.board(), square), said(setting, locked, square).0)
}

/// How a box is held back, the simplest kind first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hold {
    /// It can never be pushed.
    NeverPushed,
    /// It can only be pushed in these directions from where it stands, and reaches no goal.
    PushedOnly(Vec<Direction>),
    /// It can be pushed, but reaches no goal.
    NoGoal,
}

/// The sentence about a box on `square`: how it is held, if it is locked.
pub(crate) fn said(
    setting: &LockSetting<'_>,
    locked: &SquareSet,
    square: Square,
) -> (String, Hold) {
    let kinds = kinds(setting, locked);
    match kinds[square.index()] {
        _ if setting.corridor().contains(square) => {
            ("is out of the chamber".to_owned(), Hold::NoGoal)
        }
        None if setting.goals.contains(square) => ("is on a goal".to_owned(), Hold::NoGoal),
        None => ("is not locked".to_owned(), Hold::NoGoal),
        Some(LockKind::Corner) => (corner(setting, square), Hold::NeverPushed),
        Some(LockKind::Wall) => wall(setting, &kinds, square),
        Some(LockKind::Chokepoint) => (chokepoint(setting, locked, square), Hold::NoGoal),
        Some(LockKind::Connectivity) => (connectivity(setting, square), Hold::NoGoal),
    }
}

fn corner(setting: &LockSetting<'_>, square: Square) -> String {
    if setting.board().rules().pushes() == Directions::Eight {
        return "cannot be pushed in any of the eight directions".to_owned();
    }
    let is_wall = |it: &Direction| setting.beside(square, *it).is_none();
    let walls =
        Direction::ORTHOGONAL.into_iter().filter(is_wall).map(|direction| match direction {
            Direction::Left => "to the left",
            Direction::Right => "to the right",
            Direction::Up => "above",
            _ => "below",
        });
    let walls = listed(walls.map(str::to_owned), "and");
    format!("cannot be pushed at all: there are walls {walls}")
}

fn wall(setting: &LockSetting<'_>, kinds: &[Option<LockKind>], square: Square) -> (String, Hold) {
    let directions = setting.board().rules().pushes();
    let is_free = |axis: &&Direction| {
        let ends = [**axis, axis.opposite()];
        ends.into_iter().all(|direction| setting.beside(square, direction).is_some())
    };
    let ways: Vec<Direction> = directions.list().iter().filter(is_free).copied().collect();
    let slide = |direction: Direction| {
        let lands = |it: &Square| !setting.board().dead_fields().contains(*it);
        let next = |&from: &Square| setting.beside(from, direction).filter(lands);
        std::iter::successors(Some(square), next).collect::<Vec<Square>>()
    };
    let slides: Vec<Vec<Square>> = ways.iter().map(|&it| slide(it)).collect();
    let is_plain = |slide: &Vec<Square>| {
        let of = |it: &Square| kinds[it.index()];
        slide.split_last().is_some_and(|(end, way)| {
            of(end) == Some(LockKind::Corner) && way.iter().all(|it| of(it) == Some(LockKind::Wall))
        })
    };
    let text = if directions == Directions::Four && slides.iter().all(is_plain) {
        "can only be pushed along the wall, and both ends of the wall are corners".to_owned()
    } else {
        let end = |slide: &Vec<Square>| slide.last().copied().unwrap_or(square);
        let ends = slides.iter().map(|it| square_name(setting.board(), end(it)));
        format!(
            "can only be pushed {}, and from no square between {} can it be {}",
            listed(ways.iter().map(|it| it.name().to_owned()), "or"),
            listed(ends, "and"),
            aim(setting)
        )
    };
    (text, Hold::PushedOnly(ways))
}

fn aim(setting: &LockSetting<'_>) -> &'static str {
    if setting.corridor().is_empty() { "brought to a goal" } else { "brought out" }
}

fn chokepoint(setting: &LockSetting<'_>, locked: &SquareSet, square: Square) -> String {
    let ways = ways_out_of_reach(setting, locked, square);
    if !ways.is_empty() {
        let ways = listed(ways.into_iter().map(|it| it.name().to_owned()), "or");
        return format!("would have to be pushed {ways}, but the keeper cannot get behind it");
    }
    let aim = aim(setting);
    format!(
        "cannot be {aim}, even with no other box in the way: sooner or later the keeper cannot get \
         behind it"
    )
}

/// The directions in which a box in a chamber would have to be pushed, if a keeper from outside can
/// get behind the box for none of them.
fn ways_out_of_reach(
    setting: &LockSetting<'_>,
    locked: &SquareSet,
    square: Square,
) -> Vec<Direction> {
    let (board, mut inner) = (setting.board(), setting.floor());
    if setting.corridor().is_empty() {
        return Vec::new();
    }
    for doorway in setting.floor().iter().filter(|&it| setting.doorway(it).is_some()) {
        inner.remove(doorway);
    }
    let sides = Sides::walking(board, &Barred::walls(setting.walls.clone()));
    let arrivals = sides.count_on_sides(board, &setting.arrivals);
    let inside = sides.count_on_sides(board, &inner);
    let behind = |direction: Direction| {
        let behind = setting.beside(square, direction.opposite())?;
        sides.node(square, behind)
    };
    let leads_out = |direction: &Direction| {
        let to = setting.beside(square, *direction);
        behind(*direction).is_some() && to.is_some_and(|to| !locked.contains(to))
    };
    let is_reached = |direction: &Direction| behind(*direction).is_some_and(|it| arrivals[it] > 0);
    let ways: Vec<Direction> =
        board.rules().pushes().list().iter().copied().filter(leads_out).collect();
    // If the box seals the chamber, assume that the keeper may be inside.
    let seals = !sides.nodes(square).any(|node| arrivals[node] > 0 && inside[node] > 0);
    if seals || ways.iter().any(is_reached) { Vec::new() } else { ways }
}

fn connectivity(setting: &LockSetting<'_>, square: Square) -> String {
    match setting.doorway(square) {
        Some(outward) => {
            let behind = setting.beside(square, outward.opposite());
            let behind = behind.map(|it| square_name(setting.board(), it));
            let behind = behind.unwrap_or_else(|| "the wall".to_owned());
            format!("stands in a doorway, and {behind} behind it is locked")
        }
        None => format!("cannot be {}, wherever the keeper stands", aim(setting)),
    }
}

/// `a`, `a or b`, `a, b or c`.
fn listed(words: impl Iterator<Item = String>, conjunction: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match (words.pop(), words.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} {conjunction} {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::explain;
    use crate::locks::{LockSetting, locked_squares};
    use crate::test_positions::Drawn;
    use sokolab_core::Rules;
    use sokolab_core::square_by_name;
    use sokolab_core::testing::position_in;

    #[track_caller]
    fn check(drawn: &str, name: &str, expected: &str) {
        let drawn = Drawn::new(drawn, Rules::OFFICIAL);
        let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
        let square = square_by_name(&drawn.board, name).expect("floor there");
        assert_eq!(explain(&setting, &locked_squares(&setting).visit, square), expected);
    }

    const WALL: &str = "
        ------
        |....----
        |.......|
        |.......####
        ---------";

    #[test]
    fn corners_walls_and_free_squares() {
        check(
            WALL,
            "b2",
            "a box on b2 cannot be pushed at all: there are walls to the left and above",
        );
        check(
            WALL,
            "c2",
            "a box on c2 can only be pushed along the wall, and both ends of the wall are corners",
        );
        check(WALL, "d3", "a box on d3 is not locked");
        check(WALL, "i4", "a box on i4 is out of the chamber");
    }

    #[test]
    fn chokepoints() {
        let drawn = "
            -------
            |..|..|
            |.....|
            |-....|
            |.....|
            |..|...####
            -------";
        check(
            drawn,
            "c3",
            "a box on c3 would have to be pushed right, but the keeper cannot get behind it",
        );
        check(
            drawn,
            "c4",
            "a box on c4 can only be pushed up or down, and from no square between c2 and c6 can \
             it be brought out",
        );
    }

    #[test]
    fn doorways_and_rooms_without_a_way() {
        let drawn = "
            ---------
            |.......|
            |.......|--
            |.......|..####
            |.........|
            -----------";
        check(drawn, "k4", "a box on k4 stands in a doorway, and j4 behind it is locked");
        check(drawn, "e3", "a box on e3 cannot be brought out, wherever the keeper stands");
    }

    #[test]
    fn levels_speak_of_goals() {
        let (board, state) = position_in(
            "
            ########
            #  #   #
            #@ $   #
            #  #  .#
            ########",
            Rules::OFFICIAL,
        );
        let setting = LockSetting::of_level(&board, &state);
        let locked = locked_squares(&setting).any;
        let square = |name| square_by_name(&board, name).expect("floor there");
        let said = explain(&setting, &locked, square("g4"));
        assert_eq!(said, "a box on g4 is on a goal");
        let said = explain(&setting, &locked, square("b3"));
        assert_eq!(
            said,
            "a box on b3 can only be pushed along the wall, and both ends of the wall are corners"
        );
    }

    #[test]
    fn a_push_that_can_be_made_is_not_called_impossible() {
        let (board, state) = position_in(
            "
            ########
            #   ## #
            #@ $   #
            #   ## #
            ######.#
            ########",
            Rules::OFFICIAL,
        );
        let setting = LockSetting::of_level(&board, &state);
        let locked = locked_squares(&setting).any;
        let square = square_by_name(&board, "d3").expect("floor there");
        assert_eq!(
            explain(&setting, &locked, square),
            "a box on d3 cannot be brought to a goal, even with no other box in the way: sooner or \
             later the keeper cannot get behind it"
        );
    }
}
