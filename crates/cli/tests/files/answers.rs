//! Files of answers, and data sets to ask about.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::program::{Folder, PAIR};

/// Lines that solve level 1 of the pair, one that does not, and what breaks lines.
const SOLVED: [&str; 5] = [
    r#"{"level":1,"answer":"right"}"#,
    r#"{"level":1,"moves":["→"]}"#,
    r#"{"level":"a.sok#1","solution":"R"}"#,
    r#"{"level":"One push","answer":"r,"}"#,
    r#"{"level":1,"answer":"push right","model":"m"}"#,
];
const BROKEN: [(&str, &str); 10] = [
    ("{\"level\":1,\"ans", "unreadable"),
    ("", "empty"),
    (r#"{"level":1,"answer":""}"#, "empty"),
    (r#"{"level":77,"answer":"R"}"#, "unknown_level"),
    (r#"{"id":"v1:00000000000000000000000000000000","answer":"R"}"#, "unknown_level"),
    (r#"{"level":1,"answer":"droite"}"#, "bad_letter"),
    (r#"{"level":1,"answer":"RR"}"#, "blocked_push"),
    (r#"{"level":1,"answer":"l"}"#, "wall"),
    (r#"{"level":1}"#, "unreadable"),
    (r#"{"level":1,"answer":3.5}"#, "unreadable"),
];

#[test]
fn every_answer_gets_a_verdict_in_its_place() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    let (mut text, mut expected) = (String::new(), Vec::new());
    for index in 0..10_000 {
        // The first two lines stand for the levels of the same number.
        let (line, code) = if index > 1 && index % 10 == 3 {
            let (line, code) = BROKEN[index / 10 % BROKEN.len()];
            (line, Some(code))
        } else {
            (SOLVED[index % SOLVED.len()], None)
        };
        text.push_str(line);
        text.push('\n');
        expected.push(code);
    }
    folder.write("answers.jsonl", &text);
    let outcome = folder.run(&[
        "verify",
        "a.sok",
        "--answers",
        "answers.jsonl",
        "--format",
        "jsonl",
        "--summary",
        "s.json",
    ]);
    outcome.succeeds();
    let lines: Vec<Value> = outcome
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect();
    assert_eq!(lines.len(), expected.len());
    let mut codes: BTreeMap<&str, u64> = BTreeMap::new();
    for (index, (line, code)) in lines.iter().zip(&expected).enumerate() {
        assert_eq!(line["line"], index + 1);
        assert_eq!(line["ok"], code.is_none(), "{line}");
        assert_eq!(line["code"].as_str(), *code, "{line}");
        if let Some(code) = code {
            *codes.entry(code).or_default() += 1;
        }
    }
    let summary: Value = serde_json::from_str(&folder.read("s.json")).expect("JSON");
    assert_eq!(summary["answers"]["solved"], 9_000);
    assert_eq!(summary["answers"]["of"], 10_000);
    assert_eq!(summary["codes"], serde_json::json!(codes));
    assert!(outcome.stderr.contains("9000 of 10000, 90.0 % (95 % interval 89.4 to 90.6 %)"));
}

#[test]
fn bytes_of_any_kind_are_answers() {
    let folder = Folder::new();
    folder.write("a.sok", PAIR);
    let mut bytes: Vec<u8> = Vec::new();
    for index in 0..200_u32 {
        bytes.extend(
            (0..40).map(|at| (index * 37 + at * 101 + at * at) as u8).filter(|&it| it != 10),
        );
        bytes.push(b'\n');
    }
    std::fs::write(folder.path("noise"), &bytes).expect("the folder can be written to");
    let outcome = folder.run(&["verify", "a.sok", "--answers", "noise", "--format", "jsonl"]);
    outcome.succeeds();
    assert_eq!(outcome.stdout.lines().count(), 200);
}

#[test]
fn a_data_set_is_whole_and_says_so() {
    let folder = Folder::new();
    let made = ["generate", "reverse", "--count", "12", "--split", "50/25/25", "--optimal"];
    folder.run(&[&made[..], &["-o", "data"]].concat()).succeeds();
    let manifest: Value = serde_json::from_str(&folder.read("data/manifest.json")).expect("JSON");
    let files = manifest["files"].as_array().expect("a list");
    assert_eq!(files.len(), 6);
    for file in files {
        let path = file["path"].as_str().expect("a path");
        let text = folder.read(format!("data/{path}"));
        let hash = Sha256::digest(text.as_bytes());
        let hash = hash.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        assert_eq!(file["sha256"], hash, "{path}");
        if Path::new(path).extension().is_some_and(|it| it == "jsonl") {
            for line in text.lines() {
                let line: Value = serde_json::from_str(line).expect("a JSON object");
                assert_eq!(line["optimal"], true);
                assert!(line["id"].is_string() && line["measures"]["pushes"] == line["pushes"]);
            }
            let path = format!("data/{path}");
            folder.run(&["verify", &path, "--strict"]).succeeds();
        }
    }
    let graded: u64 = ["train", "valid", "test"]
        .iter()
        .flat_map(|part| manifest["grades"][part].as_object().expect("grades").values())
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(graded, 12);
    let other = ["generate", "murase", "--count", "3", "--split", "50/25/25", "-o", "other"];
    folder.run(&[&other[..], &["--format", "jsonl"]].concat()).succeeds();
    assert!(!folder.path("other/train").exists());
    folder.run(&[&other[..], &["--format", "sok"]].concat()).fails(2, "formats of its own");
}

#[test]
fn a_data_set_replaces_an_earlier_one_and_nothing_else() {
    let folder = Folder::new();
    let make = |count: &str, format: &[&str]| {
        let words = ["generate", "reverse", "--boxes", "2", "--width", "10", "--height", "10"];
        let more = ["--count", count, "--split", "50/25/25", "-o", "data"];
        folder.run(&[&words[..], &more, format].concat())
    };
    make("12", &[]).succeeds();
    folder.write("data/train/notes.txt", "mine");
    folder.write("data/valid/000.txt", "changed by hand");
    make("12", &["--format", "jsonl"]).succeeds();
    // Only what the manifest lists, if nobody has changed it.
    assert!(!folder.path("data/train/000.txt").exists() && !folder.path("data/test").exists());
    assert_eq!(folder.read("data/train/notes.txt"), "mine");
    assert_eq!(folder.read("data/valid/000.txt"), "changed by hand");
    // A manifest that names files elsewhere is not obeyed.
    folder.write("mine.txt", "mine");
    let hash =
        Sha256::digest("mine").iter().fold(String::new(), |it, byte| it + &format!("{byte:02x}"));
    let mut manifest: Value =
        serde_json::from_str(&folder.read("data/manifest.json")).expect("JSON");
    manifest["files"][0] = serde_json::json!({"path": "../mine.txt", "levels": 1, "sha256": hash});
    folder.write("data/manifest.json", &manifest.to_string());
    make("12", &["--format", "jsonl"]).succeeds();
    assert_eq!(folder.read("mine.txt"), "mine");
    make("0", &[]).fails(2, "at least one level");
    let outcome = make("1", &["--format", "jsonl"]);
    outcome.succeeds();
    assert!(outcome.stderr.contains("the part valid is empty"), "{}", outcome.stderr);
}

#[test]
fn a_summary_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new();
    folder.write("a.sok", "#######\n#@ $ .#\n#######\n");
    folder.write("answers", "rRR\n");
    for summary in ["a.sok", "answers", "missing/summary.json"] {
        let words = ["verify", "a.sok", "--answers", "answers", "--summary", summary];
        let outcome = folder.run(&words);
        outcome.fails(2, "cannot write to");
        assert_eq!(outcome.stdout, "", "{summary}");
    }
    assert_eq!(folder.read("answers"), "rRR\n");
    assert!(folder.read("a.sok").starts_with("###"));
}
