//! A line of `soko trim --format jsonl`.

use serde::Serialize;
use sokolab::Level;
use sokolab::insight::rating::NotRated;
use sokolab::insight::trim::{Change, Condition, NotTrimmed, StorageCondition, Trimmed};

use crate::place::{Place, Subject, id_of};
use crate::reason::reason_of;

/// The outcome of trimming a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrimLine {
    /// `sokolab/trim/1`.
    pub schema: String,
    /// Which level, as it is now: `id`, `rows` and warnings are those of the trimmed level.
    #[serde(flatten)]
    pub subject: Subject,
    /// The hash of the level as read; `null` for one that cannot be played.
    pub from_id: Option<String>,
    /// `trimmed`, `tight` if there was nothing to trim, `stopped` if a limit was hit before
    /// anything was trimmed, `unknown` if too little is known about it, `unsolvable` or `invalid`.
    pub status: String,
    /// The limit that was hit, or what is wrong with the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was changed.
    pub changes: Vec<Change>,
    /// What it was like.
    pub before: Option<ConditionLine>,
    /// What it is like.
    pub after: Option<ConditionLine>,
    /// A solution of that with the fewest pushes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

/// The condition of a level, as the library defines it, with the sums over its storages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConditionLine {
    /// Floor squares.
    pub squares: usize,
    /// The fewest pushes.
    pub pushes: usize,
    /// How often a box crosses from chamber to chamber.
    pub crossings: usize,
    /// Forced pushes at the start.
    pub prelude: usize,
    /// Forced pushes of the whole solution.
    pub forced: usize,
    /// How hard it is, from 1 to 10.
    pub grade: u8,
    /// Squares that could be filled without a change to the puzzle, as far as was found out.
    pub spare: usize,
    /// Capacity of storages beyond the boxes that are needed.
    pub slack: usize,
    /// Ten for each of these, plus one for each unneeded square.
    pub waste: usize,
    /// The storages.
    pub storages: Vec<StorageCondition>,
}

impl TrimLine {
    /// The line for a level that was read from a place and is now `now`.
    #[must_use]
    pub fn new(
        place: Place,
        level: &Level,
        trimmed: &Result<Trimmed, NotTrimmed>,
        now: &Level,
    ) -> TrimLine {
        let mut line = TrimLine {
            schema: "sokolab/trim/1".to_owned(),
            from_id: id_of(level),
            subject: Subject::changed(place, level, now),
            status: "unsolvable".to_owned(),
            reason: None,
            changes: Vec::new(),
            before: None,
            after: None,
            solution: None,
        };
        let (status, reason) = match trimmed {
            Ok(found) => {
                line.changes.clone_from(&found.changes);
                line.before = Some(condition(&found.before));
                line.after = Some(condition(&found.after));
                line.solution = Some(found.solution.moves().to_string());
                let status = match (found.changes.is_empty(), found.stopped) {
                    (false, _) => "trimmed",
                    (true, None) => "tight",
                    (true, Some(_)) => "stopped",
                };
                (status, found.stopped.map(|it| it.name().to_owned()))
            }
            Err(NotTrimmed::Unknown(why)) => ("unknown", Some(why.code().to_owned())),
            Err(NotTrimmed::NotRated(NotRated::Unsolvable)) => ("unsolvable", None),
            Err(NotTrimmed::NotRated(NotRated::Stopped(why))) => {
                ("stopped", Some(why.name().to_owned()))
            }
            Err(NotTrimmed::NotRated(NotRated::Invalid(findings))) => {
                ("invalid", Some(reason_of(findings)))
            }
        };
        status.clone_into(&mut line.status);
        line.reason = reason;
        line
    }
}

fn condition(it: &Condition) -> ConditionLine {
    ConditionLine {
        squares: it.squares,
        pushes: it.pushes,
        crossings: it.crossings,
        prelude: it.prelude,
        forced: it.forced,
        grade: it.grade,
        spare: it.spare,
        slack: it.slack(),
        waste: it.waste(),
        storages: it.storages.clone(),
    }
}

#[cfg(test)]
mod tests {
    use sokolab::insight::rating::RatingLimits;
    use sokolab::insight::trim::{Prelude, trim};
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{Stop, read_level};

    use super::{TrimLine, id_of};
    use crate::place::Place;

    #[test]
    fn a_trimmed_level_has_its_own_id_beside_that_of_the_level_as_read() {
        let level = read_level("########\n#@$ .  #\n########\n").expect("a level");
        let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
        let found = found.expect("a small level");
        assert!(!found.changes.is_empty(), "there is floor to spare");
        let now = found.level.clone();
        let place = Place { file: "a.sok".to_owned(), level: 1 };
        let line = TrimLine::new(place, &level, &Ok(found), &now);
        assert_eq!((line.subject.id.clone(), line.from_id.clone()), (id_of(&now), id_of(&level)));
        assert!(line.from_id.is_some() && line.subject.id != line.from_id);
        let line = serde_json::to_string(&line).expect("text");
        let read = read_text(line.as_bytes(), ReadOptions::default());
        assert_eq!(id_of(&read.levels[0]), id_of(&now), "rows and id are of one level");
    }

    #[test]
    fn a_level_that_nobody_finished_with_is_not_called_tight() {
        let level = read_level("#####\n#@$.#\n#####\n").expect("a level");
        let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
        let mut found = found.expect("a small level");
        let place = || Place { file: "a.sok".to_owned(), level: 1 };
        let line = TrimLine::new(place(), &level, &Ok(found.clone()), &level);
        assert_eq!((line.status.as_str(), line.reason), ("tight", None));
        found.stopped = Some(Stop::Time);
        let line = TrimLine::new(place(), &level, &Ok(found), &level);
        assert_eq!((line.status.as_str(), line.reason.as_deref()), ("stopped", Some("time")));
    }
}
