//! The embedded pattern library: all minimal patterns of 4 × 4 with up to five boxes and of 4 × 3
//! with up to six. `cargo xtask patterns` rebuilds it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::enumerate::minimal_patterns;
use super::form::{Form, forms};
use super::judge::{PatternVerdict, judge};
use super::pattern::Pattern;

/// Five bytes per pattern: its size, walls and boxes.
static BYTES: &[u8] = include_bytes!("library.bin");

/// Far more than any pattern of the library needs.
const STATES_MAX: usize = 1 << 20;

/// Proved, minimal patterns with their verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternLibrary {
    patterns: Vec<Pattern>,
    judged: Vec<PatternVerdict>,
    /// All images, those of patterns with few boxes first.
    forms: Vec<Form>,
}

impl PatternLibrary {
    /// The embedded library. On first use, an exact search judges its patterns: nothing about them
    /// is taken on trust.
    #[must_use]
    pub fn embedded() -> &'static PatternLibrary {
        static LIBRARY: LazyLock<PatternLibrary> = LazyLock::new(|| {
            let records = BYTES.chunks_exact(5).map(|record| {
                let pair = |at: usize| u64::from(u16::from_le_bytes([record[at], record[at + 1]]));
                Pattern::new((record[0] >> 4, record[0] & 15), pair(1), pair(3))
            });
            PatternLibrary::of(records.collect())
        });
        &LIBRARY
    }

    /// A library of those `patterns`, of at most 4 × 4 places, that are dead with the keeper
    /// outside and no goals.
    #[must_use]
    pub fn of(patterns: Vec<Pattern>) -> PatternLibrary {
        let fits = |it: &Pattern| it.size().0 <= 4 && it.size().1 <= 4;
        let known = |it: Pattern| judge(&it, STATES_MAX).map(|judged| (it, judged));
        let judged =
            patterns.into_iter().filter(fits).filter_map(known).filter(|(_, it)| it.is_dead());
        let (patterns, judged): (Vec<Pattern>, Vec<PatternVerdict>) = judged.unzip();
        let images = patterns.iter().zip(&judged).enumerate();
        let forms = images.flat_map(|(at, (it, judged))| forms(at, it, &judged.rooms)).collect();
        PatternLibrary { patterns, judged, forms }
    }

    /// The patterns, ordered by number of boxes.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    pub(super) fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// The verdicts on each pattern.
    #[must_use]
    pub fn judged(&self) -> &[PatternVerdict] {
        &self.judged
    }
}

/// Enumerates the patterns and returns the bytes of the library.
#[must_use]
pub fn library_bytes() -> Vec<u8> {
    let mut all: BTreeSet<Pattern> = minimal_patterns((4, 3), 6).into_iter().collect();
    all.extend(minimal_patterns((4, 4), 5));
    let mut bytes = Vec::new();
    for pattern in all {
        let (width, height) = pattern.size();
        bytes.push(width << 4 | height);
        bytes.extend((pattern.walls() as u16).to_le_bytes());
        bytes.extend((pattern.boxes() as u16).to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::{BYTES, PatternLibrary, library_bytes};
    use crate::patterns::{minimal_patterns, redundant_parts};
    use sokolab_core::testing::is_slow;

    #[test]
    fn every_pattern_of_the_library_is_dead_and_minimal() {
        let library = PatternLibrary::embedded();
        assert_eq!(library.patterns().len(), 552);
        for pattern in library.patterns() {
            assert_eq!(redundant_parts(pattern), (0, 0), "{pattern:?}");
            assert_eq!(pattern.normalized(), *pattern);
        }
        assert!(library.patterns().is_sorted());
    }

    #[test]
    fn the_library_holds_what_small_windows_have() {
        let library = PatternLibrary::embedded();
        for pattern in minimal_patterns((3, 3), 6) {
            assert!(library.patterns().contains(&pattern), "{pattern:?}");
        }
        if is_slow() {
            assert_eq!(library_bytes(), BYTES);
        }
    }
}
