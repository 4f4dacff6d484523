//! `soko perft`: distinct states by number of pushes.

use sokolab::reference::perft;
use sokolab::{Rules, check};

use crate::exit::{self, Exit};
use crate::input::{Input, WithoutFile};
use crate::output::Output;

/// Count distinct states by number of pushes, to compare move generators.
///
/// A line is the level's number, the rule set and the number of states first reached by 0, 1, 2, …
/// pushes; states that differ by a walk are one. Without --rules every rule set under which the
/// level can be played has its line.
#[derive(Debug, clap::Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    input: Input,

    /// The most pushes.
    #[arg(long, value_name = "N", default_value_t = 6)]
    pushes: usize,
}

impl Perft {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.line("# level, rules, distinct states after 0, 1, 2, ... pushes")?;
        while let Some(entry) = levels.next(output) {
            let chosen = match self.input.rules {
                Some(rules) => vec![rules],
                None => Rules::ALL.to_vec(),
            };
            for rules in chosen {
                let level = entry.level.clone().with_rules(rules);
                let Ok((board, state)) = check(&level) else {
                    continue;
                };
                let counts = perft(&board, &state, self.pushes);
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                output.line(&format!("{} {rules} {}", entry.place.level, counts.join(" ")))?;
            }
        }
        Ok(levels.exit().and(exit::DONE))
    }
}
