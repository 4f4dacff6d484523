//! Static measures: statistics of a level before it is played.
//!
//! Nothing is searched here; the measures are computed from the results of other analyses.

use sokolab_core::{Board, GoalKind, SquareSet, State};

use crate::chambers::Chambers;
use crate::tunnels::Tunnels;

/// Number of locked squares by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LockCounts {
    /// By a corner.
    pub corner: usize,
    /// By a wall.
    pub wall: usize,
    /// Because the keeper cannot get behind a box there.
    pub chokepoint: usize,
    /// Because no path leads to a goal.
    pub connectivity: usize,
}

impl LockCounts {
    /// The sum over all kinds.
    #[must_use]
    pub const fn total(self) -> usize {
        self.corner + self.wall + self.chokepoint + self.connectivity
    }
}

/// Results of other analyses of a level.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredFacts<'a> {
    /// Its locked squares.
    pub locks: LockCounts,
    /// Its cut squares.
    pub cut_squares: &'a SquareSet,
    /// Its tunnels.
    pub tunnels: &'a Tunnels,
    /// Its chambers.
    pub chambers: &'a Chambers,
    /// Number of symmetries that preserve walls and goals, including the identity.
    pub symmetries: usize,
    /// Sum of the distances of its boxes to their nearest goals; `None` if a box can reach no goal.
    pub distance_sum: Option<u32>,
    /// Least sum of distances when no two boxes share a goal; `None` if there is no matching.
    pub matching_bound: Option<u32>,
}

/// Statistics of a level before it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StaticMeasures {
    /// Columns between the first and the last with floor, inclusive.
    pub width: usize,
    /// Rows between the first and the last with floor, inclusive.
    pub height: usize,
    /// Number of floor squares.
    pub squares: usize,
    /// Number of boxes.
    pub boxes: usize,
    /// Number of boxes on goals.
    pub boxes_on_goals: usize,
    /// Number of goals; under rules with holes, of open ones.
    pub goals: usize,
    /// Boxes per floor square.
    pub density: f64,
    /// Locked squares by kind. JSON has the squares themselves.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub locks: LockCounts,
    /// Fraction of the floor that is locked, from 0 to 1.
    pub lock_share: f64,
    /// Fraction of the floor that lies in tunnels, from 0 to 1.
    pub tunnel_share: f64,
    /// Number of cut squares.
    pub cut_squares: usize,
    /// Number of chambers.
    pub chambers: usize,
    /// Number of corridors between chambers.
    pub corridors: usize,
    /// Number of squares of the largest chamber.
    pub largest_chamber: usize,
    /// Number of symmetries that preserve walls and goals, from 1 to 8.
    pub symmetries: usize,
    /// Sum of the distances of the boxes to their nearest goals; `None` if a box can reach no goal.
    pub distance_sum: Option<u32>,
    /// Least sum of distances when no two boxes share a goal; `None` if there is no matching.
    pub matching_bound: Option<u32>,
}

/// The measures of the level that starts on `board` in `state`.
#[must_use]
pub fn measure(board: &Board, state: &State, facts: MeasuredFacts<'_>) -> StaticMeasures {
    let squares = board.square_count();
    let (columns, rows): (Vec<usize>, Vec<usize>) =
        board.squares().map(|square| board.position(square)).unzip();
    let in_tunnels = board.squares().filter(|&it| facts.tunnels.axis(it).is_some()).count();
    let areas = facts.chambers.chambers().iter();
    StaticMeasures {
        width: extent(&columns),
        height: extent(&rows),
        squares,
        boxes: state.boxes.len(),
        boxes_on_goals: state.boxes.intersection(board.goals()).len(),
        goals: match board.rules().goal() {
            GoalKind::Fill => state.open_goals(board).len(),
            GoalKind::Keep | GoalKind::Sink => board.goals().len(),
        },
        density: share(state.boxes.len(), squares),
        locks: facts.locks,
        lock_share: share(facts.locks.total(), squares),
        cut_squares: facts.cut_squares.len(),
        tunnel_share: share(in_tunnels, squares),
        chambers: facts.chambers.counts(board, state).chambers,
        corridors: facts.chambers.corridors().len(),
        largest_chamber: areas.map(|chamber| chamber.squares.len()).max().unwrap_or(0),
        symmetries: facts.symmetries,
        distance_sum: facts.distance_sum,
        matching_bound: facts.matching_bound,
    }
}

fn extent(values: &[usize]) -> usize {
    let ends = values.iter().max().zip(values.iter().min());
    ends.map_or(0, |(last, first)| last - first + 1)
}

fn share(part: usize, whole: usize) -> f64 {
    // Boards have fewer than 65,536 squares, so both conversions are exact.
    f64::from(part as u32) / f64::from(whole.max(1) as u32)
}

#[cfg(test)]
mod tests {
    use super::{LockCounts, MeasuredFacts, StaticMeasures, measure};
    use crate::chambers::chambers;
    use crate::cut_squares::cut_squares;
    use crate::tunnels::tunnels;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    fn measures(level: &str, rules: Rules) -> StaticMeasures {
        let (board, state) = position_in(level, rules);
        let cut = cut_squares(&board);
        let tunnels = tunnels(&board, &cut);
        let facts = MeasuredFacts {
            locks: LockCounts { corner: 4, wall: 1, ..LockCounts::default() },
            cut_squares: &cut,
            tunnels: &tunnels,
            chambers: &chambers(&board, &cut, &tunnels),
            symmetries: 2,
            distance_sum: Some(7),
            matching_bound: None,
        };
        measure(&board, &state, facts)
    }

    #[test]
    fn measures_count_what_is_on_the_board() {
        let level = "
            ############
            #@ ###  ####
            # $  *  ####
            #  ###  ####
            ############";
        let found = measures(level, Rules::OFFICIAL);
        assert_eq!((found.width, found.height, found.squares), (7, 3, 15));
        assert_eq!((found.boxes, found.boxes_on_goals, found.goals), (2, 1, 1));
        assert_eq!((found.chambers, found.corridors, found.largest_chamber), (3, 2, 6));
        assert_eq!((found.symmetries, found.distance_sum), (2, Some(7)));
        assert!((found.density - 2.0 / 15.0).abs() < 1e-12);
        assert!((found.lock_share - 5.0 / 15.0).abs() < 1e-12);
        assert!((found.tunnel_share - 3.0 / 15.0).abs() < 1e-12);
        assert_eq!(measures(level, Rules::NETHACK).goals, 0, "the hole is filled");
    }
}
