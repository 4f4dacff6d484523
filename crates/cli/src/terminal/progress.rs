//! The progress line on a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use sokolab::{ImprovementProgress, Progress, quantity};

use crate::io::output::Output;

/// A line that shows the progress of a search, only on a terminal.
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    name: String,
    start: Instant,
    shown: Instant,
}

impl ProgressLine {
    pub(crate) fn new(name: String, output: &Output) -> ProgressLine {
        let is_wanted =
            !output.is_quiet() && !output.hides_levels() && std::io::stderr().is_terminal();
        let bar = is_wanted.then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            let bar = ProgressBar::new_spinner();
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        let now = Instant::now();
        ProgressLine { bar, name, start: now, shown: now }
    }

    /// Whether the line is visible.
    pub(crate) fn is_shown(&self) -> bool {
        self.bar.is_some()
    }

    /// The bar, if it is time to show something new.
    fn bar(&mut self) -> Option<&ProgressBar> {
        let bar = self.bar.as_ref()?;
        if self.shown.elapsed() < Duration::from_millis(100) {
            return None;
        }
        self.shown = Instant::now();
        Some(bar)
    }

    /// Shows the progress of improving a solution.
    pub(crate) fn show_improvement(&mut self, progress: &ImprovementProgress) {
        let text = format!(
            "{}: best {}, {}, {} nodes, windows of {} nodes",
            self.name,
            quantity(progress.pushes, "push"),
            quantity(progress.moves, "move"),
            HumanCount(progress.nodes),
            HumanCount(progress.window_nodes),
        );
        let Some(bar) = self.bar() else { return };
        bar.set_message(text);
        bar.tick();
    }

    /// Shows the total number of levels, if it is known.
    pub(crate) fn show_count(&mut self, levels: u64, wanted: Option<u64>) {
        let text = match wanted {
            Some(wanted) => format!("{}: {levels} of {}", self.name, quantity(wanted, "level")),
            None => format!("{}: {}", self.name, quantity(levels, "level")),
        };
        let Some(bar) = self.bar() else { return };
        bar.set_message(text);
        bar.tick();
    }

    /// Shows a text after the name.
    pub(crate) fn show_text(&mut self, text: &str) {
        let text = format!("{}: {text}", self.name);
        let Some(bar) = self.bar() else { return };
        bar.set_message(text);
        bar.tick();
    }

    pub(crate) fn show(&mut self, progress: &Progress) {
        let rate = progress.nodes as f64 / self.start.elapsed().as_secs_f64().max(0.001);
        let best = progress.best.map_or(String::new(), |best| format!(", best {best}"));
        let text = format!(
            "{}: {} nodes, {}/s, {} open, {} seen, at least {}{best}, {}",
            self.name,
            HumanCount(progress.nodes),
            HumanCount(rate as u64),
            HumanCount(progress.open),
            HumanCount(progress.seen),
            progress.lower_bound,
            HumanBytes(progress.memory_bytes),
        );
        let Some(bar) = self.bar() else { return };
        bar.set_message(text);
        bar.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
