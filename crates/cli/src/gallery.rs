//! A gallery: levels with their ratings and solutions, on one page.

use std::path::Path;

use sokolab::insight::rating::{ListedMeasure, Rating};
use sokolab::render::{Exhibit, Fact, Theme, gallery};
use sokolab::{Level, Rules};

use crate::io::message;
use crate::io::output_file::OutputFile;

/// The largest number of states explored for a page: a page should not take longer than its levels.
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
            message::line!("warning: the gallery is not written: there is no level to show");
            return Ok(());
        }
        let mut exhibits = Vec::new();
        let mut rules = self.levels.iter().map(|it| it.1.rules);
        let first = rules.next().unwrap_or(Rules::OFFICIAL);
        // Levels of several rule sets are compared by the names that the rule sets share.
        let rules = if rules.all(|it| it == first) { first } else { Rules::OFFICIAL };
        for (name, level, rating) in &self.levels {
            let (name, solution) = (name.clone(), rating.solution.moves());
            exhibits.push(Exhibit { name, level, solution, facts: facts(rating, rules) });
        }
        let title = self.title.as_deref().unwrap_or("Levels");
        self.file.write(gallery(title, Theme::default(), &exhibits).as_bytes())
    }
}

/// The facts on a page about a level, in the words of `rules`.
fn facts(rating: &Rating, rules: Rules) -> Vec<Fact> {
    let fact = |it: ListedMeasure| Fact {
        name: rules.translate(it.name),
        meaning: rules.translate(it.meaning),
        shown: it.shown,
        value: it.value,
    };
    rating.listed().into_iter().map(fact).collect()
}

#[cfg(test)]
mod tests {
    use sokolab::Rules;
    use sokolab::insight::rating::{RatingLimits, rate};
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
