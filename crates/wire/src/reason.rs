//! Findings as text: the code of each and its sentence.

use sokolab::Finding;

/// Codes and sentences of findings in one line.
pub(crate) fn reason(findings: &[Finding]) -> String {
    let reasons: Vec<String> = findings.iter().map(coded).collect();
    reasons.join("; ")
}

/// Code and sentence of a finding.
pub(crate) fn coded(finding: &Finding) -> String {
    format!("{} {finding}", finding.kind.code())
}
