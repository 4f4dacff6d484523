//! Making levels.

use std::ops::{ControlFlow, RangeInclusive};

use pyo3::prelude::*;
use serde::Deserialize;
use sokolab::generator::murase::KeeperPolicy;
use sokolab::generator::reverse::{GoalLayout, Search};
use sokolab::generator::{
    AtHome, BadSettings, Chambers, Ended, Frame, Judge, Made, Murase, NearDuplicates, OutlineStyle,
    OutlineSymmetry, Recipe, Reverse, Score, Selection, Wish, grade_among, proved_fewest, stream,
};
use sokolab::{GoalKind, Rules};
use sokolab_wire::GenerateLine;

use crate::errors::{bad_argument, generate_error};
use crate::judging::as_json;
use crate::level::Level;
use crate::options::{self, Span, named};
use crate::watch::{Watch, run};

/// Trials that may be made for each level that is asked for.
const TRIALS_PER_LEVEL: u64 = 10_000;

/// The most boxes for which starts are searched if nothing is said.
const BOXES_LISTED_MAX: usize = 5;

/// A generator and its settings, as Python hands them over.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "generator", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum RecipeOptions {
    /// Backwards from solved boards.
    Reverse {
        rules: Option<String>,
        profile: Option<String>,
        width: Option<Span>,
        height: Option<Span>,
        boxes: Option<Span>,
        outline: Option<String>,
        symmetry: Option<String>,
        goals: Option<String>,
        start: Option<String>,
        nodes: Option<usize>,
        tries: Option<usize>,
        frame: Option<String>,
    },
    /// As in the paper of 1996.
    Murase {
        rules: Option<String>,
        width: Option<Span>,
        height: Option<Span>,
        boxes: Option<Span>,
        keeper: Option<String>,
        nodes: Option<usize>,
        frame: Option<String>,
    },
    /// Composed from chambers.
    Chambers {
        rules: Option<String>,
        boxes: Option<Span>,
        spare: Option<usize>,
        stored: Option<Span>,
        storages: Option<Span>,
        width: Option<usize>,
        height: Option<usize>,
        difficulty: Option<usize>,
        frame: Option<String>,
    },
}

/// A generator that is ready, with the largest size of its levels.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) recipe: Box<dyn Recipe + Send>,
    pub(crate) rules: Rules,
    pub(crate) width_max: usize,
    pub(crate) height_max: usize,
}

impl RecipeOptions {
    /// The generator with these settings.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn ready(&self) -> PyResult<Ready> {
        let bad = |error: BadSettings| bad_argument(error.to_string());
        match self {
            RecipeOptions::Reverse { .. } => {
                let recipe = self.reverse()?;
                recipe.check().map_err(bad)?;
                let (rules, width_max) = (recipe.rules, *recipe.width.end());
                let height_max = *recipe.height.end();
                Ok(Ready { recipe: Box::new(recipe), rules, width_max, height_max })
            }
            RecipeOptions::Murase { rules, width, height, boxes, keeper, nodes, frame } => {
                let base = Murase::murase1996();
                let keepers = [("anywhere", KeeperPolicy::Anywhere), ("best", KeeperPolicy::Best)];
                let recipe = Murase {
                    rules: chosen_rules(rules.as_deref(), base.rules)?,
                    width: ranged(*width, base.width),
                    height: ranged(*height, base.height),
                    boxes: ranged(*boxes, base.boxes),
                    keeper: choose("keeper", keeper.as_deref(), &keepers, base.keeper)?,
                    nodes_max: nodes.unwrap_or(base.nodes_max),
                    frame: chosen_frame(frame.as_deref(), base.frame)?,
                    ..base
                };
                recipe.check().map_err(bad)?;
                let (rules, width_max) = (recipe.rules, *recipe.width.end());
                let height_max = *recipe.height.end();
                Ok(Ready { recipe: Box::new(recipe), rules, width_max, height_max })
            }
            RecipeOptions::Chambers {
                rules,
                boxes,
                spare,
                stored,
                storages,
                width,
                height,
                difficulty,
                frame,
            } => {
                let base = Chambers::new(chosen_rules(rules.as_deref(), Rules::NETHACK)?);
                let recipe = Chambers {
                    boxes: ranged(*boxes, base.boxes),
                    spare: spare.unwrap_or(base.spare),
                    stored: ranged(*stored, base.stored),
                    storages: ranged(*storages, base.storages),
                    width_max: width.unwrap_or(base.width_max),
                    height_max: height.unwrap_or(base.height_max),
                    difficulty: difficulty.unwrap_or(base.difficulty),
                    frame: chosen_frame(frame.as_deref(), base.frame)?,
                    ..base
                };
                recipe.check().map_err(bad)?;
                let (rules, width_max) = (recipe.rules, recipe.width_max);
                let height_max = recipe.height_max;
                Ok(Ready { recipe: Box::new(recipe), rules, width_max, height_max })
            }
        }
    }

    fn reverse(&self) -> PyResult<Reverse> {
        let RecipeOptions::Reverse {
            rules,
            profile,
            width,
            height,
            boxes,
            outline,
            symmetry,
            goals,
            start,
            nodes,
            tries,
            frame,
        } = self
        else {
            return Err(bad_argument("this is another generator"));
        };
        let rules = chosen_rules(rules.as_deref(), Rules::OFFICIAL)?;
        let is_boxoban = choose("profile", profile.as_deref(), &[("boxoban", true)], false)?;
        let base = if is_boxoban { Reverse::boxoban() } else { Reverse::new(rules) };
        let boxes = ranged(*boxes, base.boxes);
        let outlines = [
            ("walk", OutlineStyle::Walk),
            ("rooms", OutlineStyle::Rooms),
            ("templates", OutlineStyle::Templates),
            ("any", OutlineStyle::Any),
        ];
        let symmetries = [
            ("none", OutlineSymmetry::None),
            ("mirror", OutlineSymmetry::Mirror),
            ("turn", OutlineSymmetry::Turn),
        ];
        let layouts = [
            ("scattered", GoalLayout::Scattered),
            ("grouped", GoalLayout::Grouped),
            ("corridor", GoalLayout::Corridor),
            ("any", GoalLayout::Any),
        ];
        // With many boxes the states nearest to a win are all that can be listed.
        let is_large = *boxes.end() > BOXES_LISTED_MAX && rules.goal() == GoalKind::Keep;
        let usual = if is_large && nodes.is_none() { Search::Play } else { base.search };
        Ok(Reverse {
            rules,
            width: ranged(*width, base.width),
            height: ranged(*height, base.height),
            boxes,
            outline: choose("outline", outline.as_deref(), &outlines, base.outline)?,
            symmetry: choose("symmetry", symmetry.as_deref(), &symmetries, base.symmetry)?,
            goals: choose("goals", goals.as_deref(), &layouts, base.goals)?,
            search: search(start.as_deref(), *nodes, usual)?,
            tries: tries.unwrap_or(base.tries).max(1),
            frame: chosen_frame(frame.as_deref(), base.frame)?,
            rate: None,
        })
    }
}

fn search(start: Option<&str>, nodes: Option<usize>, usual: Search) -> PyResult<Search> {
    let nodes_usual = match usual {
        Search::Closure { nodes_max, .. } => nodes_max,
        Search::Play => 60_000,
    };
    let closure = |score| Search::Closure { nodes_max: nodes.unwrap_or(nodes_usual), score };
    let mut names: Vec<(&str, Search)> =
        Score::ALL.into_iter().map(|it| (it.name(), closure(it))).collect();
    names.push(("play", Search::Play));
    let usual = match usual {
        Search::Closure { score, .. } => closure(score),
        Search::Play => Search::Play,
    };
    choose("start", start, &names, usual)
}

fn ranged(span: Option<Span>, usual: RangeInclusive<usize>) -> RangeInclusive<usize> {
    span.map_or(usual, RangeInclusive::from)
}

fn chosen_rules(name: Option<&str>, usual: Rules) -> PyResult<Rules> {
    name.map_or(Ok(usual), options::rules)
}

fn chosen_frame(name: Option<&str>, usual: Frame) -> PyResult<Frame> {
    choose("frame", name, &[("tight", Frame::Tight), ("full", Frame::Full)], usual)
}

/// The value of an option that has names.
fn choose<T: Copy>(what: &str, name: Option<&str>, names: &[(&str, T)], usual: T) -> PyResult<T> {
    let Some(name) = name else { return Ok(usual) };
    let found = names.iter().find(|it| it.0 == name).map(|it| it.1);
    named(what, name, found, names.iter().map(|it| it.0))
}

/// Which levels, and how many.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WishOptions {
    recipe: RecipeOptions,
    count: u64,
    seed: u64,
    index: u64,
    trials: Option<u64>,
    time: Option<f64>,
    threads: usize,
    states: usize,
    pushes: Option<Span>,
    moves: Option<Span>,
    lines: Option<Span>,
    changes: Option<Span>,
    grade: Option<Span>,
    optimal: bool,
    near_duplicates: bool,
    boxes_on_goals: bool,
}

impl WishOptions {
    fn selection(&self) -> Selection<'static> {
        let range = |span: Option<Span>| span.map(RangeInclusive::from);
        Selection {
            pushes: range(self.pushes),
            moves: range(self.moves),
            lines: range(self.lines),
            changes: range(self.changes),
            at_home: if self.boxes_on_goals { AtHome::Allowed } else { AtHome::Forbidden },
            near_duplicates: if self.near_duplicates {
                NearDuplicates::Keep
            } else {
                NearDuplicates::Refuse
            },
            ..Selection::default()
        }
    }
}

/// Makes levels: each with its line of `soko generate`.
#[pyfunction]
#[pyo3(signature = (options, progress = None))]
pub(crate) fn generate(
    py: Python<'_>,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Level, String)>> {
    let options: WishOptions = options::parse(options)?;
    let ready = options.recipe.ready()?;
    let watch = Watch::new(options::time_limit(options.time)?);
    let keep_going = || watch.stop().is_none();
    let judge = options.grade.map(|wanted| grade_among(wanted.into(), &keep_going));
    let proof = options.optimal.then(|| proved_fewest(&keep_going));
    let both = |made: &mut Made| {
        judge.as_ref().map_or(Ok(()), |judge| judge(made))?;
        proof.as_ref().map_or(Ok(()), |proof| proof(made))
    };
    let is_judged = judge.is_some() || proof.is_some();
    let judge = is_judged.then_some(&both as &Judge<'_>);
    let wish = Wish {
        seed: options.seed,
        first_index: options.index.max(1),
        count: Some(options.count),
        trials_max: options
            .trials
            .unwrap_or_else(|| options.count.saturating_add(10).saturating_mul(TRIALS_PER_LEVEL)),
        threads: options.threads.clamp(1, 1024),
        selection: Selection { judge, ..options.selection() },
    };
    let (made, harvest) = run(py, &watch, progress, || {
        let mut made: Vec<(Made, String)> = Vec::new();
        let harvest = stream(&*ready.recipe, &wish, &keep_going, &mut |it| {
            let rating = it.rate(options.states, &mut |_| watch.stop());
            let Ok(rating) = rating else { return ControlFlow::Break(()) };
            let line = as_json(&GenerateLine::new(&it, &rating));
            watch.count_level();
            made.push((it, line));
            ControlFlow::Continue(())
        });
        (made, harvest)
    })?;
    if let Err(shortfall) = harvest {
        // What the time allowed is an answer; what trials did not give is a failure.
        let is_timed = shortfall.harvest.ended == Ended::Stopped && options.time.is_some();
        if !is_timed || made.is_empty() {
            return Err(generate_error(py, shortfall.to_string()));
        }
    }
    Ok(made.into_iter().map(|(it, line)| (Level::new(it.labelled()), line)).collect())
}
