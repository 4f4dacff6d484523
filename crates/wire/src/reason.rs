//! Reasons as text: findings, with the code of each and its sentence, and limits.

use sokolab::{Finding, Stop};

/// Codes and sentences of findings in one line.
#[must_use]
pub fn reason_of(findings: &[Finding]) -> String {
    let reasons: Vec<String> = findings.iter().map(coded).collect();
    reasons.join("; ")
}

/// The limit that stopped a search, by its name in JSON. A search that has seen all sequences up to
/// a horizon ran dry and proves nothing of longer ones.
pub(crate) fn limit(stop: Stop) -> String {
    let stop = if stop == Stop::Horizon { Stop::Incomplete } else { stop };
    stop.name().to_owned()
}

/// Code and sentence of a finding.
pub(crate) fn coded(finding: &Finding) -> String {
    format!("{} {finding}", finding.kind.code())
}
