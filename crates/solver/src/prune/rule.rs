//! The pruning rules with their contracts, and the set of rules that a search uses.

use crate::contract::{Contract, Keeps, Needs};
use crate::problem::Problem;

/// A rule that leaves out legal pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Only the pushes of a PI-corral (`pi_corral`).
    PiCorrals,
    /// Only the push of a box that must move first, because it separates the keeper from the rest.
    Gates,
    /// A box that can go straight into a sink goes (`absorb`).
    Sinking,
    /// A box that can go straight into a hole goes, and no box goes to where it can reach no hole.
    Filling,
    /// Symmetric states are merged (`symmetry`); for forward searches only.
    Symmetry,
    /// States that the detectors prove dead are left out.
    Deadlocks,
}

impl Rule {
    pub(crate) const ALL: [Rule; 6] = [
        Rule::PiCorrals,
        Rule::Gates,
        Rule::Sinking,
        Rule::Filling,
        Rule::Symmetry,
        Rule::Deadlocks,
    ];

    /// What the rule requires of a level and which solutions it keeps.
    pub(crate) const fn contract(self) -> Contract {
        let (needs, keeps) = match self {
            Rule::PiCorrals | Rule::Gates => (Needs::CLASSICAL, Keeps::FewestPushes),
            Rule::Sinking => (Needs::SINKS, Keeps::FewestPushes),
            Rule::Filling => (Needs::HOLES, Keeps::Nothing),
            Rule::Symmetry => (Needs::NOTHING, Keeps::FewestMoves),
            Rule::Deadlocks => return Contract::CLASSICAL_PROOF,
        };
        Contract { needs, keeps }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The set of rules that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pruning(u8);

impl Pruning {
    /// The empty set.
    pub(crate) const NONE: Pruning = Pruning(0);

    /// Every rule that this level permits and that keeps at least what `promise` says.
    pub(crate) fn keeping<const N: usize>(problem: &Problem<'_, N>, promise: Keeps) -> Pruning {
        let permitted = Rule::ALL.iter().filter(|it| it.contract().permits(problem, promise));
        Pruning(permitted.fold(0, |rules, rule| rules | rule.bit()))
    }

    /// This set without one rule.
    pub(crate) const fn without(self, rule: Rule) -> Pruning {
        Pruning(self.0 & !rule.bit())
    }

    /// Whether a rule is used.
    #[inline]
    pub(crate) const fn has(self, rule: Rule) -> bool {
        self.0 & rule.bit() != 0
    }
}
