//! What help pages have in common: the headings under which options stand, and which options are
//! left to `--help` so that `-h` fits a screen.
//!
//! It is said here once for all commands, so that an option stands under the same heading wherever
//! it appears. A heading that an argument names itself has precedence.

use clap::{Arg, Command};

const LEVELS: &str = "Levels";
const SOLUTIONS: &str = "Solutions";
const GOAL: &str = "Goal";
const METHOD: &str = "Method";
const LIMITS: &str = "Limits";
const OUTPUT: &str = "Output";

/// Headings of options that several commands share.
const SHARED: &[(&str, &[&str])] = &[
    (LEVELS, &["from", "legend", "rules"]),
    (SOLUTIONS, &["moves", "solution", "solutions", "strict"]),
    (GOAL, &["objective", "improve"]),
    (METHOD, &["method", "threads", "seed", "horizon", "without", "with", "tile_rules", "priors"]),
    (LIMITS, &["time", "nodes", "memory", "states"]),
    (
        OUTPUT,
        &["format", "output", "moves_alphabet", "gallery", "des_version", "csv", "resume", "spoil"],
    ),
];

/// Headings of options that mean something in one command only, or something else there.
const SPECIAL: &[(&str, &str, &[&str])] = &[
    (
        "analyze",
        "What to show",
        &[
            "locks",
            "tunnels",
            "chambers",
            "distances",
            "details",
            "thorough",
            "explain",
            "blocklist_number",
            "blocklist_distance",
        ],
    ),
    ("bench", OUTPUT, &["summary"]),
    ("bench", "Comparison", &["known", "compare"]),
    ("convert", OUTPUT, &["to", "rle", "write_legend", "length"]),
    ("lint", OUTPUT, &["codes"]),
    ("patterns", "Patterns", &["window", "boxes", "explain", "drawing", "check", "coverage"]),
    ("perft", LIMITS, &["pushes"]),
    ("render", "Picture", &["moves", "moves_alphabet", "style", "coordinates", "format"]),
    ("trace", OUTPUT, &["stage", "plane", "forced"]),
    ("trim", "Changes", &["no_prelude", "prelude"]),
];

/// The commands that make levels: what they make has a heading of its own.
const GENERATORS: [&str; 4] = ["murase", "chambers", "reverse", "evolve"];

/// The heading of what a made level is like.
const MADE: &str = "Level";

/// What short help shows of commands that make levels: enough to begin with.
const MADE_SHORTLY: &[&str] = &[
    "rules",
    "width",
    "height",
    "boxes",
    "count",
    "seed",
    "time",
    "pushes",
    "grade",
    "format",
    "output",
    "solutions",
    "gallery",
    "preset",
    "stored",
    "storages",
    "branch",
    "aim",
    "template",
    "generations",
    "state",
];

/// Options for those who know what they want.
const LONG_HELP_ONLY: &[&str] = &[
    "from",
    "legend",
    "horizon",
    "without",
    "with",
    "tile_rules",
    "priors",
    "improve",
    "blocklist_number",
    "blocklist_distance",
    "write_legend",
    "length",
    "states",
];

/// Puts the options of every command under their headings.
pub(crate) fn arranged(program: Command) -> Command {
    program.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        arranged(command.mut_args(|argument| arrange(&name, argument)))
    })
}

fn arrange(command: &str, argument: Arg) -> Arg {
    let id = argument.get_id().as_str().to_owned();
    let argument = match heading(command, &id) {
        Some(heading) if argument.get_help_heading().is_none() => argument.help_heading(heading),
        _ => argument,
    };
    // A value called <walk|push> need not be listed again.
    let is_listed =
        argument.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains('|')));
    let argument = if is_listed { argument.hide_possible_values(true) } else { argument };
    // Only one generator makes branches.
    let argument = if id == "count" && GENERATORS.contains(&command) && command != "chambers" {
        argument.long_help(
            "How many levels to make [default: 10].\n\nWith --trials or --time, all there are.",
        )
    } else {
        argument
    };
    let is_short = if GENERATORS.contains(&command) {
        MADE_SHORTLY.contains(&id.as_str())
    } else {
        !LONG_HELP_ONLY.contains(&id.as_str())
    };
    argument.hide_short_help(!is_short)
}

fn heading(command: &str, id: &str) -> Option<&'static str> {
    let special = SPECIAL.iter().find(|(name, _, ids)| *name == command && ids.contains(&id));
    if let Some((_, heading, _)) = special {
        return Some(heading);
    }
    let shared = SHARED.iter().find(|(_, ids)| ids.contains(&id)).map(|(heading, _)| *heading);
    let makes_levels = GENERATORS.contains(&command);
    match shared {
        Some(LIMITS | OUTPUT) => shared,
        _ if makes_levels => Some(MADE),
        _ => shared,
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};
    use clap_complete::Shell;

    use super::arranged;
    use crate::Arguments;

    /// The most lines that help may take on a screen.
    const SCREEN_LINES: usize = 45;

    fn program() -> Command {
        let mut program = arranged(Arguments::command());
        program.build();
        program
    }

    /// Calls `look` with every command that does something, by its whole name.
    fn each_command(command: &Command, look: &mut dyn FnMut(&Command)) {
        for below in command.get_subcommands().filter(|it| it.get_name() != "help") {
            look(below);
            each_command(below, look);
        }
    }

    #[test]
    fn every_option_stands_under_a_heading() {
        // These hold for the whole program, or are all there is.
        let plain = ["help", "version", "quiet", "color", "levels"];
        let mut astray = Vec::new();
        each_command(&program(), &mut |command| {
            if ["man", "completions"].contains(&command.get_name()) {
                return;
            }
            let without = command.get_arguments().filter(|it| it.get_help_heading().is_none());
            let ids = without.map(|it| it.get_id().as_str()).filter(|id| !plain.contains(id));
            astray.extend(ids.map(|id| format!("{} {id}", command.get_name())));
        });
        assert_eq!(astray, Vec::<String>::new());
    }

    #[test]
    fn help_speaks_of_no_option_that_the_command_has_not() {
        let mut astray = Vec::new();
        each_command(&program(), &mut |command| {
            let help = command.clone().render_long_help().to_string();
            let has_branch = command.get_arguments().any(|it| it.get_id() == "branch");
            let is_generator = super::GENERATORS.contains(&command.get_name());
            if is_generator && !has_branch && help.contains("--branch") {
                astray.push(command.get_name().to_owned());
            }
        });
        assert_eq!(astray, Vec::<String>::new());
    }

    #[test]
    fn the_exit_codes_are_in_the_long_help() {
        let help = program().render_long_help().to_string();
        assert!(help.contains("Exit status:") && help.contains("130"), "{help}");
    }

    #[test]
    fn short_help_fits_a_screen() {
        let mut long = Vec::new();
        each_command(&program(), &mut |command| {
            let help = command.clone().term_width(100).render_help().to_string();
            let lines = help.lines().count();
            if lines > SCREEN_LINES {
                long.push(format!("{}: {lines} lines", command.get_name()));
            }
        });
        assert_eq!(long, Vec::<String>::new());
    }

    #[test]
    fn names_are_completed_where_names_are_wanted() {
        let mut script = Vec::new();
        clap_complete::generate(Shell::Bash, &mut program(), "soko", &mut script);
        let script = String::from_utf8(script).expect("text");
        for names in [
            "official nethack nethack-game nethack-diagonal sink",
            "any pushes moves",
            "sok boxoban slc nethack-map nethack-des nethack-lua petersohn jsonl pddl-plan",
            "petersohn jsonl pddl tiling lurd",
            "tiling-punch-out",
            "corrected published",
        ] {
            assert!(script.contains(names), "{names}");
        }
    }
}
