//! A report on standard error of what was tried, kept and rejected.

use crate::io::message;
use clap::ValueEnum;
use sokolab::generator::Funnel;
use sokolab::generator::murase::table_1;
use sokolab_wire::GenerateReport;

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Human-readable text.
    Text,
    /// One JSON object.
    Json,
}

/// Prints a funnel.
pub(super) fn print_funnel(funnel: &Funnel) {
    message::write(format_args!("{funnel}"));
}

/// Prints a report, with Table 1 of the paper if `is_murase`.
pub(super) fn print_report(
    format: ReportFormat,
    (generator, seed): (&str, u64),
    funnel: &Funnel,
    table: Option<PaperTable>,
) -> anyhow::Result<()> {
    match format {
        ReportFormat::Json => {
            let report = GenerateReport::new(generator, seed, funnel);
            let report = match table {
                Some(PaperTable { good }) => report.with_table(funnel, good),
                None => report,
            };
            message::line!("{}", serde_json::to_string(&report)?);
        }
        ReportFormat::Text => {
            message::line!("{generator}, seed {seed}");
            print_funnel(funnel);
            if let Some(PaperTable { good }) = table {
                print_table(funnel, good);
            }
        }
    }
    Ok(())
}

/// Table 1 of the paper is requested; `good` is the number of levels that our grade calls good.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaperTable {
    pub(super) good: Option<u64>,
}

fn print_table(funnel: &Funnel, good: Option<u64>) {
    message::line!("\n{:<36}{:>6}{:>8}", "Table 1 (Murase et al., 1996)", "paper", "ours");
    for row in table_1(funnel, good) {
        let ours = row.ours.map_or_else(|| "-".to_owned(), |count| count.to_string());
        message::line!("{:<36}{:>6}{:>8}", row.name, row.paper, ours);
    }
}
