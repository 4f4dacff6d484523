//! The headings of options on help pages.
//!
//! Options that several commands share are listed here once, so that an option has the same heading
//! everywhere. An option of a single command names its own heading, which takes precedence, and is
//! marked if only `--help` shows it, so that `-h` fits on a screen.

use clap::{Arg, Command};

const LEVELS: &str = "Levels";
const SOLUTIONS: &str = "Solutions";
const GOAL: &str = "Goal";
const METHOD: &str = "Method";
/// The heading of limits on time, memory and the like.
pub(super) const LIMITS: &str = "Limits";
/// The heading of options for the output.
pub(super) const OUTPUT: &str = "Output";

/// Headings of options that several commands share.
const SHARED: &[(&str, &[&str])] = &[
    (LEVELS, &["from", "legend", "rules"]),
    (SOLUTIONS, &["moves", "solution", "solutions", "answers", "strict"]),
    (GOAL, &["objective", "improve", "cyclic", "storage"]),
    (METHOD, &["method", "threads", "seed", "horizon", "without", "with", "tile_rules"]),
    (METHOD, &["judge", "step_cost"]),
    (
        METHOD,
        &["heuristic", "checkers", "stone_pusher", "ties", "parallel_outer_expand", "thread_num"],
    ),
    (METHOD, &["blocklist_number", "blocklist_distance", "blocklist_store"]),
    (METHOD, &["blocklist_heur_calculator"]),
    (LIMITS, &["time", "nodes", "memory", "states"]),
    (OUTPUT, &["format", "output", "moves_alphabet", "gallery", "des_version", "csv", "spoil"]),
    (OUTPUT, &["summary", "plot"]),
    (PROOFS, &["proof", "proof_limit", "lemmas", "plain"]),
    (BATCHES, &["jobs", "resume"]),
    (LIBRARY, &["library", "remember", "collection", "unsolved", "id"]),
];

/// The heading of options about certificates.
const PROOFS: &str = "Proofs";

/// The heading of options for many levels.
const BATCHES: &str = "Batches";

/// The heading of options about the library.
const LIBRARY: &str = "Library";

/// The command whose subcommands generate levels.
const GENERATE: &str = "generate";

/// The heading of options that describe the generated levels.
const MADE: &str = "Level";

/// The options in the short help of generators.
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

/// Puts the options of every command under their headings.
pub(super) fn arranged(program: Command) -> Command {
    program.mut_subcommands(|command| {
        if command.get_name() == GENERATE {
            return command.mut_subcommands(arranged_generator);
        }
        arranged_alone(command).mut_subcommands(arranged_alone)
    })
}

/// A command with its own options under their headings.
fn arranged_alone(command: Command) -> Command {
    command.mut_args(|argument| {
        let heading = shared_heading(argument.get_id().as_str());
        arrange(argument, heading)
    })
}

/// A generator. The properties of levels have a heading of their own, and only the basic options
/// are in the short help.
fn arranged_generator(command: Command) -> Command {
    let makes_branches = command.get_arguments().any(|it| it.get_id() == "branch");
    command.mut_args(|argument| {
        let id = argument.get_id().as_str().to_owned();
        let shared = shared_heading(&id);
        let heading = if matches!(shared, Some(LIMITS | OUTPUT)) { shared } else { Some(MADE) };
        let argument = arrange(argument, heading);
        let argument = if id == "count" && !makes_branches {
            argument.long_help(
                "How many levels to make [default: 10].\n\n\
                 With --trials or --time, as many as are found.",
            )
        } else {
            argument
        };
        argument.hide_short_help(!MADE_SHORTLY.contains(&id.as_str()))
    })
}

fn arrange(argument: Arg, heading: Option<&'static str>) -> Arg {
    let argument = match heading {
        Some(heading) if argument.get_help_heading().is_none() => argument.help_heading(heading),
        _ => argument,
    };
    // Otherwise -1 is taken for an option, and the advice is to write `-- -1`.
    let has_values = argument.get_action().takes_values() && !argument.is_positional();
    let argument = if has_values && !argument.is_allow_hyphen_values_set() {
        argument.allow_negative_numbers(true)
    } else {
        argument
    };
    // The values of an option with the value name <walk|push> need not be listed again.
    let is_listed =
        argument.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains('|')));
    if is_listed { argument.hide_possible_values(true) } else { argument }
}

fn shared_heading(id: &str) -> Option<&'static str> {
    SHARED.iter().find(|(_, ids)| ids.contains(&id)).map(|(heading, _)| *heading)
}

#[cfg(test)]
mod tests {
    use clap::Command;
    use clap_complete::Shell;

    use crate::command::Program;

    #[test]
    fn a_negative_number_is_a_bad_value_and_no_option() {
        for option in ["--time", "--nodes", "--seed", "--improve"] {
            let words = ["soko", "solve", option, "-1"];
            let error = Program::definition().try_get_matches_from(words).expect_err(option);
            let told = error.to_string();
            assert!(told.contains("invalid value '-1'") && !told.contains("'-- -1'"), "{told}");
        }
    }

    /// The largest number of lines of a short help page.
    const SCREEN_LINES: usize = 45;

    fn program() -> Command {
        let mut program = Program::definition();
        program.build();
        program
    }

    /// Calls `look` with every command that does something, by its full name.
    fn each_command(command: &Command, look: &mut dyn FnMut(&Command)) {
        for below in command.get_subcommands().filter(|it| it.get_name() != "help") {
            look(below);
            each_command(below, look);
        }
    }

    #[test]
    fn every_option_stands_under_a_heading() {
        // These apply to the whole program, or are the only options.
        let plain = ["help", "version", "quiet", "color", "levels", "files", "file"];
        let mut astray = Vec::new();
        each_command(&program(), &mut |command| {
            // Commands that read no levels have few options, so one heading is enough.
            if command
                .get_arguments()
                .all(|it| !["levels", "rules"].contains(&it.get_id().as_str()))
            {
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
            let has_count = command.get_arguments().any(|it| it.get_id() == "count");
            if has_count && !has_branch && help.contains("--branch") {
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
    fn issue_16_help_says_what_is_reproducible() {
        let program = program();
        let solve = program.find_subcommand("solve").expect("a command");
        let help = solve.clone().render_long_help().to_string();
        for part in ["What is reproducible:", "With --threads 1", "With several threads"] {
            assert!(help.contains(part), "{part}");
        }
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
            "petersohn jsonl pddl tiling poms lurd",
            "tiling-punch-out",
            "corrected published",
        ] {
            assert!(script.contains(names), "{names}");
        }
    }
}
