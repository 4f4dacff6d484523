//! The output of `soko rate` for the levels of a collection.

use anyhow::{Context, Result};
use serde_json::Value;

/// The measures that the score may use, by their names in results.
pub(super) const NAMES: [&str; 9] = [
    "pushes",
    "moves",
    "box_lines",
    "box_changes",
    "counter_intuitive",
    "decomposition",
    "bound_gap",
    "boxes",
    "squares",
];

/// The logarithms of one more than each measure.
pub(super) type Features = [f64; NAMES.len()];

/// A rated level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) features: Features,
    /// Its position in its collection, from 0 to 1.
    pub(super) place: f64,
}

/// A collection in its author's order.
#[derive(Debug)]
pub(super) struct Collection {
    pub(super) name: String,
    /// Number of levels, including those that were too hard to rate.
    pub(super) levels: usize,
    pub(super) samples: Vec<Sample>,
}

impl Collection {
    /// Parses the output of `soko rate --format jsonl`.
    pub(super) fn read(name: String, text: &str) -> Result<Collection> {
        let lines: Vec<Value> = text
            .lines()
            .map(serde_json::from_str)
            .collect::<serde_json::Result<_>>()
            .with_context(|| format!("the ratings of {name} are no JSON"))?;
        let mut samples = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let measures = &line["measures"];
            if measures.is_null() {
                continue;
            }
            let value = |name: &&str| (1.0 + measures[*name].as_f64().unwrap_or(0.0)).ln();
            let features = NAMES.each_ref().map(value);
            let place = index as f64 / (lines.len() as f64 - 1.0).max(1.0);
            samples.push(Sample { features, place });
        }
        Ok(Collection { name, levels: lines.len(), samples })
    }

    fn third(&self, is_in: impl Fn(f64) -> bool) -> Vec<&Sample> {
        self.samples.iter().filter(|it| is_in(it.place)).collect()
    }

    fn thirds(&self) -> (Vec<&Sample>, Vec<&Sample>) {
        (self.third(|place| place <= 1.0 / 3.0), self.third(|place| place >= 2.0 / 3.0))
    }

    /// All pairs of a level from the first third and one from the last.
    pub(super) fn pairs(&self) -> Vec<(&Sample, &Sample)> {
        let (first, last) = self.thirds();
        first.into_iter().flat_map(|easy| last.iter().map(move |hard| (easy, *hard))).collect()
    }

    /// Random pairs; empty if a third is empty.
    pub(super) fn draw(&self, count: usize, seed: u64) -> Vec<(&Sample, &Sample)> {
        draw_from(&self.pairs(), count, seed)
    }
}

/// Random pairs, equal for equal seeds; empty if there are none.
pub(super) fn draw_from<'a>(
    pairs: &[(&'a Sample, &'a Sample)],
    count: usize,
    seed: u64,
) -> Vec<(&'a Sample, &'a Sample)> {
    let mut chance = Chance(seed);
    let count = if pairs.is_empty() { 0 } else { count };
    (0..count).map(|_| pairs[chance.below(pairs.len())]).collect()
}

/// A random number generator (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Collection, NAMES};

    #[test]
    fn levels_without_a_rating_keep_their_place() {
        let rated = r#"{"measures":{"pushes":9,"moves":99}}"#;
        let text = format!("{rated}\n{{\"measures\":null}}\n{rated}\n");
        let collection = Collection::read("three".to_owned(), &text).expect("JSON");
        assert_eq!((collection.levels, collection.samples.len()), (3, 2));
        assert_eq!(NAMES[0], "pushes");
        assert!((collection.samples[1].features[0] - 10_f64.ln()).abs() < 1e-12);
        assert_eq!(collection.pairs().len(), 1);
        assert_eq!(collection.draw(5, 1).len(), 5);
    }
}
