//! The findings and measurements of a run, as tables.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Unacceptable behaviour of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    /// The chapter that found it.
    pub(super) chapter: &'static str,
    /// The call, as a shell command.
    pub(super) call: String,
    /// What is wrong.
    pub(super) fault: String,
}

/// What is measured and limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Quantity {
    /// Seconds beyond the limit on time.
    Overshoot,
    /// Seconds of processor time beyond the limit, where that is what is limited.
    CpuOvershoot,
    /// Seconds from a signal to the end.
    Reaction,
    /// Mebibytes of resident memory.
    Resident,
}

impl Quantity {
    pub(super) fn name(self) -> &'static str {
        match self {
            Quantity::Overshoot => "overshoot, s",
            Quantity::CpuOvershoot => "overshoot, CPU s",
            Quantity::Reaction => "reaction, s",
            Quantity::Resident => "resident, MiB",
        }
    }
}

/// A measurement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) quantity: Quantity,
    /// The command with its method.
    pub(super) subject: String,
    /// The level or other input.
    pub(super) on: String,
    pub(super) value: f64,
    pub(super) allowed: f64,
    /// Processor time of the run.
    pub(super) cpu_seconds: f64,
}

impl Figure {
    pub(super) fn is_within(&self) -> bool {
        self.value <= self.allowed
    }
}

/// All findings and measurements of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    pub(super) findings: Vec<Finding>,
    pub(super) figures: Vec<Figure>,
    /// Number of calls of the program in each chapter.
    pub(super) calls: BTreeMap<&'static str, usize>,
    /// What could not be tested, and why.
    pub(super) skipped: Vec<String>,
}

impl Report {
    /// The worst figure of each quantity and subject, and the number of figures.
    fn worst(&self) -> BTreeMap<(Quantity, &str), (&Figure, usize)> {
        let mut worst: BTreeMap<(Quantity, &str), (&Figure, usize)> = BTreeMap::new();
        for figure in &self.figures {
            let entry = worst.entry((figure.quantity, &figure.subject)).or_insert((figure, 0));
            entry.1 += 1;
            if figure.value - figure.allowed > entry.0.value - entry.0.allowed {
                entry.0 = figure;
            }
        }
        worst
    }

    /// The tables as Markdown.
    pub(super) fn markdown(&self) -> String {
        let mut text = String::new();
        let mut last = None;
        for ((quantity, subject), (figure, runs)) in self.worst() {
            if last.replace(quantity) != Some(quantity) {
                let _ = writeln!(
                    text,
                    "\n| command | runs | worst {} | allowed | on | CPU s of that run |\n\
                     |---|---|---|---|---|---|",
                    quantity.name()
                );
            }
            let mark = if figure.is_within() { "" } else { " **over**" };
            let _ = writeln!(
                text,
                "| `{subject}` | {runs} | {:.3}{mark} | {:.1} | {} | {:.2} |",
                figure.value, figure.allowed, figure.on, figure.cpu_seconds
            );
        }
        text.push_str("\n| what was tried | calls | findings |\n|---|---|---|\n");
        for (chapter, calls) in &self.calls {
            let found = self.findings.iter().filter(|it| it.chapter == *chapter).count();
            let _ = writeln!(text, "| {chapter} | {calls} | {found} |");
        }
        for skipped in &self.skipped {
            let _ = writeln!(text, "\nSKIPPED: {skipped}");
        }
        text
    }

    /// The figures as CSV.
    pub(super) fn csv(&self) -> String {
        let mut text = "quantity,subject,on,value,allowed,cpu_seconds\n".to_owned();
        for it in &self.figures {
            let (name, subject) = (it.quantity.name(), &it.subject);
            let _ = writeln!(
                text,
                "\"{name}\",\"{subject}\",\"{}\",{:.3},{:.3},{:.3}",
                it.on, it.value, it.allowed, it.cpu_seconds
            );
        }
        text
    }

    /// The findings as text.
    pub(super) fn findings_text(&self) -> String {
        let mut text = String::new();
        for (index, it) in self.findings.iter().enumerate() {
            let number = index + 1;
            let _ = writeln!(text, "{number}. [{}] {}\n   {}", it.chapter, it.call, it.fault);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Figure, Quantity, Report};

    #[test]
    fn the_worst_figure_of_each_command_is_shown() {
        let figure = |on: &str, value| Figure {
            quantity: Quantity::Overshoot,
            subject: "solve".to_owned(),
            on: on.to_owned(),
            value,
            allowed: 0.1,
            cpu_seconds: 1.0,
        };
        let figures = vec![figure("a", 0.01), figure("b", 0.25), figure("c", 0.05)];
        let report = Report { figures, ..Report::default() };
        let text = report.markdown();
        assert!(text.contains("| `solve` | 3 | 0.250 **over** | 0.1 | b | 1.00 |"), "{text}");
        assert_eq!(report.csv().lines().count(), 4);
    }
}
