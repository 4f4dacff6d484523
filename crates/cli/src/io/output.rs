//! Results go to standard output or a file, line by line; everything else to standard error.

use std::io::IsTerminal;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use crate::io::cpu_time::CpuClock;
use crate::io::message;
use crate::io::output_file::OutputFile;
use crate::io::resumed_file::ResumedFile;

/// Where results go.
pub(crate) struct Output {
    target: OutputFile,
    quiet: bool,
    /// The options that JSON lines record; `None` if they record none.
    options: Option<String>,
    levels: LevelProgress,
    clock: CpuClock,
}

/// Whether the progress of single levels is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelProgress {
    /// On a terminal.
    Shown,
    /// Not shown, because all levels share one progress line.
    Hidden,
}

/// A line with the options it was made with.
#[derive(Serialize)]
struct WithOptions<'a, T: Serialize> {
    #[serde(flatten)]
    line: &'a T,
    options: &'a str,
}

impl Output {
    pub(crate) fn new(quiet: bool) -> Output {
        Output {
            target: OutputFile::standard(),
            quiet,
            options: None,
            levels: LevelProgress::Shown,
            clock: CpuClock::Process,
        }
    }

    /// Another one for work on a level, which prints warnings but writes no results.
    pub(crate) fn for_work(&self, levels: LevelProgress, clock: CpuClock) -> Output {
        Output { levels, clock, ..Output::new(self.quiet) }
    }

    /// Whether progress and warnings are unwanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether the progress of single levels is unwanted.
    pub(crate) fn hides_levels(&self) -> bool {
        self.levels == LevelProgress::Hidden
    }

    /// Whose processor time the work on a level takes.
    pub(crate) fn clock(&self) -> CpuClock {
        self.clock
    }

    /// Redirects results to a file, if one is named; `-` is standard output. The file is put in
    /// place when everything is written.
    pub(crate) fn redirect(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        self.target = OutputFile::create(path.unwrap_or(Path::new("-")))?;
        Ok(())
    }

    /// Redirects results to a file as appended JSON lines; each records its options.
    pub(crate) fn resume(&mut self, file: ResumedFile, options: &str) {
        self.target = OutputFile::resumed(file);
        self.options = Some(options.to_owned());
    }

    /// Prints a remark for a person who reads the results on a terminal.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet && self.target.is_standard() && std::io::stdout().is_terminal() {
            message::line!("{text}");
        }
    }

    /// Writes text unchanged and flushes it.
    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if self.target.is_standard() {
            return self.target.write(text.as_bytes());
        }
        let plain = anstream::adapter::strip_str(text).to_string();
        self.target.write(plain.as_bytes())
    }

    /// Writes the bytes of a picture as they are.
    ///
    /// # Errors
    /// If they cannot be written, or would go to a terminal.
    pub(crate) fn write_picture(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if self.target.is_standard() && std::io::stdout().is_terminal() {
            anyhow::bail!("a terminal does not show pictures of this format: name a file with -o");
        }
        self.target.write_raw(bytes)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> anyhow::Result<()> {
        self.write(&format!("{text}\n"))
    }

    /// Writes a JSON object as a line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let text = self.json_text(value)?;
        self.line(&text)
    }

    /// A JSON object as it would be written.
    pub(crate) fn json_text(&self, value: &impl Serialize) -> anyhow::Result<String> {
        let text = match &self.options {
            None => serde_json::to_string(value),
            Some(options) => serde_json::to_string(&WithOptions { line: value, options }),
        };
        text.context("cannot write the results")
    }
}
