//! Checks that the same puzzle has the same answers when framed, rotated or decorated differently.

use sokolab_core::testing::{
    Chance, Mirroring, turned, with_cells, with_margins, with_solid, with_thick_walls,
};
use sokolab_core::{Edge, Ground, Level, Occupant, Place};

use super::super::case::{Case, CheckResult, Decided, Failure, OracleResult, STATES_MAX};
use super::super::oracle::Oracle;
use super::solving::{Solving, compare, told};

/// A change that preserves the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reframing {
    /// This much open ground or rock on each side.
    Margins([usize; 4]),
    /// Walls of this additional thickness.
    Thick(usize),
    /// Rotated by quarter turns, then perhaps mirrored.
    Turned(usize, Mirroring),
    /// Closed cells beside it, with contents without effect, selected by a number.
    Cells(usize),
    /// Walls drawn as rock, or rock as walls.
    Solid(Ground),
}

impl Reframing {
    pub(crate) fn drawn(chance: &mut Chance) -> Reframing {
        match chance.below(8) {
            0 | 1 => Reframing::Margins([(); 4].map(|()| chance.below(4))),
            2 => Reframing::Thick(1 + chance.below(2)),
            3..6 => {
                let mirroring = [Mirroring::Plain, Mirroring::Mirrored][chance.below(2)];
                Reframing::Turned(chance.below(4), mirroring)
            }
            6 => Reframing::Cells(chance.below(32)),
            _ => Reframing::Solid([Ground::Wall, Ground::Rock][chance.below(2)]),
        }
    }

    /// The level after the change.
    pub(crate) fn apply(self, level: &Level) -> Level {
        let picture = &level.picture;
        let picture = match self {
            Reframing::Margins(margins) => {
                let outside = match picture.edge() {
                    Edge::Open => Ground::Floor,
                    Edge::Solid => Ground::Rock,
                };
                with_margins(picture, margins, Place::bare(outside))
            }
            Reframing::Thick(walls) => with_thick_walls(picture, walls),
            Reframing::Turned(quarters, mirroring) => turned(picture, quarters, mirroring),
            Reframing::Cells(number) => {
                let contents = harmless(level);
                let first = contents[number % contents.len()];
                let second = contents[number / contents.len() % contents.len()];
                with_cells(picture, &[first, second][..=number % 2])
            }
            Reframing::Solid(ground) => with_solid(picture, ground),
        };
        Level { picture, ..level.clone() }
    }
}

/// What a closed cell may hold without changing the puzzle.
fn harmless(level: &Level) -> Vec<Place> {
    let count =
        |is: &dyn Fn(&Place) -> bool| level.picture.places().iter().filter(|it| is(it)).count();
    let is_box = |it: &Place| it.occupant == Occupant::Box;
    let (boxes, goals) = (count(&is_box), count(&|it| it.ground == Ground::Goal));
    let exits = count(&|it| it.ground == Ground::Exit);
    let mut contents = vec![Place::bare(Ground::Floor), Place::with_box(Ground::Goal)];
    match level.rules.name() {
        // With fewer boxes than goals, every box needs a goal; otherwise another box is a spare
        // box.
        "official" if boxes >= goals => contents.push(Place::with_box(Ground::Floor)),
        "official" | "sink" => {}
        _ => {
            contents.push(Place::with_box(Ground::Floor));
            // A first exit would change the aim of the level.
            if exits > 0 {
                contents.push(Place::bare(Ground::Exit));
            }
        }
    }
    contents
}

/// Checks the level after the change, with the same truth.
pub(crate) fn check(case: &Case, reframing: &Reframing, solving: &Solving) -> CheckResult {
    if let (OracleResult::Invalid(_), Reframing::Cells(_)) = (&case.known, reframing) {
        // A cell may supply what the level lacks.
        return Ok(Decided::Nothing);
    }
    let level = reframing.apply(&case.level);
    let known = match &case.known {
        OracleResult::Invalid(why) => OracleResult::Invalid(why),
        OracleResult::Playable { truth, .. } => {
            let oracle = Oracle::new(&level).map_err(|why| {
                Failure::new("the reframing is wrong", told(truth), format!("{why:?}"))
            })?;
            // Occasionally verify that the change really is harmless.
            if truth.states % 16 == 0 {
                let again = oracle.truth(STATES_MAX);
                let same = |it: super::super::oracle::Truth| (it.pushes, it.moves);
                if again.map(same) != Some(same(*truth)) {
                    let got = format!("{again:?} after {reframing:?}");
                    return Err(Failure::new("the reframing is wrong", told(truth), got));
                }
            }
            OracleResult::Playable { oracle: Box::new(oracle), truth: *truth }
        }
    };
    compare(&solving.ask(&level), &known, solving).map_err(|failure| Failure {
        got: format!("{} after {reframing:?}", failure.got),
        ..failure
    })
}
