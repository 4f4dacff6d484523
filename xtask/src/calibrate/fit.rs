//! A pairwise logistic fit with non-negative weights.

use super::sample::{Features, NAMES, Sample};

/// The ridge penalty; collections are small and measures are correlated.
const RIDGE: f64 = 0.01;

/// Number of gradient steps; it converges long before.
const STEPS: usize = 4_000;

/// The learning rate.
const RATE: f64 = 0.3;

/// The fitted means, standard deviations and weights.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    mean: Features,
    deviation: Features,
    weight: Features,
}

impl Fit {
    /// Fits weights to groups of pairs (easier, harder); every group has the same weight.
    pub(super) fn new(samples: &[&Sample], groups: &[Vec<(&Sample, &Sample)>]) -> Fit {
        let mut fit = Fit::standard(samples);
        let difference = |(easy, hard): &(&Sample, &Sample)| -> Features {
            std::array::from_fn(|it| (hard.features[it] - easy.features[it]) / fit.deviation[it])
        };
        let groups: Vec<Vec<Features>> =
            groups.iter().map(|pairs| pairs.iter().map(difference).collect()).collect();
        let mut weight = [0.1; NAMES.len()];
        for _ in 0..STEPS {
            let mut slope = weight.map(|it| -RIDGE * it);
            for group in &groups {
                let share = 1.0 / (groups.len() * group.len()) as f64;
                for pair in group {
                    let doubt = 1.0 / (1.0 + dot(&weight, pair).exp());
                    for (slope, value) in slope.iter_mut().zip(pair) {
                        *slope += share * doubt * value;
                    }
                }
            }
            for (weight, slope) in weight.iter_mut().zip(slope) {
                // More of any measure must never make a level easier.
                *weight = (*weight + RATE * slope).max(0.0);
            }
        }
        fit.weight = weight;
        fit
    }

    /// A fit with a single measure, for comparison.
    pub(super) fn alone(index: usize, samples: &[&Sample]) -> Fit {
        let mut fit = Fit::standard(samples);
        fit.weight[index] = 1.0;
        fit
    }

    fn standard(samples: &[&Sample]) -> Fit {
        let count = samples.len().max(1) as f64;
        let mean: Features = std::array::from_fn(|it| {
            samples.iter().map(|sample| sample.features[it]).sum::<f64>() / count
        });
        let deviation = std::array::from_fn(|it| {
            let square = |sample: &&Sample| (sample.features[it] - mean[it]).powi(2);
            (samples.iter().map(square).sum::<f64>() / count).sqrt().max(1e-9)
        });
        Fit { mean, deviation, weight: [0.0; NAMES.len()] }
    }

    /// The score of a level.
    pub(super) fn score(&self, sample: &Sample) -> f64 {
        let z: Features =
            std::array::from_fn(|it| (sample.features[it] - self.mean[it]) / self.deviation[it]);
        dot(&self.weight, &z)
    }

    /// The constants for `insight/src/rating/grade.rs`, as Rust source.
    pub(super) fn rust(&self, samples: &[&Sample]) -> String {
        let mut text = String::from("pub const TERMS: [Term; FEATURES] = [\n");
        for (index, name) in NAMES.iter().enumerate() {
            let (mean, deviation) = (self.mean[index], self.deviation[index]);
            let weight = self.weight[index];
            text.push_str(&format!(
                "    term(\"{name}\", {mean:.3}, {deviation:.3}, {weight:.3}),\n"
            ));
        }
        let mut scores: Vec<f64> = samples.iter().map(|it| self.score(it)).collect();
        scores.sort_by(f64::total_cmp);
        let tenth = |it: usize| format!("{:.2}", scores[scores.len() * it / 10]);
        let tenths: Vec<String> = (1..10).map(tenth).collect();
        text.push_str(&format!("];\npub const STEPS: [f64; 9] = [{}];\n", tenths.join(", ")));
        text
    }
}

/// The fraction of pairs whose harder level has the higher score; ties count half.
pub(super) fn accuracy(pairs: &[(&Sample, &Sample)], fit: &Fit) -> f64 {
    let points =
        |&(easy, hard): &(&Sample, &Sample)| match fit.score(hard).total_cmp(&fit.score(easy)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
    pairs.iter().map(points).sum::<f64>() / pairs.len().max(1) as f64
}

fn dot(one: &Features, other: &Features) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{NAMES, Sample};
    use super::{Fit, accuracy};

    #[test]
    fn a_measure_that_tells_gets_the_weight() {
        let sample = |tells: f64, noise: f64| {
            let mut features = [0.0; NAMES.len()];
            (features[2], features[4]) = (tells, noise);
            Sample { features, place: 0.0 }
        };
        let easy = [sample(0.0, 1.0), sample(1.0, 0.0), sample(0.5, 0.3)];
        let hard = [sample(2.0, 0.2), sample(3.0, 0.9), sample(2.5, 0.1)];
        let pairs: Vec<_> =
            easy.iter().flat_map(|it| hard.iter().map(move |to| (it, to))).collect();
        let samples: Vec<&Sample> = easy.iter().chain(&hard).collect();
        let fit = Fit::new(&samples, std::slice::from_ref(&pairs));
        assert!((accuracy(&pairs, &fit) - 1.0).abs() < 1e-12);
        assert!(fit.weight[2] > 0.5, "{:?}", fit.weight);
        assert!(fit.weight[4] < fit.weight[2] / 10.0, "{:?}", fit.weight);
    }
}
