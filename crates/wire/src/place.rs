//! Which level of which file an object is about.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sokolab::analysis::CanonicalForm;
use sokolab::text::{level_description, level_input, level_rows, level_standing};
use sokolab::{Level, Severity, oddities};

use crate::reason::coded;

/// A level by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file as named by the user; `-` for standard input.
    pub file: String,
    /// The level's number in its file, from 1.
    pub level: usize,
}

/// A level: where it comes from, its names and its rows. Every line about a level has these fields,
/// so that the level can be identified and read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// The hash of its canonical form, equal for the same puzzle; `null` for one that cannot be
    /// played.
    pub id: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The rule set's name.
    pub rules: String,
    /// Its rows: XSB, or a map where there are holes. Absent if the text has errors or if rows
    /// cannot show all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    /// Objects for which rows have no character, by column and row from 0: the lists `keeper` and
    /// `boxes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Value>,
    /// The `NetHack` description of the level without the puzzle, so that nothing is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nethack: Option<Value>,
    /// The unknown keys of the JSON line it was read from, unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Value>,
    /// Warnings that a player should know, each with a code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Subject {
    /// The level at a place.
    #[must_use]
    pub fn new(place: Place, level: &Level) -> Subject {
        let has_errors = level.findings.iter().any(|it| it.kind.severity() == Severity::Error);
        let level_rows = if has_errors { None } else { level_rows(level).ok() };
        Subject {
            place,
            standing: level_rows.as_ref().and_then(|_| level_standing(level)),
            nethack: level_rows.as_ref().and_then(|_| level_description(level)),
            input: level_input(level),
            rows: level_rows,
            id: id_of(level),
            title: level.title.clone(),
            rules: level.rules.name().to_owned(),
            warnings: warnings(level),
        }
    }

    /// A changed level, with the title and the unknown keys of the level it was made from.
    #[must_use]
    pub fn changed(place: Place, level: &Level, now: &Level) -> Subject {
        Subject {
            input: level_input(level),
            title: level.title.clone(),
            ..Subject::new(place, now)
        }
    }
}

/// The hash of a level's canonical form; `None` if it cannot be played.
#[must_use]
pub fn id_of(level: &Level) -> Option<String> {
    CanonicalForm::of_level(level).ok().map(|form| form.id().to_string())
}

/// Warnings about a level that a player should know, each as a code and a sentence.
#[must_use]
pub fn warnings(level: &Level) -> Vec<String> {
    oddities(level).iter().map(|it| level.rules.translate(&coded(it))).collect()
}

#[cfg(test)]
mod tests {
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{Rules, read_level};

    use super::{Place, Subject};

    #[test]
    fn a_line_about_a_level_is_read_as_the_same_level() {
        let pictures = ["#####\n#@$.#\n#####\n", "------\n|@0^<|\n------\n"];
        for (picture, rules) in pictures.into_iter().zip([Rules::SINK, Rules::NETHACK_GAME]) {
            let mut level = read_level(picture).expect("a level").with_rules(rules);
            level.title = Some("Small".to_owned());
            let subject = Subject::new(Place { file: "a".to_owned(), level: 7 }, &level);
            assert!(subject.id.as_ref().is_some_and(|id| id.starts_with("v1:")));
            let line = serde_json::to_string(&subject).expect("text");
            // Every line about a level begins with its schema.
            let line = line.replacen('{', r#"{"schema":"sokolab/solve/1","#, 1);
            let read = read_text(line.as_bytes(), ReadOptions::default());
            assert_eq!(Subject::new(subject.place.clone(), &read.levels[0]), subject);
        }
    }

    #[test]
    fn a_keeper_in_a_doorway_is_not_lost() {
        let mut level = read_level("------\n|..0^|\n------\n").expect("a map");
        level.picture.put(1, 1, sokolab::Place::with_keeper(sokolab::Ground::Door));
        let subject = Subject::new(Place { file: "a".to_owned(), level: 1 }, &level);
        let line = serde_json::to_string(&subject).expect("text");
        let read = read_text(line.as_bytes(), ReadOptions::default());
        assert_eq!(read.levels[0].picture, level.picture, "{line}");
        assert_eq!(Subject::changed(subject.place.clone(), &level, &level), subject);
    }

    #[test]
    fn a_level_that_cannot_be_played_has_no_id_and_one_with_errors_no_rows() {
        let open = read_level("#####\n#@$. \n#####\n").expect("a level");
        let place = Place { file: "a".to_owned(), level: 1 };
        let subject = Subject::new(place.clone(), &open);
        assert_eq!((subject.id, subject.rows.map(|it| it.len())), (None, Some(3)));
        let odd = read_level("#####\n#@?.#\n#####\n").expect("a level");
        assert_eq!(Subject::new(place, &odd).rows, None);
    }
}
