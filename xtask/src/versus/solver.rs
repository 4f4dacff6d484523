//! A solver as a command with placeholders for the level and the limit.

use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;

/// A named command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solver {
    pub(super) name: String,
    /// The command's words, including `{level}` and `{limit}`.
    words: Vec<String>,
}

impl FromStr for Solver {
    type Err = String;

    /// Words are separated by white space and there is no quoting: use a script for anything else.
    fn from_str(text: &str) -> Result<Solver, String> {
        let (name, command) = text.split_once('=').ok_or("NAME=COMMAND is wanted")?;
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if name.trim().is_empty() || words.is_empty() {
            return Err("NAME=COMMAND is wanted".to_owned());
        }
        if !command.contains("{level}") {
            return Err("the command has no {level}".to_owned());
        }
        Ok(Solver { name: name.trim().to_owned(), words })
    }
}

impl Solver {
    /// A solver given as separate words, which may contain spaces.
    pub(super) fn new(name: &str, words: Vec<String>) -> Solver {
        Solver { name: name.to_owned(), words }
    }

    /// The words with the placeholders replaced.
    pub(super) fn command(&self, level: &Path, limit: u64) -> Vec<OsString> {
        let level = level.to_string_lossy();
        let fill = |word: &String| {
            word.replace("{level}", &level).replace("{limit}", &limit.to_string()).into()
        };
        self.words.iter().map(fill).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Solver;

    #[test]
    fn gaps_are_filled() {
        let solver: Solver = "other=run.sh --time={limit} {level}".parse().expect("a command");
        assert_eq!(solver.name, "other");
        let words = solver.command(Path::new("a folder/level.sok"), 7);
        assert_eq!(words, ["run.sh", "--time=7", "a folder/level.sok"]);
    }

    #[test]
    fn a_command_without_a_level_is_refused() {
        for text in ["run.sh {level}", "other=", "=run.sh {level}", "other=run.sh {limit}"] {
            assert!(text.parse::<Solver>().is_err(), "{text}");
        }
    }
}
