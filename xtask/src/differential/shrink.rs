//! Shrinking: finds the smallest level that still fails in the same way.

use sokolab_core::{Ground, Level, Occupant, Picture, Place};

use super::case::{Case, Failure};
use super::checks::Check;
use super::oracle::Oracle;

/// Maximum number of checks to shrink one level.
const QUESTIONS_MAX: usize = 3_000;

/// A failure with the level and the check that show it.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) level: Level,
    pub(crate) check: Check,
    pub(crate) failure: Failure,
}

/// Makes a level smaller while the check fails in the same way.
pub(crate) fn shrink(mut shown: Shown) -> Shown {
    if !shown.check.is_about_level() {
        return shown;
    }
    if let Check::Reframed(reframing, solving) = &shown.check {
        let plain = Check::Solve(*solving);
        let level = reframing.apply(&shown.level);
        if let Some(failure) = fails(&level, &plain, &shown.failure.kind) {
            shown = Shown { level, check: plain, failure };
        }
    }
    let Shown { level, check, failure } = shown;
    let kind = failure.kind.clone();
    let was_playable = is_playable(&level);
    let (level, failure) = smallest((level, failure), &mut |level| {
        (is_playable(level) == was_playable).then(|| fails(level, &check, &kind)).flatten()
    });
    Shown { level, check, failure }
}

/// Whether the oracle considers a level playable.
fn is_playable(level: &Level) -> bool {
    Oracle::new(level).is_ok()
}

/// The smallest level that still fails, with its failure.
fn smallest<T>(mut found: (Level, T), fails: &mut dyn FnMut(&Level) -> Option<T>) -> (Level, T) {
    let mut questions = 0;
    loop {
        let smaller = candidates(&found.0.picture).into_iter().find_map(|picture| {
            questions += 1;
            if questions > QUESTIONS_MAX {
                return None;
            }
            let level = Level { picture, ..found.0.clone() };
            fails(&level).map(|failure| (level, failure))
        });
        match smaller {
            Some(smaller) => found = smaller,
            None => return found,
        }
    }
}

/// The failure of a level, if it is of this kind. Tries several times, because threads may hide it.
fn fails(level: &Level, check: &Check, kind: &str) -> Option<Failure> {
    let case = Case::of(level.clone())?;
    let tries = match check {
        Check::Solve(solving) if solving.threads > 1 => 3,
        Check::Optimize(_, 2..) => 3,
        _ => 1,
    };
    (0..tries).find_map(|_| check.ask(&case).err().filter(|it| it.kind == kind))
}

/// Smaller pictures: with a row or column fewer first, then an object, then floor.
fn candidates(picture: &Picture) -> Vec<Picture> {
    let (width, height) = (picture.width(), picture.height());
    let mut result = Vec::new();
    if height > 1 {
        result.extend((0..height).map(|row| without(picture, None, Some(row))));
    }
    if width > 1 {
        result.extend((0..width).map(|column| without(picture, Some(column), None)));
    }
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let changed = |x: usize, y: usize, place: Place| {
        let mut picture = picture.clone();
        picture.put(x, y, place);
        picture
    };
    let (mut things, mut floor) = (Vec::new(), Vec::new());
    for (x, y) in places {
        let Place { ground, occupant } = picture.at(x, y);
        if occupant == Occupant::Box {
            things.push(changed(x, y, Place::bare(ground)));
        }
        if !ground.is_solid() && ground != Ground::Floor {
            things.push(changed(x, y, Place { ground: Ground::Floor, occupant }));
        }
        if !ground.is_solid() && occupant != Occupant::Keeper {
            floor.push(changed(x, y, Place::bare(Ground::Wall)));
        }
        if ground == Ground::Rock {
            floor.push(changed(x, y, Place::bare(Ground::Wall)));
        }
    }
    result.extend(things);
    result.extend(floor);
    result
}

fn without(picture: &Picture, column: Option<usize>, row: Option<usize>) -> Picture {
    let rows = picture.rows().enumerate().filter(|it| Some(it.0) != row);
    let places: Vec<Place> = rows
        .flat_map(|(_, places)| places.iter().enumerate().filter(|it| Some(it.0) != column))
        .map(|(_, place)| *place)
        .collect();
    Picture::new(picture.width() - usize::from(column.is_some()), places, picture.edge())
}

#[cfg(test)]
mod tests {
    use super::smallest;
    use sokolab_core::testing::{box_count, drawn_level, drawn_rows};
    use sokolab_core::{Edge, Level, Rules, check};

    #[test]
    fn a_level_with_two_boxes_shrinks_to_little_more_than_two_boxes() {
        let rows = ["   ########", "   #  .  d#", "   # $$  x#", "   #@$ .  #", "   ########"];
        let level = drawn_level(&rows, Edge::Open, Rules::OFFICIAL);
        let fails = |level: &Level| (check(level).is_ok() && box_count(level) >= 2).then_some(());
        let (level, ()) = smallest((level, ()), &mut |level| fails(level));
        assert_eq!(box_count(&level), 2);
        assert!(level.picture.places().len() <= 20, "{:?}", drawn_rows(&level.picture));
    }
}
