//! The report of a run.

use super::example::Example;
use super::progress::{Progress, Tally};

/// Prints the counts and every kind of failure with its smallest example.
pub(crate) fn print(progress: &Progress) {
    print_counts(progress);
    for (kind, group) in &progress.groups {
        println!("\n== {kind} ({} times)", group.count);
        for (number, example) in group.examples.iter().enumerate() {
            print_example(example, number == 0);
        }
    }
    if progress.groups.is_empty() {
        println!("\nno failure");
    }
}

fn print_counts(progress: &Progress) {
    let Tally { levels, solvable, invalid, skipped, pushes, states, .. } = progress.tally;
    let wanted: Vec<String> = progress
        .wanted
        .iter()
        .zip(&progress.done)
        .map(|(it, done)| format!("{} {done}", it.0))
        .collect();
    println!("seed {}: {}", progress.seed, wanted.join(", "));
    println!(
        "{levels} levels: {solvable} solvable (fewest pushes {:.1} on average), {invalid} invalid, \
         {skipped} too large for the oracle; {:.0} states a level",
        pushes as f64 / solvable.max(1) as f64,
        states as f64 / levels.max(1) as f64,
    );
    println!(
        "{:.1} CPU seconds, {:.0} levels a CPU second",
        progress.cpu_seconds,
        levels as f64 / progress.cpu_seconds.max(0.001)
    );
    println!("\n{:<28}{:>10}{:>10}{:>12}", "check", "asked", "claims", "mean us");
    let oracle = progress.tally.oracle_nanoseconds / 1_000 / levels.max(1);
    println!("{:<28}{levels:>10}{:>10}{oracle:>12}", "oracle", "");
    for (name, count) in &progress.tally.checks {
        let mean = count.nanoseconds / 1_000 / count.asked.max(1);
        println!("{name:<28}{:>10}{:>10}{mean:>12}", count.asked, count.claims);
    }
}

fn print_example(example: &Example, is_first: bool) {
    println!("\n{} ({} level {})", example.check, example.rules, example.index);
    println!("expected: {}\ngot: {}", example.expected, example.got);
    for row in &example.rows {
        println!("    {row}");
    }
    if let Some(command) = &example.command {
        println!("{command}");
    }
    if is_first {
        println!("\n{}", example.test);
    }
}
