//! Levels on standard input, when it is read and when not.

use std::io::Write;
use std::process::{Child, Stdio};

use crate::program::{Folder, LEVEL, Outcome};

/// The commands that have levels to fall back on.
const WITH_DEFAULT: [&[&str]; 7] = [
    &["solve", "--nodes", "1"],
    &["analyze"],
    &["render"],
    &["rate", "--nodes", "1", "--states", "0"],
    &["explain", "--nodes", "1", "--states", "0"],
    &["bench", "--nodes", "1"],
    &["perft", "--pushes", "1"],
];

/// Those that have not.
const WITHOUT_DEFAULT: [&[&str]; 6] = [
    &["lint"],
    &["convert", "--to", "sok"],
    &["verify", "--moves", "R"],
    &["optimize"],
    &["trim"],
    &["trace", "--method", "tiling"],
];

fn piped(folder: &Folder, arguments: &[&str], text: &str) -> Outcome {
    let mut child = folder.command(arguments).stdin(Stdio::piped()).spawn().expect("it runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that has ended does not read.
    drop(pipe.write_all(text.as_bytes()));
    drop(pipe);
    Outcome::new(child.wait_with_output().expect("it ends"))
}

#[test]
fn issue_16_levels_in_a_pipe_or_a_file_are_read_without_being_named() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    for arguments in WITH_DEFAULT.into_iter().chain(WITHOUT_DEFAULT) {
        let outcome = piped(&folder, arguments, LEVEL);
        assert!(!outcome.stdout.contains("workshop"), "{arguments:?}: {outcome:?}");
        assert!(!outcome.stderr.contains("name a level file"), "{arguments:?}: {outcome:?}");
        assert_ne!(outcome.code, Some(2), "{arguments:?}: {outcome:?}");
        let file = std::fs::File::open(folder.path("a.sok")).expect("it is there");
        let same = folder.command(arguments).stdin(file).output().expect("it runs");
        assert_eq!(Outcome::new(same).code, outcome.code, "{arguments:?}");
    }
    let solved = piped(&folder, &["solve", "--format", "lurd"], LEVEL);
    assert_eq!(solved.stdout, "R\n");
    let fitted = piped(&folder, &["patterns"], LEVEL);
    assert!(fitted.stdout.starts_with("-#1 "), "{fitted:?}");
}

#[test]
fn without_content_the_embedded_levels_are_used() {
    let folder = Folder::new();
    folder.write("empty", "");
    for arguments in WITH_DEFAULT.into_iter().filter(|it| !["rate", "explain"].contains(&it[0])) {
        let default = folder.run(arguments);
        assert!(default.stdout.contains("workshop") || arguments[0] == "perft", "{default:?}");
        assert_eq!(piped(&folder, arguments, "").code, default.code, "{arguments:?}");
    }
    let empty = std::fs::File::open(folder.path("empty")).expect("it is there");
    let output = folder.command(&["render"]).stdin(empty).output().expect("it runs");
    assert!(Outcome::new(output).stdout.contains("workshop.sok#1"));
    for arguments in WITHOUT_DEFAULT {
        folder.run(arguments).fails(2, "name a level file, or - for standard input");
        piped(&folder, arguments, "").fails(2, "name a level file");
    }
    assert!(folder.run(&["patterns"]).stdout.contains("552 of 552"));
    piped(&folder, &["solve"], "no level\n").fails(2, "no level found");
}

#[test]
fn the_readme_shows_what_lint_prints() {
    let readme = include_str!("../../../../README.md");
    let command = r"printf '#####\n#@$.\n#####\n' | soko lint";
    assert!(readme.contains(command));
    let outcome = piped(&Folder::new(), &["lint"], "#####\n#@$.\n#####\n");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(readme.contains(outcome.stdout.trim_end()), "{}", outcome.stdout);
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new();
    piped(&folder, &["verify", "-", "--moves", "-"], LEVEL).fails(2, "can be read only once");
    piped(&folder, &["solve", "-", "-"], LEVEL).fails(2, "can be read only once");
    piped(&folder, &["verify", "--moves", "-"], "R").fails(2, "name a level file");
    folder.write("a.sok", LEVEL);
    piped(&folder, &["verify", "a.sok", "--moves", "-"], "R").succeeds();
}

#[test]
fn several_levels_are_analysed_as_a_table() {
    let folder = Folder::new();
    let table = folder.run(&["analyze"]);
    table.succeeds();
    assert_eq!(table.stdout.lines().count(), 47 + 3, "{}", table.stdout);
    assert!(folder.run(&["analyze", "--details"]).stdout.lines().count() > 500);
    assert!(folder.run(&["analyze", "workshop#1"]).stdout.contains("  locked  "));
    assert!(folder.run(&["analyze", "workshop", "--locks"]).stdout.contains("  locked  "));
}

#[cfg(unix)]
mod unix {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::{Child, Folder, LEVEL, Outcome, Write};

    fn signal(child: &Child, name: &str) {
        let status = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }

    #[test]
    fn issue_16_a_silent_pipe_is_named_and_can_be_interrupted() {
        let folder = Folder::new();
        for (arguments, name) in [
            (&["solve"][..], "-INT"),
            (&["lint"], "-TERM"),
            (&["solve", "-"], "-TERM"),
            (&["verify", "workshop#1", "--solutions", "-"], "-INT"),
            (&["verify", "workshop#1", "--answers", "-"], "-TERM"),
            (&["check-proof", "workshop#1", "-"], "-TERM"),
        ] {
            let mut child =
                folder.command(arguments).stdin(Stdio::piped()).spawn().expect("it runs");
            let pipe = child.stdin.take().expect("a pipe");
            std::thread::sleep(Duration::from_millis(2500));
            let begin = Instant::now();
            signal(&child, name);
            let outcome = Outcome::new(child.wait_with_output().expect("it ends"));
            assert!(begin.elapsed() < Duration::from_secs(2), "{arguments:?}");
            outcome.fails(130, "< /dev/null");
            assert_eq!(outcome.stdout, "", "{arguments:?}");
            drop(pipe);
        }
    }

    #[test]
    fn a_pipe_may_take_its_time() {
        let folder = Folder::new();
        let solve = ["solve", "--format", "lurd"];
        let mut child = folder.command(&solve).stdin(Stdio::piped()).spawn().expect("it runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        for line in LEVEL.split_inclusive('\n') {
            std::thread::sleep(Duration::from_millis(400));
            pipe.write_all(line.as_bytes()).expect("it reads");
        }
        drop(pipe);
        let outcome = Outcome::new(child.wait_with_output().expect("it ends"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), "R\n"), "{outcome:?}");
    }

    #[test]
    fn pipes_with_names_are_read_like_files() {
        let folder = Folder::new();
        let status = Command::new("mkfifo").arg(folder.path("pipe")).status();
        assert!(status.expect("mkfifo runs").success());
        let solve = ["solve", "pipe", "--format", "lurd"];
        let reader = folder.command(&solve).spawn().expect("it runs");
        std::fs::write(folder.path("pipe"), LEVEL).expect("somebody reads it");
        let outcome = Outcome::new(reader.wait_with_output().expect("it ends"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), "R\n"), "{outcome:?}");
        folder.write("a.sok", LEVEL);
        let known = ["bench", "a.sok", "--known", "pipe"];
        for arguments in [
            &solve[..],
            &known,
            &["bench", "--compare", "pipe", "pipe"],
            &["verify", "a.sok", "--answers", "pipe"],
            &["check-proof", "a.sok", "pipe"],
        ] {
            let waiting = folder.command(arguments).spawn().expect("it runs");
            std::thread::sleep(Duration::from_millis(500));
            signal(&waiting, "-TERM");
            let outcome = Outcome::new(waiting.wait_with_output().expect("it ends"));
            assert_eq!(outcome.code, Some(130), "{arguments:?}: {outcome:?}");
        }
    }

    #[test]
    fn issue_16_a_pipe_is_refused_where_a_file_is_changed_in_place() {
        let folder = Folder::new();
        let status = Command::new("mkfifo").arg(folder.path("pipe")).status();
        assert!(status.expect("mkfifo runs").success());
        folder.run(&["library", "list", "--library", "pipe"]).fails(2, "it is not a file");
        let evolve = ["generate", "evolve", "--generations", "1", "--state", "pipe"];
        folder.run(&evolve).fails(2, "it is not a file");
    }
}
