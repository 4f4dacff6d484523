//! The server: ports that are taken, hostile clients, and signals whatever it is doing.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use nix::sys::signal::Signal;
use rand::RngExt;

use super::client::{Client, NOISE};
use super::judge::{self, INTERRUPTED, USAGE};
use super::process::{Drain, Run, RunResult, SignalPlan};
use super::report::{Figure, Quantity};
use super::samples::LEVEL;
use super::signals::{ATTEMPTS, REACTION_MAX, reaction_of};
use super::{Lab, Length};

/// How long the server may take to print its address.
const START_MAX: Duration = Duration::from_secs(20);

/// Maximum resident memory, whatever clients send.
const RESIDENT_MEBIBYTES_MAX: f64 = 256.0;

/// Those who are connected when the signal arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guests {
    Nobody,
    /// A client that waits for a long search.
    Question,
    /// A client that waits for the events of a long search.
    Events,
    /// Many who say nothing.
    Crowd,
    /// Clients that send malformed requests, and check that the server still answers.
    Hostile,
}

const GUESTS: [Guests; 5] =
    [Guests::Nobody, Guests::Question, Guests::Events, Guests::Crowd, Guests::Hostile];

/// Tests the server, if it is selected.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    if !lab.endless.iter().any(|it| it.name() == "serve") {
        return Ok(());
    }
    refuse_to_start(lab)?;
    for guests in GUESTS {
        let count = if lab.length == Length::Long { 6 } else { 1 };
        for index in 0..count {
            interrupt(lab, guests, index)?;
        }
    }
    Ok(())
}

/// A server that cannot listen, or cannot print its address, does not start.
fn refuse_to_start(lab: &mut Lab) -> Result<()> {
    lab.clean()?;
    let taken = TcpListener::bind("127.0.0.1:0")?;
    let port = taken.local_addr()?.port().to_string();
    let run = Run::new(["serve", "--port", &port]);
    let ended = lab.run_for(&run, &[USAGE])?;
    if !String::from_utf8_lossy(&ended.stderr).contains(&port) {
        lab.find(&run, "the message does not name the port that is taken");
    }
    fs::write(lab.case().join("level.sok"), LEVEL)?;
    for words in [["--port", "99999"], ["--address", "nowhere"], ["--quiet", "level.sok"]] {
        lab.run_for(&Run::new([&["serve"], &words[..]].concat()), &[USAGE])?;
    }
    let mut run = Run::new(["serve"]);
    run.drain = Drain::Device("/dev/full".into());
    run.patience = Duration::from_secs(5);
    lab.run_for(&run, &[USAGE])?;
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let mut run = Run::new(["serve"]);
        run.closed = closed;
        run.patience = Duration::from_secs(10);
        let after = Duration::from_millis(100);
        run.shot = Some(SignalPlan { signal: Signal::SIGTERM, after });
        lab.run_for(&run, &[INTERRUPTED, USAGE])?;
    }
    Ok(())
}

/// A signal at a random moment; the best of five reactions counts.
fn interrupt(lab: &mut Lab, guests: Guests, index: usize) -> Result<()> {
    let mut chance = lab.chance(&format!("{guests:?} {index}"));
    let signal = if chance.random_range(0..2) == 0 { Signal::SIGINT } else { Signal::SIGTERM };
    // Those who send noise need time for all of it.
    let latest = if guests == Guests::Hostile { 2000..2001 } else { 50..400 };
    let after = Duration::from_millis(chance.random_range(latest));
    let mut run = Run::new(["serve"]);
    run.shot = Some(SignalPlan { signal, after });
    run.patience = Duration::from_secs(40);
    let mut best: Option<RunResult> = None;
    for _ in 0..ATTEMPTS {
        let (ended, complaints) = visited(lab, &run, guests)?;
        for complaint in complaints {
            lab.find(&run, complaint);
        }
        let is_kept = reaction_of(&ended) <= Some(REACTION_MAX * lab.slack);
        if best.as_ref().is_none_or(|it| reaction_of(&ended) < reaction_of(it)) {
            best = Some(ended);
        }
        if is_kept {
            break;
        }
    }
    let Some(ended) = best else { return Ok(()) };
    let figure = |quantity, value, allowed| Figure {
        quantity,
        subject: "serve".to_owned(),
        on: format!("{guests:?}").to_lowercase(),
        value,
        allowed,
        cpu_seconds: ended.cpu_seconds,
    };
    let reaction = reaction_of(&ended).unwrap_or(0.0);
    lab.note(&run, figure(Quantity::Reaction, reaction, REACTION_MAX * lab.slack));
    let resident = ended.resident_bytes as f64 / f64::from(1 << 20);
    if guests != Guests::Question && guests != Guests::Events {
        lab.note(&run, figure(Quantity::Resident, resident, RESIDENT_MEBIBYTES_MAX));
    }
    for fault in judge::faults(&ended, &[INTERRUPTED]) {
        lab.find(&run, fault);
    }
    Ok(())
}

/// Runs the server with its guests, and returns what they complain about.
fn visited(lab: &mut Lab, run: &Run, guests: Guests) -> Result<(RunResult, Vec<String>)> {
    lab.clean()?;
    lab.count();
    let (program, case, streams) = (lab.program(), lab.case(), lab.streams());
    thread::scope(|scope| {
        let served = scope.spawn(|| run.start(&program, &case, &streams));
        let client = client(&streams.join("stdout"), || served.is_finished());
        let complaints = client.map_or(Vec::new(), |it| visit(&it, guests));
        let ended = served.join().unwrap_or_else(|_| anyhow::bail!("the watcher panicked"));
        Ok((ended?, complaints))
    })
}

/// A client of the server that prints its address to a file; `None` if it ends before.
fn client(file: &Path, is_over: impl Fn() -> bool) -> Option<Client> {
    let start = Instant::now();
    while start.elapsed() < START_MAX && !is_over() {
        let text = fs::read_to_string(file).unwrap_or_default();
        if let Some((line, _)) = text.split_once('\n') {
            return Client::new(line);
        }
        thread::sleep(Duration::from_millis(2));
    }
    None
}

/// Does what the guests do, until the server ends.
fn visit(client: &Client, guests: Guests) -> Vec<String> {
    let hall = super::boards::Board { walls: super::boards::Walls::Hall, side: 60, boxes: 40 };
    let question = || serde_json::json!({ "level": { "text": hall.draw(1) } }).to_string();
    match guests {
        Guests::Nobody => {}
        // The answer is an end of the connection.
        Guests::Question => drop(client.ask("solve", question().as_bytes(), "*/*")),
        Guests::Events => drop(client.ask("solve", question().as_bytes(), "text/event-stream")),
        Guests::Crowd => client.crowd(300),
        Guests::Hostile => return offend(client),
    }
    Vec::new()
}

/// Sends noise. The server refuses it, does not fail, and still answers.
fn offend(client: &Client) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, bytes) in client.odd_requests() {
        // Any answer but a failure will do, and so will none.
        if client.send(&bytes).is_some_and(|status| status >= 500) {
            complaints.push(format!("{name}: the server fails"));
        }
    }
    for question in client.questions() {
        for noise in NOISE {
            // A server that has ended is judged by its end.
            if client.ask(&question, noise.as_bytes(), "*/*").is_some_and(|it| it >= 500) {
                complaints.push(format!("{question} {noise}: the server fails"));
            }
        }
    }
    if client.is_reachable() && client.page() != Some(200) {
        complaints.push("after noise the server no longer shows its page".to_owned());
    }
    complaints
}
