//! The commands, options and methods of the program, read from its own help.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::samples::{LEVEL, ROOM};
use crate::workspace::output;

/// A command and what its help lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// Its words, as in `generate reverse`.
    pub(super) words: Vec<String>,
    /// The files that it reads by name; `None` if it reads none.
    pub(super) files: Option<Files>,
    /// The required arguments, as shown in its usage; empty if there are none.
    pub(super) required: String,
    /// The options by name, without dashes, with the name of their value; empty without one.
    pub(super) options: BTreeMap<String, String>,
    /// The values of `--format`.
    pub(super) formats: Vec<String>,
}

/// The files that a command reads by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Files {
    Levels,
    /// Drawings of chambers.
    Drawings,
}

impl Files {
    /// The smallest file of this kind.
    pub(super) fn sample(self) -> &'static str {
        match self {
            Files::Levels => LEVEL,
            Files::Drawings => ROOM,
        }
    }
}

impl Command {
    pub(super) fn name(&self) -> String {
        self.words.join(" ")
    }

    /// The smallest file that it can read.
    pub(super) fn sample(&self) -> &'static str {
        self.files.map_or(LEVEL, Files::sample)
    }

    pub(super) fn has(&self, option: &str) -> bool {
        self.options.contains_key(option)
    }
}

/// All commands of a program; a group such as `generate` is represented by its subcommands.
pub(super) fn commands(program: &Path) -> Result<Vec<Command>> {
    let mut all = Vec::new();
    add_commands(program, &[], &mut all)?;
    ensure!(!all.is_empty(), "the help of the program lists no command");
    Ok(all)
}

fn add_commands(program: &Path, words: &[String], all: &mut Vec<Command>) -> Result<()> {
    let mut call = std::process::Command::new(program);
    let help = output(call.args(words).arg("--help")).context("the program gives no help")?;
    let below = subcommands_in(&help);
    if below.is_empty() && !words.is_empty() {
        all.push(Command {
            words: words.to_vec(),
            files: files_in(&help),
            required: required_in(&help, words.len()),
            options: options_in(&help),
            formats: formats_in(&help),
        });
    }
    for name in below {
        add_commands(program, &[words, &[name]].concat(), all)?;
    }
    Ok(())
}

/// The methods of `solve`.
pub(super) fn methods(program: &Path) -> Result<Vec<String>> {
    let mut call = std::process::Command::new(program);
    let list = output(call.args(["solve", "--method", "list"]))?;
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.map(str::to_owned).collect();
    ensure!(names.len() > 1, "`solve --method list` lists no methods");
    Ok(names)
}

/// The names in the list of subcommands.
fn subcommands_in(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    let names = lines.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The part of the usage after the command's words, without brackets.
fn required_in(help: &str, words: usize) -> String {
    let usage = help.lines().find_map(|line| line.trim_start().strip_prefix("Usage: "));
    let parts = usage.unwrap_or_default().split_whitespace().skip(1 + words);
    let required: Vec<&str> = parts.filter(|part| !part.starts_with('[')).collect();
    required.join(" ")
}

/// The files in the list of arguments.
fn files_in(help: &str) -> Option<Files> {
    let mut lines = help.lines().map(str::trim_start);
    lines.find_map(|line| match line {
        _ if line.starts_with("[LEVELS]") => Some(Files::Levels),
        _ if line.starts_with("[FILE]...") => Some(Files::Drawings),
        _ => None,
    })
}

/// The possible values of `--format`, in one line or in a list.
fn formats_in(help: &str) -> Vec<String> {
    let is_format = |line: &&str| line.trim_start().starts_with("--format ");
    let lines = help.lines().skip_while(|line| !is_format(line)).skip(1);
    let block: Vec<&str> = lines.take_while(|line| !is_option(line)).map(str::trim).collect();
    let listed = block.iter().filter_map(|line| line.strip_prefix("- "));
    let listed = listed.filter_map(|line| line.split(':').next().map(str::to_owned));
    let text = block.join(" ");
    let between = text.split_once("[possible values: ").and_then(|it| it.1.split_once(']'));
    let inline = between.map_or("", |it| it.0).split(", ").filter(|it| !it.is_empty());
    listed.chain(inline.map(str::to_owned)).collect()
}

fn options_in(help: &str) -> BTreeMap<String, String> {
    let option = |line: &str| {
        let line = line.trim_start();
        let line = line.split_once(", --").map_or(line, |(_, long)| long);
        let line = line.strip_prefix("--").unwrap_or(line);
        let end = line.find(|it: char| !it.is_ascii_alphanumeric() && it != '-');
        let (name, value) = line.split_at(end.unwrap_or(line.len()));
        let value = value.trim().trim_matches(|it: char| "[]=<>.".contains(it));
        (name.to_owned(), value.to_owned())
    };
    help.lines().filter(|line| is_option(line)).map(option).collect()
}

/// Options begin a line with less indentation than their descriptions.
fn is_option(line: &str) -> bool {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let is_short = text.len() > 4 && text.starts_with('-') && text[2..].starts_with(", --");
    (2..8).contains(&indent) && (text.starts_with("--") || is_short)
}

#[cfg(test)]
mod tests {
    use super::{Files, files_in, formats_in, options_in, required_in, subcommands_in};

    const HELP: &str = "Make levels.\n\nUsage: soko generate\n\nCommands:\n  \
        reverse  Make levels backwards, as in\n           --this\n  help     Print this\n\n\
        Options:\n  -o, --output <PATH>\n          Write to a file, not with --csv\n      \
        --coverage[=<MOVES>]\n      --compare <OLD> <NEW>\n      --avoid <FILE>...\n\
        \x20 -q, --quiet\n";

    #[test]
    fn commands_are_read_from_the_help() {
        assert_eq!(subcommands_in(HELP), ["reverse"]);
        assert!(subcommands_in("Options:\n  --help\n").is_empty());
    }

    #[test]
    fn what_is_required_stands_in_the_usage_without_brackets() {
        let usage = |text: &str| required_in(&format!("Do it.\n\nUsage: soko {text}\n"), 1);
        assert_eq!(usage("convert [OPTIONS] --to <NAME> [LEVELS]..."), "--to <NAME>");
        assert_eq!(usage("solve [OPTIONS] [LEVELS]..."), "");
    }

    #[test]
    fn files_are_read_from_the_list_of_arguments() {
        let arguments = |text: &str| files_in(&format!("Usage: soko\n\nArguments:\n  {text}\n"));
        assert_eq!(arguments("[LEVELS]..."), Some(Files::Levels));
        assert_eq!(arguments("[FILE]..."), Some(Files::Drawings));
        assert_eq!(arguments("<FILE>"), None);
    }

    #[test]
    fn formats_are_read_from_a_list_or_a_line() {
        let lines = |lines: &[&str]| lines.join("\n          ");
        let list = lines(&[
            "      --format <FORMAT>",
            "Output format",
            "",
            "Possible values:",
            "- text:  Human-readable text",
            "- jsonl: One JSON object per level",
        ]);
        assert_eq!(
            formats_in(&format!("{list}\n\n  -q, --quiet\n    - not: a format\n")),
            ["text", "jsonl"]
        );
        let line = lines(&["      --format <NAME>", "[possible values: sok,", "jsonl, lurd]"]);
        assert_eq!(formats_in(&line), ["sok", "jsonl", "lurd"]);
        assert!(formats_in(HELP).is_empty());
    }

    #[test]
    fn options_are_read_with_the_names_of_their_values() {
        let options = options_in(HELP);
        let options: Vec<_> = options.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let expected = [
            ("avoid", "FILE"),
            ("compare", "OLD> <NEW"),
            ("coverage", "MOVES"),
            ("output", "PATH"),
            ("quiet", ""),
        ];
        assert_eq!(options, expected);
    }
}
