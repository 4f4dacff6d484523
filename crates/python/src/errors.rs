//! The exceptions of the package, which its Python part defines.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sokolab::{Finding, Findings, Rules};

/// A finding as Python gets it: code, message, advice, line and column.
pub(crate) type FindingParts = (&'static str, String, String, Option<usize>, Option<usize>);

/// The exception for a text or level that cannot be used.
pub(crate) fn level_error(py: Python<'_>, findings: &Findings, rules: Rules) -> PyErr {
    let parts: Vec<FindingParts> = findings.iter().map(|it| finding_parts(it, rules)).collect();
    raised(py, "LevelError", (rules.translate(&findings.to_string()), parts))
}

/// The exception for illegal moves, with the referee's code.
pub(crate) fn moves_error(py: Python<'_>, code: &str, index: usize, message: String) -> PyErr {
    raised(py, "MovesError", (message, code, index))
}

/// The exception for a generator that made fewer levels than requested.
pub(crate) fn generate_error(py: Python<'_>, message: String) -> PyErr {
    raised(py, "GenerateError", (message,))
}

/// The exception for an internal error.
pub(crate) fn internal_error(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "InternalError", (format!("internal error, please report it: {message}"),))
}

/// The exception for an invalid argument.
pub(crate) fn bad_argument(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

pub(crate) fn finding_parts(finding: &Finding, rules: Rules) -> FindingParts {
    let place = finding.location;
    let (line, column) = (place.map(|it| it.line), place.map(|it| it.column));
    (finding.kind.code(), finding.message(rules), finding.help(rules), line, column)
}

fn raised<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let class = py.import("sokolab.errors").and_then(|it| it.getattr(name));
    match class.and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
