//! Output files: whole or not at all, never over an input, never two in one file.

use crate::program::{Folder, LEVEL, PAIR};

/// Commands that would write to the file `a.sok` that they read.
const OVER_INPUT: [&[&str]; 12] = [
    &["convert", "a.sok", "--to", "sok", "-o", "a.sok"],
    &["convert", "a.sok", "--to", "lurd", "-o", "a.sok"],
    &["solve", "a.sok", "--format", "sok", "-o", "a.sok"],
    &["optimize", "a.sok", "--format", "sok", "-o", "a.sok"],
    &["trim", "a.sok", "--format", "sok", "-o", "a.sok"],
    &["rate", "a.sok", "-o", "a.sok"],
    &["rate", "a.sok", "--gallery", "a.sok"],
    &["explain", "a.sok", "-o", "a.sok"],
    &["analyze", "a.sok", "-o", "a.sok"],
    &["trace", "a.sok", "--format", "svg", "-o", "a.sok"],
    &["bench", "a.sok", "--csv", "a.sok"],
    &["generate", "murase", "--count", "1", "--avoid", "a.sok", "-o", "a.sok"],
];

#[test]
fn issue_16_an_input_is_never_written_to() {
    for arguments in OVER_INPUT {
        let folder = Folder::new();
        folder.write("a.sok", LEVEL);
        let outcome = folder.run(arguments);
        outcome.fails(2, "a.sok");
        assert_eq!(folder.read("a.sok"), LEVEL, "{arguments:?}");
        assert_eq!(folder.names(), ["a.sok"], "{arguments:?}");
    }
}

#[test]
fn issue_16_other_inputs_than_levels_are_not_written_to_either() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    folder.write("s.txt", "R\n");
    let over = |arguments: &[&str]| folder.run(arguments).fails(2, "it is the input");
    over(&["rate", "a.sok", "--solutions", "s.txt", "--gallery", "s.txt"]);
    over(&["explain", "a.sok", "--solutions", "s.txt", "-o", "s.txt"]);
    over(&["generate", "murase", "--count", "1", "--avoid", "a.sok", "--solutions", "a.sok"]);
    over(&["generate", "murase", "--count", "1", "--avoid", "a.sok", "--gallery", "a.sok"]);
    assert_eq!((folder.read("a.sok"), folder.read("s.txt")), (LEVEL.to_owned(), "R\n".to_owned()));
    assert_eq!(folder.names(), ["a.sok", "s.txt"]);
}

#[test]
fn issue_16_two_outputs_never_share_a_file() {
    let folder = Folder::new();
    let generate = ["generate", "murase", "--count", "1"];
    for others in [
        ["-o", "x", "--solutions", "x"],
        ["-o", "x", "--solutions", "./x"],
        ["-o", "x", "--gallery", "../x"],
        ["--solutions", "x", "--gallery", "x"],
        ["-o", "-", "--solutions", "/dev/stdout"],
    ] {
        let name = folder.path("").file_name().expect("a name").to_string_lossy().into_owned();
        let others = others.map(|it| it.replace("../x", &format!("../{name}/x")));
        let mut arguments = generate.to_vec();
        arguments.extend(others.iter().map(String::as_str));
        folder.run(&arguments).fails(2, "give each output a file of its own");
        assert!(folder.names().is_empty(), "{others:?}");
    }
}

#[test]
fn issue_16_certificates_are_not_copied_if_a_level_cannot_be_read() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    folder.write("old", "precious");
    let solve = ["solve", "a.sok", "--objective", "pushes", "--proof", "a.proof"];
    folder.run(&solve).succeeds();
    let missing = ["check-proof", "missing.sok", "a.proof", "--plain", "old"];
    let outcome = folder.run(&missing);
    outcome.fails(2, "cannot read missing.sok");
    assert_eq!((outcome.stdout.as_str(), folder.read("old").as_str()), ("", "precious"));
    let outcome = folder.run(&["check-proof", "a.sok", "a.proof", "--plain", "old"]);
    outcome.succeeds();
    assert!(outcome.stdout.contains("a.sok#1: accepted, 1 push is fewest"), "{outcome:?}");
    folder.run(&["check-proof", "a.sok", "old"]).succeeds();
}

#[test]
fn issue_16_an_input_that_cannot_be_read_leaves_outputs_alone() {
    let folder = Folder::new();
    folder.write("old", "precious");
    folder.write("empty.sok", "nothing here\n");
    folder.write("bad.sok", "#####\n#@$.\n#####\n");
    for input in ["missing.sok", "empty.sok"] {
        for arguments in [
            &["convert", input, "--to", "sok", "-o", "old"][..],
            &["convert", input, "--to", "nethack-lua", "-o", "old"],
            &["convert", input, "--to", "lurd", "-o", "old"],
            &["convert", input, "--from", "pddl-plan", "--to", "lurd", "-o", "old"],
            &["solve", input, "-o", "old"],
            &["solve", input, "--format", "jsonl", "-o", "old"],
            &["optimize", input, "-o", "old"],
            &["trim", input, "-o", "old"],
            &["rate", input, "-o", "old"],
            &["explain", input, "--format", "html", "-o", "old"],
            &["analyze", input, "-o", "old"],
            &["trace", input, "-o", "old"],
            &["generate", "murase", "--avoid", input, "-o", "old"],
        ] {
            folder.run(arguments).fails(2, "");
            assert_eq!(folder.read("old"), "precious", "{arguments:?}");
        }
    }
    folder.run(&["trace", "bad.sok", "-o", "new"]).fails(1, "");
    folder.run(&["convert", "bad.sok", "--to", "nethack-map", "-o", "new"]).fails(1, "");
    assert_eq!(folder.names(), ["bad.sok", "empty.sok", "old"]);
}

#[test]
fn finished_results_take_their_place() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    folder.write("out", "older and longer than what comes now ".repeat(100).as_str());
    folder.run(&["solve", "a.sok", "--format", "lurd", "-o", "out"]).succeeds();
    assert_eq!(folder.read("out"), "R\n");
    folder.write("b.sok", PAIR);
    folder.run(&["solve", "b.sok", "--format", "lurd", "-o", "out"]).fails(1, "");
    assert_eq!(folder.read("out"), "R\n\n");
    folder.run(&["generate", "murase", "--count", "1", "-o", "x", "--solutions", "s"]).succeeds();
    folder.run(&["verify", "x", "--solutions", "s"]).succeeds();
    folder.run(&["bench", "a.sok", "--csv", "rows.csv"]).succeeds();
    assert!(folder.read("rows.csv").contains("One push"));
    let split = ["--count", "4", "--split", "50/25/25", "-o", "data"];
    let data_set = ["generate", "reverse", "--profile", "boxoban"];
    folder.run(&[&data_set[..], &split].concat()).succeeds();
    assert!(folder.read("data/manifest.json").contains("sha256"));
    folder.run(&["man", "-o", "pages"]).succeeds();
    assert!(folder.path("pages/soko-solve.1").exists());
    assert_eq!(folder.names(), ["a.sok", "b.sok", "data", "out", "pages", "rows.csv", "s", "x"]);
}

#[test]
fn levels_of_the_same_name_get_files_of_their_own() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("more")).expect("a folder");
    folder.write("a.sok", PAIR);
    folder.write("more/a.sok", LEVEL);
    folder.run(&["convert", "a.sok", "more/a.sok", "--to", "petersohn", "-o", "out/"]).succeeds();
    for name in ["out/a-1.txt", "out/a-2.txt", "out/a-1-2.txt"] {
        assert!(folder.path(name).exists(), "{name}");
    }
}

#[test]
fn a_domain_and_its_problems_are_files_of_their_own() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    folder.run(&["convert", "a.sok", "--to", "pddl"]).fails(2, "-o FOLDER/");
    folder.run(&["convert", "a.sok", "--to", "pddl", "-o", "out"]).succeeds();
    for name in ["out/domain.pddl", "out/problem-1.pddl", "out/problem-2.pddl"] {
        assert!(folder.read(name).starts_with("(define"), "{name}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;
    use std::time::{Duration, Instant};

    use crate::program::{Folder, LEVEL, Outcome};

    #[test]
    fn issue_16_links_do_not_hide_that_a_file_is_the_input() {
        let folder = Folder::new();
        folder.write("a.sok", LEVEL);
        symlink("a.sok", folder.path("soft.sok")).expect("a link");
        std::fs::hard_link(folder.path("a.sok"), folder.path("hard.sok")).expect("a link");
        std::fs::create_dir(folder.path("real")).expect("a folder");
        symlink("real", folder.path("other")).expect("a link");
        folder.write("real/b.sok", LEVEL);
        for (input, output) in [
            ("a.sok", "soft.sok"),
            ("soft.sok", "a.sok"),
            ("a.sok", "hard.sok"),
            ("hard.sok", "soft.sok"),
            ("other/b.sok", "real/b.sok"),
        ] {
            let outcome = folder.run(&["convert", input, "--to", "sok", "-o", output]);
            outcome.fails(2, "it is the input");
            assert_eq!(folder.read(input), LEVEL);
        }
    }

    #[test]
    fn a_link_stays_a_link_and_a_mode_stays() {
        let folder = Folder::new();
        folder.write("a.sok", LEVEL);
        folder.write("real.txt", "old");
        let mode = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(folder.path("real.txt"), mode).expect("our own file");
        symlink("real.txt", folder.path("link.txt")).expect("a link");
        symlink("later.txt", folder.path("dangling.txt")).expect("a link");
        for (link, target) in [("link.txt", "real.txt"), ("dangling.txt", "later.txt")] {
            folder.run(&["solve", "a.sok", "--format", "lurd", "-o", link]).succeeds();
            assert!(folder.path(link).is_symlink());
            assert_eq!(folder.read(target), "R\n");
        }
        let data = folder.path("real.txt").metadata().expect("it is there");
        assert_eq!(data.mode() & 0o777, 0o640);
        let plain = folder.path("a.sok").metadata().expect("it is there");
        let new = folder.path("later.txt").metadata().expect("it is there");
        assert_eq!(new.mode(), plain.mode(), "as any other new file");
    }

    #[test]
    fn a_file_that_is_read_only_stays_as_it_is() {
        let folder = Folder::new();
        folder.write("a.sok", LEVEL);
        folder.write("out", "old");
        let mode = std::fs::Permissions::from_mode(0o444);
        std::fs::set_permissions(folder.path("out"), mode).expect("our own file");
        folder
            .run(&["solve", "a.sok", "-o", "out"])
            .fails(2, "cannot write to out: it is read-only");
        assert_eq!(folder.read("out"), "old");
        folder.run(&["solve", "a.sok", "-o", "none/out"]).fails(2, "cannot write to none/out: No");
        assert_eq!(folder.names(), ["a.sok", "out"]);
    }

    #[test]
    fn devices_and_pipes_are_written_to_directly() {
        let folder = Folder::new();
        folder.write("a.sok", LEVEL);
        let solve = ["solve", "a.sok", "--format", "lurd", "-o"];
        let to = |path: &str| folder.run(&[&solve[..], &[path]].concat());
        assert_eq!(to("/dev/stdout").stdout, "R\n");
        assert_eq!(to("-").stdout, "R\n");
        to("/dev/null").succeeds();
        let status = Command::new("mkfifo").arg(folder.path("pipe")).status();
        assert!(status.expect("mkfifo runs").success());
        let writer = folder.command(&[&solve[..], &["pipe"]].concat()).spawn().expect("it runs");
        assert_eq!(folder.read("pipe"), "R\n");
        Outcome::new(writer.wait_with_output().expect("it ends")).succeeds();
        assert_eq!(folder.names(), ["a.sok", "pipe"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn issue_16_a_full_disk_is_named_with_the_file() {
        let folder = Folder::new();
        folder.write("a.sok", LEVEL);
        let full = |option: &str| {
            let arguments = ["rate", "a.sok", option, "/dev/full"];
            folder.run(&arguments).fails(2, "cannot write to /dev/full: No space left on device");
        };
        full("-o");
        full("--gallery");
        // A limit on the size of files is the full disk that everybody may have.
        let script = format!(
            "trap '' XFSZ; ulimit -f 8; exec '{}' generate murase --count 200 -o x.sok",
            env!("CARGO_BIN_EXE_soko")
        );
        let mut limited = Command::new("sh");
        limited
            .args(["-c", &script])
            .current_dir(folder.path(""))
            .stdin(std::process::Stdio::null());
        let outcome = Outcome::new(limited.output().expect("a shell"));
        outcome.fails(2, "cannot write to x.sok: File too large");
        assert_eq!(folder.names(), ["a.sok"]);
    }

    /// Waits until a temporary file holds something, interrupts, and gives the outcome.
    fn interrupted(folder: &Folder, arguments: &[&str], signal: &str) -> Outcome {
        let child = folder.command(arguments).spawn().expect("it runs");
        let begin = Instant::now();
        let is_begun = || {
            let names = folder.names();
            let mut parts = names.iter().filter(|it| it.starts_with('.'));
            parts.any(|it| folder.path(it).metadata().is_ok_and(|data| data.len() > 0))
        };
        while !is_begun() {
            assert!(begin.elapsed() < Duration::from_secs(60), "nothing is written");
            std::thread::sleep(Duration::from_millis(20));
        }
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        Outcome::new(child.wait_with_output().expect("it ends"))
    }

    #[test]
    fn an_interrupted_run_keeps_what_is_done() {
        let folder = Folder::new();
        let easy = format!("{LEVEL}\n");
        folder.write("many.sok", &easy.repeat(50_000));
        for signal in ["-INT", "-TERM"] {
            let arguments =
                ["solve", "many.sok", "--format", "lurd", "--threads", "1", "-o", "out"];
            let outcome = interrupted(&folder, &arguments, signal);
            assert_eq!(outcome.code, Some(130), "{outcome:?}");
            let text = folder.read("out");
            // The level that was being solved has an empty line.
            let text = text.strip_suffix("\n\n").or(text.strip_suffix('\n')).expect("an end");
            assert!(text.lines().all(|it| it == "R"), "whole lines: {text}");
            let arguments = ["analyze", "many.sok", "--format", "json", "-o", "out"];
            let outcome = interrupted(&folder, &arguments, signal);
            assert_eq!(outcome.code, Some(130), "{outcome:?}");
            assert!(folder.read("out").lines().all(|it| it.ends_with('}')));
            assert_eq!(folder.names(), ["many.sok", "out"]);
        }
    }
}

#[test]
fn a_gallery_without_a_level_leaves_the_page_that_is_there() {
    let folder = Folder::new();
    folder.write("page.html", "an older page");
    folder.write("lost.sok", "#####\n#@ $#\n# . #\n#####\n");
    folder.run(&["rate", "missing.sok", "--gallery", "page.html"]).fails(2, "missing.sok");
    folder.run(&["rate", "lost.sok", "--gallery", "page.html"]).fails(1, "no level to show");
    assert_eq!(folder.read("page.html"), "an older page");
}

#[test]
fn files_in_a_folder_are_all_written_or_none() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("made")).expect("the folder is ours");
    folder.write("made/problem-2.pddl", PAIR);
    folder.write("made/domain.pddl", "an older domain");
    let arguments = ["convert", "made/problem-2.pddl", "--to", "pddl", "-o", "made"];
    folder.run(&arguments).fails(2, "it is the input");
    assert_eq!(folder.read("made/domain.pddl"), "an older domain");
    assert_eq!(folder.read("made/problem-2.pddl"), PAIR);
    assert!(!folder.path("made/problem-1.pddl").exists());
}

#[test]
fn issue_19_a_standard_error_that_is_gone_changes_no_exit_code() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    for (arguments, code) in [
        (&["solve", "missing.sok"][..], 2),
        (&["verify", "a.sok", "--moves", "L"], 1),
        (&["lint", "missing.sok", "a.sok"], 2),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let status = folder.command(arguments).stderr(writer).status().expect("the program runs");
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}
