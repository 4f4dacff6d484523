//! Generators and their settings, as received from Python.

use std::sync::Arc;

use pyo3::PyResult;
use serde::Deserialize;
use sokolab::Rules;
use sokolab::generator::{BadSettings, ChambersOptions, MuraseOptions, Recipe, ReverseOptions};

use crate::errors::bad_argument;

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
    pub(crate) recipe: Arc<dyn Recipe + Send>,
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
        Ok(match self {
            RecipeOptions::Reverse(options) => {
                let recipe = options.recipe().map_err(bad)?;
                let (rules, width, height) = (recipe.rules, &recipe.width, &recipe.height);
                let (width_max, height_max) = (*width.end(), *height.end());
                Ready { rules, width_max, height_max, recipe: Arc::new(recipe) }
            }
            RecipeOptions::Murase(options) => {
                let recipe = options.recipe().map_err(bad)?;
                let (rules, width, height) = (recipe.rules, &recipe.width, &recipe.height);
                let (width_max, height_max) = (*width.end(), *height.end());
                Ready { rules, width_max, height_max, recipe: Arc::new(recipe) }
            }
            RecipeOptions::Chambers(options) => {
                let recipe = options.recipe().map_err(bad)?;
                let (width_max, height_max) = (recipe.width_max, recipe.height_max);
                Ready { rules: recipe.rules, width_max, height_max, recipe: Arc::new(recipe) }
            }
        })
    }
}

#[allow(clippy::needless_pass_by_value, reason = "errors are mapped by value")]
fn bad(error: BadSettings) -> pyo3::PyErr {
    bad_argument(error.to_string())
}
