//! Reverse generation: an outline, goals, and a start found backwards from the solved states.
//!
//! Pulls find the states that lead to a win, nearest first, up to a limit, and a level starts at
//! the farthest or the best of them; the path back is its solution, and has the fewest pushes.
//! Where boxes disappear, filled holes open again and sinks give boxes back. Larger levels are
//! played backwards at random instead, like those of the Boxoban data set.
//!
//! The layer of a state is its fewest pushes, whether or not the layers are complete
//! (`graph::pulling`). Holes lie in a corridor to the exit, so each must be filled; if the exit of
//! a level can be reached past an open hole, nothing is claimed about the fewest pushes.

mod goals;
mod options;
mod play;
mod start;
#[cfg(test)]
mod tests;

pub use goals::GoalLayout;
pub use options::{Profile, ReverseOptions, Start};

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use sokolab_core::{Directions, GoalKind, Level, Occupant, Rules, Solution, Squeezing, check};
use sokolab_field::{Field, words_needed};

use crate::finish::{Frame, finish};
use crate::funnel::RowNames;
use crate::graph::pull_closure;
use crate::outline::{Outline, OutlineStyle, OutlineSymmetry, Tidying, lay};
use crate::recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
use crate::seed::Chance;
use crate::selection::Score;
use crate::settings::{BadSettings, by_words, range_text, whole_area};
use crate::winning_moves::WinningMoves;
use goals::{BoardWithGoals, in_corridor, on_floor};
use start::{ChosenStart, best_starts};

/// How a start is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The state with the highest score among the states that lead to a win, nearest first, up to a
    /// limit.
    Closure {
        /// Maximum number of states.
        nodes_max: usize,
        /// How starts are compared.
        score: Score,
    },
    /// By random play backwards; only for rules under which boxes stay.
    Play,
}

/// A rating of finished levels, such as a grade: of several starts and boards, the one with the
/// highest value is kept. It runs in parallel with other trials, and must give equal values to
/// equal levels.
#[derive(Clone)]
pub struct Rate(pub Arc<RatingFunction>);

/// The function of a [`Rate`].
pub type RatingFunction = dyn Fn(&Level, &Solution) -> f64 + Send + Sync;

impl fmt::Debug for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Rate")
    }
}

/// The settings of the generator.
#[derive(Clone, Debug)]
pub struct Reverse {
    /// The rule set.
    pub rules: Rules,
    /// Number of columns, walls included; drawn for each trial.
    pub width: RangeInclusive<usize>,
    /// Number of rows, walls included; drawn for each trial.
    pub height: RangeInclusive<usize>,
    /// Number of boxes; drawn for each trial.
    pub boxes: RangeInclusive<usize>,
    /// How the floor is generated.
    pub outline: OutlineStyle,
    /// Whether it is symmetric.
    pub symmetry: OutlineSymmetry,
    /// The arrangement of goals.
    pub goals: GoalLayout,
    /// How the start is found.
    pub search: Search,
    /// Number of boards per trial, of which the best is kept; 1 for play.
    pub tries: usize,
    /// How levels are compared, if not by the score of the search: then the search only preselects
    /// starts.
    pub rate: Option<Rate>,
    /// How the walls around the floor are drawn. With a full frame, the floor need not reach it.
    pub frame: Frame,
}

/// Number of starts of a board that are judged, if levels are rated.
const RATED_STARTS: usize = 12;

/// Minimum number of pushes of a start, per box.
const PUSHES_PER_BOX: usize = 2;

/// Minimum share of floor in the area if the frame is full, in percent.
const FLOOR_PERCENT: usize = 35;

/// Number of attempts at an outline in one trial.
const OUTLINE_ATTEMPTS: usize = 60;

const REJECTIONS: &[RowNames] = &[("failed", &["outline", "goals", "start"])];

impl Reverse {
    /// Nine by nine with three boxes, starting farthest from a win. Holes need more room.
    #[must_use]
    pub fn new(rules: Rules) -> Reverse {
        Reverse {
            rules,
            width: if rules.goal() == GoalKind::Fill { 12..=12 } else { 9..=9 },
            height: 9..=9,
            boxes: 3..=3,
            outline: OutlineStyle::Any,
            symmetry: OutlineSymmetry::None,
            goals: GoalLayout::Any,
            search: Search::Closure { nodes_max: 60_000, score: Score::Pushes },
            tries: 8,
            rate: None,
            frame: Frame::Tight,
        }
    }

    /// Ten by ten with four boxes, with random walks and play like the Boxoban data set.
    #[must_use]
    pub fn boxoban() -> Reverse {
        Reverse {
            width: 10..=10,
            height: 10..=10,
            boxes: 4..=4,
            outline: OutlineStyle::Walk,
            goals: GoalLayout::Scattered,
            search: Search::Play,
            tries: 1,
            frame: Frame::Full,
            ..Reverse::new(Rules::OFFICIAL)
        }
    }

    /// Checks that these settings can produce levels.
    ///
    /// # Errors
    /// The first problem with them.
    pub fn check(&self) -> Result<(), BadSettings> {
        whole_area(&self.width, &self.height, &self.boxes)?;
        let (columns, rows) = (*self.width.start(), *self.height.start());
        if columns.min(rows) < FLOOR_MIN + 2 {
            return Err(BadSettings::TooSmall(columns, rows));
        }
        let kind = self.rules.goal();
        if self.search == Search::Play && kind != GoalKind::Keep {
            return Err(BadSettings::Rules(
                "random play backwards is for the official rules: search farthest starts instead",
            ));
        }
        if self.goals == GoalLayout::Corridor && kind != GoalKind::Fill {
            return Err(BadSettings::Rules("only holes lie in a corridor: see --rules nethack"));
        }
        if self.goals == GoalLayout::Corridor && !self.has_room_for_corridor() {
            return Err(BadSettings::TooSmall(*self.width.start(), *self.height.start()));
        }
        Ok(())
    }

    /// Whether a corridor with the most holes fits next to the smallest floor, in either direction.
    fn has_room_for_corridor(&self) -> bool {
        let longest = (*self.width.start()).max(*self.height.start());
        longest >= self.boxes.end() + 1 + FLOOR_MIN + 2
    }
}

/// Minimum number of columns and rows of floor that a corridor may leave.
const FLOOR_MIN: usize = 3;

impl Recipe for Reverse {
    fn describe(&self) -> Description {
        let name = |it: String| it.to_lowercase();
        let pair = |key: &str, value: String| (key.to_owned(), value);
        let mut params = vec![
            pair("width", range_text(&self.width)),
            pair("height", range_text(&self.height)),
            pair("boxes", range_text(&self.boxes)),
            pair("outline", name(format!("{:?}", self.outline))),
            pair("symmetry", name(format!("{:?}", self.symmetry))),
            pair("goals", name(format!("{:?}", self.goals))),
        ];
        let batch = match self.search {
            Search::Closure { nodes_max, score } => {
                params.push(pair("nodes", nodes_max.to_string()));
                params.push(pair("start", score.name().to_owned()));
                params.push(pair("tries", self.tries.to_string()));
                8
            }
            Search::Play => {
                params.push(pair("start", "play".to_owned()));
                64
            }
        };
        Description { name: "reverse", rejections: REJECTIONS, params, batch }
    }

    fn attempt(
        &self,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection> {
        let boxes = chance.within(&self.boxes);
        let mut best = self.once(boxes, chance, keep_going);
        for _ in 1..self.tries {
            best = match (best, self.once(boxes, chance, keep_going)) {
                (_, Err(Rejection::Stopped)) => return Err(Rejection::Stopped),
                (Ok(one), Ok(other)) => Ok(self.better(one, other)),
                (Err(_), other) => other,
                (one, _) => one,
            };
        }
        best
    }
}

impl Reverse {
    /// The better of two levels; the first if they are equal.
    fn better(&self, one: Finished, other: Finished) -> Finished {
        if self.worth(&other) > self.worth(&one) { other } else { one }
    }

    fn worth(&self, (level, solution): &Finished) -> f64 {
        match (&self.rate, self.search) {
            (Some(Rate(rate)), _) => rate(level, solution),
            (None, Search::Closure { score, .. }) => score.of(solution.measures()) as f64,
            (None, Search::Play) => solution.measures().pushes as f64,
        }
    }

    /// Makes one board and its start.
    fn once(
        &self,
        boxes: usize,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection> {
        let failed = |part| Rejection::Row("failed", part);
        let ready = self.prepare(boxes, chance, keep_going)?;
        by_words!(words_needed(&ready.board), N => {
            let field = Field::<N>::new(&ready.board);
            let starts = match self.search {
                Search::Play => {
                    let start = play::play_back((&ready.board, &field), chance, keep_going);
                    start.into_iter().collect()
                }
                Search::Closure { nodes_max, score } => {
                    let closure = pull_closure(&field, boxes, nodes_max, keep_going);
                    let closure = closure.ok_or(Rejection::Stopped)?;
                    let count = if self.rate.is_some() { RATED_STARTS } else { 1 };
                    best_starts(&field, &closure, (score, count), chance)
                }
            };
            if !keep_going() {
                return Err(Rejection::Stopped);
            }
            let long = starts.iter().filter(|it| it.pushes.len() >= PUSHES_PER_BOX * boxes);
            let finished = long.map(|chosen| self.finish(&ready, &field, chosen));
            finished.reduce(|one, other| self.better(one, other)).ok_or(failed("start"))
        }, failed("outline"))
    }

    /// Makes an outline with goals.
    fn prepare(
        &self,
        boxes: usize,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<BoardWithGoals, Rejection> {
        let in_the_corridor = match self.goals {
            GoalLayout::Corridor => true,
            GoalLayout::Any => self.rules.goal() == GoalKind::Fill && self.has_room_for_corridor(),
            GoalLayout::Scattered | GoalLayout::Grouped => false,
        };
        let mut failure = "outline";
        for _ in 0..OUTLINE_ATTEMPTS {
            if !keep_going() {
                return Err(Rejection::Stopped);
            }
            let size = (chance.within(&self.width), chance.within(&self.height));
            if in_the_corridor {
                let Some(outline) = self.outline_beside(size, boxes + 1, chance) else { continue };
                failure = "goals";
                let ready = in_corridor(&outline, self.rules, boxes, chance);
                if let Some(ready) = ready.filter(|it| self.has_size(&it.board)) {
                    return Ok(ready);
                }
            } else {
                let Some(outline) = self.outline(size, boxes, chance) else { continue };
                failure = "goals";
                let goals = (self.goals, self.goal_count(boxes));
                let ready = on_floor(&outline, self.rules, goals, chance);
                if let Some(ready) = ready.filter(|it| self.has_size(&it.board)) {
                    return Ok(ready);
                }
            }
        }
        Err(Rejection::Row("failed", failure))
    }

    /// One goal for each box, but a few sinks serve many.
    fn goal_count(&self, boxes: usize) -> usize {
        if self.rules.goal() == GoalKind::Sink { 1 + boxes / 4 } else { boxes }
    }

    /// Connected floor for this many boxes.
    fn outline(&self, size: (usize, usize), boxes: usize, chance: &mut Chance) -> Option<Outline> {
        let tidying = if self.frame == Frame::Full { Tidying::None } else { Tidying::Thorough };
        let mut outline = lay(self.outline, self.symmetry, size, tidying, chance);
        if self.rules.pushes() == Directions::Eight || self.rules.squeezing() == Squeezing::Allowed
        {
            outline.open_tight_diagonals();
        }
        let inside = (size.0 - 2) * (size.1 - 2);
        let share = if self.frame == Frame::Full { inside * FLOOR_PERCENT / 100 } else { 0 };
        let enough = share.max(3 * boxes + 3);
        (outline.floor().count() >= enough).then_some(outline)
    }

    /// The same on one side of the area, with `length` places left free next to it.
    fn outline_beside(
        &self,
        (width, height): (usize, usize),
        length: usize,
        chance: &mut Chance,
    ) -> Option<Outline> {
        let fits = |whole: usize| whole >= length + FLOOR_MIN + 2;
        let is_wide = match (fits(width), fits(height)) {
            (false, false) => return None,
            // The longer side has the room.
            (true, true) if width != height => width > height,
            (true, true) => chance.percent(50),
            (is_wide, _) => is_wide,
        };
        let size = if is_wide { (width - length, height) } else { (width, height - length) };
        let is_first = chance.percent(50);
        let (left, top) = match (is_first, is_wide) {
            (false, _) => (0, 0),
            (true, true) => (length, 0),
            (true, false) => (0, length),
        };
        let floor = self.outline(size, length - 1, chance)?;
        let mut outline = Outline::new(width, height);
        for (x, y) in floor.floor() {
            outline.open(left + x, top + y);
        }
        Some(outline)
    }

    /// Whether the floor is as large as it should be.
    fn has_size(&self, board: &sokolab_core::Board) -> bool {
        let extent = |values: Vec<usize>| {
            let (first, last) = (values.iter().min(), values.iter().max());
            first.zip(last).map_or(0, |(first, last)| last - first + 3)
        };
        let columns = extent(board.squares().map(|it| board.position(it).0).collect());
        let rows = extent(board.squares().map(|it| board.position(it).1).collect());
        self.frame == Frame::Full || (self.width.contains(&columns) && self.height.contains(&rows))
    }

    fn finish<const N: usize>(
        &self,
        ready: &BoardWithGoals,
        field: &Field<N>,
        chosen: &ChosenStart<N>,
    ) -> Finished {
        let mut picture = ready.picture.clone();
        for square in ready.board.squares() {
            let (x, y) = ready.board.position(square);
            let mut place = picture.at(x, y);
            let at = field.place(square);
            if chosen.boxes.contains(at) {
                place.occupant = Occupant::Box;
            } else if at == chosen.keeper {
                place.occupant = Occupant::Keeper;
            }
            picture.put(x, y, place);
        }
        let level = Level::from_picture(picture, self.rules);
        let (board, state) = check(&level).expect("a keeper inside walls");
        let line =
            WinningMoves::from_graph((&ready.board, field), &chosen.pushes, (&board, &state));
        finish(&level, line, self.frame)
    }
}
