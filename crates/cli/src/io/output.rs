//! Results go to standard output or a file, line by line; everything else to standard error.

use std::io::IsTerminal;
use std::path::Path;

use anyhow::Context;

use crate::io::output_file::OutputFile;

/// Where results go.
pub(crate) struct Output {
    target: OutputFile,
    quiet: bool,
}

impl Output {
    pub(crate) fn new(quiet: bool) -> Output {
        Output { target: OutputFile::standard(), quiet }
    }

    /// Whether progress and warnings are unwanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Sends results to a file from now on, if one is named; `-` is standard output. The file
    /// takes its place when the program has written everything.
    pub(crate) fn redirect(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        self.target = OutputFile::create(path.unwrap_or(Path::new("-")))?;
        Ok(())
    }

    /// Tells something to a person who reads the results on a terminal, and to nobody else.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet && self.target.is_standard() && std::io::stdout().is_terminal() {
            anstream::eprintln!("{text}");
        }
    }

    /// Writes text as it is and hands it over at once.
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
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(value).context("cannot write the results")?;
        self.line(&text)
    }
}
