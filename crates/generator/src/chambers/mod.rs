//! Levels composed of chambers: chooses a plan, lays it out, solves it, and proves its claims.
//!
//! A trial divides boxes and storage among directed chambers, picks chambers from the catalogue,
//! and places them at the ends of straight corridors or of bends that boxes can pass. The solver
//! then solves the level and two variants of it: with a storage walled off, and with a storage for
//! one box fewer in its place. A storage that is larger than needed is replaced.
//!
//! The demands of chambers in a row add up only if no chamber holds boxes of others. The catalogue
//! records which do not (`Manner`): boxes of others do not help a *firm* chamber, and a *strict*
//! one holds none either. A row is a firm chamber at the goals and strict ones behind it, so the
//! storage must take all boxes of the strict ones and what the firm one demands. Several rows meet
//! in junctions, each with a storage that its own chamber demands.
//!
//! With many boxes an exhaustive search takes too long. The proof is then the description of the
//! chamber before the storage: it cannot be emptied without storage (or, for a goal lock, filled
//! with storage for fewer than all its boxes). Boxes that come back from the other side do not help
//! it, because without them the keeper could make the same moves, walking where it would have
//! pushed.

mod certify;
mod check;
mod layout;
mod options;
mod plan;
mod plan_kind;
mod settings;
#[cfg(test)]
mod tests;

pub use certify::{Need, StorageProof};
pub use options::ChambersOptions;
pub use plan_kind::{BadPlanKinds, PlanKind, PlanKinds};
pub use settings::{Chambers, Guard, Symmetry};

use sokolab_core::{Directions, Note, Picture, quantity};

use crate::finish::finish;
use crate::recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
use crate::seed::Chance;
use crate::settings::range_text;
use certify::{Certified, Fault, certify};
use layout::{LayoutLimits, lay_out};
use plan::{Part, choose};

const REJECTIONS: &[(&str, &[&str])] = &[
    ("plan", &["no chamber for it"]),
    ("layout", &["no room"]),
    (
        "proof",
        &[
            "unsolvable",
            "undecided",
            "storage not needed",
            "less storage needed",
            "decoy needed",
            "not guarded",
        ],
    ),
];

impl Recipe for Chambers {
    fn describe(&self) -> Description {
        let number = |name: &str, value: usize| (name.to_owned(), value.to_string());
        let mut params = vec![
            ("rules".to_owned(), self.rules.name().to_owned()),
            ("boxes".to_owned(), range_text(&self.boxes)),
            number("spare", self.spare),
            ("stored".to_owned(), range_text(&self.stored_in_row())),
            ("storages".to_owned(), range_text(&self.storages_in_row())),
            number("width", self.width_max),
            number("height", self.height_max),
            number("difficulty", self.difficulty),
            number("split", self.split_percent),
            number("decoy", self.decoy_percent),
            number("bend", self.bend_percent),
            ("guard".to_owned(), self.guard.name().to_owned()),
            ("symmetry".to_owned(), self.symmetry.name().to_owned()),
        ];
        if self.plans != PlanKinds::ALL {
            params.push(("plan".to_owned(), self.plans.to_string()));
        }
        Description { name: "chambers", rejections: REJECTIONS, params, batch: 16 }
    }

    fn attempt(
        &self,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection> {
        if !keep_going() {
            return Err(Rejection::Stopped);
        }
        let no_chamber = Rejection::Row("plan", "no chamber for it");
        let plan = choose(self, chance).ok_or(no_chamber)?;
        let laid = lay_out(&plan, &self.space(), chance);
        let laid = laid.ok_or(Rejection::Row("layout", "no room"))?;
        let certified = certify(plan, laid, self.rules, keep_going);
        // An interrupted search proves nothing.
        if !keep_going() {
            return Err(Rejection::Stopped);
        }
        let certified = certified.map_err(|fault| Rejection::Row("proof", said(fault)))?;
        if certified.stored() < *self.stored_in_row().start() {
            return Err(Rejection::Row("proof", "less storage needed"));
        }
        // A smaller storage may have replaced a symmetric one.
        if self.symmetry == Symmetry::Mirror && !is_symmetric(&certified.level.picture) {
            return Err(Rejection::Row("layout", "no room"));
        }
        Ok(self.finished(certified))
    }
}

impl Chambers {
    fn space(&self) -> LayoutLimits {
        let corridor_min = match self.rules.pushes() {
            Directions::Four => 1,
            // Boxes can be pushed around the corner out of a corridor's first place.
            Directions::Eight => 2,
        };
        LayoutLimits {
            width_max: self.width_max,
            height_max: self.height_max,
            corridor_min,
            corridor_max: corridor_min + 2,
            symmetry: self.symmetry,
        }
    }

    /// The level as drawn, with its plan and its proofs in the notes.
    fn finished(&self, certified: Certified) -> Finished {
        let mut level = certified.level;
        let field = |key: &str, value: String| Note::Field { key: key.to_owned(), value };
        level.notes.0.push(field("Plan", self.rules.translate(&certified.plan.words())));
        for part in &certified.plan.parts {
            level.notes.0.extend(waiting(part.part).map(|it| field("Goals", it)));
        }
        for proof in &certified.storages {
            level.notes.0.push(field("Storage", proved(proof)));
        }
        let unproved = certified.storages.iter().filter(|it| it.need == Need::Some).count();
        let slack = if unproved == 0 { "0".to_owned() } else { "not known".to_owned() };
        let waste: usize = certified.storages.iter().map(StorageProof::waste).sum();
        level.notes.0.push(field("Slack", slack));
        level.notes.0.push(field("Waste", waste.to_string()));
        finish(&level, certified.solution.into(), self.frame)
    }
}

/// Whether the floor is its own mirror image.
fn is_symmetric(picture: &Picture) -> bool {
    let (width, height) = (picture.width(), picture.height());
    let is_open = |x: usize, y: usize| !picture.at(x, y).ground.is_solid();
    let mut places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let across = places.clone().all(|(x, y)| is_open(x, y) == is_open(width - 1 - x, y));
    across || places.all(|(x, y)| is_open(x, y) == is_open(x, height - 1 - y))
}

fn said(fault: Fault) -> &'static str {
    match fault {
        Fault::Unsolvable => "unsolvable",
        Fault::Undecided => "undecided",
        Fault::NotNeeded => "storage not needed",
        Fault::DecoyNeeded => "decoy needed",
        Fault::Unguarded => "not guarded",
    }
}

/// What is proved about a goal chamber with one connection, in words.
fn waiting(part: Part) -> Option<String> {
    let Part::GoalChamber { goals, inside } = part else { return None };
    let goals = quantity(goals, "goal");
    Some(format!(
        "{goals} behind one connection: {inside} boxes must be inside before the first stays on a \
         goal"
    ))
}

/// What was proved about a storage, in words.
fn proved(proof: &StorageProof) -> String {
    let StorageProof { capacity, area, .. } = proof;
    let less = capacity - 1;
    let need = match proof.need {
        Need::Whole if *capacity == 1 => "needed: no solution without it".to_owned(),
        Need::Whole => format!("needed: no solution without it, nor with one for {less}"),
        Need::Some => "needed: no solution without it".to_owned(),
        Need::None => "a decoy: there is a solution without it".to_owned(),
    };
    format!("for {capacity}, {}, {need}", quantity(*area, "square"))
}
