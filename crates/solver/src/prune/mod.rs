//! Rules that list fewer pushes than there are without losing what is wanted. Each says what it
//! keeps and when it may be used.

pub(crate) mod absorb;
pub(crate) mod pi_corral;
pub(crate) mod symmetry;
