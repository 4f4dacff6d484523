//! The progress of a batch on a terminal: levels done, the rate, and the remaining time.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration};

use super::count::Total;
use crate::input::LevelCount;
use crate::io::output::Output;
use crate::terminal::progress::ProgressLine;

/// Shows the progress of a batch.
pub(super) struct BatchProgress {
    line: ProgressLine,
    total: Total,
    start: Instant,
    /// The numbers of levels done by this run and by an earlier one.
    done: u64,
    kept: u64,
}

impl BatchProgress {
    pub(super) fn new(count: Option<LevelCount>, output: &Output) -> BatchProgress {
        let line = ProgressLine::new("levels".to_owned(), output);
        let total = Total::begin(count.filter(|_| line.is_shown()));
        BatchProgress { line, total, start: Instant::now(), done: 0, kept: 0 }
    }

    pub(super) fn add_kept(&mut self) {
        self.kept += 1;
        self.show();
    }

    pub(super) fn add_done(&mut self) {
        self.done += 1;
        self.show();
    }

    pub(super) fn show(&mut self) {
        let elapsed = self.start.elapsed();
        let text = describe(self.done, self.kept, self.total.levels(), elapsed);
        self.line.show_text(&text);
    }
}

fn describe(done: u64, kept: u64, total: Option<u64>, elapsed: Duration) -> String {
    let mut text = format!("{} done", HumanCount(done + kept));
    if let Some(total) = total {
        text.push_str(&format!(" of {}", HumanCount(total)));
    }
    if kept > 0 {
        text.push_str(&format!(", {} of them earlier", HumanCount(kept)));
    }
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    text.push_str(&format!(", {rate:.1} a second"));
    if let Some(total) = total.filter(|_| done > 0) {
        let left = total.saturating_sub(done + kept) as f64 / rate;
        let left = Duration::from_secs_f64(left.clamp(0.0, 1e9));
        text.push_str(&format!(", {} left", HumanDuration(left)));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::describe;

    #[test]
    fn rate_and_time_left_count_only_what_this_run_did() {
        let ten = Duration::from_secs(10);
        let text = describe(20, 60, Some(100), ten);
        assert_eq!(text, "80 done of 100, 60 of them earlier, 2.0 a second, 10 seconds left");
        assert_eq!(describe(20, 0, None, ten), "20 done, 2.0 a second");
        assert_eq!(describe(0, 5, Some(9), ten), "5 done of 9, 5 of them earlier, 0.0 a second");
    }
}
