//! The program as its users see it: commands, output and exit codes.
//!
//! Each `.trycmd` file is a transcript; the folder `.in` beside it is where its commands run. With
//! `TRYCMD=overwrite` in the environment, the test writes what is printed now. The examples of the
//! README are run as well, without the signs for exit codes that transcripts have.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn transcripts_are_true() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/transcripts/*.trycmd");
    cases.env("NO_COLOR", "1");
}

/// Runs the program with standard input from a pipe.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_soko"))
        .args(arguments)
        .current_dir(ROOT)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that has seen enough closes the pipe.
    drop(pipe.write_all(input.as_bytes()));
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let text = std::fs::read_to_string(format!("{ROOT}/README.md")).expect("the file");
    let mut count = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("the rest of the text");
        let (command, expected) = block.split_once('\n').expect("output below a command");
        let arguments = command.strip_prefix("$ soko ").expect("a command of ours");
        let output = run(&arguments.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(printed(&output).trim_end(), expected.trim_end(), "{command}");
        count += 1;
    }
    assert_eq!(count, 5);
}

#[test]
fn solutions_find_their_levels_through_pipes() {
    let make = ["generate", "reverse", "--count", "2", "--format", "jsonl", "--quiet"];
    let made = printed(&run(&make, ""));
    for arguments in [&["verify"][..], &["verify", "--solutions", "-"]] {
        let output = run(arguments, &made);
        let verdicts = printed(&output);
        assert_eq!(output.status.code(), Some(0), "{verdicts}");
        assert_eq!(verdicts.matches(": ok, ").count(), 2, "{verdicts}");
    }
    let rows =
        "{\"rows\":[\"#####\",\"#@$.#\",\"#####\"],\"level_id\":\"abc\",\"split\":\"train\"}\n";
    let solved = printed(&run(&["solve", "--format", "jsonl"], rows));
    assert!(solved.contains("\"input\":{\"level_id\":\"abc\",\"split\":\"train\"}"), "{solved}");
    let lurd = printed(&run(&["solve", "quarry#1", "--format", "lurd"], ""));
    let output = run(&["verify", "quarry#1", "--moves", lurd.trim()], "");
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

#[test]
fn what_is_piped_is_verified_if_the_level_has_no_solution_of_its_own() {
    let level = "crates/cli/tests/transcripts/verify.in/three.sok#1";
    let output = run(&["verify", level], "rRR\n");
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    let output = run(&["verify", level], "");
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(printed(&output).contains("no solution is stored with this level"));
}

#[cfg(unix)]
#[test]
fn solutions_without_an_end_are_refused_soon() {
    let level = "crates/cli/tests/transcripts/verify.in/three.sok#1";
    let output = run(&["verify", level, "--solutions", "/dev/zero"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).contains("longer than 64 MiB"), "{}", printed(&output));
    let output = run(&["verify", level, "--moves", "-"], &"r".repeat(70 << 20));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_branch_goes_from_one_version_to_another_with_its_furnishings_and_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let branch = ["generate", "chambers", "--branch", "--quiet", "--format"];
    let (des, lua, solutions) = (path("sokoban.des"), path("lua/"), path("solutions.txt"));
    let made = run(&[&branch[..], &["nethack-des", "-o", &des]].concat(), "");
    assert_eq!(made.status.code(), Some(0));
    let more = ["nethack-lua", "-o", &lua, "--solutions", &solutions];
    assert_eq!(run(&[&branch[..], &more].concat(), "").status.code(), Some(0));

    let converted = path("converted/");
    let output = run(&["convert", &des, "--to", "nethack-lua", "-o", &converted], "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let mut files: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(&lua).expect("a folder") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        let commands = |folder: &str| {
            let text = std::fs::read_to_string(format!("{folder}{name}")).expect("a file");
            let lines = text.lines().filter(|line| !line.starts_with("--"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(commands(&converted), commands(&lua), "{name}");
        files.push(format!("{lua}{name}"));
    }
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = run(&[&["verify"], &files[..], &["--solutions", &solutions]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    assert_eq!(printed(&output).matches(": ok, ").count(), 8);

    let json = printed(&run(&["convert", &format!("{des}#7"), "--to", "jsonl"], ""));
    let back = printed(&run(&["convert", "--to", "nethack-des"], &json));
    let whole = printed(&run(&["convert", &format!("{des}#7"), "--to", "nethack-des"], ""));
    let commands = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(commands(&back), commands(&whole));
    assert!(back.contains("MAZE:\"soko1-1\"") && back.contains("\"zoo\""), "{back}");
}

#[test]
fn a_data_set_needs_no_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let make = ["generate", "reverse", "--count", "4", "--split", "50/25/25", "-o", &path];
    let output = run(&make, "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(folder.path().join("manifest.json").exists());
    let small = run(&["convert", "--to", "boxoban"], "#####\n#@$.#\n#####\n");
    assert_eq!(small.status.code(), Some(0));
}

#[test]
fn every_command_has_a_transcript() {
    let help = printed(&run(&["--help"], ""));
    let list = help.split("Commands:\n").nth(1).and_then(|it| it.split("\n\n").next());
    let names = list.expect("a list of commands").lines().filter_map(|it| it.strip_prefix("  "));
    let names = names.filter_map(|line| line.split(' ').next()).filter(|it| !it.is_empty());
    let mut transcripts = String::new();
    for entry in std::fs::read_dir("tests/transcripts").expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|it| it == "trycmd") {
            transcripts.push_str(&std::fs::read_to_string(path).expect("a transcript"));
        }
    }
    let is_missing = |name: &&str| !transcripts.contains(&format!("$ soko {name} "));
    let missing: Vec<&str> = names.filter(|it| *it != "help").filter(is_missing).collect();
    let advice = "write tests/transcripts/NAME.trycmd for each";
    assert!(missing.is_empty(), "commands without a transcript: {missing:?}; {advice}");
}

#[cfg(unix)]
#[test]
fn the_server_prints_its_address_and_ends_with_ctrl_c() {
    use std::io::{BufRead, BufReader, Read};
    use std::net::TcpStream;

    let mut child = Command::new(env!("CARGO_BIN_EXE_soko"))
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("the address");
    let (port, token) = rest.split_once("/?token=").expect("port and token");
    let port: u16 = port.parse().expect("a port");
    let ask = |authorization: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        let body = r#"{"name":"workshop"}"#;
        let request = format!(
            "POST /api/collection HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{authorization}\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).map(str::to_owned)
    };
    assert_eq!(ask("").as_deref(), Some("401"));
    assert_eq!(ask(&format!("Authorization: Bearer {token}\r\n")).as_deref(), Some("200"));
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut more = String::new();
    out.read_to_string(&mut more).expect("the rest");
    assert_eq!(more, "", "one line and nothing else");
}

/// Every row of the tables of features on the page on the sources has a command, and it runs: it is
/// neither refused nor does it fail.
#[test]
fn the_commands_of_the_page_on_the_sources_run() {
    let text = std::fs::read_to_string(format!("{ROOT}/docs/sources.md")).expect("the page");
    let (mut count, mut is_feature) = (0, false);
    for line in text.lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        is_feature = line.starts_with('|') && (is_feature || cells.contains(&"command"));
        if !is_feature || cells.contains(&"command") || line.starts_with("|---") {
            continue;
        }
        let command = cells.get(2).and_then(|it| it.strip_prefix('`')?.strip_suffix('`'));
        let command = command.and_then(|it| it.strip_prefix("soko "));
        let command = command.unwrap_or_else(|| panic!("a row without a command: {line}"));
        let folder = tempfile::tempdir().expect("a folder");
        let words = command.split(' ').map(|word| {
            let word = word.replace("target/sources-dump", &folder.path().display().to_string());
            match word.strip_prefix("T/") {
                Some(rest) => format!("crates/cli/tests/transcripts/{rest}"),
                None => word,
            }
        });
        let words: Vec<String> = words.collect();
        let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
        let code = output.status.code();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(code, Some(0 | 1 | 3)), "{command}: {code:?} {errors}");
        count += 1;
    }
    assert!(count > 100, "{count} commands");
}
