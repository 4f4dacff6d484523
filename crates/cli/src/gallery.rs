//! A gallery: levels with their ratings and solutions, on one page.

use std::path::Path;

use sokolab::generator::rating::{Missing, Rating};
use sokolab::render::{Exhibit, Fact, gallery};
use sokolab::{Level, Rules};

use crate::io::files::make_folder_of;
use crate::io::output_file::OutputFile;

/// The most states that are looked at for a page: a page should not take longer than its levels.
pub(crate) const STATES_MAX: usize = 100_000;

/// Collects levels for a page.
#[derive(Debug)]
pub(crate) struct Gallery {
    file: OutputFile,
    title: Option<String>,
    levels: Vec<(String, Level, Rating)>,
}

impl Gallery {
    /// A page to be written to `path`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Gallery> {
        make_folder_of(path)?;
        Ok(Gallery { file: OutputFile::create(path)?, title: None, levels: Vec::new() })
    }

    /// Gives the page a title, unless it has one.
    pub(crate) fn set_title(&mut self, title: impl FnOnce() -> String) {
        self.title.get_or_insert_with(title);
    }

    /// Adds a level.
    pub(crate) fn add(&mut self, name: String, level: &Level, rating: &Rating) {
        self.levels.push((name, level.clone(), rating.clone()));
    }

    /// Writes the page. Without any level there is none, and an older page stays.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        if self.levels.is_empty() {
            self.file.discard();
            anstream::eprintln!("warning: the gallery is not written: there is no level to show");
            return Ok(());
        }
        let mut exhibits = Vec::new();
        let mut rules = self.levels.iter().map(|it| it.1.rules);
        let first = rules.next().unwrap_or(Rules::OFFICIAL);
        // Levels of several rule sets are compared by names that they share.
        let rules = if rules.all(|it| it == first) { first } else { Rules::OFFICIAL };
        for (name, level, rating) in &self.levels {
            let (name, solution) = (name.clone(), rating.solution.moves());
            exhibits.push(Exhibit { name, level, solution, facts: facts(rating, rules) });
        }
        let title = self.title.as_deref().unwrap_or("Levels");
        self.file.write(gallery(title, &exhibits).as_bytes())
    }
}

/// What a page says about a level, in the words of `rules`.
fn facts(rating: &Rating, rules: Rules) -> Vec<Fact> {
    let it = &rating.measures;
    let whole = it.whole;
    let count = |value: usize| shown(Ok(value as f64), |it| it.to_string());
    let maybe = |value: Result<f64, Missing>| shown(value, |it| it.to_string());
    let share = |value: Result<f64, Missing>| shown(value, |it| format!("{:.0} %", it * 100.0));
    let values = [
        shown(Ok(f64::from(rating.grade.step)), |it| format!("{it} of 10")),
        shown(Ok(rating.grade.score), |it| format!("{it:+.2}")),
        count(it.pushes),
        count(it.moves),
        count(it.boxes),
        count(it.box_lines),
        count(it.box_changes),
        maybe(it.counter_intuitive.map(|it| it as f64)),
        count(it.decomposition),
        maybe(it.bound_gap.map(|it| it as f64)),
        maybe(it.pair_gap.map(|it| it as f64)),
        maybe(whole.map(|it| it.states as f64)),
        share(whole.map(|it| it.dead_share)),
        maybe(whole.map(|it| it.wrong_turns as f64)),
        share(whole.and_then(|it| it.forced_share)),
        maybe(whole.and_then(|it| it.prelude).map(|it| it as f64)),
        maybe(whole.and_then(|it| it.slack).map(|it| it as f64)),
    ];
    let facts = MEASURES.iter().zip(values);
    let fact = |(&(name, meaning), (shown, value)): (&(&str, &str), (String, Option<f64>))| Fact {
        name: rules.told(name),
        meaning: rules.told(meaning),
        shown,
        value,
    };
    facts.map(fact).collect()
}

/// The measures on a page, in its order, and what they mean.
pub(crate) const MEASURES: [(&str, &str); 17] = [
    ("grade", "How hard the level is, from 1 (easy) to 10, compared with known collections."),
    ("score", "The number behind the grade: 0 is average, and more is harder."),
    ("pushes", "How often the solution shown pushes a box."),
    ("moves", "All steps of the keeper in the solution shown, pushes included."),
    ("boxes", "How many boxes the level starts with."),
    ("box lines", "Straight runs: pushes of one box in one direction count as one."),
    ("box changes", "How often the keeper turns to another box, the first included."),
    ("counter-intuitive", "Pushes that bring a box no nearer to where it ends."),
    (
        "decomposition",
        "How often the solution switches between two groups of boxes, if the boxes are divided \
         into the two groups with the fewest switches.",
    ),
    (
        "above the simple bound",
        "Pushes beyond what the boxes would need if they never got in each other's way.",
    ),
    (
        "above the pair bound",
        "Pushes beyond what pairs of boxes need, each pair alone on the board.",
    ),
    ("states", "How many positions can come up in play; walks without a push do not count."),
    ("lost states", "The share of these positions from which the level can no longer be won."),
    ("wrong turns", "Pushes along the solution, other than its own, that would lose the level."),
    ("forced", "The share of the solution's positions that every solution passes through."),
    ("prelude", "Forced pushes at the start, before there is anything to decide."),
    (
        "slack",
        "Boxes that could wait in storage chambers beyond those that every solution leaves there.",
    ),
];

/// A number as it is shown and sorted by, or why there is none.
fn shown(value: Result<f64, Missing>, show: impl FnOnce(f64) -> String) -> (String, Option<f64>) {
    (value.map_or_else(|why| format!("– ({why})"), show), value.ok())
}

#[cfg(test)]
mod tests {
    use sokolab::Rules;
    use sokolab::generator::rating::{RatingLimits, rate};
    use sokolab::read_level;

    use super::facts;

    #[test]
    fn every_measure_is_explained_in_a_sentence_and_in_the_words_of_the_rules() {
        let level = read_level("-------\n|@0.^<|\n-------\n").expect("a level");
        let rating = rate(&level, &RatingLimits::DEFAULT, &mut |_| None).expect("solvable");
        let facts = facts(&rating, Rules::NETHACK);
        for fact in &facts {
            let starts = fact.meaning.starts_with(char::is_uppercase);
            assert!(starts && fact.meaning.ends_with('.'), "{}", fact.name);
            assert!(!fact.meaning.contains("box"), "{}", fact.meaning);
        }
        let value = |name: &str| facts.iter().find(|it| it.name == name).and_then(|it| it.value);
        assert_eq!(value("pushes"), Some(2.0));
        assert_eq!(value("boulders"), Some(1.0));
        assert_eq!(value("boulder lines"), Some(1.0));
        assert_eq!(value("slack"), Some(0.0));
        assert_eq!(value("states"), rating.measures.whole.ok().map(|it| it.states as f64));
    }
}
