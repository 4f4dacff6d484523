//! Batches: levels side by side, files that are resumed, and kills at random moments.

use std::time::Duration;

use crate::program::{Folder, LEVEL, PAIR};

/// The commands that take batches, with what each needs.
const COMMANDS: [&[&str]; 6] = [
    &["solve", "--objective", "pushes", "--nodes", "2K"],
    &["rate", "--nodes", "2K", "--states", "500"],
    &["optimize", "--nodes", "2K", "--solutions", "solutions.txt"],
    &["verify", "--solutions", "solutions.txt"],
    &["analyze"],
    &["bench", "--nodes", "2K"],
];

/// Levels of several kinds: solvable, unsolvable, odd and broken, with a line of moves for each.
fn write_levels(folder: &Folder, count: usize) {
    let (mut levels, mut moves) = (String::new(), String::new());
    for number in 0..count {
        let (gap, extra) = (number % 7, number % 5);
        let wall = "#".repeat(gap + 7);
        let goal = if extra == 3 { "$." } else { " ." };
        let inner = match extra {
            4 => format!("#@{}. $#", " ".repeat(gap + 1)),
            _ => format!("#@ {}${goal}#", " ".repeat(gap)),
        };
        let second = format!("#{}#", " ".repeat(gap + 5));
        let second = if extra == 2 { second.replacen(' ', "$", 1) } else { second };
        let keeper = if extra == 1 && gap == 3 { "?" } else { "@" };
        let inner = inner.replace('@', keeper);
        levels.push_str(&format!("{wall}\n{inner}\n{second}\n{wall}\nTitle: {number}\n\n"));
        moves.push_str(&format!("{}RR\n", "r".repeat(gap + 1)));
    }
    folder.write("levels.sok", &levels);
    folder.write("solutions.txt", &moves);
}

/// Lines without what clocks and memory say, and without the summary of a benchmark.
fn timeless(lines: &str) -> Vec<String> {
    let timed = ["seconds", "cpu_seconds", "memory_bytes"];
    let lines = lines.lines().filter(|line| !line.contains("sokolab/bench/"));
    let strip = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
        let object = value.as_object_mut().expect("an object");
        for key in timed {
            object.remove(key);
        }
        value.to_string()
    };
    lines.map(strip).collect()
}

fn json_format(command: &str) -> &'static str {
    if command == "analyze" { "json" } else { "jsonl" }
}

fn numbers(lines: &str) -> Vec<u64> {
    let number = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
        value["level"].as_u64().expect("a number")
    };
    lines.lines().map(number).collect()
}

#[test]
fn results_side_by_side_are_those_of_one_at_a_time() {
    let folder = Folder::new();
    write_levels(&folder, 35);
    for command in COMMANDS {
        let format = json_format(command[0]);
        let run = |jobs: &str| {
            let more = ["levels.sok", "--quiet", "--format", format, "--jobs", jobs];
            folder.run(&[command, &more].concat())
        };
        let (one, three) = (run("1"), run("3"));
        assert_eq!(one.code, three.code, "{command:?} {three:?}");
        assert_eq!(timeless(&one.stdout), timeless(&three.stdout), "{command:?}");
        assert_eq!(timeless(&one.stdout).len(), 35, "{command:?}");
    }
}

#[test]
fn a_resumed_file_is_kept_cut_at_a_torn_line_and_finished() {
    let folder = Folder::new();
    write_levels(&folder, 20);
    for command in COMMANDS {
        let run = |file: &str, jobs: &str| {
            let more = ["levels.sok", "--quiet", "--jobs", jobs, "--resume", file];
            folder.run(&[command, &more].concat())
        };
        let first = run("whole", "1");
        let whole = folder.read("whole");
        assert_eq!(numbers(&whole), (1..=20).collect::<Vec<u64>>(), "{command:?} {first:?}");
        let lines: Vec<&str> = whole.lines().collect();
        for kept in [0, 7, 19] {
            let torn = format!("{}\n{}", lines[..kept].join("\n"), &lines[kept][..40]);
            folder.write("torn", torn.trim_start_matches('\n'));
            let resumed = run("torn", "2");
            assert_eq!(resumed.code, first.code, "{command:?} {resumed:?}");
            let text = folder.read("torn");
            assert_eq!(timeless(&text), timeless(&whole), "{command:?}");
            let kept_lines = &text.lines().collect::<Vec<_>>()[..kept];
            assert_eq!(kept_lines, &lines[..kept], "finished lines stay as they are");
        }
        let again = run("whole", "2");
        assert_eq!((again.code, folder.read("whole")), (first.code, whole), "{command:?}");
        std::fs::remove_file(folder.path("whole")).expect("removed");
    }
}

#[test]
fn killed_batches_end_like_one_that_was_not() {
    let folder = Folder::new();
    write_levels(&folder, 400);
    let command = ["solve", "levels.sok", "--quiet", "--objective", "pushes", "--jobs", "2"];
    let run = |file| folder.run(&[&command[..], &["--resume", file]].concat());
    let whole = run("whole");
    let mut random = 4_101_842_887_655_102_017_u64;
    for _ in 0..8 {
        let mut child =
            folder.command(&[&command[..], &["--resume", "killed"]].concat()).spawn().expect("it");
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        std::thread::sleep(Duration::from_millis(15 + random % 120));
        child.kill().expect("it is ours to kill");
        child.wait().expect("it ended");
    }
    let last = run("killed");
    assert_eq!(last.code, whole.code);
    assert_eq!(timeless(&folder.read("killed")), timeless(&folder.read("whole")));
}

/// A room with so many boxes that the fewest moves take long to find.
fn hall() -> String {
    let side = 14;
    let wall = "#".repeat(side + 2);
    let row = |text: &str| format!("#{text:<side$}#\n");
    let rows = [
        row(""),
        row(" $ $ $ $ $ $"),
        row(""),
        row("  $ $ $ $ $ "),
        row(" @"),
        row("").repeat(4),
        row("      ......"),
        row("       ....."),
        row("").repeat(3),
    ];
    format!("{wall}\n{}{wall}\nTitle: Hall\n\n", rows.concat())
}

#[test]
fn levels_that_are_finished_behind_a_hard_one_are_not_lost() {
    let folder = Folder::new();
    write_levels(&folder, 30);
    folder.write("levels.sok", &(hall() + &folder.read("levels.sok")));
    let command = ["levels.sok", "--quiet", "--jobs", "2", "--time", "5", "--resume", "out"];
    for name in ["solve", "bench"] {
        let words = [&[name, "--objective", "moves"], &command[..]].concat();
        let mut child = folder.command(&words).spawn().expect("it starts");
        for _ in 0..1000 {
            let set_aside = std::fs::read_to_string(folder.path("out.ahead"));
            if set_aside.is_ok_and(|it| it.lines().count() >= 3) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().expect("it is ours to kill");
        child.wait().expect("it ended");
        assert_eq!(folder.read("out"), "", "the first level is not done");
        let kept = folder.read("out.ahead");
        assert!(kept.lines().count() >= 3, "{name}: {kept}");
        folder.run(&words);
        let text = folder.read("out");
        assert_eq!(numbers(&text), (1..=31).collect::<Vec<u64>>(), "{name}");
        for line in kept.lines().take(3) {
            assert!(text.contains(line), "{name} has done {line} again");
        }
        assert!(!folder.path("out.ahead").exists());
        std::fs::remove_file(folder.path("out")).expect("removed");
    }
}

/// Once, results that were set aside outlived their file.
#[test]
fn what_was_set_aside_counts_only_beside_its_file() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    let run = |more: &[&str]| {
        folder.run(&[&["solve", "a.sok", "--jobs", "2", "--resume", "out"], more].concat())
    };
    assert_eq!(run(&[]).code, Some(0));
    let line = folder.read("out").replace("\"solution\":\"", "\"solution\":\"lost");
    std::fs::remove_file(folder.path("out")).expect("removed");
    folder.write("out.ahead", &line);
    assert_eq!(run(&["--time", "7"]).code, Some(0));
    assert!(!folder.path("out.ahead").exists());
    assert!(!folder.read("out").contains("lost"));
    std::fs::remove_file(folder.path("out")).expect("removed");
    folder.write("out.ahead", "notes of a user\n");
    run(&[]).fails(2, "out.ahead: line 1 is not a result");
    assert_eq!(folder.read("out.ahead"), "notes of a user\n");
}

#[cfg(unix)]
#[test]
fn results_go_where_a_link_leads() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    std::os::unix::fs::symlink(folder.path("there"), folder.path("out")).expect("a link");
    assert_eq!(folder.run(&["solve", "a.sok", "--resume", "out"]).code, Some(0));
    assert_eq!(folder.read("there").lines().count(), 1);
}

#[test]
fn other_options_and_other_files_are_refused() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    let run = |more: &[&str]| folder.run(&[&["solve", "a.sok", "--resume", "out"], more].concat());
    assert_eq!(run(&[]).code, Some(1));
    let before = folder.read("out");
    run(&["--objective", "pushes"]).fails(2, "objective=own instead of objective=pushes");
    run(&["--time", "5"]).fails(2, "time=60 instead of time=5");
    run(&["--rules", "sink"]).fails(2, "rules=own instead of rules=sink");
    run(&["--format", "text"]).fails(2, "JSON lines");
    run(&["-o", "other"]).fails(2, "--output");
    folder.run(&["rate", "a.sok", "--resume", "out"]).fails(2, "sokolab/solve/1");
    folder.run(&["solve", "a.sok", "--resume", "a.sok"]).fails(2, "it is the input");
    assert_eq!(run(&["--time", "60", "--jobs", "2"]).code, Some(1));
    assert_eq!(folder.read("out"), before);
    folder.write("out", "notes\n");
    run(&[]).fails(2, "line 1 of out cannot be continued");
    assert_eq!(folder.read("out"), "notes\n");
    let plain = folder.run(&["solve", "a.sok", "--format", "jsonl"]).stdout;
    folder.write("out", &plain);
    run(&[]).fails(2, "does not say");
    assert_eq!(folder.read("a.sok"), PAIR);
}

#[test]
fn a_text_without_an_end_of_line_is_not_cut_off() {
    let folder = Folder::new();
    folder.write("a.sok", crate::program::LEVEL);
    for text in ["my notes", "{\"a\":1", "\0\0\0", "{\"schema\":\"other"] {
        folder.write("notes", text);
        let outcome = folder.run(&["solve", "a.sok", "--resume", "notes"]);
        outcome.fails(2, "line 1 is not an incomplete result");
        assert_eq!(folder.read("notes"), text);
    }
    folder.write("notes", "{\"schema\":\"soko");
    folder.run(&["solve", "a.sok", "--resume", "notes"]).succeeds();
    assert_eq!(folder.read("notes").lines().count(), 1);
}

#[test]
fn a_level_that_changed_is_done_again() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    let run = || folder.run(&["solve", "a.sok", "--resume", "out", "--quiet"]);
    run().succeeds();
    folder.write("a.sok", "######\n#@ $.#\n######\nTitle: One push\n");
    run().succeeds();
    assert_eq!(numbers(&folder.read("out")), [1, 1]);
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    for command in ["solve", "rate", "optimize", "bench"] {
        let outcome = folder.run(&[command, "a.sok", "--jobs", "2000", "--memory", "8G"]);
        if cfg!(target_os = "linux") {
            outcome.fails(2, "use fewer --jobs, or --memory");
        }
    }
    folder.run(&["bench", "a.sok", "--jobs", "2", "--threads", "2"]).fails(2, "processor time");
}

#[test]
fn lines_of_a_batch_are_levels_again() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    let first = folder.run(&["solve", "a.sok", "--resume", "out", "--jobs", "2"]);
    let second = folder.run(&["solve", "out", "--format", "jsonl"]);
    assert_eq!((first.code, second.code), (Some(1), Some(1)));
    assert!(second.stdout.contains("\"id\":") && !second.stdout.contains("\"options\""));
}

#[cfg(unix)]
#[test]
fn an_output_that_nobody_reads_ends_a_batch() {
    let folder = Folder::new();
    write_levels(&folder, 300);
    let mut child = folder
        .command(&["solve", "levels.sok", "--jobs", "3", "--format", "jsonl"])
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
