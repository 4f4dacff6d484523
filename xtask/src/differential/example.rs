//! An example of a failure, as a command line and as a test to paste.

use serde::{Deserialize, Serialize};
use sokolab::text::{Format, Legend, ReadOptions, WriteOptions, read_text, write_level};
use sokolab::{Ground, Level, Objective, Occupant};
use sokolab_core::Edge;
use sokolab_core::testing::drawn_rows;

use super::case::{Case, OracleResult};
use super::checks::Check;
use super::checks::solving::Solving;
use super::oracle::Oracle;
use super::shrink::Shown;

/// A failure with a shrunk level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Example {
    /// The rule set.
    pub(crate) rules: String,
    /// The number of the level that failed first.
    pub(crate) index: u64,
    /// The check.
    pub(crate) check: String,
    /// The smallest level found, as a drawing.
    pub(crate) rows: Vec<String>,
    /// What is true.
    pub(crate) expected: String,
    /// What was claimed.
    pub(crate) got: String,
    /// A command line that shows it.
    pub(crate) command: Option<String>,
    /// A failing test.
    pub(crate) test: String,
}

impl Example {
    pub(crate) fn new(shown: &Shown, index: u64) -> Example {
        let Shown { level, check, failure } = shown;
        Example {
            rules: level.rules.name().to_owned(),
            index,
            check: check.name(),
            rows: drawn_rows(&level.picture),
            expected: failure.expected.clone(),
            got: failure.got.clone(),
            command: command(level, check),
            test: test(shown),
        }
    }

    /// The size of the level.
    pub(crate) fn size(&self) -> usize {
        self.rows.iter().map(|row| row.trim().chars().count()).sum()
    }
}

/// The command line that shows a failure; `None` if no file can represent the level.
fn command(level: &Level, check: &Check) -> Option<String> {
    if let Check::Generate(making) = check {
        let (name, settings) = (making.generator.name(), making.generator.settings());
        let (rules, seed, index) = (making.rules, making.seed, making.index);
        let rules = if name == "murase" { String::new() } else { format!(" --rules {rules}") };
        return Some(format!(
            "soko generate {name}{rules}{settings} --seed {seed} --index {index} --format jsonl"
        ));
    }
    let level = match check {
        Check::Reframed(reframing, _) => reframing.apply(level),
        _ => level.clone(),
    };
    let text = written(&level)?.replace('\n', "\\n").replace('\'', "'\\''");
    let rules = level.rules.name();
    let words = match check {
        Check::Solve(it) | Check::Reframed(_, it) => solve_words(it),
        Check::Reference | Check::Generate(_) | Check::Prove(_) => return None,
        Check::Hint(_) => "hint".to_owned(),
        Check::Analyze => "analyze".to_owned(),
        Check::Rate => "rate".to_owned(),
        Check::Explain => "explain".to_owned(),
        Check::Trim(_) => "trim".to_owned(),
        Check::Optimize(objective, threads) => {
            format!("optimize --objective {} --threads {threads}", objective.name())
        }
    };
    Some(format!("printf '{text}' | soko {words} --rules {rules} -"))
}

fn solve_words(it: &Solving) -> String {
    let nodes = it.nodes_max.map_or(String::new(), |nodes| format!(" --nodes {nodes}"));
    let (objective, method) = (it.objective.name(), it.method.name());
    let horizon = it.horizon.map_or(String::new(), |most| format!(" --horizon {most}"));
    let threads = it.threads;
    format!("solve --objective {objective} --method {method} --threads {threads}{nodes}{horizon}")
}

/// The level as text that reads back as the same puzzle, if there is such a text.
pub(crate) fn written(level: &Level) -> Option<String> {
    let is_plain = level.picture.places().iter().all(|it| match it.ground {
        Ground::Exit | Ground::Door => false,
        Ground::DeadField => it.occupant == Occupant::Nothing,
        _ => true,
    });
    let (text, format) = if is_plain {
        (Legend::xsb().rows(&level.picture).join("\n") + "\n", Format::Sok)
    } else {
        let mut text = String::new();
        write_level(level, 1, &WriteOptions::new(Format::NethackMap), &mut text).ok()?;
        (text, Format::NethackMap)
    };
    let read = read_text(text.as_bytes(), ReadOptions { format: Some(format), legend: None });
    let again = read.levels.into_iter().next()?.with_rules(level.rules);
    let same = |it: &Level| Oracle::new(it).ok().map(|it| it.start());
    (same(&again) == same(level)).then_some(text)
}

/// A failing test, to be pasted into a crate that depends on the solver.
fn test(shown: &Shown) -> String {
    let Shown { level, check, failure } = shown;
    let name: String =
        failure.kind.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    let mut text = format!("#[test]\nfn differential_{}() {{\n", name.to_ascii_lowercase());
    text.push_str("    let rows = [\n");
    let drawn = match check {
        Check::Reframed(reframing, _) => reframing.apply(level),
        _ => level.clone(),
    };
    for row in drawn_rows(&drawn.picture) {
        text.push_str(&format!("        {row:?},\n"));
    }
    let edge = match drawn.picture.edge() {
        Edge::Open => "Open",
        Edge::Solid => "Solid",
    };
    let rules = level.rules.name().to_ascii_uppercase().replace('-', "_");
    text.push_str(&format!(
        "    ];\n    let level = drawn_level(&rows, Edge::{edge}, Rules::{rules});\n"
    ));
    text.push_str(&question(check));
    if let Check::Solve(solving) | Check::Reframed(_, solving) = check {
        text.push_str(&assertion(level, solving));
    }
    text.push_str(&format!("    // Expected: {}\n", failure.expected));
    text.push_str(&format!("    // Got: {}\n}}\n", failure.got.lines().next().unwrap_or_default()));
    text
}

/// The assertion on the report.
fn assertion(level: &Level, solving: &Solving) -> String {
    let known = Case::of(level.clone()).map(|it| it.known);
    let Some(OracleResult::Playable { truth, .. }) = known else {
        return "    assert!(matches!(report.outcome, Outcome::Invalid(_)));\n".to_owned();
    };
    let Some((pushes, moves)) = truth.pushes.zip(truth.moves) else {
        return "    assert!(matches!(report.outcome, Outcome::Unsolvable));\n".to_owned();
    };
    let solved = "    let Outcome::Solved { solution, .. } = report.outcome else {\n        \
                  panic!(\"it has a solution: {report:?}\")\n    };\n";
    let fewest = match solving.objective {
        Objective::Any => format!("    assert!(solution.measures().pushes >= {pushes});\n"),
        Objective::Pushes => format!("    assert_eq!(solution.measures().pushes, {pushes});\n"),
        Objective::Moves => format!("    assert_eq!(solution.measures().moves, {moves});\n"),
    };
    format!("{solved}{fewest}")
}

/// The lines that run the query.
fn question(check: &Check) -> String {
    match check {
        Check::Solve(it) | Check::Reframed(_, it) => {
            format!(
                "    let request = Request {{\n        objective: Objective::{:?},\n        \
                 method: {:?}.parse::<Method>().expect(\"a method\"),\n        \
                 threads: {},\n        budget: Budget::of_nodes({}),\n        \
                 constraint: ConstraintOptions {{ horizon: {:?}, \
                 ..ConstraintOptions::default() }},\n        \
                 ..Request::new(&level)\n    }};\n    \
                 let report = solve(&request, &mut |_| None);\n",
                it.objective,
                it.method.name(),
                it.threads,
                it.nodes_max.unwrap_or(u64::MAX),
                it.horizon,
            )
        }
        Check::Reference => "    let (board, start) = check(&level).expect(\"playable\");\n    \
             let found = (fewest_pushes(&board, &start), fewest_moves(&board, &start));\n"
            .to_owned(),
        Check::Analyze => {
            "    let facts = analyse(&level, GroupLimits::default()).expect(\"playable\");\n"
                .to_owned()
        }
        Check::Rate => {
            "    let rating = rate(&level, &RatingLimits::DEFAULT, &mut |_| None);\n".to_owned()
        }
        Check::Explain => "    let request = Request { objective: Objective::Pushes, \
             ..Request::new(&level) };\n    let report = solve(&request, &mut |_| None);\n    \
             let explained = explain(&level, known, &RatingLimits::DEFAULT, &mut |_| None);\n"
            .to_owned(),
        Check::Trim(prelude) => format!(
            "    let trimmed = trim(&level, Prelude::{prelude:?}, &RatingLimits::DEFAULT, \
             &mut |_| None);\n"
        ),
        Check::Optimize(objective, threads) => format!(
            "    let improvement = ImprovementRequest {{ objective: Objective::{objective:?}, \
             threads: {threads}, ..ImprovementRequest::new(&level, &solution) }};\n    \
             let improved = optimise(&improvement, &mut |_| None);\n"
        ),
        Check::Generate(making) => format!("    // {making:?}\n"),
        Check::Hint(seed) => format!("    // hints along the random game {seed}\n"),
        Check::Prove(proving) => format!("    // {proving:?}\n"),
    }
}
