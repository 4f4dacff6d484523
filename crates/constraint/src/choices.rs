//! The options of the constraint methods as users give them.

use crate::priors::Priors;
use crate::task::{ConstraintOptions, Heuristic};
use crate::tiles::TileRules;

/// The options that a user selected; `None` stands for the default.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ConstraintChoices {
    /// The largest number of moves or pushes to consider, for sat-pushes, sat-steps and the
    /// tilings.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub horizon: Option<u32>,

    /// Heuristics to turn off, separated by commas, for constraint and randomised methods.
    #[cfg_attr(
        feature = "clap",
        arg(long, hide_short_help = true, value_name = "LIST", value_delimiter = ',')
    )]
    pub without: Vec<Heuristic>,

    /// Heuristics to turn on that are off by default: no-repeat, belief, knockouts, next-box and
    /// maximum-player-move, for tiling.
    #[cfg_attr(
        feature = "clap",
        arg(
            long,
            hide_short_help = true,
            value_name = "LIST",
            value_delimiter = ',',
            hide_possible_values = true
        )
    )]
    pub with: Vec<Heuristic>,

    /// The rules of super tiles: corrected (the default), or as published.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "NAME"))]
    pub tile_rules: Option<TileRules>,

    /// The evaluation of states in tree search.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub priors: Option<Priors>,

    /// The cost of a step between two pushes, in pushes, for tree-search [default: 0].
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "X"))]
    pub step_cost: Option<f64>,

    /// The seed of randomised methods: tiling, random and tree-search [default: 0].
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub seed: Option<u64>,
}

impl ConstraintChoices {
    /// These options, with the defaults for the rest.
    #[must_use]
    pub fn options(&self) -> ConstraintOptions {
        let usual = ConstraintOptions::default();
        let with = self.with.iter().fold(usual.disabled, |sum, &it| sum.enable(it));
        ConstraintOptions {
            horizon: self.horizon,
            disabled: self.without.iter().fold(with, |sum, &it| sum.disable(it)),
            tile_rules: self.tile_rules.unwrap_or(usual.tile_rules),
            seed: self.seed.unwrap_or(usual.seed),
            priors: self.priors.unwrap_or(usual.priors),
            step_cost: self.step_cost.unwrap_or(usual.step_cost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConstraintChoices, ConstraintOptions, Heuristic};
    use crate::task::DisabledHeuristics;

    #[test]
    fn what_is_not_chosen_is_as_usual() {
        let chosen = ConstraintChoices::default();
        assert_eq!(chosen.options(), ConstraintOptions::default());
        let (with, without) = (vec![Heuristic::Belief], vec![Heuristic::Bias]);
        let chosen = ConstraintChoices { without, with, ..chosen }.options();
        let disabled =
            DisabledHeuristics::DEFAULT.enable(Heuristic::Belief).disable(Heuristic::Bias);
        assert_eq!(chosen, ConstraintOptions { disabled, ..ConstraintOptions::default() });
    }
}
