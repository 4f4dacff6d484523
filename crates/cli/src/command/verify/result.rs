//! The verdict on one solution.

use sokolab_wire::VerifyLine;

use crate::export::json_lines::JsonResult;

/// A claimed solution and whether it is one.
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

impl JsonResult for VerifiedClaim {
    const SCHEMA: &'static str = "sokolab/verify/1";

    fn into_line(self) -> impl serde::Serialize {
        self.line
    }
}
