//! What commands say about levels and files that are wrong, and where.

use crate::program::{Folder, LEVEL};

#[test]
fn issue_16_levels_in_an_unknown_legend_are_told_what_to_name() {
    let folder = Folder::new();
    folder.write("dos.txt", "XXXXX\nX@*.X\nXXXXX\n");
    for command in ["lint", "solve", "convert"] {
        let mut arguments = vec![command, "dos.txt"];
        arguments.extend((command == "convert").then_some("--to=sok"));
        let outcome = folder.run(&arguments);
        outcome.fails(2, "error[E0119]");
        for part in ["'X' as the wall", "dos.txt:1:1", "--legend dos knows", "reasoning-gym"] {
            outcome.fails(2, part);
        }
    }
    folder.run(&["lint", "dos.txt", "--legend", "dos"]).succeeds();
    folder.write("one.sok", "5#|#@?.#|5#\n");
    let outcome = folder.run(&["lint", "one.sok"]);
    assert!(outcome.stdout.contains("unknown character '?'"), "{outcome:?}");
    assert!(outcome.stdout.contains("one.sok:1:6"), "{outcome:?}");
}

#[test]
fn issue_16_findings_in_encoded_levels_quote_the_line_as_written() {
    let folder = Folder::new();
    let check = |text: &str, place: &str, quoted: &str| {
        folder.write("a.sok", text);
        let outcome = folder.run(&["lint", "a.sok"]);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.stdout.contains(place), "no {place} in {outcome:?}");
        assert!(outcome.stdout.contains(quoted), "no {quoted} in {outcome:?}");
    };
    check("7#\n#@-$?.#\n7#\n", "a.sok:2:5", "2 | #@-$?.#");
    check("8#\n#@3-$.-\n8#\n", "a.sok:2:7", "2 | #@3-$.-");
    check("7#|#@-$-.-|7#\n", "a.sok:1:10", "1 | 7#|#@-$-.-|7#");
    check("7#|#2@$-.#|7#\n", "a.sok:1:6", "1 | 7#|#2@$-.#|7#");
}

#[test]
fn issue_16_findings_in_json_lines_are_in_the_line_of_the_level() {
    let folder = Folder::new();
    let good = "{\"rows\":[\"#####\",\"#@$.#\",\"#####\"]}";
    let gap = "{\"title\":\"gap\",\"rows\":[\"#######\",\"#@ $ . \",\"#######\"]}";
    let strange = "{\"rows\":[\"#####\",\"#@?.#\",\"#####\"]}";
    folder.write("a.jsonl", &format!("{good}\n{gap}\n\n{strange}\n"));
    let outcome = folder.run(&["lint", "a.jsonl"]);
    for place in ["a.jsonl:2:41", "a.jsonl:4:21"] {
        assert!(outcome.stdout.contains(place), "no {place} in {outcome:?}");
    }
    let outcome = folder.run(&["solve", "a.jsonl#2", "--format", "jsonl"]);
    assert!(outcome.stdout.contains("line 2, column 41"), "{outcome:?}");
    let outcome = folder.run(&["lint", "a.jsonl#3", "--format", "jsonl"]);
    assert!(outcome.stdout.contains(r#""line":4,"column":21"#), "{outcome:?}");
}

#[test]
fn issue_16_solutions_for_a_file_that_is_missing_are_not_refused() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    folder.write("b.sok", LEVEL);
    folder.write("lines.txt", "R\nR\n");
    let outcome = folder.run(&["solve", "a.sok", "b.sok", "--format", "jsonl"]);
    folder.write("lines.jsonl", &outcome.stdout);
    let outcome = folder.run(&["verify", "none.sok", "--solutions", "lines.txt"]);
    outcome.fails(2, "cannot read none.sok: No such file");
    assert_eq!(outcome.stdout, "");
    std::fs::remove_file(folder.path("b.sok")).expect("a file");
    let json = ["verify", "a.sok", "b.sok", "--solutions", "lines.jsonl", "--format", "jsonl"];
    let outcome = folder.run(&json);
    outcome.fails(2, "cannot read b.sok: No such file");
    assert_eq!(outcome.stdout.lines().count(), 1, "{outcome:?}");
    // Nobody knows how many lines belong to the missing file.
    let outcome = folder.run(&["verify", "none.sok", "a.sok", "--solutions", "lines.txt"]);
    outcome.fails(2, "none.sok cannot be read, so nobody knows which lines");
    assert_eq!(outcome.stdout, "");
}

#[cfg(target_os = "linux")]
#[test]
fn issue_16_help_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    let calls: [&[&str]; 6] =
        [&[], &["--help"], &["--version"], &["solve", "-h"], &["help", "solve"], &["man"]];
    for arguments in calls {
        let mut command = folder.command(arguments);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        command.stdout(full);
        let outcome = crate::program::Outcome::new(command.output().expect("the program runs"));
        outcome.fails(2, "cannot write to standard output: No space left on device");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn issue_16_messages_that_cannot_be_written_are_lost_and_nothing_else() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    let calls: [(&[&str], i32); 8] = [
        (&["solve", "missing.sok", "a.sok"], 2),
        (&["solve", "a.sok", "--objective", "pushes", "--proof", "a.proof"], 0),
        (&["generate", "reverse", "--count", "1"], 0),
        (&["library", "list", "--library", "none.db"], 2),
        (&["check-proof", "a.sok", "none.proof"], 2),
        (&["chamber", "none.txt"], 2),
        (&["play", "a.sok"], 2),
        (&["man", "nothing"], 2),
    ];
    for (arguments, code) in calls {
        let mut command = folder.command(arguments);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        command.stderr(full);
        let outcome = crate::program::Outcome::new(command.output().expect("the program runs"));
        assert_eq!(outcome.code, Some(code), "{arguments:?}");
        let is_solved = outcome.stdout.contains(": solved, ");
        assert_eq!(is_solved, arguments[0] == "solve", "{arguments:?}");
    }
    assert!(folder.names().contains(&"a.proof".to_owned()));
}

#[test]
fn issue_16_selections_without_an_end_and_misspelt_collections() {
    let folder = Folder::new();
    let outcome = folder.run(&["lint", "quarry#16-"]);
    outcome.succeeds();
    assert_eq!(outcome.stdout, "2 levels checked, 0 with findings\n");
    folder.run(&["lint", "quarry#18-"]).fails(2, "there is no level quarry.txt#18");
    folder.run(&["lint", "quarry#-3"]).fails(2, "quarry#3-");
    folder.write("a.sok", &format!("{LEVEL}\n{LEVEL}"));
    folder.write("lines.txt", "L\nR\n");
    // A line for each level of the file, of which the first is not asked about.
    folder.run(&["verify", "a.sok#2-", "--solutions", "lines.txt"]).succeeds();
    for name in ["Workshop", "workshp#1", "WORKSHOP.sok"] {
        folder.run(&["solve", name]).fails(2, "did you mean workshop, which comes with");
    }
}

#[test]
fn a_drawing_that_cannot_be_read_does_not_stop_the_others() {
    let folder = Folder::new();
    folder.write("room.txt", "-----\n|...|\n|...###\n-----\n");
    let outcome = folder.run(&["chamber", "none.txt", "room.txt"]);
    outcome.fails(2, "cannot read none.txt");
    assert!(outcome.stdout.contains("room.txt"), "{outcome:?}");
}

#[test]
fn hostile_bytes_in_the_place_of_drawings_certificates_and_libraries_are_refused_and_kept() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    let utf_16: Vec<u8> = LEVEL.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let texts: [&[u8]; 8] = [
        b"",
        b"\n\n\n",
        b"\0\0\0",
        b"\x7fELF\x02\x01\x01\0\xff\xfe",
        &[&[0xFF, 0xFE][..], &utf_16].concat(),
        &b"#".repeat(2 << 20),
        b"SQLite format 3\0 and no more",
        b"{\"schema\":\"sokolab/proof/1\"",
    ];
    let calls: [&[&str]; 7] = [
        &["chamber", "bytes"],
        &["check-proof", "a.sok", "bytes"],
        &["library", "check", "--library", "bytes"],
        &["library", "list", "--library", "bytes"],
        &["library", "export", "--library", "bytes"],
        &["library", "import", "a.sok", "--library", "bytes"],
        &["solve", "a.sok", "--library", "bytes"],
    ];
    for text in texts {
        for arguments in calls {
            std::fs::write(folder.path("bytes"), text).expect("a file");
            let outcome = folder.run(arguments);
            // SQLite makes a library of an empty file.
            if text.is_empty() && arguments.contains(&"--library") {
                continue;
            }
            let shown = &text[..text.len().min(20)];
            assert_eq!(outcome.code, Some(2), "{arguments:?} on {shown:?}: {outcome:?}");
            assert!(outcome.stderr.starts_with("error"), "{arguments:?}: {outcome:?}");
            let kept = std::fs::read(folder.path("bytes")).expect("the file");
            assert_eq!(kept, text, "{arguments:?} on {shown:?}");
        }
    }
    assert_eq!(folder.names(), ["a.sok", "bytes"]);
}

/// Once, the solutions of a file in another folder were refused if its base name was the same.
#[test]
fn solutions_of_a_file_that_was_not_named_are_passed_over() {
    let folder = Folder::new();
    for name in ["d1", "d2"] {
        std::fs::create_dir(folder.path(name)).expect("the folder is ours");
    }
    folder.write("d1/x.sok", "#####\n#@$.#\n#####\n");
    folder.write("d2/x.sok", "######\n#@ $.#\n######\n");
    let solved = folder.run(&["solve", "d1/x.sok", "d2/x.sok", "--format", "jsonl", "--quiet"]);
    solved.succeeds();
    folder.write("xx.jsonl", &solved.stdout);
    for name in ["d1/x.sok", "d2/x.sok", "./d2/x.sok"] {
        let outcome = folder.run(&["verify", name, "--solutions", "xx.jsonl"]);
        outcome.succeeds();
        assert_eq!(outcome.stdout.lines().count(), 1, "{outcome:?}");
    }
}
