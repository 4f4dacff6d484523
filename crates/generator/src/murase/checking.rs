//! The second stage of the paper: whether a candidate has a solution.

use sokolab_core::{Budget, Level};
use sokolab_field::Field;
use sokolab_insight::rating::{NotRated, RatingLimits, find_known};
use sokolab_solver::{Progress, Stop};

use super::construct::Draft;
use super::{Murase, UNSOLVABLE, holes, level_of};
use crate::graph::{InitialState, PushSearchResult, fewest_pushes};
use crate::outline::Outline;
use crate::recipe::{KeepGoing, Rejection};
use crate::winning_moves::WinningMoves;

sokolab_core::named! {
    /// How candidates are checked.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Check: "check" {
        /// Breadth-first search over pushes, as in the paper: a solution with the fewest pushes, if
        /// it is found within the limit on states.
        #[default]
        BreadthFirst = "breadth-first",
        /// By the solver, for the fewest pushes. A solution without a proof that it has the fewest
        /// is accepted too.
        Solver = "solver",
    }
}

/// A candidate with a solution.
pub(super) type Solved = (Level, WinningMoves);

impl Murase {
    /// Looks for a solution of a draft, with the keeper starting on `keeper`.
    ///
    /// # Errors
    /// Why there is none; [`UNSOLVABLE`] with `proved` is a proof.
    pub(super) fn solve<const N: usize>(
        &self,
        outline: &Outline,
        draft: &Draft<N>,
        keeper: sokolab_field::Place,
        keep_going: KeepGoing<'_>,
    ) -> Result<Solved, Rejection> {
        match self.check {
            Check::BreadthFirst => self.solve_breadth_first(outline, draft, keeper, keep_going),
            Check::Solver => {
                let (level, ..) = level_of(self.rules, outline, draft, keeper);
                self.solve_strongly(level, keep_going)
            }
        }
    }

    fn solve_breadth_first<const N: usize>(
        &self,
        outline: &Outline,
        draft: &Draft<N>,
        keeper: sokolab_field::Place,
        keep_going: KeepGoing<'_>,
    ) -> Result<Solved, Rejection> {
        let field: &Field<N> = &draft.field;
        let start = InitialState { boxes: draft.boxes(), holes: holes(draft), keeper };
        match fewest_pushes(field, &start, self.nodes_max, keep_going) {
            PushSearchResult::Stopped => Err(Rejection::Stopped),
            PushSearchResult::Unsolvable => Err(Rejection::Row(UNSOLVABLE, "proved")),
            PushSearchResult::Limit => Err(Rejection::Row(UNSOLVABLE, "limit")),
            PushSearchResult::Solved(pushes) => {
                let (level, board, state) = level_of(self.rules, outline, draft, keeper);
                let made = (&draft.board, field);
                let line = WinningMoves::from_graph(made, &pushes, (&board, &state));
                Ok((level, line))
            }
        }
    }

    fn solve_strongly(&self, level: Level, keep_going: KeepGoing<'_>) -> Result<Solved, Rejection> {
        let budget = Budget::of_nodes(self.nodes_max as u64);
        let limits = RatingLimits::new(budget, 0);
        let mut observer = |_: &Progress| (!keep_going()).then_some(Stop::Interrupted);
        let found = find_known(&level, &limits, &mut observer);
        if !keep_going() {
            return Err(Rejection::Stopped);
        }
        match found {
            Ok((known, _)) => Ok((level, known.solution.into())),
            Err(NotRated::Unsolvable) => Err(Rejection::Row(UNSOLVABLE, "proved")),
            Err(NotRated::Stopped(_) | NotRated::Invalid(_)) => {
                Err(Rejection::Row(UNSOLVABLE, "limit"))
            }
        }
    }
}
