//! Selection of finished levels.
//!
//! Selection filters and never relabels: unsuitable levels are counted in the funnel and dropped.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use sokolab_analysis::LevelId;
use sokolab_core::{Ground, Measures, Occupant};

use crate::generated_level::GeneratedLevel;

/// A final judgement on a level, for instance by its grade; an error is the name of the criterion
/// that it fails. It may replace the solution of the level by the one it judged by.
///
/// It runs in parallel with other trials and must give equal answers for equal levels.
pub type Judge<'a> = dyn Fn(&mut GeneratedLevel) -> Result<(), &'static str> + Sync + 'a;

sokolab_core::named! {
    /// How to treat levels that differ from earlier ones only in where boxes and keeper start.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum NearDuplicates: "treatment of near duplicates" {
        /// Keep them.
        #[default]
        Keep = "keep",
        /// Drop them.
        Refuse = "refuse",
    }
}

sokolab_core::named! {
    /// Whether boxes may start on goals.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum AtHome: "treatment of boxes on goals" {
        /// Boxes may start on goals.
        #[default]
        Allowed = "allow",
        /// No box may.
        Forbidden = "forbid",
    }
}

/// The criteria. Ranges are inclusive; a criterion that is `None` always holds.
#[derive(Clone, Default)]
pub struct Selection<'a> {
    /// Number of columns, walls included.
    pub width: Option<RangeInclusive<usize>>,
    /// Number of rows, walls included.
    pub height: Option<RangeInclusive<usize>>,
    /// Number of boxes.
    pub boxes: Option<RangeInclusive<usize>>,
    /// Pushes of the solution.
    pub pushes: Option<RangeInclusive<usize>>,
    /// Moves of the solution.
    pub moves: Option<RangeInclusive<usize>>,
    /// Box lines of the solution.
    pub lines: Option<RangeInclusive<usize>>,
    /// Box changes of the solution.
    pub changes: Option<RangeInclusive<usize>>,
    /// Whether boxes may start on goals.
    pub at_home: AtHome,
    /// How to treat levels on the board of an earlier one.
    pub near_duplicates: NearDuplicates,
    /// Identifiers, up to symmetry, of known levels to skip.
    pub avoid: BTreeSet<LevelId>,
    /// Emit a level only if it beats all previous ones by this score.
    pub best: Option<Score>,
    /// Called last, if the level meets every other criterion.
    pub judge: Option<&'a Judge<'a>>,
}

impl fmt::Debug for Selection<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Selection").finish_non_exhaustive()
    }
}

impl Selection<'_> {
    /// Checks the criteria that do not depend on other levels. An error is the name of the
    /// criterion that is not met.
    pub(crate) fn judge(&self, made: &mut GeneratedLevel) -> Result<(), &'static str> {
        self.measure(made)?;
        let Some(judge) = self.judge else { return Ok(()) };
        judge(made)?;
        // The solution may have been replaced.
        self.measure(made)
    }

    fn measure(&self, made: &GeneratedLevel) -> Result<(), &'static str> {
        let picture = &made.level.picture;
        let Measures { pushes, moves, box_lines, box_changes, .. } = made.solution.measures();
        let boxes = picture.places().iter().filter(|it| it.occupant == Occupant::Box);
        let is_at_home = |it: &&sokolab_core::Place| it.ground == Ground::Goal;
        if self.at_home == AtHome::Forbidden && boxes.clone().any(|it| is_at_home(&it)) {
            return Err("boxes on goals");
        }
        for (name, range, value) in [
            ("width", &self.width, picture.width()),
            ("height", &self.height, picture.height()),
            ("boxes", &self.boxes, boxes.count()),
            ("pushes", &self.pushes, pushes),
            ("moves", &self.moves, moves),
            ("lines", &self.lines, box_lines),
            ("changes", &self.changes, box_changes),
        ] {
            if range.as_ref().is_some_and(|range| !range.contains(&value)) {
                return Err(name);
            }
        }
        Ok(())
    }
}

sokolab_core::named! {
    /// A score by which solutions, and so levels, are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Score: "measure" {
        /// Number of pushes.
        Pushes = "pushes",
        /// Number of moves.
        Moves = "moves",
        /// Runs of pushes of one box in one direction.
        Lines = "lines",
        /// Number of times that the pushed box changes.
        Changes = "changes",
    }
}

impl Score {
    /// The value of this score.
    #[must_use]
    pub const fn of(self, measures: Measures) -> usize {
        match self {
            Score::Pushes => measures.pushes,
            Score::Moves => measures.moves,
            Score::Lines => measures.box_lines,
            Score::Changes => measures.box_changes,
        }
    }
}
