//! The test environment: a copy of the program, working folders, and the findings so far.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::boards::Board;
use super::process::{Feed, Run, RunResult};
use super::program::{self, Command};
use super::report::{Figure, Finding, Report};
use super::{Length, judge, rules, samples};

/// The program with everything that is needed to test it.
#[derive(Debug)]
pub(super) struct Lab {
    /// Commands whose calls end by themselves.
    pub(super) commands: Vec<Command>,
    /// Commands that run until somebody ends them.
    pub(super) endless: Vec<Command>,
    /// The methods of `solve`.
    pub(super) methods: Vec<String>,
    pub(super) length: Length,
    /// Factor on all time limits.
    pub(super) slack: f64,
    pub(super) report: Report,
    chapter: &'static str,
    seed: u64,
    folder: PathBuf,
}

impl Lab {
    /// Copies the program, so that a concurrent build does not change what is tested.
    pub(super) fn new(program: &Path, length: Length, seed: u64, slack: f64) -> Result<Lab> {
        let folder = std::env::temp_dir().join(format!("sokolab-abuse-{}", std::process::id()));
        for name in ["case", "inputs", "streams"] {
            fs::create_dir_all(folder.join(name)).context("cannot make a temporary folder")?;
        }
        let copy = folder.join("soko");
        fs::copy(program, &copy).with_context(|| format!("no program {}", program.display()))?;
        let is_endless = |it: &Command| rules::ENDLESS.contains(&it.name().as_str());
        let (endless, commands) = program::commands(&copy)?.into_iter().partition(is_endless);
        let methods = program::methods(&copy)?;
        let report = Report::default();
        Ok(Lab { commands, endless, methods, length, slack, report, chapter: "", seed, folder })
    }

    /// Begins a chapter, to which the following runs belong.
    pub(super) fn begin(&mut self, chapter: &'static str) {
        self.chapter = chapter;
        self.report.calls.entry(chapter).or_default();
    }

    /// The program under test.
    pub(super) fn program(&self) -> PathBuf {
        self.folder.join("soko")
    }

    /// The folder in which the program runs.
    pub(super) fn case(&self) -> PathBuf {
        self.folder.join("case")
    }

    /// Empties the folder in which the program runs.
    pub(super) fn clean(&self) -> Result<()> {
        let case = self.case();
        fs::remove_dir_all(&case).context("cannot remove a temporary folder")?;
        fs::create_dir_all(&case).context("cannot make a temporary folder")
    }

    /// The names of the files in the folder in which the program runs, in order.
    pub(super) fn names(&self) -> Result<Vec<String>> {
        let entries = fs::read_dir(self.case())?;
        let names = entries.map(|it| Ok(it?.file_name().to_string_lossy().into_owned()));
        let mut names: Vec<String> = names.collect::<Result<_>>()?;
        names.sort();
        Ok(names)
    }

    /// Creates an input file that is kept until the end.
    pub(super) fn input(&self, name: &str, content: impl AsRef<[u8]>) -> Result<PathBuf> {
        let path = self.folder.join("inputs").join(name);
        fs::write(&path, content).context("cannot write a temporary file")?;
        Ok(path)
    }

    /// A board as an input file.
    pub(super) fn board(&self, board: Board) -> Result<PathBuf> {
        let path = self.folder.join("inputs").join(format!("{}.sok", board.name()));
        if !path.exists() {
            fs::write(&path, board.draw(self.seed)).context("cannot write a temporary file")?;
        }
        Ok(path)
    }

    /// Random numbers that depend on the seed and on `label` only.
    pub(super) fn chance(&self, label: &str) -> Pcg64Mcg {
        // FNV-1a, which is equal on every machine.
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let hash = label.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        Pcg64Mcg::seed_from_u64(hash ^ self.seed)
    }

    /// The path of a file that the program makes, such as [`samples::PROOF`].
    pub(super) fn made(&self, name: &str) -> Result<PathBuf> {
        let path = samples::resolve(OsStr::new(name), &self.program(), &self.inputs())?;
        Ok(path.into())
    }

    fn inputs(&self) -> PathBuf {
        self.folder.join("inputs")
    }

    /// Makes a run.
    pub(super) fn run(&mut self, run: &Run) -> Result<RunResult> {
        let (run, streams) = (self.prepared(run)?, self.streams());
        *self.report.calls.entry(self.chapter).or_default() += 1;
        run.start(&self.program(), &self.case(), &streams).with_context(|| self.shown(&run))
    }

    /// The folder with the streams of the present run.
    pub(super) fn streams(&self) -> PathBuf {
        self.folder.join("streams")
    }

    /// The run with the files that its arguments stand for.
    pub(super) fn prepared(&self, run: &Run) -> Result<Run> {
        let mut run = run.clone();
        for argument in &mut run.arguments {
            *argument = samples::resolve(argument, &self.program(), &self.inputs())?;
        }
        Ok(run)
    }

    /// Counts a run that [`Lab::run`] does not make.
    pub(super) fn count(&mut self) {
        *self.report.calls.entry(self.chapter).or_default() += 1;
    }

    /// Makes a run that must end with one of `codes`, and records what is wrong with it.
    pub(super) fn run_for(&mut self, run: &Run, codes: &[i32]) -> Result<RunResult> {
        let ended = self.run(run)?;
        for fault in judge::faults(&ended, codes) {
            self.find(run, fault);
        }
        Ok(ended)
    }

    /// Records a finding, and prints it at once.
    pub(super) fn find(&mut self, run: &Run, fault: impl Into<String>) {
        let call = self.shown(run);
        self.find_in(call, fault);
    }

    /// The same for a finding that does not belong to one run.
    pub(super) fn find_in(&mut self, call: impl Into<String>, fault: impl Into<String>) {
        let finding = Finding { chapter: self.chapter, call: call.into(), fault: fault.into() };
        println!("FOUND [{}] {}\n      {}", finding.chapter, finding.call, finding.fault);
        self.report.findings.push(finding);
    }

    /// Records a figure, and a finding if it is too large.
    pub(super) fn note(&mut self, run: &Run, figure: Figure) {
        if !figure.is_within() {
            let Figure { quantity, value, allowed, cpu_seconds, .. } = &figure;
            let fault = format!(
                "{}: {value:.3} instead of at most {allowed:.1}; {cpu_seconds:.2} s of processor \
                 time",
                quantity.name()
            );
            self.find(run, fault);
        }
        self.report.figures.push(figure);
    }

    /// Records what cannot be tested here.
    pub(super) fn skip(&mut self, what: impl Into<String>) {
        let what = what.into();
        println!("SKIPPED: {what}");
        self.report.skipped.push(what);
    }

    /// A run as a shell command.
    fn shown(&self, run: &Run) -> String {
        let inputs = self.folder.join("inputs");
        let word = |it: &std::ffi::OsString| {
            let text = it.to_string_lossy().replace(&format!("{}/", inputs.display()), "");
            let is_plain = text.chars().all(|it| it.is_alphanumeric() || "-_=./#".contains(it));
            if is_plain && !text.is_empty() { text } else { format!("'{text}'") }
        };
        let words: Vec<String> = run.arguments.iter().map(word).collect();
        let feed = match &run.feed {
            Feed::Nothing => String::new(),
            Feed::File(path) => {
                format!(" < {}", path.file_name().unwrap_or_default().to_string_lossy())
            }
            Feed::Silence => " (standard input silent)".to_owned(),
            Feed::Repeated(_, bytes) => format!(" (up to {bytes} bytes of levels piped in)"),
        };
        let session = run
            .session
            .as_ref()
            .map_or(String::new(), |it| format!(" (on a terminal, {} bytes typed)", it.keys.len()));
        let shot = run.shot.map_or(String::new(), |it| {
            format!(" ({} after {:.3} s of processor time)", it.signal, it.after.as_secs_f64())
        });
        let closed = if run.closed.is_empty() { "" } else { " " };
        format!("soko {}{feed}{session}{closed}{}{shot}", words.join(" "), run.closed)
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        // The inputs are needed to reproduce findings.
        let is_kept = |it: &Path| !self.report.findings.is_empty() && it.ends_with("inputs");
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for path in entries.map(|it| it.path()).filter(|it| !is_kept(it)) {
            let removed =
                if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            // Leftovers in a temporary folder do no harm.
            drop(removed);
        }
        if self.report.findings.is_empty() {
            drop(fs::remove_dir(&self.folder));
        } else {
            println!("the inputs are kept in {}", self.folder.join("inputs").display());
        }
    }
}
