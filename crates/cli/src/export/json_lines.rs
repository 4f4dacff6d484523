//! One JSON object per level.

use super::Exporter;
use crate::boundary::FailureForm;
use crate::io::output::Output;

/// A result that has a JSON form.
pub(crate) trait JsonResult {
    /// The name and version of the form.
    const SCHEMA: &'static str;

    /// The object.
    fn into_line(self) -> impl serde::Serialize;
}

/// Writes a line for each level.
#[derive(Debug)]
pub(crate) struct JsonLines;

impl<T: JsonResult> Exporter<T> for JsonLines {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Json(T::SCHEMA)
    }

    fn level(&mut self, result: T, output: &mut Output) -> anyhow::Result<()> {
        output.json(&result.into_line())
    }
}
