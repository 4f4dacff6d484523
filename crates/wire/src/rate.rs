//! A line of `soko rate --format jsonl`.

use std::collections::BTreeMap;

use serde::Serialize;
use sokolab::Level;
use sokolab::insight::rating::{NotRated, Rating, RatingMeasures};

use crate::place::{Place, Subject};
use crate::reason::reason_of;
use crate::solve::{Spent, rounded};

/// The result for one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// The score behind the grade: 0 is the mean, and higher is harder.
    pub score: Option<f64>,
    /// Whether the solution that was measured is proved to have the fewest pushes.
    pub optimal: bool,
    /// The measures; unknown ones are `null`.
    pub measures: Option<RatingMeasures>,
    /// Why measures are not there, by name.
    pub missing: BTreeMap<&'static str, String>,
    /// The solution that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

/// Why measures are not there, by name.
pub(crate) fn missing_reasons(measures: &RatingMeasures) -> BTreeMap<&'static str, String> {
    measures.missing().map(|(name, why)| (name, why.to_string())).collect()
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
                line.reason = rating.stopped.map(|reason| reason.name().to_owned());
                line.grade = Some(rating.grade.step);
                line.score = Some(rounded(rating.grade.score));
                line.optimal = rating.solution.is_fewest();
                line.measures = Some(rating.measures);
                line.missing = missing_reasons(&rating.measures);
                line.solution = Some(rating.solution.moves().to_string());
            }
            Err(NotRated::Unsolvable) => "unsolvable".clone_into(&mut line.status),
            Err(NotRated::Stopped(why)) => {
                "stopped".clone_into(&mut line.status);
                line.reason = Some(why.name().to_owned());
            }
            Err(NotRated::Invalid(findings)) => {
                "invalid".clone_into(&mut line.status);
                line.reason = Some(reason_of(findings));
            }
        }
        line
    }
}
