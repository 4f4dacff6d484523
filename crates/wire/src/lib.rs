//! The JSON that Sokolab's programs write: one object per line, with the name and version of its
//! schema.
//!
//! Library types whose natural form is their JSON serialise themselves (feature `serde`). This
//! crate adds the envelope that all programs share (schema, file, level, rows), and shapes what has
//! no such form: squares become names such as `f8`, moves become letters, reasons sentences.
//! `sokolab::text` can read every line about a level, which includes its `rows`, as a level again.
//!
//! A line belongs here if a command writes it. Questions, and answers that only the page gets,
//! belong to `sokolab-service`.

mod analyze;
mod answer;
mod answer_moves;
mod answer_summary;
mod bench;
mod chamber;
mod check_proof;
mod data_set;
mod explain;
mod failed;
mod generate;
mod hint;
mod invalid;
mod library;
mod line;
mod lint;
mod lint_piece;
mod optimize;
mod pattern;
mod place;
mod rate;
mod reason;
mod solutions;
mod solutions_reader;
mod solve;
mod trace;
mod trim;
mod verify;
mod why;

pub use analyze::{AnalyzeLine, why_no_pi_corral};
pub use answer::{Answer, AnswerFault, AnswerSubject};
pub use answer_moves::parse_answer_moves;
pub use answer_summary::{AnswerSummary, AnswerTally, Share};
pub use bench::{BenchLine, KnownLine, Percentiles, SolvedWithin};
pub use chamber::{
    CatalogueLine, ChamberLine, ChamberStateLine, CompositionLine, CrateLockLine, DrawnLine,
    EquivalentsLine, GoalsLine, InsertionLine, JoinedLine,
};
pub use check_proof::CheckProofLine;
pub use data_set::{DataSetFile, DataSetManifest};
pub use explain::{
    ExplainLine, ExplainedChamber, ExplainedDetail, ExplainedPlan, ExplainedStep, Spoil,
};
pub use failed::FailedLine;
pub use generate::{EvolveReport, GenerateLine, GenerateReport, GeneratedMeasures, Param};
pub use hint::{DeadWhy, HintLine, LostLine, RefusedMovesLine};
pub use invalid::InvalidLine;
pub use library::{LibraryImportLine, LibraryShowLine, LibrarySolution};
pub use line::Line;
pub use lint::{FindingLine, LintLine};
pub use lint_piece::{CertificateLine, PieceLine, PiecePlace, RepairLine};
pub use optimize::OptimizeLine;
pub use pattern::{FilledPattern, PatternFitLine, PatternLine, PropagationLine};
pub use place::{Place, Subject, id_of, warnings};
pub use rate::RateLine;
pub use reason::reason_of;
pub use solutions::{Claim, ClaimLine, Solutions, Unused, is_same_file, is_same_path};
pub use solutions_reader::SolutionsReader;
pub use solve::{NoSolutionUpTo, ProofCost, PrunedCounts, SolveLine, Spent, Status};
pub use trace::{TraceLine, TraceStage};
pub use trim::{ConditionLine, TrimLine};
pub use verify::VerifyLine;
pub use why::Why;
