//! A line of `soko explain --format json`.

use serde::{Deserialize, Serialize};
use sokolab::insight::explain::{ChamberNote, Detail, Explanation, PlanStep, SolutionPlan};
use sokolab::{Board, Level, Solution, Square, square_name};

use crate::place::{Place, Subject};
use crate::why::Why;

/// A level explained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplainLine {
    /// `sokolab/explain/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// `explained`, `unsolvable`, or `stopped` if no solution was found within the limits.
    pub status: String,
    /// The limit that was hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why there is no solution, if the reason is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The level in a few sentences.
    pub summary: Vec<String>,
    /// Its chambers; none if it does not split.
    pub chambers: Vec<ExplainedChamber>,
    /// What else there is to see.
    pub remarks: Vec<String>,
    /// The solution as a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<ExplainedPlan>,
    /// The solution that is explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

/// A chamber explained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplainedChamber {
    /// Its letter.
    pub letter: String,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub role: String,
    /// Its squares.
    pub squares: Vec<String>,
    /// The boxes it begins with.
    pub boxes: usize,
    /// Its goals.
    pub goals: usize,
    /// For a storage, what it holds.
    pub capacity: Option<usize>,
    /// For a storage, the boxes that every solution has in it at once.
    pub needed: Option<usize>,
    /// What there is to say.
    pub sentences: Vec<String>,
    /// For a storage, the squares of a largest set of boxes that it can hold; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<Vec<String>>,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplainedPlan {
    /// The steps.
    pub steps: Vec<ExplainedStep>,
    /// How often a box comes to another chamber.
    pub crossings: usize,
    /// How many pushes at the start no solution avoids.
    pub prelude: Option<usize>,
    /// All runs of such pushes.
    pub forced: Vec<(usize, usize)>,
    /// The push at which most can go wrong.
    pub decisive_push: Option<usize>,
    /// Why that is so.
    pub decisive: Option<String>,
    /// Why it is not known what is forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// A step of a plan. Pushes are counted from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplainedStep {
    /// What is done.
    pub text: String,
    /// Its first push.
    pub first_push: usize,
    /// Its last push.
    pub last_push: usize,
    /// The moves made before it.
    pub moves_before: usize,
    /// How often a box moves to another chamber in it.
    pub crossings: usize,
    /// The same box by box.
    pub details: Vec<ExplainedDetail>,
}

/// What one box does in a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplainedDetail {
    /// What it does, in short.
    pub text: String,
    /// Its first push.
    pub first_push: usize,
    /// Its last push.
    pub last_push: usize,
    /// Whether no solution avoids it.
    pub forced: bool,
}

impl ExplainLine {
    /// The line for a level on `board`. `spoil` decides whether full storages are shown.
    #[must_use]
    pub fn new(
        place: Place,
        (level, board): (&Level, &Board),
        explained: &Explanation,
        solution: Option<&Solution>,
        spoil: Spoil,
    ) -> ExplainLine {
        ExplainLine {
            schema: "sokolab/explain/1".to_owned(),
            subject: Subject::new(place, level),
            status: if solution.is_some() { "explained" } else { "stopped" }.to_owned(),
            reason: None,
            why: None,
            summary: explained.summary.clone(),
            chambers: explained.chambers.iter().map(|it| chamber(board, it, spoil)).collect(),
            remarks: explained.remarks.clone(),
            plan: explained.plan.as_ref().map(plan),
            solution: solution.map(|it| it.moves().to_string()),
        }
    }
}

/// Whether to include spoilers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoil {
    /// Full storages are shown.
    Yes,
    /// They are not.
    No,
}

fn chamber(board: &Board, note: &ChamberNote, spoil: Spoil) -> ExplainedChamber {
    let names = |squares: &[Square]| squares.iter().map(|&it| square_name(board, it)).collect();
    ExplainedChamber {
        letter: note.letter.clone(),
        name: note.name.clone(),
        role: note.role.name().to_owned(),
        squares: names(&note.squares),
        boxes: note.boxes,
        goals: note.goals,
        capacity: note.capacity,
        needed: note.needed,
        sentences: note.sentences.clone(),
        full: (spoil == Spoil::Yes && !note.full.is_empty()).then(|| names(&note.full)),
    }
}

fn plan(plan: &SolutionPlan) -> ExplainedPlan {
    ExplainedPlan {
        steps: plan.steps.iter().map(step).collect(),
        crossings: plan.crossings,
        prelude: plan.prelude,
        forced: plan.forced.clone(),
        decisive_push: plan.decisive.as_ref().map(|it| it.push),
        decisive: plan.decisive.as_ref().map(|it| it.sentence.clone()),
        missing: plan.missing.map(|it| it.code().to_owned()),
    }
}

fn step(step: &PlanStep) -> ExplainedStep {
    ExplainedStep {
        text: step.text.clone(),
        first_push: step.first_push,
        last_push: step.last_push,
        moves_before: step.moves_before,
        crossings: step.crossings,
        details: step.details.iter().map(detail).collect(),
    }
}

fn detail(detail: &Detail) -> ExplainedDetail {
    ExplainedDetail {
        text: detail.text.clone(),
        first_push: detail.first_push,
        last_push: detail.last_push,
        forced: detail.is_forced(),
    }
}
