//! The error type made of findings: why a text or a level cannot be used.

use std::error::Error;
use std::fmt;
use std::ops::Deref;
use std::vec;

use crate::finding::Finding;

/// Everything that makes a text or a level unusable, in reading order. Dereferences to a slice of
/// findings and implements `Error`, so that `?` passes it on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(Vec<Finding>);

impl From<Vec<Finding>> for Findings {
    fn from(findings: Vec<Finding>) -> Findings {
        Findings(findings)
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.0
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = vec::IntoIter<Finding>;

    fn into_iter(self) -> vec::IntoIter<Finding> {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> std::slice::Iter<'a, Finding> {
        self.0.iter()
    }
}

impl fmt::Display for Findings {
    /// Shows the first finding and the number of others.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else {
            return formatter.write_str("unusable for an unknown reason");
        };
        first.fmt(formatter)?;
        if others.is_empty() { Ok(()) } else { write!(formatter, " (and {} more)", others.len()) }
    }
}

impl Error for Findings {}

#[cfg(test)]
mod tests {
    use super::Findings;
    use crate::finding::{Finding, FindingKind};

    #[test]
    fn the_first_finding_stands_for_all() {
        let finding = Finding::about_all(FindingKind::NoGoal);
        assert_eq!(Findings::from(vec![finding.clone()]).to_string(), "no goal");
        let three = Findings::from(vec![finding.clone(), finding.clone(), finding]);
        assert_eq!(three.to_string(), "no goal (and 2 more)");
    }
}
