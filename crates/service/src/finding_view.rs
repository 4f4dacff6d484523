//! Findings with their places on the board.

use serde::Serialize;
use sokolab::{Finding, Level};
use sokolab_wire::FindingLine;

use crate::view::Spot;

/// A finding about a level, and where it is drawn.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FindingView {
    #[serde(flatten)]
    line: FindingLine,
    /// The place on the board, if it concerns one.
    #[serde(skip_serializing_if = "Option::is_none")]
    spot: Option<Spot>,
}

impl FindingView {
    /// The views of findings about `level`.
    pub(crate) fn all(level: &Level, findings: &[Finding]) -> Vec<FindingView> {
        findings.iter().map(|it| FindingView::new(level, it)).collect()
    }

    fn new(level: &Level, finding: &Finding) -> FindingView {
        let spot = finding.location.and_then(|it| {
            let (x, y) = level.source.place_at(it)?;
            (x < level.picture.width() && y < level.picture.height()).then_some((x, y))
        });
        FindingView { line: FindingLine::new(finding, level.rules), spot }
    }
}
