//! The grade: one number for how hard a level is, with its components.
//!
//! The score is a weighted sum of measures, each standardised over the levels the weights were
//! fitted on (`cargo xtask calibrate`; `bench/EXPERIMENTS.md` reports how well it predicts
//! difficulty). A measure that is not known, because a limit was reached or the board is too
//! large, counts as 0; `RatingLimits` says within which limits grades are comparable. The author of
//! a level may well disagree.

use super::measures::RatingMeasures;

/// How hard a level is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// The weighted sum; 0 is the mean of the levels it was fitted on, and more is harder.
    pub score: f64,
    /// From 1, easy, to 10: the decile of those levels that it would fall into.
    pub step: u8,
}

impl Grade {
    /// Whether the level is good by this grade: not in the easiest decile of the fitted levels.
    #[must_use]
    pub const fn is_good(self) -> bool {
        self.step > 1
    }
}

/// A measure in the score.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The measure's name in results.
    pub name: &'static str,
    /// Its mean over the fitted levels, after `ln(1 + x)`.
    pub mean: f64,
    /// Its standard deviation there.
    pub deviation: f64,
    /// Weight of one standard deviation.
    pub weight: f64,
}

/// The terms of the score, in the order of [`features`].
pub const TERMS: [Term; FEATURES] = [
    term("pushes", 3.761, 1.124, 0.409),
    term("moves", 5.079, 1.162, 0.404),
    term("box_lines", 3.263, 0.924, 1.298),
    term("box_changes", 2.848, 0.860, 0.717),
    term("counter_intuitive", 1.749, 0.970, 0.041),
    term("decomposition", 1.263, 0.500, 0.000),
    term("bound_gap", 2.568, 1.231, 0.241),
    term("boxes", 2.071, 0.804, 1.307),
    term("squares", 3.849, 0.757, 0.556),
];

const fn term(name: &'static str, mean: f64, deviation: f64, weight: f64) -> Term {
    Term { name, mean, deviation, weight }
}

/// What is taken off for waste, times the logarithm of one more than the waste.
pub const WASTE_WEIGHT: f64 = 0.5;

/// How many measures go into the score.
pub const FEATURES: usize = 9;

/// The scores between the ten steps: the deciles of the fitted levels.
pub const STEPS: [f64; 9] = [-5.55, -3.70, -2.65, -1.63, -0.80, 0.17, 1.45, 4.39, 6.50];

/// The inputs of the score: the logarithm of one more than each measure, because the tenth push
/// adds less difficulty than the first.
#[must_use]
pub fn features(measures: &RatingMeasures) -> [f64; FEATURES] {
    let count = |it: usize| (1.0 + it as f64).ln();
    [
        count(measures.pushes),
        count(measures.moves),
        count(measures.box_lines),
        count(measures.box_changes),
        // A board too large for distances counts as having no known detours.
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
    let sum: f64 = TERMS.iter().zip(features(measures)).map(part).sum();
    // Waste that is not known is not held against a level.
    let waste = (1.0 + measures.waste.unwrap_or(0) as f64).ln();
    let score = sum - WASTE_WEIGHT * waste;
    let step = 1 + STEPS.iter().filter(|&&bound| score > bound).count() as u8;
    Grade { score, step }
}

#[cfg(test)]
mod tests {
    use sokolab_core::Rules;
    use sokolab_core::testing::{SOKEVO, level, level_in};

    use super::{STEPS, TERMS};
    use crate::rating::{RatingLimits, rate};

    #[test]
    fn the_constants_are_in_order() {
        assert!(STEPS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(TERMS.iter().all(|term| term.deviation > 0.0 && term.weight >= 0.0));
    }

    #[test]
    fn the_wasteful_puzzle_is_not_the_hardest_of_the_three() {
        let limits = RatingLimits::DEFAULT.without_states();
        let score = |picture, limits: &RatingLimits| {
            let rating = rate(&level_in(picture, Rules::NETHACK), limits, &mut |_| None);
            rating.expect("solvable").grade.score
        };
        let [first, second, third] = SOKEVO.map(|it| score(it, &limits));
        assert!(third > second && second > first, "{first} {second} {third}");
        let [first, second, third] = SOKEVO.map(|it| score(it, &limits.without_waste()));
        assert!(first > second && second > third, "by length alone: {first} {second} {third}");
    }

    #[test]
    fn more_boxes_in_the_way_are_a_higher_grade() {
        let grade = |picture| {
            let rating = rate(&level(picture), &RatingLimits::DEFAULT, &mut |_| None);
            rating.expect("solvable").grade
        };
        let easy = grade(
            "
            #######
            #@ $ .#
            #######",
        );
        let hard = grade(
            "
            #########
            #+   . .#
            # $ $ $ #
            #### # ##
            #   ##  #
            ##      #
            #   #  ##
            #    ###
            ######",
        );
        assert_eq!(easy.step, 1);
        assert!(easy.score < hard.score, "{easy:?} {hard:?}");
    }
}
