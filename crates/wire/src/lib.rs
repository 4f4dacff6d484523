//! The JSON that Sokolab's programs speak: one object a line, with a schema's name and version.
//!
//! Library types are not serializable; these are, and are made from them.

mod analyze;
mod bench;
mod data_set;
mod explain;
mod generate;
mod invalid;
mod lint;
mod optimize;
mod pattern;
mod place;
mod rate;
mod solve;
mod trace;
mod trim;
mod verify;

pub use analyze::AnalyzeLine;
pub use bench::{BenchLine, KnownLine, Percentiles, SolvedWithin};
pub use data_set::{DataSetFile, DataSetManifest};
pub use explain::{
    ExplainLine, ExplainedChamber, ExplainedDetail, ExplainedPlan, ExplainedStep, Spoil,
};
pub use generate::{
    EvolveReport, GenerateLine, GenerateReport, GeneratedMeasures, PaperRow, Param, ReportPart,
    ReportRow,
};
pub use invalid::InvalidLine;
pub use lint::{FindingLine, LintLine};
pub use optimize::OptimizeLine;
pub use pattern::{FilledPattern, PatternFitLine, PatternLine, PropagationLine};
pub use place::{Place, Subject};
pub use rate::{MeasuresLine, RateLine};
pub use solve::{NoSolutionUpTo, SolveLine, Spent, Status};
pub use trace::{TraceLine, TraceStage};
pub use trim::{ChangeLine, ConditionLine, StorageLine, TrimLine};
pub use verify::VerifyLine;
