//! Checks the claims of the library about small levels against their complete state space.
//!
//! Each checker parses a claim as printed and looks for a game that refutes it. None of them uses
//! the code that made the claim: the truth comes from the reference expansion of the core.

#[path = "claims/explained.rs"]
mod explained;
#[path = "claims/explored_level.rs"]
mod explored_level;
#[path = "claims/rated.rs"]
mod rated;
#[path = "claims/remarks.rs"]
mod remarks;
#[path = "claims/trimmed.rs"]
mod trimmed;
