//! Options as Python hands them over: an object in JSON, checked by name.

use std::str::FromStr;
use std::time::Duration;

use pyo3::PyResult;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sokolab::{Budget, UnknownName};

use crate::errors::bad_argument;

/// Reads options.
///
/// # Errors
/// What is wrong with them, by name.
pub(crate) fn parse<T: DeserializeOwned>(options: &str) -> PyResult<T> {
    serde_json::from_str(options).map_err(|error| {
        let text = error.to_string();
        // Nobody has seen the JSON.
        let text = text.split(" at line ").next().unwrap_or(&text);
        bad_argument(format!("bad options: {text}"))
    })
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    pub(crate) time: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) memory: u64,
    pub(crate) threads: usize,
}

impl Limits {
    /// The time limit, if there is one.
    ///
    /// # Errors
    /// If it is no time.
    pub(crate) fn time(&self) -> PyResult<Option<Duration>> {
        time_limit(self.time)
    }

    /// The nodes and the memory.
    pub(crate) fn budget(&self) -> Budget {
        Budget { nodes_max: self.nodes.unwrap_or(u64::MAX), memory_bytes_max: self.memory }
    }

    /// The threads.
    ///
    /// # Errors
    /// If there are none, or more than any machine has.
    pub(crate) fn threads(&self) -> PyResult<usize> {
        if (1..=1024).contains(&self.threads) {
            Ok(self.threads)
        } else {
            Err(bad_argument("threads must be a number from 1 to 1024"))
        }
    }
}

/// A time limit in seconds.
///
/// # Errors
/// If it is no time.
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
