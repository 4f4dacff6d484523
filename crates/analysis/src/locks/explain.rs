//! A sentence for each locked square that says why it is locked.

use sokolab_core::{Direction, Directions, Square, SquareSet};

use super::{LockKind, LockSetting, kinds};
use sokolab_core::square_name;

/// Why a box on `square` is locked or not, as a sentence without a full stop. `locked` is the set
/// in question.
#[must_use]
pub fn explain(setting: &LockSetting<'_>, locked: &SquareSet, square: Square) -> String {
    let kinds = kinds(setting, locked);
    let name = square_name(setting.board(), square);
    match kinds[square.index()] {
        _ if setting.corridor().contains(square) => {
            format!("a box on {name} is out of the chamber")
        }
        None if setting.goals.contains(square) => format!("a box on {name} is on a goal"),
        None => format!("a box on {name} is not locked"),
        Some(LockKind::Corner) => corner(setting, square, &name),
        Some(LockKind::Wall) => wall(setting, &kinds, square, &name),
        Some(LockKind::Chokepoint) => chokepoint(setting, locked, square, &name),
        Some(LockKind::Connectivity) => connectivity(setting, square, &name),
    }
}

fn corner(setting: &LockSetting<'_>, square: Square, name: &str) -> String {
    if setting.board().rules().pushes() == Directions::Eight {
        return format!("a box on {name} cannot be pushed in any of the eight directions");
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
    format!("a box on {name} cannot be pushed at all: there are walls {walls}")
}

fn wall(
    setting: &LockSetting<'_>,
    kinds: &[Option<LockKind>],
    square: Square,
    name: &str,
) -> String {
    let axes = setting.board().rules().pushes().list();
    let axis = axes.iter().find(|it| {
        let ends = [**it, it.opposite()];
        ends.into_iter().all(|direction| setting.beside(square, direction).is_some())
    });
    let slide = |direction: Direction| {
        let next = |&from: &Square| setting.beside(from, direction);
        std::iter::successors(Some(square), next).collect::<Vec<Square>>()
    };
    let slides = axis.map_or([vec![square], vec![square]], |it| [slide(*it), slide(it.opposite())]);
    let is_plain = |slide: &Vec<Square>| {
        let of = |it: &Square| kinds[it.index()];
        slide.split_last().is_some_and(|(end, way)| {
            of(end) == Some(LockKind::Corner) && way.iter().all(|it| of(it) == Some(LockKind::Wall))
        })
    };
    if slides.iter().all(is_plain) {
        return format!(
            "a box on {name} can only be pushed along the wall, and both ends of the wall are \
             corners"
        );
    }
    let end = |slide: Vec<Square>| slide.last().copied().unwrap_or(square);
    let [one, two] = slides.map(|slide| square_name(setting.board(), end(slide)));
    format!(
        "a box on {name} can only be pushed along the wall between {one} and {two}, and every \
         square there is locked"
    )
}

fn chokepoint(setting: &LockSetting<'_>, locked: &SquareSet, square: Square, name: &str) -> String {
    let leads_out = |direction: &&Direction| {
        let to = setting.beside(square, **direction);
        let behind = setting.beside(square, direction.opposite());
        behind.is_some() && to.is_some_and(|to| !locked.contains(to))
    };
    let directions = setting.board().rules().pushes().list().iter().filter(leads_out);
    let ways = listed(directions.map(|it| it.name().to_owned()), "or");
    if ways.is_empty() {
        return format!("a box on {name} can only be pushed onto locked squares");
    }
    format!(
        "a box on {name} would have to be pushed {ways}, but the keeper cannot get behind it: the \
         box itself is in the way"
    )
}

fn connectivity(setting: &LockSetting<'_>, square: Square, name: &str) -> String {
    let aim = if setting.corridor().is_empty() { "a goal" } else { "the way out" };
    match setting.doorway(square) {
        Some(outward) => {
            let behind = setting.beside(square, outward.opposite());
            let behind = behind.map(|it| square_name(setting.board(), it));
            let behind = behind.unwrap_or_else(|| "the wall".to_owned());
            format!("a box on {name} stands in a doorway, and {behind} behind it is locked")
        }
        None => format!("no pushes lead a box on {name} to {aim}, wherever the keeper stands"),
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
    use crate::trial::Drawn;
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
            "a box on c3 would have to be pushed right, but the keeper cannot get behind it: the \
             box itself is in the way",
        );
        check(
            drawn,
            "c4",
            "a box on c4 can only be pushed along the wall between c2 and c6, and every square \
             there is locked",
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
        check(drawn, "e3", "no pushes lead a box on e3 to the way out, wherever the keeper stands");
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
}
