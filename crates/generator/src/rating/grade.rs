//! One number for how hard a level is, with all that went into it.
//!
//! The score is a weighted sum of measures, each as deviations from its mean over the levels the
//! weights were fitted on (`cargo xtask calibrate`; `bench/EXPERIMENTS.md` says how well it does).
//! Only measures that every solved level has go into it, so that a limit on states or time changes
//! no grade. A level's author may well see it otherwise.

use super::measures::RatingMeasures;

/// How hard a level is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// The weighted sum; 0 is the mean of the levels it was fitted on, and more is harder.
    pub score: f64,
    /// From 1, easy, to 10: the tenth of those levels among which it would be.
    pub step: u8,
}

/// A measure that goes into the score.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The measure's name in results.
    pub name: &'static str,
    /// Its mean over the fitted levels, after `ln(1 + x)`.
    pub mean: f64,
    /// Its standard deviation there.
    pub deviation: f64,
    /// What a deviation is worth.
    pub weight: f64,
}

/// The terms of the score, in the order of [`features`].
pub const TERMS: [Term; FEATURES] = [
    Term { name: "pushes", mean: 4.0, deviation: 1.0, weight: 0.4 },
    Term { name: "moves", mean: 5.0, deviation: 1.0, weight: 0.0 },
    Term { name: "box_lines", mean: 3.0, deviation: 1.0, weight: 0.0 },
    Term { name: "box_changes", mean: 2.5, deviation: 1.0, weight: 0.8 },
    Term { name: "counter_intuitive", mean: 2.0, deviation: 1.0, weight: 0.6 },
    Term { name: "decomposition", mean: 1.0, deviation: 1.0, weight: 1.0 },
    Term { name: "bound_gap", mean: 2.0, deviation: 1.0, weight: 0.0 },
    Term { name: "boxes", mean: 2.0, deviation: 1.0, weight: 0.0 },
    Term { name: "squares", mean: 3.5, deviation: 1.0, weight: 0.0 },
];

/// How many measures go into the score.
pub const FEATURES: usize = 9;

/// The scores between the ten steps: the tenths of the fitted levels.
pub const STEPS: [f64; 9] = [-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0];

/// What the score is made of: the logarithm of one more than each measure, for the tenth push more
/// says less than the first.
#[must_use]
pub fn features(measures: &RatingMeasures) -> [f64; FEATURES] {
    let count = |it: usize| (1.0 + it as f64).ln();
    [
        count(measures.pushes),
        count(measures.moves),
        count(measures.box_lines),
        count(measures.box_changes),
        // A board too large for distances has long ways and no detours that we know of.
        count(measures.counter_intuitive.unwrap_or(0)),
        count(measures.decomposition),
        count(measures.bound_gap.unwrap_or(0) as usize),
        count(measures.boxes),
        count(measures.squares),
    ]
}

/// The grade of a level with these measures.
#[must_use]
pub fn grade(measures: &RatingMeasures) -> Grade {
    let part = |(term, value): (&Term, f64)| term.weight * (value - term.mean) / term.deviation;
    let score: f64 = TERMS.iter().zip(features(measures)).map(part).sum();
    let step = 1 + STEPS.iter().filter(|&&bound| score > bound).count() as u8;
    Grade { score, step }
}
