//! How to call each command: what it needs, what keeps it busy, which files it reads and writes.
//!
//! Most of this follows from the commands, options and formats in the program's help. A command
//! with required arguments, or an option that names a file, is a finding if it has no rule here, so
//! that nothing new escapes.

use super::boards::{Board, Walls};
use super::program::{Command, Files};
use super::samples::{LARGE_LEVEL, LARGE_LIBRARY, LARGE_PROOF, LARGE_ROOM, LEVEL, LIBRARY, PROOF};

/// How a command is called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Arguments that every call needs before its files.
    pub(super) needed: &'static [&'static str],
    /// Arguments that every call needs after its files.
    pub(super) last: &'static [&'static str],
    /// Options that turn the results into JSON lines; empty if there are none.
    pub(super) json: &'static [&'static str],
    /// Calls that keep it busy for seconds.
    pub(super) busy: &'static [Busy<'static>],
}

/// A way to keep a command busy for seconds.
#[derive(Debug)]
pub(super) struct Busy<'a> {
    pub(super) arguments: &'a [&'a str],
    pub(super) work: Work,
}

/// The work that keeps a command busy.
#[derive(Debug)]
pub(super) enum Work {
    /// One level.
    Board(Board),
    /// A level that may take long to prepare, or be done at once.
    Perhaps(Board),
    /// An endless stream of levels on standard input.
    Stream,
    /// The arguments only.
    Alone,
    /// The arguments only, and it may be done at once.
    PerhapsAlone,
}

const JSONL: &[&str] = &["--format", "jsonl"];
const JSON: &[&str] = &["--format", "json"];

/// Too much for any search within seconds, but prepared quickly.
const HALL: Board = Board { walls: Walls::Hall, side: 60, boxes: 40 };

/// Small enough for methods that refuse large boards.
const SMALL_HALL: Board = Board { walls: Walls::Hall, side: 20, boxes: 12 };

/// As large as boards get, without any difficulty.
pub(super) const WIDE_HALL: Board = Board { walls: Walls::Hall, side: 200, boxes: 1 };

/// A lot of work even without a search.
const WIDE_ROOMS: Board = Board { walls: Walls::Rooms, side: 200, boxes: 300 };

/// An evolution that ends at once.
const EVOLVE_LITTLE: &[&str] =
    &["--generations", "3", "--population", "8", "--islands", "1", "--count", "1"];

const fn on(board: Board, arguments: &'static [&'static str]) -> Busy<'static> {
    Busy { arguments, work: Work::Board(board) }
}

const STREAM: Busy<'static> = Busy { arguments: &[], work: Work::Stream };

const PERHAPS: Busy<'static> = Busy { arguments: &[], work: Work::Perhaps(WIDE_HALL) };

const fn alone(arguments: &'static [&'static str]) -> Busy<'static> {
    Busy { arguments, work: Work::Alone }
}

/// A long list is written, or everything is looked at again.
const WITH_LARGE_LIBRARY: Busy<'static> =
    Busy { arguments: &["--library", LARGE_LIBRARY], work: Work::PerhapsAlone };

const WITH_LARGE_PROOF: Busy<'static> =
    Busy { arguments: &[LARGE_LEVEL, LARGE_PROOF], work: Work::PerhapsAlone };

/// The special requirements of a command.
#[derive(Debug)]
struct Special {
    command: &'static str,
    needed: &'static [&'static str],
    busy: &'static [Busy<'static>],
}

const fn special(
    command: &'static str,
    needed: &'static [&'static str],
    busy: &'static [Busy<'static>],
) -> Special {
    Special { command, needed, busy }
}

/// The commands with required arguments, or that need more than a stream of levels to be busy.
const SPECIAL: &[Special] = &[
    special("solve", &[], &[on(HALL, &["--objective", "pushes"]), on(HALL, &[]), PERHAPS, STREAM]),
    special("optimize", &[], &[on(SMALL_HALL, &[]), STREAM]),
    special("verify", &["--moves", "R"], &[STREAM]),
    special("check-proof", &[], &[WITH_LARGE_PROOF, STREAM]),
    special("replay", &["--moves", "R"], &[STREAM]),
    special(
        "analyze",
        &[],
        &[
            on(WIDE_ROOMS, &[]),
            on(SMALL_HALL, &["--blocklist-number", "4", "--blocklist-distance", "6"]),
            STREAM,
        ],
    ),
    special("chamber", &[], &[alone(&["--states", "50M", LARGE_ROOM])]),
    special("explain", &[], &[on(HALL, &[]), STREAM]),
    special("hint", &[], &[on(HALL, &[]), STREAM]),
    special("rate", &[], &[on(HALL, &[]), STREAM]),
    special("trim", &[], &[on(HALL, &[]), STREAM]),
    special("generate chambers", &[], &[alone(&["--count", "1M"])]),
    special("generate murase", &[], &[alone(&["--count", "1M"])]),
    special(
        "generate reverse",
        &[],
        &[alone(&["--count", "1M"]), alone(&["--width", "60", "--height", "60", "--boxes", "20"])],
    ),
    special("generate evolve", EVOLVE_LITTLE, &[alone(&["--generations", "1M"])]),
    special("convert", &["--to", "sok"], &[on(SMALL_HALL, &["--to", "tiling"]), STREAM]),
    special("patterns", &[], &[alone(&["--coverage=12"]), STREAM]),
    special("trace", &[], &[on(SMALL_HALL, &[]), STREAM]),
    special("perft", &[], &[on(HALL, &["--pushes", "60"]), STREAM]),
    special("bench", &[], &[on(HALL, &["--objective", "pushes"]), STREAM]),
    special("completions", &["bash"], &[]),
    // Never use the library of the person who runs this.
    special("library import", OWN_LIBRARY, &[STREAM]),
    special("library list", OWN_LIBRARY, &[WITH_LARGE_LIBRARY]),
    special("library show", OWN_LIBRARY, &[STREAM]),
    special("library stats", OWN_LIBRARY, &[WITH_LARGE_LIBRARY]),
    special("library export", OWN_LIBRARY, &[WITH_LARGE_LIBRARY]),
    special("library path", OWN_LIBRARY, &[]),
    special("library check", OWN_LIBRARY, &[WITH_LARGE_LIBRARY]),
];

/// A library among the inputs of the run.
const OWN_LIBRARY: &[&str] = &["--library", LIBRARY];

/// Commands that run until somebody ends them, so that no call ends by itself: they have their own
/// chapters.
pub(super) const ENDLESS: &[&str] = &["play", "serve"];

/// The rule of a command: its special requirements, or what follows from its help.
///
/// # Errors
/// If a call needs something that is not specified here.
pub(super) fn rule_of(command: &Command) -> Result<Rule, String> {
    let formats = command.formats.iter().map(String::as_str);
    let json = formats.fold(&[][..], |json, format| match format {
        "jsonl" => JSONL,
        "json" if json.is_empty() => JSON,
        _ => json,
    });
    let special = SPECIAL.iter().find(|it| it.command == command.name());
    let last = if command.name() == "check-proof" { &[PROOF][..] } else { &[] };
    if let Some(&Special { needed, busy, .. }) = special {
        return Ok(Rule { needed, last, json, busy });
    }
    if !command.required.is_empty() {
        return Err(format!(
            "every call needs {}, and there is no rule for that",
            command.required
        ));
    }
    let busy = if command.files == Some(Files::Levels) { &[STREAM][..] } else { &[] };
    Ok(Rule { needed: &[], last, json, busy })
}

/// Entries for commands that no longer exist.
pub(super) fn unused(commands: &[Command]) -> Vec<&'static str> {
    let names = SPECIAL.iter().map(|special| special.command);
    names.filter(|name| commands.iter().all(|it| it.name() != *name)).collect()
}

/// The use of a file that an option names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is read; the string is an example.
    Input(&'static str),
    /// It is written.
    Output,
    /// It is written row by row, and existing rows stay.
    Rows,
    /// A folder that is written to.
    Folder,
    /// It is read, continued and written.
    Resumed,
    /// A library: it is read and changed in place.
    Library,
}

/// The use of the file that an option names; `None` if it names no file.
///
/// # Errors
/// If it names a file and there is no rule for it.
pub(super) fn use_of(command: &Command, option: &str) -> Result<Option<Use>, String> {
    let Some(value) = command.options.get(option) else { return Ok(None) };
    let names_file = ["FILE", "PATH", "FOLDER", "OLD"].iter().any(|it| value.contains(it));
    if !names_file {
        return Ok(None);
    }
    let is_generator = command.words[0] == "generate";
    let what = match option {
        "output" | "dump" if value == "FOLDER" => Use::Folder,
        "output" | "gallery" | "plain" | "plot" => Use::Output,
        "csv" => Use::Rows,
        "solutions" if is_generator => Use::Output,
        "solutions" | "answers" => Use::Input("R\n"),
        "state" | "resume" => Use::Resumed,
        "avoid" => Use::Input(LEVEL),
        "judge" => Use::Input("estimate 1\n"),
        "known" => Use::Input("collection\tn\tbest_pushes\tmoves\tproven_opt_pushes\n"),
        "template" => Use::Input("?????\n?????\n?????\n?????\n?????\n"),
        "shapes" => Use::Input("prototype\n....\n....\n....\n\ntemplate\n..\n..\n"),
        "drawing" => Use::Input("##\n#$\n"),
        "library" => Use::Library,
        "proof" if command.name() == "solve" => Use::Output,
        // `compare` names two files of `bench --csv`, which then writes nothing; certificates of
        // `lint` appear only where something is proved, and a summary only for answers.
        "compare" | "proof" | "summary" => return Ok(None),
        _ => return Err(format!("--{option} <{value}> names a file and has no rule")),
    };
    Ok(Some(what))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{JSONL, Use, rule_of, unused, use_of};
    use crate::abuse::program::{Command, Files};

    fn command(words: &[&str], options: &[(&str, &str)]) -> Command {
        let words = words.iter().map(|&it| it.to_owned()).collect();
        let pairs = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let options = pairs.collect::<BTreeMap<_, _>>();
        let (required, formats) = (String::new(), vec!["text".to_owned(), "jsonl".to_owned()]);
        Command { words, files: Some(Files::Levels), required, options, formats }
    }

    #[test]
    fn a_new_command_needs_a_rule_only_if_it_needs_something() {
        let teleport = command(&["teleport"], &[]);
        let rule = rule_of(&teleport).expect("nothing is needed");
        assert_eq!((rule.needed.len(), rule.json, rule.busy.len()), (0, JSONL, 1));
        let teleport = Command { required: "--to <SQUARE>".to_owned(), ..teleport };
        let why = rule_of(&teleport).expect_err("nobody knows where to");
        assert_eq!(why, "every call needs --to <SQUARE>, and there is no rule for that");
        let solve = command(&["solve"], &[]);
        assert!(rule_of(&solve).is_ok_and(|rule| rule.busy.len() == 4));
        assert!(unused(&[solve]).contains(&"trace"));
    }

    #[test]
    fn an_option_that_names_a_file_has_a_rule_or_is_noticed() {
        let solve = command(&["solve"], &[("output", "FILE"), ("time", "N"), ("spell", "FILE")]);
        assert_eq!(use_of(&solve, "output"), Ok(Some(Use::Output)));
        assert_eq!(use_of(&solve, "time"), Ok(None));
        assert!(use_of(&solve, "spell").is_err());
        let man = command(&["man"], &[("output", "FOLDER")]);
        assert_eq!(use_of(&man, "output"), Ok(Some(Use::Folder)));
    }
}
