//! A line of `soko rate --format jsonl`, and the measures of a level.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sokolab::Level;
use sokolab::insight::rating::{Missing, NotRated, Rating, RatingMeasures};

use crate::place::{Place, Subject};
use crate::reason::reason;
use crate::solve::{Spent, rounded};

/// The result for one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateLine {
    /// `sokolab/rate/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// `rated`, `unsolvable`, `stopped` or `invalid`.
    pub status: String,
    /// The limit that was hit, or what is wrong with the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// From 1, easy, to 10.
    pub grade: Option<u8>,
    /// What the grade is taken from: 0 is the mean, and more is harder.
    pub score: Option<f64>,
    /// Whether the solution that was measured is proved to have the fewest pushes.
    pub optimal: bool,
    /// The measures.
    pub measures: Option<MeasuresLine>,
    /// Why measures are not there, by name.
    pub missing: BTreeMap<String, String>,
    /// The solution that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

/// The measures of a level; what could not be measured is `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuresLine {
    /// Floor squares.
    pub squares: usize,
    /// Boxes at first.
    pub boxes: usize,
    /// Pushes.
    pub pushes: usize,
    /// Moves.
    pub moves: usize,
    /// Runs of pushes of one box in one direction.
    pub box_lines: usize,
    /// Times another box is pushed than before.
    pub box_changes: usize,
    /// Times a push has another direction than the push before.
    pub direction_changes: usize,
    /// Pushes that bring a box no nearer to where it ends.
    pub counter_intuitive: Option<usize>,
    /// The fewest switches between two groups of boxes.
    pub decomposition: usize,
    /// Pushes beyond the matching bound of the start.
    pub bound_gap: Option<u64>,
    /// Pushes beyond the bound of the start that the exact costs of pairs of boxes prove.
    pub pair_gap: Option<u64>,
    /// Times a box comes to another chamber.
    pub crossings: usize,
    /// Those of them to a chamber without goals.
    pub storage_visits: usize,
    /// The most boxes that have come to such chambers and are there at once.
    pub stored_most: usize,
    /// Room in storages that no solution needs; the grade takes it off.
    pub waste: Option<usize>,
    /// States the level can come to.
    pub states: Option<usize>,
    /// The part of them that is lost.
    pub dead_share: Option<f64>,
    /// Pushes beside the solution that lose the level.
    pub wrong_turns: Option<usize>,
    /// The decimal logarithm of one more than the number of ways to go wrong.
    pub wrong_ways_log10: Option<f64>,
    /// The mean number of pushes along the solution that lose nothing and take nothing back.
    pub live_branching: Option<f64>,
    /// The part of the solution's states that every solution passes through.
    pub forced_share: Option<f64>,
    /// Pushes from the start through such states only.
    pub prelude: Option<usize>,
    /// Boxes that storages hold beyond those that every solution has in them at once.
    pub slack: Option<usize>,
    /// States expanded by the search for the fewest pushes.
    pub effort: Option<u64>,
}

impl MeasuresLine {
    /// The measures, and why some are not there, by name.
    #[must_use]
    pub fn new(measures: &RatingMeasures) -> (MeasuresLine, BTreeMap<String, String>) {
        let (mut missing, whole) = (Absent::default(), measures.whole);
        let line = MeasuresLine {
            squares: measures.squares,
            boxes: measures.boxes,
            pushes: measures.pushes,
            moves: measures.moves,
            box_lines: measures.box_lines,
            box_changes: measures.box_changes,
            direction_changes: measures.direction_changes,
            counter_intuitive: missing.note("counter_intuitive", measures.counter_intuitive),
            decomposition: measures.decomposition,
            bound_gap: missing.note("bound_gap", measures.bound_gap),
            pair_gap: missing.note("pair_gap", measures.pair_gap),
            crossings: measures.crossings,
            storage_visits: measures.storage_visits,
            stored_most: measures.stored_most,
            waste: missing.note("waste", measures.waste),
            states: missing.note("states", whole.map(|it| it.states)),
            dead_share: missing.number("dead_share", whole.map(|it| it.dead_share)),
            wrong_turns: missing.note("wrong_turns", whole.map(|it| it.wrong_turns)),
            wrong_ways_log10: missing
                .number("wrong_ways_log10", whole.map(|it| it.wrong_ways_log10)),
            live_branching: missing.number("live_branching", whole.map(|it| it.live_branching)),
            forced_share: missing.number("forced_share", whole.and_then(|it| it.forced_share)),
            prelude: missing.note("prelude", whole.and_then(|it| it.prelude)),
            slack: missing.note("slack", whole.and_then(|it| it.slack)),
            effort: missing.note("effort", measures.effort),
        };
        (line, missing.0)
    }
}

/// The names of measures that are not there, with the reasons.
#[derive(Default)]
struct Absent(BTreeMap<String, String>);

impl Absent {
    fn note<T>(&mut self, name: &str, value: Result<T, Missing>) -> Option<T> {
        let note = |why: Missing| self.0.insert(name.to_owned(), why.to_string());
        value.map_err(note).ok()
    }

    fn number(&mut self, name: &str, value: Result<f64, Missing>) -> Option<f64> {
        self.note(name, value).map(rounded)
    }
}

impl RateLine {
    /// The line for a level.
    #[must_use]
    pub fn new(
        place: Place,
        level: &Level,
        rating: &Result<Rating, NotRated>,
        spent: Spent,
    ) -> RateLine {
        let mut line = RateLine {
            schema: "sokolab/rate/1".to_owned(),
            subject: Subject::new(place, level),
            status: "rated".to_owned(),
            reason: None,
            grade: None,
            score: None,
            optimal: false,
            measures: None,
            missing: BTreeMap::new(),
            solution: None,
            seconds: rounded(spent.seconds),
            cpu_seconds: rounded(spent.cpu_seconds),
        };
        match rating {
            Ok(rating) => {
                let (measures, missing) = MeasuresLine::new(&rating.measures);
                line.reason = rating.stopped.map(|reason| reason.name().to_owned());
                line.grade = Some(rating.grade.step);
                line.score = Some(rounded(rating.grade.score));
                line.optimal = rating.solution.is_fewest();
                line.measures = Some(measures);
                line.missing = missing;
                line.solution = Some(rating.solution.moves().to_string());
            }
            Err(NotRated::Unsolvable) => "unsolvable".clone_into(&mut line.status),
            Err(NotRated::Stopped(why)) => {
                "stopped".clone_into(&mut line.status);
                line.reason = Some(why.name().to_owned());
            }
            Err(NotRated::Invalid(findings)) => {
                "invalid".clone_into(&mut line.status);
                line.reason = Some(reason(findings));
            }
        }
        line
    }
}
