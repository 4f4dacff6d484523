//! Options as Python hands them over: an object in JSON, checked by name.

use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::PyResult;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sokolab::text::Format;
use sokolab::{Budget, Method, Objective, Rules};

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

/// A number, or the least and the most.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a range is a whole number or a pair of them")]
pub(crate) enum Span {
    /// Exactly so many.
    One(usize),
    /// From the first to the second.
    Two(usize, usize),
}

impl From<Span> for RangeInclusive<usize> {
    fn from(span: Span) -> RangeInclusive<usize> {
        match span {
            Span::One(number) => number..=number,
            Span::Two(least, most) => least..=most,
        }
    }
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

/// The rule set with this name.
///
/// # Errors
/// The names there are.
pub(crate) fn rules(name: &str) -> PyResult<Rules> {
    named("rule set", name, Rules::from_name(name), Rules::ALL.iter().map(|it| it.name()))
}

/// The format with this name.
///
/// # Errors
/// The names there are.
pub(crate) fn format(name: &str) -> PyResult<Format> {
    named("format", name, Format::from_name(name), Format::ALL.iter().map(|it| it.name()))
}

/// The objective with this name.
///
/// # Errors
/// The names there are.
pub(crate) fn objective(name: &str) -> PyResult<Objective> {
    let names = Objective::ALL.iter().map(|it| it.name());
    named("objective", name, Objective::from_name(name), names)
}

/// The method with this name.
///
/// # Errors
/// The names there are.
pub(crate) fn method(name: &str) -> PyResult<Method> {
    let found = Method::ALL.into_iter().find(|it| it.name() == name);
    named("method", name, found, Method::ALL.iter().map(|it| it.name()))
}

/// What is found under a name.
///
/// # Errors
/// The names there are.
pub(crate) fn named<'a, T>(
    what: &str,
    name: &str,
    found: Option<T>,
    names: impl Iterator<Item = &'a str>,
) -> PyResult<T> {
    found.ok_or_else(|| {
        let names = names.collect::<Vec<_>>().join(", ");
        bad_argument(format!("there is no {what} {name:?}; there are {names}"))
    })
}
