//! Murase's generator (Murase, Matsubara and Hiraga, "Automatic Making of Sokoban Problems", 1996):
//! generation from a prototype and templates, a breadth-first check, and an evaluation by three
//! criteria.
//!
//! The figures of the paper are lost, so its prototype and templates are unknown. Those of
//! [`Murase::murase1996`] were chosen because their results come close to the paper's Table 1.
//!
//! The check is a breadth-first search over pushes (`graph::pushing`), or the strong solver, which
//! removes a limit of the paper: "our program cannot make problems that have very long solution
//! sequences".

mod areas;
mod checking;
mod construct;
mod evaluate;
mod options;
mod placing;
mod stages;
mod table;
#[cfg(test)]
mod tests;

pub use checking::Check;
pub use evaluate::{Criteria, Detour, LengthUnit};
pub use options::MuraseOptions;
pub use placing::Placing;
pub use stages::{TrialStage, stages};
pub use table::{TABLE_1, TableRow, table_1};

use std::ops::RangeInclusive;

use sokolab_core::{Board, Level, Place as PicturePlace, Rules, State, lay_out};
use sokolab_field::{Bits, words_needed};

use crate::finish::{Frame, finish};
use crate::funnel::RowNames;
use crate::outline::{Outline, OutlineShape};
use crate::recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
use crate::seed::Chance;
use crate::settings::{BadSettings, by_words, range_text, whole_area};
use checking::Solved;
use construct::{Draft, furnish, keeper_places, outlines};

/// The row of the funnel for candidates that could not be built.
pub const FAILED: &str = "failed";
/// The row of the funnel for candidates without a solution.
pub const UNSOLVABLE: &str = "unsolvable";
/// The row of the funnel for solvable candidates that are not interesting.
pub const REMOVED: &str = "removed";

/// The number of squares of an area for each template if solutions are to be long.
const SQUARES_PER_TEMPLATE: usize = 4;

sokolab_core::named! {
    /// Where the keeper starts.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum KeeperPolicy: "place for the keeper" {
        /// On a random free square, as in the paper: often one from which the level is unsolvable.
        #[default]
        Anywhere = "anywhere",
        /// In the part of the floor with the longest solution among those that meet the criteria.
        Best = "best",
    }
}

/// The settings of the generator.
#[derive(Clone, Debug)]
pub struct Murase {
    /// The rule set.
    pub rules: Rules,
    /// Number of columns, border included; drawn for each trial.
    pub width: RangeInclusive<usize>,
    /// Number of rows, border included; drawn for each trial.
    pub height: RangeInclusive<usize>,
    /// Number of boxes, and of goals.
    pub boxes: RangeInclusive<usize>,
    /// The initial floor, in the middle of the area.
    pub prototype: OutlineShape,
    /// The floor to add, in this order; repeated if more are wanted than there are.
    pub templates: Vec<OutlineShape>,
    /// Number of templates to add.
    pub template_count: usize,
    /// Where the keeper starts.
    pub keeper: KeeperPolicy,
    /// Where goals and boxes go.
    pub placing: Placing,
    /// How candidates are checked.
    pub check: Check,
    /// The most states the check may see, or the solver may expand.
    pub nodes_max: usize,
    /// What makes a level interesting.
    pub criteria: Criteria,
    /// How the walls around the floor are drawn.
    pub frame: Frame,
}

impl Murase {
    /// The settings of the paper, 8 by 8 with three boxes, as far as they are known.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn murase1996() -> Murase {
        let shape = |rows: &[&str]| OutlineShape::parse(rows).expect("a drawing of our own");
        Murase {
            rules: Rules::OFFICIAL,
            width: 8..=8,
            height: 8..=8,
            boxes: 3..=3,
            prototype: shape(&["...", "..."]),
            templates: vec![
                shape(&["..", "..", ".."]),
                shape(&["...", ".#.", "..."]),
                shape(&["#.#", "...", "#.#"]),
            ],
            template_count: 3,
            keeper: KeeperPolicy::Anywhere,
            placing: Placing::Anywhere,
            check: Check::BreadthFirst,
            nodes_max: 20_000,
            criteria: Criteria::default(),
            frame: Frame::Tight,
        }
    }

    /// The same for long solutions on an area with this many columns and rows: more templates,
    /// goals and boxes apart, and the keeper where the solution is longest.
    #[must_use]
    pub fn for_long_solutions(self, width: usize, height: usize) -> Murase {
        let squares = width.saturating_sub(2) * height.saturating_sub(2);
        Murase {
            template_count: self.template_count.max(squares / SQUARES_PER_TEMPLATE),
            placing: Placing::Apart,
            keeper: KeeperPolicy::Best,
            ..self
        }
    }

    /// Checks these settings.
    ///
    /// # Errors
    ///
    /// The first problem with them.
    pub fn check(&self) -> Result<(), BadSettings> {
        whole_area(&self.width, &self.height, &self.boxes)?;
        if self.templates.is_empty() && self.template_count > 0 {
            return Err(BadSettings::NoTemplate);
        }
        // A prototype drawn with its border has no floor there; any other must fit inside.
        let fits = |shape: &OutlineShape| {
            let fits_in =
                |width, height| shape.width() + 2 <= width && shape.height() + 2 <= height;
            fits_in(*self.width.start(), *self.height.start())
        };
        let is_framed = self.prototype.width() == *self.width.start()
            && self.prototype.height() == *self.height.start()
            && self.prototype.places().iter().all(|&(x, y)| {
                (1..self.prototype.width() - 1).contains(&x)
                    && (1..self.prototype.height() - 1).contains(&y)
            });
        if !fits(&self.prototype) && !is_framed {
            return Err(BadSettings::ShapeTooLarge("the prototype"));
        }
        let turned_fits = |shape: &OutlineShape| {
            let turned = shape.turned(sokolab_analysis::Orientation::ALL[1]);
            fits(shape) || fits(&turned)
        };
        if !self.templates.iter().all(turned_fits) {
            return Err(BadSettings::ShapeTooLarge("a template"));
        }
        Ok(())
    }
}

const REJECTIONS: &[RowNames] = &[
    (FAILED, &["outline", "goals", "boxes", "keeper"]),
    (UNSOLVABLE, &["proved", "limit"]),
    (REMOVED, &["length", "directions", "detour"]),
];

impl Recipe for Murase {
    fn describe(&self) -> Description {
        let shapes = |shapes: &[OutlineShape]| {
            shapes.iter().map(|it| it.rows().join("/")).collect::<Vec<_>>().join(" ")
        };
        let Criteria { length_min, length_unit, changes_min, detours_min, detour } = self.criteria;
        let pair = |key: &str, value: String| (key.to_owned(), value);
        let mut params = vec![
            pair("width", range_text(&self.width)),
            pair("height", range_text(&self.height)),
            pair("boxes", range_text(&self.boxes)),
            pair("prototype", shapes(std::slice::from_ref(&self.prototype))),
            pair("templates", shapes(&self.templates)),
            pair("template-count", self.template_count.to_string()),
            pair("keeper", format!("{:?}", self.keeper).to_lowercase()),
            pair("nodes", self.nodes_max.to_string()),
            pair("length-min", length_min.to_string()),
            pair("length-unit", format!("{length_unit:?}").to_lowercase()),
            pair("changes-min", changes_min.to_string()),
            pair("detours-min", detours_min.to_string()),
            pair("detour", format!("{detour:?}").to_lowercase()),
        ];
        // Settings that the paper does not have are part of the name only if they are used.
        if self.check == Check::Solver {
            params.push(pair("check", "solver".to_owned()));
        }
        if self.placing == Placing::Apart {
            params.push(pair("placing", "apart".to_owned()));
        }
        // Small batches where a trial takes long: trials that are unfinished when time is up are
        // lost.
        let batch = if self.check == Check::Solver { 4 } else { 128 };
        Description { name: "murase", rejections: REJECTIONS, params, batch }
    }

    fn attempt(
        &self,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection> {
        let failed = |part| Rejection::Row(FAILED, part);
        let outlines = outlines(self, chance).map_err(|(part, _)| failed(part))?;
        let outline = outlines.last().ok_or(failed("outline"))?;
        let board = outline.board(self.rules).ok_or(failed("outline"))?;
        by_words!(words_needed(&board), N => {
            let (draft, result) = furnish::<N>(self, &board, chance);
            result.map_err(failed)?;
            self.judge(outline, &draft, keep_going)
        }, failed("outline"))
    }
}

impl Murase {
    /// The second and third stages: the check and the evaluation.
    fn judge<const N: usize>(
        &self,
        outline: &Outline,
        draft: &Draft<N>,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection> {
        let mut keepers = Vec::new();
        if let Some(keeper) = draft.keeper {
            keepers.push(keeper);
        } else {
            let mut rest = keeper_places(draft);
            while let Some(keeper) = rest.first() {
                keepers.push(keeper);
                rest &= !draft.field.region(keeper, &draft.boxes(), &holes(draft));
            }
        }
        let mut best: Result<Solved, Rejection> = Err(Rejection::Row(UNSOLVABLE, "proved"));
        for keeper in keepers {
            let found = match self.solve(outline, draft, keeper, keep_going) {
                Err(Rejection::Stopped) => return Err(Rejection::Stopped),
                Err(why) => Err(why),
                Ok((level, line)) => {
                    let (board, state) = lay_out(&level).expect("a keeper inside walls");
                    let verdict = self.criteria.check(&board, &state, line.moves());
                    verdict.map(|()| (level, line)).map_err(|it| Rejection::Row(REMOVED, it))
                }
            };
            best = better(best, found);
        }
        best.map(|(level, line)| finish(&level, line, self.frame))
    }
}

/// The better of two candidates: one that meets the criteria, then one with the longer solution,
/// then a solvable one.
fn better(
    one: Result<Solved, Rejection>,
    other: Result<Solved, Rejection>,
) -> Result<Solved, Rejection> {
    let rank = |it: &Result<Solved, Rejection>| match it {
        Ok((_, line)) => 3 + line.moves().len(),
        Err(Rejection::Row(REMOVED, _)) => 2,
        Err(Rejection::Row(_, "limit")) => 1,
        Err(_) => 0,
    };
    if rank(&other) > rank(&one) { other } else { one }
}

fn holes<const N: usize>(draft: &Draft<N>) -> Bits<N> {
    match draft.field.goal_kind() {
        sokolab_core::GoalKind::Fill => draft.goals,
        _ => Bits::EMPTY,
    }
}

/// The level of a draft, with the whole area.
fn level_of<const N: usize>(
    rules: Rules,
    outline: &Outline,
    draft: &Draft<N>,
    keeper: sokolab_field::Place,
) -> (Level, Board, State) {
    use sokolab_core::{Ground, Occupant};
    let mut picture = outline.picture();
    for square in draft.board.squares() {
        let (x, y) = draft.board.position(square);
        let place = draft.field.place(square);
        let ground = if draft.goals.contains(place) { Ground::Goal } else { Ground::Floor };
        let occupant = if draft.boxes().contains(place) {
            Occupant::Box
        } else if place == keeper {
            Occupant::Keeper
        } else {
            Occupant::Nothing
        };
        picture.put(x, y, PicturePlace { ground, occupant });
    }
    let level = Level::from_picture(picture, rules);
    let (board, state) = lay_out(&level).expect("a keeper inside walls");
    (level, board, state)
}
