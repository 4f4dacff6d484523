//! The formats of `soko explain`.

use clap::ValueEnum;

use super::html::Html;
use super::report::{Report, Style};
use super::result::ExplainedLevel;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExplainFormat {
    /// For a terminal.
    Text,
    /// Markdown, with a picture after every step.
    Markdown,
    /// A self-contained page, with the solution to step through.
    Html,
    /// One JSON object per level.
    Json,
}

impl ExplainFormat {
    /// The exporter of this format.
    pub(super) fn exporter(self) -> Box<dyn Exporter<ExplainedLevel>> {
        match self {
            ExplainFormat::Text => Box::new(Report { style: Style::Text }),
            ExplainFormat::Markdown => Box::new(Report { style: Style::Markdown }),
            ExplainFormat::Html => Box::new(Html::default()),
            ExplainFormat::Json => Box::new(JsonLines),
        }
    }
}
