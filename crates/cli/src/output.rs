//! Results go to standard output or a file, line by line; everything else to standard error.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;

/// The reader of our output has gone away: no error, there is nothing left to do.
#[derive(Debug)]
pub(crate) struct OutputClosed;

impl fmt::Display for OutputClosed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the output was closed")
    }
}

impl std::error::Error for OutputClosed {}

/// Where results go.
pub(crate) struct Output {
    target: Target,
    quiet: bool,
}

enum Target {
    Standard,
    File(BufWriter<File>),
}

impl Output {
    pub(crate) fn new(quiet: bool) -> Output {
        Output { target: Target::Standard, quiet }
    }

    /// Whether progress and warnings are unwanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Sends results to a file from now on, if one is named; `-` is standard output.
    pub(crate) fn redirect(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        if let Some(path) = path.filter(|path| *path != Path::new("-")) {
            let file = File::create(path);
            let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
            self.target = Target::File(BufWriter::new(file));
        }
        Ok(())
    }

    /// Writes text as it is and hands it over at once.
    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let result = match &mut self.target {
            Target::Standard => {
                let mut out = anstream::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            Target::File(file) => {
                let plain = anstream::adapter::strip_str(text).to_string();
                file.write_all(plain.as_bytes()).and_then(|()| file.flush())
            }
        };
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(OutputClosed.into()),
            Err(error) => Err(anyhow::Error::new(error).context("cannot write the results")),
            Ok(()) => Ok(()),
        }
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
