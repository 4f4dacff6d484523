//! The measures one by one, under the names that results give them.

use super::measures::RatingMeasures;
use super::missing::Missing;

/// The value of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeasureValue {
    /// A count.
    Count(u64),
    /// A share, a mean or a logarithm.
    Real(f64),
}

/// A measure by its name in results, or why it is not there.
pub type MeasureEntry = (&'static str, Result<MeasureValue, Missing>);

impl RatingMeasures {
    /// Every measure by its name in results, in their order.
    pub fn entries(&self) -> [MeasureEntry; 24] {
        let whole = self.whole;
        [
            ("squares", Ok(count(self.squares))),
            ("boxes", Ok(count(self.boxes))),
            ("pushes", Ok(count(self.pushes))),
            ("moves", Ok(count(self.moves))),
            ("box_lines", Ok(count(self.box_lines))),
            ("box_changes", Ok(count(self.box_changes))),
            ("direction_changes", Ok(count(self.direction_changes))),
            ("counter_intuitive", self.counter_intuitive.map(count)),
            ("decomposition", Ok(count(self.decomposition))),
            ("bound_gap", self.bound_gap.map(MeasureValue::Count)),
            ("pair_gap", self.pair_gap.map(MeasureValue::Count)),
            ("crossings", Ok(count(self.crossings))),
            ("storage_visits", Ok(count(self.storage_visits))),
            ("stored_most", Ok(count(self.stored_most))),
            ("waste", self.waste.map(count)),
            ("states", whole.map(|it| count(it.states))),
            ("dead_share", whole.map(|it| MeasureValue::Real(it.dead_share))),
            ("wrong_turns", whole.map(|it| count(it.wrong_turns))),
            ("wrong_ways_log10", whole.map(|it| MeasureValue::Real(it.wrong_ways_log10))),
            ("live_branching", whole.map(|it| MeasureValue::Real(it.live_branching))),
            ("forced_share", whole.and_then(|it| it.forced_share).map(MeasureValue::Real)),
            ("prelude", whole.and_then(|it| it.prelude).map(count)),
            ("slack", whole.and_then(|it| it.slack).map(count)),
            ("effort", self.effort.map(MeasureValue::Count)),
        ]
    }

    /// The names of the measures that are not there, each with the reason.
    pub fn missing(&self) -> impl Iterator<Item = (&'static str, Missing)> {
        self.entries().into_iter().filter_map(|(name, value)| Some((name, value.err()?)))
    }
}

fn count(count: usize) -> MeasureValue {
    MeasureValue::Count(count as u64)
}

/// An object with a member for each measure; what is missing is `null`, and numbers that are not
/// counts have six decimals.
#[cfg(feature = "serde")]
impl serde::Serialize for RatingMeasures {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.entries().map(|(name, value)| (name, value.ok())))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for MeasureValue {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            MeasureValue::Count(count) => serializer.serialize_u64(count),
            MeasureValue::Real(number) => serializer.serialize_f64((number * 1e6).round() / 1e6),
        }
    }
}
