//! A range of numbers as settings give it.

use std::ops::RangeInclusive;

/// A number, or the least and the most; in JSON a number or a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(untagged, expecting = "a range is a whole number or a pair of them")
)]
pub enum Span {
    /// Exactly this number.
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

impl From<&RangeInclusive<usize>> for Span {
    fn from(range: &RangeInclusive<usize>) -> Span {
        Span::Two(*range.start(), *range.end())
    }
}

/// The given range, or the default.
pub(crate) fn range_or(span: Option<Span>, usual: RangeInclusive<usize>) -> RangeInclusive<usize> {
    span.map_or(usual, RangeInclusive::from)
}
