//! The settings of games, as received from Python.

use std::sync::Arc;

use pyo3::PyResult;
use serde::Deserialize;
use sokolab::generator::KeepGoing;
use sokolab::{Directions, Level, Rules};

use super::actions::Actions;
use super::batch::{Autoreset, Batch};
use super::episode::Conduct;
use super::observation::{ObservationForm, Screen, planes_needed};
use super::prepared_level::PreparedLevel;
use super::rewards::Rewards;
use super::source::{Order, Preparation, Source};
use crate::errors::bad_argument;
use crate::recipes::RecipeOptions;

sokolab::named! {
    /// What an agent sees.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Observation: "observation" {
        /// A plane for each kind of thing.
        Planes = "planes",
        /// A number for each square.
        Symbols = "symbols",
        /// An RGB picture.
        Rgb = "rgb",
    }
}

sokolab::named! {
    /// What an agent does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum ActionKind: "kind of actions" {
        /// Steps of the keeper.
        Steps = "steps",
        /// Pushes of any box that the keeper can reach.
        Pushes = "pushes",
    }
}

/// The settings of games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    games: usize,
    observation: Observation,
    tile: usize,
    actions: ActionKind,
    rewards: Rewards,
    max_steps: Option<u32>,
    end_on_deadlock: bool,
    has_labels: bool,
    /// Whether every step returns an action mask.
    has_masks: bool,
    order: Order,
    autoreset: Autoreset,
    recipe: Option<RecipeOptions>,
    /// Rows and columns of the frame; `None` for the smallest that holds every level.
    size: Option<(usize, usize)>,
}

/// The most bytes of all observations.
const OBSERVATION_BYTES_MAX: usize = 4 << 30;

/// The fewest rows and columns of a level with its walls.
const SIDE_MIN: usize = 3;

impl Config {
    /// Prepares games on the given levels, or on generated ones.
    ///
    /// # Errors
    /// What is wrong with the settings or the levels.
    pub(crate) fn prepare(
        self,
        levels: &[Arc<Level>],
        keep_going: KeepGoing<'_>,
    ) -> PyResult<Batch> {
        if self.games == 0 {
            return Err(bad_argument("num_envs must be 1 or more"));
        }
        let ready = self.recipe.as_ref().map(RecipeOptions::ready).transpose()?;
        let prepared = if ready.is_some() { Vec::new() } else { prepared(levels)? };
        let boards = || prepared.iter().map(|it| &it.board);
        let (needed, rules, planes) = if let Some(ready) = &ready {
            // A generated level has an exit if its goals are holes, and has no doors.
            let planes = if ready.rules.goal() == sokolab::GoalKind::Fill { 5 } else { 4 };
            // Leave room for a wall around the generated area.
            ((ready.height_max + 2, ready.width_max + 2), vec![ready.rules], planes)
        } else {
            let height = boards().map(sokolab::Board::height).max().unwrap_or(0);
            let width = boards().map(sokolab::Board::width).max().unwrap_or(0);
            let planes = boards().map(planes_needed).max().unwrap_or(4);
            ((height, width), boards().map(sokolab::Board::rules).collect(), planes)
        };
        let (height, width) = self.frame(needed, ready.is_some())?;
        let screen = Screen::new(self.look(planes)?, width, height);
        if screen.size().saturating_mul(self.games) > OBSERVATION_BYTES_MAX {
            return Err(bad_argument("the observations of all games would take more than 4 GiB"));
        }
        let has_facts = self.has_labels
            || self.end_on_deadlock
            || self.rewards.deadlock != 0.0
            || self.rewards.approach != 0.0;
        let preparation = Preparation { screen, has_facts };
        let source = if let Some(ready) = ready {
            Source::Recipe(ready.recipe)
        } else {
            let prepare = |it| {
                if keep_going() { preparation.prepare(it) } else { Err("interrupted".to_owned()) }
            };
            let prepared = prepared.into_iter().map(prepare);
            let prepared: Result<Vec<_>, String> = prepared.collect();
            Source::Levels(prepared.map_err(bad_argument)?.into(), self.order)
        };
        let conduct = Conduct {
            actions: self.chosen_actions(&rules, (height, width)),
            rewards: self.rewards,
            steps_max: self.max_steps,
            ends_when_lost: self.end_on_deadlock,
            has_masks: self.has_masks,
        };
        Ok(Batch::new(source, preparation, conduct, (self.games, self.autoreset)))
    }

    fn frame(&self, needed: (usize, usize), is_made: bool) -> PyResult<(usize, usize)> {
        match self.size {
            None => Ok(needed),
            Some((height, width)) if height.min(width) < SIDE_MIN => {
                Err(bad_argument(format!("size must be at least {SIDE_MIN} rows and columns")))
            }
            Some(size) if is_made || (size.0 >= needed.0 && size.1 >= needed.1) => Ok(size),
            Some(_) => Err(bad_argument(format!(
                "size is too small: the largest level has {} rows and {} columns",
                needed.0, needed.1
            ))),
        }
    }

    fn look(&self, planes: usize) -> PyResult<ObservationForm> {
        if self.tile == 0 || self.tile > 64 {
            return Err(bad_argument("tile must be a number of pixels from 1 to 64"));
        }
        Ok(match self.observation {
            Observation::Planes => ObservationForm::Planes(planes),
            Observation::Symbols => ObservationForm::Symbols,
            Observation::Rgb => ObservationForm::Colours(self.tile),
        })
    }

    fn chosen_actions(&self, rules: &[Rules], (height, width): (usize, usize)) -> Actions {
        let most = |of: fn(Rules) -> Directions| {
            rules.iter().map(|&it| of(it).list().len()).max().unwrap_or(4)
        };
        match self.actions {
            ActionKind::Steps => Actions::Moves { directions: most(Rules::steps) },
            ActionKind::Pushes => {
                Actions::Pushes { directions: most(Rules::pushes), width, height }
            }
        }
    }
}

/// The levels, prepared except for observations and labels.
fn prepared(levels: &[Arc<Level>]) -> PyResult<Vec<PreparedLevel>> {
    if levels.is_empty() {
        return Err(bad_argument("there is no level to play"));
    }
    let level = |(index, level): (usize, &Arc<Level>)| {
        let number = index + 1;
        PreparedLevel::new(level, number as u32).map_err(|findings| {
            let codes: Vec<&str> = findings.iter().map(|it| it.kind.code()).collect();
            let codes = codes.join(", ");
            bad_argument(format!("level {number} cannot be played: {codes} {findings}"))
        })
    };
    levels.iter().enumerate().map(level).collect()
}
