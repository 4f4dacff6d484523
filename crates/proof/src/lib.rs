//! Certificates of "there is no solution" and "no solution has fewer", and their checker.
//!
//! `docs/proofs.md` describes the rules of inference and the format. A search passes its findings
//! to a [`Writer`]; [`check_proof`] reads a certificate and accepts it or names the first invalid
//! step. The checker depends on `core` alone: it expands states by the reference rules and
//! recomputes every fact.

mod block;
mod bytes;
mod checker;
mod corral;
mod distances;
mod facts;
mod header;
mod puzzle;
mod reader;
mod reason;
mod relaxed;
mod step;
mod symmetry;
mod table;
mod verdict;
mod writer;

pub use checker::{CheckLimits, CheckProgress, check_proof};
pub use corral::{Corral, Setting, pi_corral};
pub use distances::{PAIRS_MAX, PushTable, aims};
pub use facts::{Facts, PriceKind, PriceList};
pub use header::{Claim, Header};
pub use puzzle::puzzle_rows;
pub use reader::headers;
pub use reason::Reason;
pub use relaxed::{Relaxed, relaxed_pushes};
pub use symmetry::Symmetries;
pub use verdict::{Accepted, Failure, PatternUse, Refused, Statistics};
pub use writer::{Form, Record, WriteError, Writer, copy_plain};
