//! Options as received from Python: a JSON object whose keys are checked.

use std::str::FromStr;
use std::time::Duration;

use pyo3::PyResult;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sokolab::{Budget, BudgetChoices, UnknownName};

use crate::errors::bad_argument;

/// Reads options.
///
/// # Errors
/// What is wrong with them, by name.
pub(crate) fn parse<T: DeserializeOwned>(options: &str) -> PyResult<T> {
    serde_json::from_str(options).map_err(|error| {
        let text = error.to_string();
        // Users have not seen the JSON, so its line numbers mean nothing to them.
        let text = text.split(" at line ").next().unwrap_or(&text);
        bad_argument(format!("bad options: {text}"))
    })
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    pub(crate) time: Option<f64>,
    #[serde(flatten)]
    pub(crate) budget: BudgetChoices,
    pub(crate) threads: usize,
}

impl Limits {
    /// The time limit, if there is one.
    ///
    /// # Errors
    ///
    /// If it is not a valid time.
    pub(crate) fn time(&self) -> PyResult<Option<Duration>> {
        time_limit(self.time)
    }

    /// The nodes and the memory.
    pub(crate) fn budget(&self) -> Budget {
        self.budget.budget()
    }

    /// The threads.
    ///
    /// # Errors
    /// If the number is zero or absurdly large.
    pub(crate) fn threads(&self) -> PyResult<usize> {
        check_threads(self.threads)?;
        Ok(self.threads)
    }
}

/// Refuses numbers of threads that no machine has.
///
/// # Errors
/// If it is such a number.
pub(crate) fn check_threads(threads: usize) -> PyResult<()> {
    if (1..=1024).contains(&threads) {
        Ok(())
    } else {
        Err(bad_argument("threads must be a number from 1 to 1024"))
    }
}

/// A time limit in seconds.
///
/// # Errors
///
/// If it is not a valid time.
pub(crate) fn time_limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let limit = seconds.map(Duration::try_from_secs_f64).transpose();
    limit.map_err(|_| bad_argument("time must be a number of seconds, or None for no limit"))
}

/// The value with this name.
///
/// # Errors
/// The names there are.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|error: UnknownName| bad_argument(error.to_string()))
}
