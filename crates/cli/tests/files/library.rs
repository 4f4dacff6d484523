//! The library: killed writers, writers side by side, damaged files, and what solve does with it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::program::{Folder, LEVEL, PAIR};

/// Kills of a writer: more with `SOKO_KILLS=1000` in the environment.
fn kills() -> u64 {
    std::env::var("SOKO_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(12)
}

/// The pushes of the corridor with a number.
fn pushes(number: usize) -> usize {
    number / 40 % 40 + 1
}

/// A corridor with a side arm, different for each number, with its solution.
fn corridor(number: usize) -> String {
    let (walk, push, arm) = (number % 40, pushes(number), number / 1_600);
    let wall = "#".repeat(walk + push + 4);
    let row = format!("#@{}${}.#", " ".repeat(walk), " ".repeat(push - 1));
    let side = "# #\n".repeat(arm);
    let moves = format!("{}{}", "r".repeat(walk), "R".repeat(push));
    let end = if arm > 0 { "###\n" } else { "" };
    let (first, rest) = wall.split_at(1);
    let below = if arm > 0 { format!("{first} {}", &rest[1..]) } else { wall.clone() };
    format!("{wall}\n{row}\n{below}\n{side}{end}Title: {number}\nSolution\n{moves}\n")
}

/// Files with one level each, with these numbers.
fn write_files(folder: &Folder, numbers: Range<usize>) -> Vec<String> {
    let name = |number: usize| format!("{number}.sok");
    for number in numbers.clone() {
        folder.write(name(number), &corridor(number));
    }
    numbers.map(name).collect()
}

fn importer(folder: &Folder, files: &[String]) -> Child {
    let mut arguments = vec!["library", "import", "--library", "all.db", "--format", "jsonl"];
    arguments.extend(files.iter().map(String::as_str));
    let mut command = folder.command(&arguments);
    command.stderr(Stdio::null()).spawn().expect("the program starts")
}

#[test]
fn killed_writers_lose_nothing_that_they_said_they_had_written() {
    let folder = Folder::new();
    let (mut begun, mut acknowledged) = (0, 0);
    let mut files = write_files(&folder, 0..400);
    let mut random = 88_172_645_463_325_252_u64;
    for kill in 0..kills() {
        // Every writer has new levels to write.
        if acknowledged - begun == files.len() {
            begun = acknowledged;
            files = write_files(&folder, begun..begun + 400);
        }
        let mut child = importer(&folder, &files[acknowledged - begun..]);
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let (sender, said) = channel();
        let reader = std::thread::spawn(move || {
            let lines = lines.map_while(Result::ok);
            lines.inspect(|line| drop(sender.send(line.clone()))).count()
        });
        if kill % 4 != 0 {
            // Most are killed while they write, and some before, however busy the machine is.
            drop(said.recv_timeout(Duration::from_secs(60)));
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        std::thread::sleep(Duration::from_millis(random % 150));
        child.kill().expect("it is ours to kill");
        child.wait().expect("it ended");
        // A last line without an end would be no promise, but each is written as a whole.
        acknowledged += reader.join().expect("lines");
    }
    assert!(acknowledged > 0, "no writer came far enough");
    let outcome = folder.run(&["library", "check", "--library", "all.db"]);
    outcome.succeeds();
    let list = folder.run(&["library", "list", "--library", "all.db", "--format", "jsonl"]);
    let title = |line: &str| {
        let (_, rest) = line.split_once("\"title\":\"")?;
        rest.split_once('"')?.0.parse::<usize>().ok()
    };
    let kept: BTreeMap<usize, &str> =
        list.stdout.lines().filter_map(|line| Some((title(line)?, line))).collect();
    for number in 0..acknowledged {
        let line = kept.get(&number);
        let line = line.unwrap_or_else(|| panic!("level {number} of {acknowledged} is lost"));
        assert!(line.contains(&format!("\"pushes\":{}", pushes(number))), "{line}");
    }
    eprintln!("{} kills, {acknowledged} levels acknowledged, {} kept", kills(), kept.len());
}

#[test]
fn two_writers_at_once_lose_nothing() {
    let folder = Folder::new();
    let files = write_files(&folder, 0..120);
    let writers: Vec<Child> = (0..3).map(|_| importer(&folder, &files)).collect();
    for writer in writers {
        let output = writer.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), files.len());
    }
    let stats = folder.run(&["library", "stats", "--library", "all.db", "--format", "jsonl"]);
    assert!(stats.stdout.contains("\"levels\":120,\"solved\":120,"), "{stats:?}");
    folder.run(&["library", "check", "--library", "all.db"]).succeeds();
}

#[test]
fn a_damaged_library_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    folder.run(&["library", "import", "a.sok", "--library", "all.db"]).succeeds();
    let whole = std::fs::read(folder.path("all.db")).expect("a file");
    let mut cut = whole.clone();
    cut.truncate(whole.len() / 2);
    let mut scratched = whole.clone();
    scratched[4096..4200].fill(7);
    for bytes in [cut, scratched, b"#####\n".to_vec()] {
        std::fs::write(folder.path("all.db"), &bytes).expect("written");
        for arguments in [
            &["library", "import", "a.sok", "--library", "all.db"][..],
            &["library", "list", "--library", "all.db"],
            &["library", "check", "--library", "all.db"],
            &["solve", "a.sok", "--library", "all.db"],
        ] {
            folder.run(arguments).fails(2, "all.db");
            assert_eq!(std::fs::read(folder.path("all.db")).expect("a file"), bytes);
        }
    }
}

#[test]
fn a_library_is_no_input_and_no_other_output() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    let over = |arguments: &[&str]| folder.run(arguments).fails(2, "a.sok");
    over(&["library", "import", "a.sok", "--library", "a.sok"]);
    over(&["solve", "a.sok", "--library", "a.sok"]);
    folder.run(&["solve", "a.sok", "--library", "x", "-o", "x"]).fails(2, "a file of its own");
    folder.run(&["library", "list", "--library", "missing.db"]).fails(2, "soko library import");
    assert_eq!(folder.names(), ["a.sok"]);
}

#[test]
fn solve_answers_from_the_library_only_when_asked_and_only_with_proof() {
    let folder = Folder::new();
    folder.write("a.sok", "########\n#@ $  .#\n#      #\n########\n");
    folder.write("mirrored.sok", "########\n#.  $ @#\n#      #\n########\n");
    let solve = |file: &str, more: &[&str]| {
        let first = ["solve", file, "--format", "jsonl"];
        let outcome = folder.run(&[&first[..], more].concat());
        outcome.succeeds();
        outcome.stdout
    };
    let library = ["--library", "all.db"];
    let is_known = |line: &str| line.contains("\"method\":\"library\"");
    assert!(!is_known(&solve("a.sok", &library)));
    let again = solve("mirrored.sok", &library);
    assert!(is_known(&again) && again.contains("\"solution\":\"lLLL\""), "{again}");
    assert!(!is_known(&solve("a.sok", &[])));
    assert!(!is_known(&solve("a.sok", &["--library", "all.db", "--method", "astar"])));
    let pushes = ["--library", "all.db", "--objective", "pushes"];
    assert!(!is_known(&solve("a.sok", &pushes)), "nothing was proved");
    let proved = solve("mirrored.sok", &pushes);
    assert!(is_known(&proved) && proved.contains("\"optimal\":true"), "{proved}");
    let moves = ["--library", "all.db", "--objective", "moves"];
    assert!(!is_known(&solve("a.sok", &moves)));
    assert!(is_known(&solve("a.sok", &moves)));
}

#[cfg(target_os = "linux")]
#[test]
fn the_users_own_library_lies_in_the_folder_for_data() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    let run = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        command.env("XDG_DATA_HOME", folder.path("data")).env("HOME", folder.path("home"));
        crate::program::Outcome::new(command.output().expect("the program runs"))
    };
    let path = run(&["library", "path"]);
    let expected = folder.path("data").join("sokolab").join("library.db");
    assert_eq!(path.stdout.trim(), expected.display().to_string());
    run(&["solve", "a.sok"]).succeeds();
    assert!(!expected.exists(), "solve writes to it only if that is asked for");
    run(&["solve", "a.sok", "--remember"]).succeeds();
    assert!(expected.exists());
    run(&["library", "check"]).succeeds();
}
