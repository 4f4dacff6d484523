//! Statistics of the verdicts on many answers: shares with confidence intervals, and reasons by
//! code.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::place::Place;
use crate::verify::VerifyLine;

/// What the verdicts come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerSummary {
    /// `sokolab/verify-summary/1`.
    pub schema: String,
    /// Answers that solve the levels they are for, of all answers.
    pub answers: Share,
    /// Levels solved by some answer, among all levels that were asked about.
    pub levels: Share,
    /// Answers by the file of their level; answers without a level are not included.
    pub files: BTreeMap<String, Share>,
    /// How many answers were refused for each reason.
    pub codes: BTreeMap<String, usize>,
}

/// A share with its 95 % confidence interval (Wilson's).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub solved: usize,
    /// Of how many.
    pub of: usize,
    /// The share; 0 of nothing.
    pub share: f64,
    /// The lower end of the interval.
    pub lowest: f64,
    /// The upper end of the interval.
    pub highest: f64,
}

/// The quantile of the normal distribution for a confidence of 95 %.
const QUANTILE: f64 = 1.959_963_985;

impl Share {
    /// A share: a count and the total.
    #[must_use]
    pub fn new(solved: usize, of: usize) -> Share {
        if of == 0 {
            return Share { highest: 1.0, ..Share::default() };
        }
        let (total, square) = (of as f64, QUANTILE * QUANTILE);
        let share = solved as f64 / total;
        let middle = (share + square / (2.0 * total)) / (1.0 + square / total);
        let spread = (share * (1.0 - share) / total + square / (4.0 * total * total)).sqrt();
        let half = QUANTILE * spread / (1.0 + square / total);
        let rounded = |it: f64| (it * 1e6).round() / 1e6;
        Share {
            solved,
            of,
            share: rounded(share),
            lowest: rounded((middle - half).max(0.0)),
            highest: rounded((middle + half).min(1.0)),
        }
    }
}

/// Counts verdicts.
#[derive(Clone, Debug, Default)]
pub struct AnswerTally {
    answers: (usize, usize),
    files: BTreeMap<String, (usize, usize)>,
    asked: BTreeSet<(String, usize)>,
    solved: BTreeSet<(String, usize)>,
    codes: BTreeMap<String, usize>,
}

impl AnswerTally {
    /// Counts a level that was asked about, whether or not there is an answer: who skips the hard
    /// levels does not score higher.
    pub fn ask(&mut self, place: &Place) {
        self.asked.insert((place.file.clone(), place.level));
    }

    /// Counts a verdict.
    pub fn count(&mut self, line: &VerifyLine) {
        let solved = usize::from(line.ok);
        self.answers = (self.answers.0 + solved, self.answers.1 + 1);
        if let Some(code) = &line.code {
            *self.codes.entry(code.clone()).or_default() += 1;
        }
        if line.rules.is_none() {
            return;
        }
        let place = (line.place.file.clone(), line.place.level);
        let file = self.files.entry(line.place.file.clone()).or_default();
        *file = (file.0 + solved, file.1 + 1);
        if line.ok {
            self.solved.insert(place);
        }
    }

    /// What they come to.
    #[must_use]
    pub fn summary(&self) -> AnswerSummary {
        let share = |(solved, of): (usize, usize)| Share::new(solved, of);
        AnswerSummary {
            schema: "sokolab/verify-summary/1".to_owned(),
            answers: share(self.answers),
            levels: Share::new(self.solved.len(), self.asked.len()),
            files: self.files.iter().map(|(file, &it)| (file.clone(), share(it))).collect(),
            codes: self.codes.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn intervals_are_those_of_wilson() {
        // Newcombe (1998), Table I: 81 of 263 and 15 of 148 and 0 of 20.
        for (solved, of, lowest, highest) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let share = Share::new(solved, of);
            assert!((share.lowest - lowest).abs() < 1e-4, "{share:?}");
            assert!((share.highest - highest).abs() < 1e-4, "{share:?}");
        }
        assert_eq!(Share::new(0, 0).of, 0);
        assert!((Share::new(20, 20).highest - 1.0).abs() < 1e-9);
    }
}
