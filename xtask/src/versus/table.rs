//! The tables of a run, as text for a terminal.

use super::score::{Pair, Score};

/// All tables.
pub(super) fn tables(score: &Score) -> String {
    let mut text = solver_table(score);
    text.push('\n');
    text.push_str(&pair_table(score));
    text.push_str(&names(score));
    text
}

/// A table with one column per solver.
fn solver_table(score: &Score) -> String {
    let widths: Vec<usize> =
        score.solvers.iter().map(|name| name.chars().count().max(10) + 2).collect();
    let row = |name: &str, field: &dyn Fn(usize) -> String| {
        let fields = widths.iter().enumerate();
        let fields = fields.map(|(at, width)| format!("{:>width$}", field(at)));
        format!("{name:<34}{}\n", fields.collect::<Vec<_>>().concat())
    };
    let heading = format!("{} levels", score.level_count());
    let mut text = row(&heading, &|at| score.solvers[at].clone());
    for limit in score.limits() {
        let name = format!("solved within {limit} CPU s");
        text.push_str(&row(&name, &|at| score.solved_within(at, limit).to_string()));
    }
    text.push_str(&row("solved by no other", &|at| score.unique(at).len().to_string()));
    let name = "CPU s, the limit if unsolved";
    text.push_str(&row(name, &|at| format!("{:.2}", score.penalized_seconds(at))));
    let mebibytes = |at| score.memory(at).div_ceil(1 << 20).to_string();
    text.push_str(&row("peak memory, MiB", &mebibytes));
    text.push_str(&row("refused solutions", &|at| score.refused(at).len().to_string()));
    text
}

/// A table of all pairs of solvers on the levels that both solve.
fn pair_table(score: &Score) -> String {
    let longest = score.solvers.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = (2 * longest + 5).max(34);
    let aligned = |name: &str, fields: [&str; 5]| {
        let [levels, cpu, pushes, moves, alone] = fields;
        format!("{name:<width$}{levels:>7}{cpu:>20}{pushes:>18}{moves:>18}{alone:>14}\n")
    };
    let heading = ["levels", "CPU s", "pushes", "moves", "only one"];
    let mut text = aligned("levels that both solve", heading);
    for first in 0..score.solvers.len() {
        for second in first + 1..score.solvers.len() {
            let Pair { levels, cpu_seconds: [a, b], pushes, moves, alone } =
                score.pair(first, second);
            let both = |[a, b]: [usize; 2]| format!("{a} : {b}");
            let (levels, cpu) = (levels.to_string(), format!("{a:.2} : {b:.2}"));
            let fields = [&levels, &cpu, &both(pushes), &both(moves), &both(alone)];
            let name = format!("{} : {}", score.solvers[first], score.solvers[second]);
            text.push_str(&aligned(&name, fields.map(String::as_str)));
        }
    }
    text
}

/// The levels that only one solver solves, and those with a refused solution.
fn names(score: &Score) -> String {
    let mut text = String::new();
    for (at, name) in score.solvers.iter().enumerate() {
        let unique = score.unique(at);
        if !unique.is_empty() {
            text.push_str(&format!("\nonly {name} solves {}\n", unique.join(", ")));
        }
    }
    for (at, name) in score.solvers.iter().enumerate() {
        for row in score.refused(at) {
            let reason = row.refusal.as_deref().unwrap_or("no reason was kept");
            text.push_str(&format!("\nREFUSED {name} on {}: {reason}\n", row.place()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::record::samples::row;
    use super::super::record::{Row, Status};
    use super::{Score, tables};

    #[test]
    fn every_solver_and_every_refusal_is_named() {
        let refused = Row {
            status: Status::Refused,
            refusal: Some("a wall".to_owned()),
            ..row(2, "other", None)
        };
        let rows = [
            row(1, "soko", Some(0.5)),
            row(1, "other", Some(1.5)),
            row(2, "soko", Some(0.5)),
            refused,
        ];
        let score = Score::new(vec!["soko".to_owned(), "other".to_owned()], 10, &rows);
        let text = tables(&score);
        let has = |line: &str| {
            let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.lines().any(|it| words(it) == line), "{line}\n{text}");
        };
        has("2 levels soko other");
        has("solved within 1 CPU s 2 0");
        has("solved within 10 CPU s 2 1");
        has("solved by no other 1 0");
        has("CPU s, the limit if unsolved 1.00 11.50");
        has("peak memory, MiB 3 3");
        has("refused solutions 0 1");
        has("soko : other 1 0.50 : 1.50 10 : 10 40 : 40 1 : 0");
        has("only soko solves a.sok#2");
        has("REFUSED other on a.sok#2: a wall");
    }
}
