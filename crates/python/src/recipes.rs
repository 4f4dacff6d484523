//! Generators and their settings, as Python hands them over.

use std::ops::RangeInclusive;

use pyo3::PyResult;
use serde::Deserialize;
use sokolab::generator::murase::KeeperPolicy;
use sokolab::generator::reverse::{GoalLayout, Search};
use sokolab::generator::{
    BadSettings, Chambers, Frame, Murase, OutlineStyle, OutlineSymmetry, Recipe, Reverse, Score,
};
use sokolab::{GoalKind, Rules};

use crate::errors::bad_argument;
use crate::options::{self, Span, named};

/// The most boxes for which starts are searched if nothing is said.
const BOXES_LISTED_MAX: usize = 5;

/// A generator and its settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "generator", rename_all = "lowercase")]
pub(crate) enum RecipeOptions {
    /// Backwards from solved boards.
    Reverse(ReverseOptions),
    /// As in the paper of 1996.
    Murase(MuraseOptions),
    /// Composed from chambers.
    Chambers(ChambersOptions),
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
        match self {
            RecipeOptions::Reverse(options) => options.ready(),
            RecipeOptions::Murase(options) => options.ready(),
            RecipeOptions::Chambers(options) => options.ready(),
        }
    }
}

/// The settings of `soko generate reverse`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReverseOptions {
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
}

const OUTLINES: [(&str, OutlineStyle); 4] = [
    ("walk", OutlineStyle::Walk),
    ("rooms", OutlineStyle::Rooms),
    ("templates", OutlineStyle::Templates),
    ("any", OutlineStyle::Any),
];

const SYMMETRIES: [(&str, OutlineSymmetry); 3] = [
    ("none", OutlineSymmetry::None),
    ("mirror", OutlineSymmetry::Mirror),
    ("turn", OutlineSymmetry::Turn),
];

const LAYOUTS: [(&str, GoalLayout); 4] = [
    ("scattered", GoalLayout::Scattered),
    ("grouped", GoalLayout::Grouped),
    ("corridor", GoalLayout::Corridor),
    ("any", GoalLayout::Any),
];

impl ReverseOptions {
    fn ready(&self) -> PyResult<Ready> {
        let rules = chosen_rules(self.rules.as_deref(), Rules::OFFICIAL)?;
        let profiles = [("boxoban", true)];
        let is_boxoban = choose("profile", self.profile.as_deref(), &profiles, false)?;
        let base = if is_boxoban { Reverse::boxoban() } else { Reverse::new(rules) };
        let boxes = ranged(self.boxes, base.boxes);
        // With many boxes the states nearest to a win are all that can be listed.
        let is_large = *boxes.end() > BOXES_LISTED_MAX && rules.goal() == GoalKind::Keep;
        let usual = if is_large && self.nodes.is_none() { Search::Play } else { base.search };
        let recipe = Reverse {
            rules,
            width: ranged(self.width, base.width),
            height: ranged(self.height, base.height),
            boxes,
            outline: choose("outline", self.outline.as_deref(), &OUTLINES, base.outline)?,
            symmetry: choose("symmetry", self.symmetry.as_deref(), &SYMMETRIES, base.symmetry)?,
            goals: choose("goals", self.goals.as_deref(), &LAYOUTS, base.goals)?,
            search: self.search(usual)?,
            tries: self.tries.unwrap_or(base.tries).max(1),
            frame: chosen_frame(self.frame.as_deref(), base.frame)?,
            rate: None,
        };
        recipe.check().map_err(|error| bad(&error))?;
        let (width_max, height_max) = (*recipe.width.end(), *recipe.height.end());
        Ok(Ready { recipe: Box::new(recipe), rules, width_max, height_max })
    }

    fn search(&self, usual: Search) -> PyResult<Search> {
        let nodes_usual = match usual {
            Search::Closure { nodes_max, .. } => nodes_max,
            Search::Play => 60_000,
        };
        let nodes_max = self.nodes.unwrap_or(nodes_usual);
        let closure = |score| Search::Closure { nodes_max, score };
        let mut names: Vec<(&str, Search)> =
            Score::ALL.into_iter().map(|it| (it.name(), closure(it))).collect();
        names.push(("play", Search::Play));
        let usual = match usual {
            Search::Closure { score, .. } => closure(score),
            Search::Play => Search::Play,
        };
        choose("start", self.start.as_deref(), &names, usual)
    }
}

/// The settings of `soko generate murase`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MuraseOptions {
    rules: Option<String>,
    width: Option<Span>,
    height: Option<Span>,
    boxes: Option<Span>,
    keeper: Option<String>,
    nodes: Option<usize>,
    frame: Option<String>,
}

impl MuraseOptions {
    fn ready(&self) -> PyResult<Ready> {
        let base = Murase::murase1996();
        let keepers = [("anywhere", KeeperPolicy::Anywhere), ("best", KeeperPolicy::Best)];
        let recipe = Murase {
            rules: chosen_rules(self.rules.as_deref(), base.rules)?,
            width: ranged(self.width, base.width),
            height: ranged(self.height, base.height),
            boxes: ranged(self.boxes, base.boxes),
            keeper: choose("keeper", self.keeper.as_deref(), &keepers, base.keeper)?,
            nodes_max: self.nodes.unwrap_or(base.nodes_max),
            frame: chosen_frame(self.frame.as_deref(), base.frame)?,
            ..base
        };
        recipe.check().map_err(|error| bad(&error))?;
        let (width_max, height_max) = (*recipe.width.end(), *recipe.height.end());
        let rules = recipe.rules;
        Ok(Ready { recipe: Box::new(recipe), rules, width_max, height_max })
    }
}

/// The settings of `soko generate chambers`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChambersOptions {
    rules: Option<String>,
    boxes: Option<Span>,
    spare: Option<usize>,
    stored: Option<Span>,
    storages: Option<Span>,
    width: Option<usize>,
    height: Option<usize>,
    difficulty: Option<usize>,
    frame: Option<String>,
}

impl ChambersOptions {
    fn ready(&self) -> PyResult<Ready> {
        let base = Chambers::new(chosen_rules(self.rules.as_deref(), Rules::NETHACK)?);
        let recipe = Chambers {
            boxes: ranged(self.boxes, base.boxes),
            spare: self.spare.unwrap_or(base.spare),
            stored: ranged(self.stored, base.stored),
            storages: ranged(self.storages, base.storages),
            width_max: self.width.unwrap_or(base.width_max),
            height_max: self.height.unwrap_or(base.height_max),
            difficulty: self.difficulty.unwrap_or(base.difficulty),
            frame: chosen_frame(self.frame.as_deref(), base.frame)?,
            ..base
        };
        recipe.check().map_err(|error| bad(&error))?;
        let (width_max, height_max) = (recipe.width_max, recipe.height_max);
        let rules = recipe.rules;
        Ok(Ready { recipe: Box::new(recipe), rules, width_max, height_max })
    }
}

fn bad(error: &BadSettings) -> pyo3::PyErr {
    bad_argument(error.to_string())
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
