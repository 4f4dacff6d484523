//! Verdicts for a person.

use std::path::{Path, PathBuf};

use sokolab::quantity;

use super::result::VerifiedClaim;
use crate::boundary::FailureForm;
use crate::export::Exporter;
use crate::io::output::Output;

/// Writes a line for each solution, and draws where a refused one goes wrong.
#[derive(Debug)]
pub(super) struct Text {
    /// The file of the solutions.
    solutions: Option<PathBuf>,
}

impl Text {
    pub(super) fn new(solutions: Option<&Path>) -> Text {
        Text { solutions: solutions.map(Path::to_owned) }
    }
}

impl Exporter<VerifiedClaim> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: VerifiedClaim, output: &mut Output) -> anyhow::Result<()> {
        let VerifiedClaim { line, picture } = result;
        let path = self.solutions.as_ref().map(|path| path.display());
        // A line that is unreadable or has no level is identified by its own location.
        let is_stray = line.place.file.is_empty() || line.code.as_deref() == Some("unreadable");
        let place = match (path, line.line) {
            (Some(path), Some(number)) if is_stray => format!("{path}:{number}"),
            _ => format!("{}#{}", line.place.file, line.place.level),
        };
        let text = match (line.pushes, line.moves, &line.message) {
            (Some(pushes), Some(moves), _) => {
                format!("ok, {}, {}", quantity(pushes, "push"), quantity(moves, "move"))
            }
            (_, _, Some(message)) => {
                format!("refused ({}): {message}", line.code.as_deref().unwrap_or("unknown"))
            }
            _ => "refused".to_owned(),
        };
        let warning = line.warning.as_ref().map_or(String::new(), |it| format!(" (warning: {it})"));
        output.line(&format!("{place}: {text}{warning}"))?;
        for row in picture.unwrap_or_default() {
            output.line(&format!("  {row}"))?;
        }
        Ok(())
    }
}
