//! The verdict on one solution.

use sokolab_wire::{Claim, ClaimLine, Unused, VerifyLine};

use crate::batch::EarlierLine;
use crate::exit::{self, Exit};
use crate::export::json_lines::JsonResult;

/// A claimed solution with its verdict.
#[derive(Debug)]
pub(super) struct VerifiedClaim {
    pub(super) line: VerifyLine,
    /// The rows of the state in which a move was refused, if one was.
    pub(super) picture: Option<Vec<String>>,
}

impl From<VerifyLine> for VerifiedClaim {
    fn from(line: VerifyLine) -> VerifiedClaim {
        VerifiedClaim { line, picture: None }
    }
}

impl VerifiedClaim {
    /// The exit code of the verdict.
    pub(super) fn exit(&self) -> Exit {
        if self.line.ok { exit::DONE } else { exit::NEGATIVE }
    }

    /// The verdict on a claim for which there is no level.
    pub(super) fn without_level(unused: Unused) -> VerifiedClaim {
        let Unused { place, claimed: ClaimLine { line, claim, .. } } = unused;
        let (code, message) = match claim {
            Claim::Unreadable { reason } => ("unreadable", unreadable(line, &reason)),
            Claim::Moves { .. } | Claim::Nothing => {
                ("no_such_level", "no such level was read".to_owned())
            }
        };
        let refused = VerifyLine::refused(place, None, code, message);
        VerifyLine { line: Some(line), ..refused }.into()
    }
}

/// The verdict on an unreadable line of a file of solutions.
pub(super) fn unreadable(line: usize, reason: &str) -> String {
    format!("line {line} of the solutions cannot be read: {reason}")
}

/// What a verdict of an earlier run means for the exit code.
pub(super) fn earlier_exit(line: &EarlierLine) -> Exit {
    match (line.status.as_deref(), line.ok) {
        (Some("failed"), _) => exit::FAILED,
        (_, Some(true)) => exit::DONE,
        _ => exit::NEGATIVE,
    }
}

impl JsonResult for VerifiedClaim {
    const SCHEMA: &'static str = "sokolab/verify/1";

    fn into_line(self) -> impl serde::Serialize {
        self.line
    }
}
