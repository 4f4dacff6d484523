//! Which finished levels are wanted.
//!
//! Selection filters and never relabels: what does not fit is counted in the funnel and dropped.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use sokolab_analysis::LevelId;
use sokolab_core::{Ground, Measures, Occupant};

use crate::generated_level::Made;

/// A last judgement on a level, for instance by its grade: an error is the name of the wish that
/// it does not meet. It may put the solution it judged by in the place of the level's own.
///
/// It runs beside other trials and must say the same about the same level whenever it is asked.
pub type Judge<'a> = dyn Fn(&mut Made) -> Result<(), &'static str> + Sync + 'a;

sokolab_core::named! {
    /// What to do about levels that differ from earlier ones only by where boxes and keeper start.
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
    /// What may stand on goals when a level begins.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum AtHome: "treatment of boxes on goals" {
        /// Boxes may start on goals.
        #[default]
        Allowed = "allow",
        /// No box may.
        Forbidden = "forbid",
    }
}

/// The wishes. Ranges hold both ends; what is not given does not matter.
#[derive(Clone, Default)]
pub struct Selection<'a> {
    /// Columns, walls included.
    pub width: Option<RangeInclusive<usize>>,
    /// Rows, walls included.
    pub height: Option<RangeInclusive<usize>>,
    /// Boxes.
    pub boxes: Option<RangeInclusive<usize>>,
    /// Pushes of the solution.
    pub pushes: Option<RangeInclusive<usize>>,
    /// Moves of the solution.
    pub moves: Option<RangeInclusive<usize>>,
    /// Box lines of the solution.
    pub lines: Option<RangeInclusive<usize>>,
    /// Box changes of the solution.
    pub changes: Option<RangeInclusive<usize>>,
    /// Boxes that start on goals.
    pub at_home: AtHome,
    /// Levels on the board of an earlier one.
    pub near_duplicates: NearDuplicates,
    /// Levels that are known already, by their names up to symmetry.
    pub avoid: BTreeSet<LevelId>,
    /// Emit a level only if it beats all before it.
    pub best: Option<Score>,
    /// Asked last, if the level meets every other wish.
    pub judge: Option<&'a Judge<'a>>,
}

impl fmt::Debug for Selection<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Selection").finish_non_exhaustive()
    }
}

impl Selection<'_> {
    /// Looks at everything that does not depend on other levels. An error is the name of the wish
    /// that is not met.
    pub(crate) fn judge(&self, made: &mut Made) -> Result<(), &'static str> {
        self.measure(made)?;
        let Some(judge) = self.judge else { return Ok(()) };
        judge(made)?;
        // The solution may be another one now.
        self.measure(made)
    }

    fn measure(&self, made: &Made) -> Result<(), &'static str> {
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
    /// A number by which solutions, and so levels, are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Score: "measure" {
        /// Pushes.
        Pushes = "pushes",
        /// Moves.
        Moves = "moves",
        /// Runs of pushes of one box in one direction.
        Lines = "lines",
        /// Times another box is pushed than before.
        Changes = "changes",
    }
}

impl Score {
    /// The number itself.
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
