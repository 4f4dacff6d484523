//! Levels composed from chambers: a plan is chosen, laid out, solved, and its claims are proved.

use std::ops::RangeInclusive;

use sokolab_core::{Directions, GoalKind, Note, Picture, Rules, quantity};

use crate::certify::{Certified, Fault, Need, StorageProof, certify};
use crate::finish::{Frame, finish};
use crate::layout::{Space, lay_out};
use crate::plan::choose;
use crate::recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
use crate::seed::Chance;
use crate::settings::{BadSettings, range_text};

/// What is done against those who would skip the puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    #[default]
    None,
    /// A box stands before the last hole: whoever flies over the others cannot push it.
    Levitation,
}

impl Guard {
    /// All guards.
    pub const ALL: [Guard; 2] = [Guard::None, Guard::Levitation];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Guard::None => "none",
            Guard::Levitation => "levitation",
        }
    }
}

/// Whether levels look alike on both sides of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// As it comes.
    #[default]
    None,
    /// The floor is its own mirror image, boxes and keeper apart.
    Mirror,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Symmetry; 2] = [Symmetry::None, Symmetry::Mirror];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Mirror => "mirror",
        }
    }
}

/// Settings of the generator that composes chambers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chambers {
    /// The rule set.
    pub rules: Rules,
    /// How many goals get a box.
    pub boxes: RangeInclusive<usize>,
    /// How many boxes more there are, where holes are filled.
    pub spare: usize,
    /// How many boxes must be in storage at once: the depth of the plan.
    pub stored: RangeInclusive<usize>,
    /// How many storages there are, each behind chambers of its own that demand it.
    pub storages: RangeInclusive<usize>,
    /// The most columns, walls included.
    pub width_max: usize,
    /// The most rows, walls included.
    pub height_max: usize,
    /// Of so many chambers the hardest is taken; 1 takes what comes.
    pub difficulty: usize,
    /// How often, in a hundred, the storage is split in two.
    pub split_percent: usize,
    /// How often, in a hundred, there is a storage that nobody needs.
    pub decoy_percent: usize,
    /// How often, in a hundred, a corridor that boxes pass is bent.
    pub bend_percent: usize,
    /// What is done against those who would skip the puzzle.
    pub guard: Guard,
    /// Whether the floor is symmetric.
    pub symmetry: Symmetry,
    /// What is drawn around the floor.
    pub frame: Frame,
}

impl Chambers {
    /// Levels of two to five boxes, one or two of them to be stored, as large as `NetHack` allows.
    #[must_use]
    pub fn new(rules: Rules) -> Chambers {
        Chambers {
            rules,
            boxes: 2..=5,
            spare: 0,
            stored: 1..=2,
            storages: 1..=1,
            width_max: 76,
            height_max: 21,
            difficulty: 2,
            split_percent: 15,
            decoy_percent: 10,
            bend_percent: 15,
            guard: Guard::None,
            symmetry: Symmetry::None,
            frame: Frame::Tight,
        }
    }

    /// Whether levels can come of these settings.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(&self) -> Result<(), BadSettings> {
        if self.rules.goal() == GoalKind::Sink {
            return Err(BadSettings::Rules("chambers are not composed for sinks"));
        }
        if self.boxes.is_empty() || *self.boxes.start() == 0 || *self.boxes.end() > 16 {
            return Err(BadSettings::Range("number of boxes from 1 to 16"));
        }
        if self.stored.is_empty() || *self.stored.start() == 0 || *self.stored.end() > 6 {
            return Err(BadSettings::Range("number of stored boxes from 1 to 6"));
        }
        if self.storages.is_empty() || *self.storages.start() == 0 || *self.storages.end() > 4 {
            return Err(BadSettings::Range("number of storages from 1 to 4"));
        }
        if self.boxes.end() + self.spare < *self.storages.start() {
            return Err(BadSettings::Rules(
                "every storage wants a box at least: ask for more boxes",
            ));
        }
        if *self.storages.end() > 1 && self.symmetry == Symmetry::Mirror {
            return Err(BadSettings::Rules(
                "symmetric floor has its chambers in one row: one storage",
            ));
        }
        let is_eight = self.rules.pushes() == Directions::Eight;
        if is_eight && *self.stored.start() > STORED_DIAGONALLY * *self.storages.end() {
            return Err(BadSettings::Rules(
                "with diagonal pushes no chambers are known that need one storage for more than \
                 two boxes: ask for more storages",
            ));
        }
        let holes = self.rules.goal() == GoalKind::Fill;
        if !holes && self.spare > 0 {
            return Err(BadSettings::Rules("only holes leave boxes to spare"));
        }
        if !holes && self.guard == Guard::Levitation {
            return Err(BadSettings::Rules("only holes need a guard against levitation"));
        }
        if self.width_max < 8 || self.height_max < 8 {
            return Err(BadSettings::TooSmall(self.width_max, self.height_max));
        }
        if self.width_max > 200 || self.height_max > 200 {
            return Err(BadSettings::TooLarge(self.width_max, self.height_max));
        }
        Ok(())
    }

    fn space(&self) -> Space {
        let corridor_min = match self.rules.pushes() {
            Directions::Four => 1,
            // Boxes are pushed round corners out of a corridor's first place.
            Directions::Eight => 2,
        };
        Space {
            width_max: self.width_max,
            height_max: self.height_max,
            corridor_min,
            corridor_max: corridor_min + 2,
            symmetry: self.symmetry,
        }
    }
}

/// The most boxes that one storage is needed for with diagonal pushes: no chamber of the catalogue
/// demands more, and none is strict, so that demands in a row do not add up.
const STORED_DIAGONALLY: usize = 2;

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
        let params = vec![
            ("rules".to_owned(), self.rules.name().to_owned()),
            ("boxes".to_owned(), range_text(&self.boxes)),
            number("spare", self.spare),
            ("stored".to_owned(), range_text(&self.stored)),
            ("storages".to_owned(), range_text(&self.storages)),
            number("width", self.width_max),
            number("height", self.height_max),
            number("difficulty", self.difficulty),
            number("split", self.split_percent),
            number("decoy", self.decoy_percent),
            number("bend", self.bend_percent),
            ("guard".to_owned(), self.guard.name().to_owned()),
            ("symmetry".to_owned(), self.symmetry.name().to_owned()),
        ];
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
        // What was cut short proves nothing.
        if !keep_going() {
            return Err(Rejection::Stopped);
        }
        let certified = certified.map_err(|fault| Rejection::Row("proof", said(fault)))?;
        if certified.stored() < *self.stored.start() {
            return Err(Rejection::Row("proof", "less storage needed"));
        }
        // A smaller storage may have come into the place of a symmetric one.
        if self.symmetry == Symmetry::Mirror && !is_symmetric(&certified.level.picture) {
            return Err(Rejection::Row("layout", "no room"));
        }
        Ok(self.finished(certified))
    }
}

impl Chambers {
    /// The level as it is drawn, with its plan and what was proved among its notes.
    fn finished(&self, certified: Certified) -> Finished {
        let mut level = certified.level;
        let field = |key: &str, value: String| Note::Field { key: key.to_owned(), value };
        level.notes.0.push(field("Plan", self.rules.told(&certified.plan.words())));
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

/// What was proved of a storage, in words.
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

#[cfg(test)]
mod tests;
