//! `cargo xtask abuse`: runs the program under faults, as a separate process.
//!
//! Each chapter tests one kind of fault on every command, independently of the others. The commands
//! and their options are read from the program's help, so that a new one without a rule fails the
//! run. Equal seeds give equal tests.

mod boards;
mod client;
mod devices;
mod files;
mod full_disk;
mod inputs;
mod judge;
mod kernel;
mod kills;
mod lab;
mod large_inputs;
mod limits;
mod pipes;
mod process;
mod program;
mod report;
mod rules;
mod samples;
mod server;
mod session;
mod signals;
mod terminal;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use self::lab::Lab;
use crate::workspace::{build_soko, root};

type Chapter = (&'static str, fn(&mut Lab) -> Result<()>);

const CHAPTERS: &[Chapter] = &[
    ("rules", check_rules),
    ("limits", limits::run),
    ("signals", signals::run),
    ("kills", kills::run),
    ("files", files::run),
    ("full disk", full_disk::run),
    ("devices", devices::run),
    ("pipes", pipes::run),
    ("inputs", inputs::run),
    ("large inputs", large_inputs::run),
    ("terminal", terminal::run),
    ("server", server::run),
];

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// What fits into a minute.
    Short,
    /// Every method on every board, and inputs of a gigabyte.
    Long,
}

/// Run the program under faults: limits, signals, full disks, closed pipes, odd files and inputs.
#[derive(Debug, clap::Args)]
pub(crate) struct Abuse {
    /// Try a sample that fits into a minute, as `cargo xtask test` does.
    #[arg(long)]
    short: bool,

    /// What is drawn by lot is drawn from this.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Only this chapter, by the beginning of its name; may be given several times.
    #[arg(long = "only", value_name = "CHAPTER")]
    chapters: Vec<String>,

    /// Only this command, as in `generate reverse`; may be given several times.
    #[arg(long = "command", value_name = "NAME")]
    commands: Vec<String>,

    /// Bounds on time are this many times as wide, for a build without optimisation.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    slack: f64,

    /// A program that is built already.
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,

    /// Where the tables go [default: target/abuse].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Abuse {
    /// Runs the chapters, prints the tables, and fails if anything was found.
    pub(crate) fn run(&self) -> Result<()> {
        let length = if self.short { Length::Short } else { Length::Long };
        let program = match &self.program {
            Some(path) => path.clone(),
            None => build_soko()?,
        };
        let mut lab = Lab::new(&program, length, self.seed, self.slack)?;
        self.select(&mut lab)?;
        let is_chosen = |name: &str| {
            self.chapters.is_empty() || self.chapters.iter().any(|it| name.starts_with(it.as_str()))
        };
        if !CHAPTERS.iter().any(|(name, _)| is_chosen(name)) {
            let names: Vec<&str> = CHAPTERS.iter().map(|(name, _)| *name).collect();
            bail!("there is no such chapter; there are {}", names.join(", "));
        }
        for (name, chapter) in CHAPTERS.iter().filter(|(name, _)| is_chosen(name)) {
            let start = Instant::now();
            lab.begin(name);
            chapter(&mut lab).with_context(|| format!("the chapter `{name}` cannot go on"))?;
            let calls = lab.report.calls.get(name).copied().unwrap_or_default();
            println!("{name}: {calls} calls in {:.1} s", start.elapsed().as_secs_f64());
        }
        self.finish(&lab)
    }

    fn select(&self, lab: &mut Lab) -> Result<()> {
        let all = lab.commands.iter().chain(&lab.endless);
        let names: Vec<String> = all.map(program::Command::name).collect();
        if let Some(stranger) = self.commands.iter().find(|it| !names.contains(it)) {
            bail!("there is no command {stranger:?}; there are {}", names.join(", "));
        }
        if !self.commands.is_empty() {
            lab.commands.retain(|it| self.commands.contains(&it.name()));
            lab.endless.retain(|it| self.commands.contains(&it.name()));
        }
        Ok(())
    }

    fn finish(&self, lab: &Lab) -> Result<()> {
        let report = &lab.report;
        let out = self.out.clone().unwrap_or_else(|| root().join("target/abuse"));
        fs::create_dir_all(&out)?;
        let (tables, findings) = (report.markdown(), report.findings_text());
        fs::write(out.join("abuse.md"), format!("{tables}\n{findings}"))?;
        fs::write(out.join("abuse.csv"), report.csv())?;
        println!("{tables}");
        println!("tables and figures are in {}", out.display());
        if !report.findings.is_empty() {
            println!("\n{findings}");
            bail!("{} findings", report.findings.len());
        }
        Ok(())
    }
}

/// Checks that every command with required arguments and every option that names a file has a rule.
fn check_rules(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let name = format!("soko {}", command.name());
        let rule = match rules::rule_of(&command) {
            Ok(rule) => rule,
            Err(fault) => {
                lab.find_in(name, format!("{fault} in xtask/src/abuse/rules.rs"));
                continue;
            }
        };
        for option in command.options.keys() {
            if let Err(fault) = rules::use_of(&command, option) {
                lab.find_in(&name, format!("{fault} in xtask/src/abuse/rules.rs"));
            }
        }
        // Otherwise a wrong rule would look like a program that refuses everything.
        lab.clean()?;
        if command.files.is_some() && !rule.needed.is_empty() && command.words[0] != "library" {
            call_with_too_little(lab, &command)?;
        }
        let mut words = command.words.clone();
        words.extend(rule.needed.iter().chain(rule.json).map(|&it| it.to_owned()));
        if command.files.is_some() {
            let sample = lab.input("sample", command.sample())?;
            words.push(sample.to_string_lossy().into_owned());
        }
        words.extend(rule.last.iter().map(|&it| it.to_owned()));
        let ended = lab.run_for(&process::Run::new(words), &[0])?;
        if !rule.json.is_empty() {
            for fault in judge::json_faults(&ended.stdout) {
                lab.find_in(&name, fault);
            }
        }
    }
    for name in rules::unused(&program_commands(lab)?) {
        lab.find_in(format!("soko {name}"), "there is a rule for this command, but no command");
    }
    Ok(())
}

/// A file alone, without the arguments that the command needs beside it.
fn call_with_too_little(lab: &mut Lab, command: &program::Command) -> Result<()> {
    let sample = lab.input("sample", command.sample())?.to_string_lossy().into_owned();
    let words = command.words.iter().map(String::as_str).chain([sample.as_str()]);
    lab.run_for(&process::Run::new(words), &[0, 1, judge::USAGE])?;
    Ok(())
}

/// All commands, including those that were not selected.
fn program_commands(lab: &Lab) -> Result<Vec<program::Command>> {
    program::commands(&lab.program())
}
