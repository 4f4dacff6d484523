//! Petersohn's own program and ours on the same games.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::workspace::in_root;

/// What his program is asked to print: expanded nodes, pushes and milliseconds.
const FORMAT: &str = "%expanded-nodes% %length% %total-processor-time:ms%";

/// What a program did on a game.
struct Run {
    nodes: u64,
    /// The pushes of the solution; `None` if there is none.
    pushes: Option<u64>,
    /// Processor time.
    seconds: f64,
}

/// Runs both programs on every game with its own options, on one thread, and prints a table. Fails
/// if ours needs more nodes or more time on any game that his finishes, or if they disagree.
pub(super) fn compare(
    soko: &Path,
    his: &Path,
    folder: &Path,
    games: &[PathBuf],
    seconds: u64,
) -> Result<()> {
    println!("| game | pushes | his nodes | our nodes | his seconds | our seconds |");
    println!("|---|---|---|---|---|---|");
    let (mut worse, mut finished) = (Vec::new(), 0);
    let scratch = std::env::temp_dir().join(format!("sokolab-sources-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).context("cannot make a folder for his dumps")?;
    for game in games {
        let name = game.strip_prefix(folder).unwrap_or(game).display();
        let theirs = run_his(his, game, &scratch, seconds)?;
        let ours = run_ours(soko, game, seconds)?;
        let nodes =
            |run: &Option<Run>| run.as_ref().map_or("–".into(), |it| it.nodes.to_string());
        let time = |run: &Option<Run>| {
            run.as_ref().map_or("–".into(), |it| format!("{:.2}", it.seconds))
        };
        let found = ours.as_ref().or(theirs.as_ref()).and_then(|it| it.pushes);
        println!(
            "| {name} | {} | {} | {} | {} | {} |",
            found.map_or("–".into(), |it| it.to_string()),
            nodes(&theirs),
            nodes(&ours),
            time(&theirs),
            time(&ours)
        );
        let Some(theirs) = theirs else { continue };
        finished += 1;
        let is_good = ours.is_some_and(|ours| {
            let is_same = theirs.pushes.is_none() || ours.pushes == theirs.pushes;
            is_same && ours.nodes <= theirs.nodes && ours.seconds <= theirs.seconds
        });
        if !is_good {
            worse.push(name.to_string());
        }
    }
    // What he leaves there is of no use to anyone.
    let _ = std::fs::remove_dir_all(&scratch);
    println!("\nHis program finishes {finished} of {} games.", games.len());
    if !worse.is_empty() {
        bail!("more nodes, more time or another result on {}", worse.join(", "));
    }
    Ok(())
}

/// Runs his program; `None` if the time is over first.
fn run_his(his: &Path, game: &Path, scratch: &Path, seconds: u64) -> Result<Option<Run>> {
    let mut command = Command::new(his);
    command.arg(game).args(["--thread-num", "1", "--output-format", FORMAT]);
    command.current_dir(scratch).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().with_context(|| format!("{} does not run", his.display()))?;
    let Some(text) = output_within(child, Duration::from_secs(seconds))? else { return Ok(None) };
    let words: Vec<u64> = text.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    let [nodes, pushes, milliseconds] = words[..] else {
        bail!("his program prints {text:?} on {}", game.display());
    };
    let pushes = (pushes > 0).then_some(pushes);
    Ok(Some(Run { nodes, pushes, seconds: milliseconds as f64 / 1e3 }))
}

/// Waits for a program and returns what it wrote; kills it when the time is over.
fn output_within(mut child: Child, time: Duration) -> Result<Option<String>> {
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > time {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Runs our program; `None` if it finds neither a solution nor that there is none.
fn run_ours(soko: &Path, game: &Path, seconds: u64) -> Result<Option<Run>> {
    let mut command = in_root(soko);
    command.arg("solve").arg(game).args(["--method", "petersohn", "--threads", "1", "--quiet"]);
    command.args(["--format", "jsonl", "--time", &seconds.to_string()]);
    let output = command.output().context("soko does not run")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next().with_context(|| format!("{} is no game", game.display()))?;
    let value: Value = serde_json::from_str(line).context("a line of soko solve")?;
    // A search that ran dry under his checkers proves nothing, but it has ended.
    let is_over = match value["status"].as_str() {
        Some("solved" | "unsolvable") => true,
        _ => value["reason"].as_str() == Some("incomplete"),
    };
    let run = Run {
        nodes: value["nodes"].as_u64().unwrap_or(0),
        pushes: value["pushes"].as_u64(),
        seconds: value["cpu_seconds"].as_f64().unwrap_or(0.0),
    };
    Ok(is_over.then_some(run))
}
