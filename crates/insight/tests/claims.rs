//! What the library claims about levels, held against every state of small ones.
//!
//! Each checker reads a claim as it is printed and looks for a play that refutes it. None of them
//! uses the code that made the claim: the truth comes from the slow expansion of the core.

#[path = "claims/explained.rs"]
mod explained;
#[path = "claims/rated.rs"]
mod rated;
#[path = "claims/remarks.rs"]
mod remarks;
#[path = "claims/told.rs"]
mod told;
#[path = "claims/trimmed.rs"]
mod trimmed;
