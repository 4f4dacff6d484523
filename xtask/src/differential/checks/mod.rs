//! The checks: each queries the program about a level and compares the answer with the truth.
//!
//! A check is a value, so that it can be drawn from a seed, repeated while a level is shrunk, and
//! written as a command line or a test.

pub(crate) mod commands;
pub(crate) mod generating;
pub(crate) mod playing;
pub(crate) mod proving;
pub(crate) mod reframing;
pub(crate) mod solving;

use sokolab::Objective;
use sokolab::insight::trim::Prelude;
use sokolab_core::Rules;
use sokolab_core::testing::Chance;

use super::case::{Case, CheckResult, guarded};
use generating::Making;
use proving::Proving;
use reframing::Reframing;
use solving::Solving;

/// A query whose answer is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    /// Solve the level.
    Solve(Solving),
    /// Solve the same puzzle framed differently.
    Reframed(Reframing, Solving),
    /// Compare the library's reference expansion with the oracle.
    Reference,
    /// `soko analyze`.
    Analyze,
    /// `soko rate`.
    Rate,
    /// `soko explain`.
    Explain,
    /// `soko trim`.
    Trim(Prelude),
    /// `soko optimize`.
    Optimize(Objective, usize),
    /// `soko generate`, which does not use the level.
    Generate(Making),
    /// `soko hint` and the alarm, along a random game with this seed.
    Hint(u64),
    /// `soko solve --proof` and `soko check-proof`.
    Prove(Proving),
}

/// How often each command is checked, per thousand levels.
const PER_THOUSAND: [(usize, Command); 9] = [
    (120, Command::Analyze),
    (60, Command::Rate),
    (60, Command::Explain),
    (40, Command::Trim),
    (60, Command::Optimize),
    (12, Command::Generate),
    (20, Command::Reference),
    (60, Command::Hint),
    (60, Command::Prove),
];

#[derive(Clone, Copy)]
enum Command {
    Analyze,
    Rate,
    Explain,
    Trim,
    Optimize,
    Generate,
    Reference,
    Hint,
    Prove,
}

impl Check {
    /// The checks of a level: those of every level, and a random selection.
    pub(crate) fn drawn(chance: &mut Chance, rules: Rules) -> Vec<Check> {
        let mut checks: Vec<Check> = solving::EXACT.iter().copied().map(Check::Solve).collect();
        checks.push(Check::Solve(Solving::drawn(chance)));
        let reframing = Reframing::drawn(chance);
        checks.push(Check::Reframed(reframing, Solving::plain(chance)));
        let mut at = chance.below(1_000);
        for (share, command) in PER_THOUSAND {
            if at < share {
                checks.push(command.check(chance, rules));
                break;
            }
            at -= share;
        }
        checks
    }

    /// A name for the statistics.
    pub(crate) fn name(&self) -> String {
        match self {
            Check::Solve(it) => it.name(),
            Check::Reframed(..) => "reframed".to_owned(),
            Check::Reference => "reference".to_owned(),
            Check::Analyze => "analyze".to_owned(),
            Check::Rate => "rate".to_owned(),
            Check::Explain => "explain".to_owned(),
            Check::Trim(_) => "trim".to_owned(),
            Check::Optimize(..) => "optimize".to_owned(),
            Check::Generate(it) => format!("generate {}", it.generator.name()),
            Check::Hint(_) => "hint".to_owned(),
            Check::Prove(_) => "prove".to_owned(),
        }
    }

    /// Runs the check; a panic is a failure.
    pub(crate) fn ask(&self, case: &Case) -> CheckResult {
        guarded(|| match self {
            Check::Solve(it) => solving::check(case, it),
            Check::Reframed(reframing, it) => reframing::check(case, reframing, it),
            Check::Reference => solving::check_reference(case),
            Check::Analyze => commands::analyze(case),
            Check::Rate => commands::rate(case),
            Check::Explain => commands::explain(case),
            Check::Trim(prelude) => commands::trim(case, *prelude),
            Check::Optimize(objective, threads) => commands::optimize(case, *objective, *threads),
            Check::Generate(it) => generating::check(it),
            Check::Hint(seed) => playing::hint(case, *seed),
            Check::Prove(it) => proving::check(case, *it),
        })
    }

    /// Whether the answer depends on the level.
    pub(crate) fn is_about_level(&self) -> bool {
        !matches!(self, Check::Generate(_))
    }
}

impl Command {
    fn check(self, chance: &mut Chance, rules: Rules) -> Check {
        match self {
            Command::Analyze => Check::Analyze,
            Command::Rate => Check::Rate,
            Command::Explain => Check::Explain,
            Command::Trim => Check::Trim(match chance.below(4) {
                0 => Prelude::Remove,
                1 => Prelude::Extend(1 + chance.below(4)),
                _ => Prelude::Keep,
            }),
            Command::Optimize => {
                let objective = [Objective::Pushes, Objective::Moves][chance.below(2)];
                Check::Optimize(objective, 1 + chance.below(2))
            }
            Command::Generate => Check::Generate(Making::drawn(chance, rules)),
            Command::Reference => Check::Reference,
            Command::Hint => Check::Hint(chance.next_number()),
            Command::Prove => Check::Prove(Proving::drawn(chance)),
        }
    }
}
