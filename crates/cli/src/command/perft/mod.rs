//! `soko perft`: distinct states by number of pushes.

use std::time::{Duration, Instant};

use sokolab::reference::{PerftProgress, perft_while};
use sokolab::{Board, Budget, Rules, State, Stop, check};

use crate::arguments;
use crate::boundary::{self, FailureForm};
use crate::command::help::LIMITS;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::limits::TIME_DEFAULT;
use crate::terminal::diagnostics;

/// Count distinct states by number of pushes, to compare move generators.
///
/// A line has the number of the level, the rule set, and the numbers of states first reached by 0,
/// 1, 2, … pushes; states that differ only by a walk count as one. Without --rules there is a line
/// for every rule set under which the level can be played. If a limit is hit, the line ends with
/// the last complete number and names the limit.
#[derive(Debug, clap::Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    input: Input,

    /// The largest number of pushes.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = 6)]
    pushes: usize,

    /// Time limit per level, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Limit on states expanded for a line, or with K, M, G.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    nodes: Option<u64>,

    /// Memory limit for the states of a line, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    memory: Option<u64>,
}

impl Perft {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.line("# level, rules, distinct states after 0, 1, 2, ... pushes")?;
        let mut verdict = exit::DONE;
        while let Some(entry) = levels.next(output) {
            verdict = verdict.and(self.count_level(&entry, output)?);
        }
        Ok(levels.exit().and(verdict))
    }

    /// Prints a line for each requested rule set under which the level can be played.
    fn count_level(&self, entry: &Entry, output: &mut Output) -> anyhow::Result<Exit> {
        let Entry { place, level } = entry;
        let chosen = self.input.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
        let start = Instant::now();
        let mut verdict = exit::DONE;
        let mut is_playable = false;
        for rules in chosen {
            let level = level.clone().with_rules(rules);
            let Ok(start_state) = check(&level) else { continue };
            is_playable = true;
            let counted = boundary::around(place, &level, FailureForm::Nothing, output, |_| {
                self.count(&start_state, start)
            })?;
            let Some((counts, stopped)) = counted else { break };
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let mut line = format!("{} {rules} {}", place.level, counts.join(" "));
            if let Some(reason) = stopped {
                line.push_str(&format!(" ... ({reason})"));
                verdict = verdict.and(exit::UNDECIDED);
            }
            if interrupt::is_interrupted() {
                break;
            }
            output.line(&line)?;
        }
        if !is_playable && !interrupt::is_interrupted() {
            let level = level.clone().with_rules(self.input.rules.unwrap_or(level.rules));
            diagnostics::print_findings(
                &place.file,
                &level,
                &check(&level).err().unwrap_or_default(),
            );
            verdict = verdict.and(exit::NEGATIVE);
        }
        Ok(verdict)
    }

    /// The counts of a level, and the limit that ended them. Time runs from `start`.
    fn count(&self, (board, state): &(Board, State), start: Instant) -> (Vec<usize>, Option<Stop>) {
        let time = self.time.unwrap_or(TIME_DEFAULT);
        let memory = self.memory.unwrap_or(Budget::DEFAULT.memory_bytes_max);
        let mut stopped = None;
        let mut keep_going = |progress: PerftProgress| {
            stopped = if interrupt::is_interrupted() {
                Some(Stop::Interrupted)
            } else if is_spent(start.elapsed(), progress.bytes, time) {
                Some(Stop::Time)
            } else if self.nodes.is_some_and(|nodes| progress.expanded >= nodes) {
                Some(Stop::Nodes)
            } else {
                (progress.bytes > memory).then_some(Stop::Memory)
            };
            stopped.is_none()
        };
        let counts = perft_while(board, state, self.pushes, &mut keep_going);
        (counts.unwrap_or_else(|counts| counts), stopped)
    }
}

/// What it takes to give a byte of the states back, most of which are small sets: measured were
/// 0.13 s for 64 MB.
const NANOSECONDS_PER_BYTE: u64 = 2;

/// Whether the time is spent, or will be once all states are given back.
fn is_spent(elapsed: Duration, bytes: u64, limit: Duration) -> bool {
    let to_free = Duration::from_nanos(bytes.saturating_mul(NANOSECONDS_PER_BYTE));
    elapsed + to_free.min(limit / 10) >= limit
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::is_spent;

    /// With 64 MB of states, the program was 0.13 s late.
    #[test]
    fn issue_16_counting_ends_early_enough_to_give_its_memory_back() {
        let is_over = |elapsed, bytes| {
            is_spent(Duration::from_millis(elapsed), bytes, Duration::from_secs(2))
        };
        assert!(!is_over(1_900, 0) && is_over(2_000, 0));
        assert!(!is_over(1_850, 64 << 20) && is_over(1_900, 64 << 20));
        // A short limit is not used up by it.
        assert!(!is_over(1_790, 64 << 30));
    }
}
