//! The gallery of a run: every level that was made, on one page.

use std::path::{Path, PathBuf};

use sokolab::Level;
use sokolab::generator::Made;
use sokolab::generator::rating::{Missing, Rating};
use sokolab::render::{Exhibit, Fact, gallery};

use super::grading::rating_of;
use crate::files::write_file;

/// The most states that are looked at for a page: a page should not take longer than its levels.
const STATES_MAX: usize = 100_000;

/// Collects levels for a page.
#[derive(Debug)]
pub(crate) struct Gallery {
    path: PathBuf,
    title: Option<String>,
    levels: Vec<(String, Level, Rating)>,
}

impl Gallery {
    /// A page to be written to `path`.
    pub(crate) fn new(path: &Path) -> Gallery {
        Gallery { path: path.to_owned(), title: None, levels: Vec::new() }
    }

    /// Hangs up a level that was made.
    pub(crate) fn add_made(&mut self, made: &Made) {
        if let Some(rating) = rating_of(made, STATES_MAX) {
            let title = format!("Levels made by {}, seed {}", made.generator, made.seed);
            self.title.get_or_insert(title);
            let name = format!("{} {}-{}", made.generator, made.seed, made.index);
            self.levels.push((name, made.level.clone(), rating));
        }
    }

    /// Hangs up a level that was rated.
    pub(crate) fn add_rated(&mut self, name: String, level: &Level, rating: &Rating) {
        self.levels.push((name, level.clone(), rating.clone()));
    }

    /// Writes the page.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let mut exhibits = Vec::new();
        for (name, level, rating) in &self.levels {
            let (name, solution) = (name.clone(), rating.solution.moves());
            exhibits.push(Exhibit { name, level, solution, facts: facts(rating) });
        }
        let title = self.title.as_deref().unwrap_or("Levels");
        write_file(&self.path, &gallery(title, &exhibits))
    }
}

/// What a page says about a level.
fn facts(rating: &Rating) -> Vec<Fact> {
    let it = &rating.measures;
    let whole = it.whole;
    let count = |name: &str, value: usize| number(name, Ok(value as f64), |it| it.to_string());
    let maybe = |name: &str, value: Result<f64, Missing>| number(name, value, |it| it.to_string());
    let share = |name: &str, value: Result<f64, Missing>| {
        number(name, value, |it| format!("{:.0} %", it * 100.0))
    };
    vec![
        number("grade", Ok(f64::from(rating.grade.step)), |it| format!("{it} of 10")),
        number("score", Ok(rating.grade.score), |it| format!("{it:+.2}")),
        count("pushes", it.pushes),
        count("moves", it.moves),
        count("boxes", it.boxes),
        count("box lines", it.box_lines),
        count("box changes", it.box_changes),
        maybe("counter-intuitive", it.counter_intuitive.map(|it| it as f64)),
        count("decomposition", it.decomposition),
        maybe("beyond the bound", it.bound_gap.map(|it| it as f64)),
        maybe("beyond that of pairs", it.pair_gap.map(|it| it as f64)),
        maybe("states", whole.map(|it| it.states as f64)),
        share("lost states", whole.map(|it| it.dead_share)),
        maybe("wrong turns", whole.map(|it| it.wrong_turns as f64)),
        share("forced", whole.and_then(|it| it.forced_share)),
        maybe("prelude", whole.and_then(|it| it.prelude).map(|it| it as f64)),
        maybe("slack", whole.and_then(|it| it.slack).map(|it| it as f64)),
    ]
}

fn number(name: &str, value: Result<f64, Missing>, show: impl FnOnce(f64) -> String) -> Fact {
    let shown = value.map_or_else(|why| format!("– ({why})"), show);
    Fact { name: name.to_owned(), shown, value: value.ok() }
}
