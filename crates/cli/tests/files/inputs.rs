//! Names of levels: selections, embedded collections, names that are not UTF-8, and files that
//! cannot be read beside others that can.

use crate::program::{Folder, LEVEL, PAIR};

#[test]
fn issue_16_a_selection_that_holds_no_level_is_named() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    folder.run(&["lint", "a.sok#5-2"]).fails(2, "the range 5-2 is reversed: write a.sok#2-5");
    folder.run(&["lint", "a.sok#0"]).fails(2, "levels are counted from 1");
    folder.run(&["lint", "a.sok#7"]).fails(2, "there is no level a.sok#7: it has 2 levels");
    let outcome = folder.run(&["solve", "a.sok#2-90", "--format", "lurd"]);
    outcome.fails(2, "there are no levels a.sok#3-90: it has 2 levels");
    assert_eq!(outcome.stdout, "\n");
    folder.write("a.sok#5-2", LEVEL);
    folder.run(&["solve", "a.sok#5-2"]).succeeds();
}

#[test]
fn issue_16_files_that_cannot_be_read_do_not_stop_the_others() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    folder.write("corner.sok", "#####\n#@.$#\n#####\n");
    let outcome = folder.run(&["solve", "none.sok", "a.sok", "--format", "lurd"]);
    outcome.fails(2, "cannot read none.sok");
    assert_eq!(outcome.stdout, "R\n");
    let outcome = folder.run(&["solve", "corner.sok", ".", "a.sok", "--format", "lurd"]);
    outcome.fails(2, "cannot read .: it is a folder");
    assert_eq!(outcome.stdout, "\nR\n");
    // Undecided, and a file that cannot be read.
    let stopped = ["solve", "workshop#30", "none.sok", "--objective", "pushes", "--nodes", "1"];
    folder.run(&stopped).fails(2, "cannot read none.sok");
    let plans = ["convert", "none.txt", "--from", "pddl-plan", "--to", "lurd"];
    folder.run(&plans).fails(2, "cannot read none.txt");
}

#[test]
fn issue_16_embedded_collections_are_named_from_anywhere() {
    let folder = Folder::new();
    let outcome = folder.run(&["solve", "workshop#1", "quarry#1", "--format", "jsonl"]);
    outcome.succeeds();
    assert!(outcome.stdout.contains(r#""file":"workshop.sok","level":1"#), "{outcome:?}");
    assert!(outcome.stdout.contains(r#""file":"quarry.txt","level":1"#), "{outcome:?}");
    folder.write("workshop", LEVEL);
    let outcome = folder.run(&["solve", "workshop", "--format", "lurd"]);
    assert_eq!(outcome.stdout, "R\n", "a file goes before an embedded collection");
    folder.run(&["solve", "workshop#2"]).fails(2, "there is no level workshop#2: it has 1 level");
}

#[test]
fn issue_16_a_level_with_a_box_on_the_exit_keeps_it() {
    let folder = Folder::new();
    let level = "des.map([[\n-----\n|...|\n|...|\n-----\n]])\n\
        des.levregion({ region = {1,1,1,1}, type = \"branch\" })\ndes.stair(\"up\", 3,1)\n\
        des.object(\"boulder\", 3,1)\ndes.trap(\"pit\", 2,2)\n";
    folder.write("a.lua", level);
    let drawn = folder.run(&["render", "a.lua"]);
    drawn.succeeds();
    let expected =
        "; a.lua#1\n-----\n|@.0|\n|.^.|\n-----\n; there is an exit below the box on d2\n\n";
    assert_eq!(drawn.stdout, expected);
    let xsb = folder.run(&["render", "a.lua", "--theme", "classic"]).stdout;
    assert!(xsb.contains("there is an exit below the box on d2"), "{xsb}");
    for format in ["sok", "slc", "nethack-map", "petersohn"] {
        folder.run(&["convert", "a.lua", "--to", format]).fails(1, "has no way to write");
    }
    folder.run(&["convert", "a.lua", "--to", "nethack-des", "-o", "a.des"]).succeeds();
    let again = folder.run(&["render", "a.des"]).stdout;
    assert_eq!(again.split_once('\n').map(|it| it.1), expected.split_once('\n').map(|it| it.1));
}

#[test]
fn what_a_format_has_no_place_for_is_said() {
    let folder = Folder::new();
    folder.write("a.sok", &format!("{LEVEL}Difficulty: low\n\nSolution\nR\n"));
    let outcome = folder.run(&["convert", "a.sok", "--to", "slc"]);
    outcome.succeeds();
    let warning = "slc cannot hold everything; left out: solutions of 1 level\n";
    assert!(outcome.stderr.contains(warning), "{outcome:?}");
    assert_eq!(folder.run(&["convert", "a.sok", "--to", "slc", "-q"]).stderr, "");
    assert_eq!(folder.run(&["convert", "a.sok", "--to", "sok"]).stderr, "");
}

#[test]
fn issue_16_large_collections_are_read_in_the_format_they_were_written_in() {
    let folder = Folder::new();
    let rows = "###########\n#@  $    .#\n#         #\n#         #\n#         #\n###########\n\n";
    folder.write("many.sok", &rows.repeat(100_000));
    folder.run(&["convert", "many.sok", "--to", "slc", "-o", "many.slc"]).succeeds();
    assert!(folder.path("many.slc").metadata().expect("it is there").len() > 16 << 20);
    let solve = ["solve", "many.slc#100000", "--objective", "moves", "--format", "lurd"];
    let last = folder.run(&solve);
    last.succeeds();
    assert_eq!(last.stdout, "rrRRRRR\n");
    let arguments = ["convert", "many.sok", "--to", "nethack-des", "-o", "many.des"];
    folder.run(&arguments).fails(2, "must be smaller than 16 MiB to be readable");
    assert_eq!(folder.names(), ["many.slc", "many.sok"]);
}

#[cfg(target_os = "linux")]
#[test]
fn issue_16_names_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = OsStr::from_bytes(b"caf\xe9.sok");
    folder.write(name, PAIR);
    let run = |before: &[&str], argument: &[u8], after: &[&str]| {
        let mut command = folder.command(before);
        let output = command.arg(OsStr::from_bytes(argument)).args(after).output();
        crate::program::Outcome::new(output.expect("the program runs"))
    };
    let outcome = run(&["solve"], b"caf\xe9.sok#1", &["--format", "jsonl"]);
    outcome.succeeds();
    assert!(outcome.stdout.contains("\"file\":\"caf\u{fffd}.sok\",\"level\":1"), "{outcome:?}");
    run(&["lint"], b"caf\xe9.sok#5-2", &[]).fails(2, "is reversed");
    run(&["lint"], b"\xe9", &[]).fails(2, "cannot read \u{fffd}");
    let written = run(&["solve", "workshop#1", "-o"], b"\xe9.txt", &[]);
    written.succeeds();
    assert!(folder.path(OsStr::from_bytes(b"\xe9.txt")).exists());
    let avoided = run(&["generate", "murase", "--count", "1", "--avoid"], b"caf\xe9.sok", &[]);
    avoided.succeeds();
    std::fs::write(folder.path("a.suite"), b"caf\xe9.sok#1\n").expect("the folder is ours");
    folder.run(&["bench", "a.suite"]).succeeds();
}

#[test]
fn a_level_that_cannot_be_played_is_a_negative_answer_everywhere() {
    let folder = Folder::new();
    folder.write("a.sok", "#####\n# $.#\n#####\n");
    for command in ["solve", "perft", "bench", "rate", "explain", "trim", "analyze", "lint"] {
        let outcome = folder.run(&[command, "a.sok"]);
        assert_eq!(outcome.code, Some(1), "{command}: {outcome:?}");
        let told = outcome.stdout.clone() + &outcome.stderr;
        assert!(told.contains("no keeper"), "{command}: {outcome:?}");
    }
}

/// Once, trace and patterns wrote nothing for such levels.
#[test]
fn every_level_has_a_line_even_without_a_result() {
    let folder = Folder::new();
    folder.write("bad.sok", "#####\n# $.#\n#####\n\n#####\n#@$ #\n#..$#\n#####\nTitle: Fine\n");
    folder.write("many.sok", "######\n#@$$.#\n######\n\n#######\n#@$ ..#\n#######\n");
    for command in ["solve", "trace", "patterns"] {
        let outcome = folder.run(&[command, "bad.sok", "--format", "jsonl"]);
        let first = outcome.stdout.lines().next().unwrap_or_default();
        let is_told = first.contains("\"status\":\"invalid\"");
        assert!(is_told && first.contains("no keeper"), "{command}: {outcome:?}");
        assert_eq!(outcome.stdout.lines().count(), 2, "{command}: {outcome:?}");
    }
    let outcome = folder.run(&["trace", "many.sok", "--format", "jsonl"]);
    outcome.fails(1, "as many goals as boxes");
    assert_eq!(outcome.stdout.matches("\"status\":\"invalid\"").count(), 2, "{outcome:?}");
    let outcome = folder.run(&["patterns", "many.sok", "--format", "jsonl"]);
    outcome.fails(1, "at least as many goals as boxes");
    assert_eq!(outcome.stdout.matches("\"status\":\"invalid\"").count(), 1, "{outcome:?}");
    assert_eq!(outcome.stdout.lines().count(), 2, "{outcome:?}");
}
