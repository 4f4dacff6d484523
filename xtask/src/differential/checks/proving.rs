//! Checks of `soko solve --proof` and `soko check-proof`: what is true is certified, and nothing
//! else.

use std::io::Read;

use sokolab::proof::{CheckLimits, Claim, check_proof};
use sokolab::{Budget, ProofError, ProofRequest, write_proof};
use sokolab_core::testing::Chance;

use super::super::case::{Case, CheckResult, Decided, Failure, OracleResult};
use super::super::oracle::Truth;
use super::solving::told;

/// A claim drawn for a level whose truth is not yet known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proving {
    /// Whether moves are counted instead of pushes.
    pub(crate) is_about_moves: bool,
    /// Whether something slightly too strong is claimed.
    pub(crate) is_false: bool,
}

impl Proving {
    pub(crate) fn drawn(chance: &mut Chance) -> Proving {
        Proving { is_about_moves: chance.below(2) == 1, is_false: chance.below(3) == 0 }
    }

    /// The claim about a level with this truth; `None` if there is none of this kind.
    fn claim(self, truth: &Truth) -> Option<Claim> {
        let more = u32::from(self.is_false);
        match truth.pushes.zip(truth.moves) {
            None if self.is_false => None,
            None => Some(Claim::Unsolvable),
            Some((_, moves)) if self.is_about_moves => Some(Claim::Moves(moves + more)),
            Some((pushes, _)) => Some(Claim::Pushes(pushes + more)),
        }
    }
}

/// A certificate of what is true must be accepted; of what is false there must be none.
pub(crate) fn check(case: &Case, proving: Proving) -> CheckResult {
    let OracleResult::Playable { truth, .. } = &case.known else { return Ok(Decided::Nothing) };
    let Some(claim) = proving.claim(truth) else { return Ok(Decided::Nothing) };
    let request = ProofRequest {
        level: &case.level,
        claim,
        cyclic: false,
        solution: None,
        budget: Budget::of_nodes(200_000),
        bytes_max: 16 << 20,
    };
    let mut bytes = Vec::new();
    let fault = |kind: &str, got: String| {
        Err(Failure::new(kind, format!("{claim:?}; {}", told(truth)), got))
    };
    match (write_proof(&request, &mut bytes, &mut |_| None), proving.is_false) {
        (Err(ProofError::Stopped(_) | ProofError::TooLarge), _) => return Ok(Decided::Nothing),
        (Err(_), true) => return Ok(Decided::Claim),
        (Err(why), false) => return fault("prove: no certificate of the truth", why.to_string()),
        (Ok(_), true) => return fault("prove: a certificate of what is false", String::new()),
        (Ok(_), false) => {}
    }
    let open = &mut || Ok(Box::new(&bytes[..]) as Box<dyn Read>);
    match check_proof(&case.level, open, CheckLimits::default(), &mut |_| None) {
        Ok(_) => Ok(Decided::Claim),
        Err(why) => fault("prove: the checker refuses its own certificate", why.to_string()),
    }
}
