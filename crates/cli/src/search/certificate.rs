//! Certificates on their way into a file: made in a temporary file, checked there, and appended
//! once they are whole.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::proof::{CheckLimits, CheckProgress, check_proof};
use sokolab::{Level, Observer, ProofError, ProofRequest, ProofSummary, Stop, write_proof};

use crate::io::output::Output;
use crate::io::output_file::OutputFile;
use crate::io::standard_error::say;

/// The most bytes of a certificate if nothing is said.
const BYTES_MAX_DEFAULT: u64 = 1 << 30;

/// Bytes copied at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// A certificate in a temporary file.
#[derive(Debug)]
pub(crate) struct Certificate {
    file: File,
    /// What it consists of.
    pub(crate) proved: ProofSummary,
}

impl Certificate {
    /// Makes a certificate, or says why there is none.
    ///
    /// # Errors
    /// If the temporary file cannot be written.
    pub(crate) fn make(
        request: &ProofRequest<'_>,
        observer: &mut Observer<'_>,
    ) -> anyhow::Result<Result<Certificate, ProofError>> {
        let cannot_write = "cannot write the proof to a temporary file";
        let file = tempfile::tempfile().context(cannot_write)?;
        let mut sink = BufWriter::new(file);
        let proved = match write_proof(request, &mut sink, observer) {
            Ok(proved) => proved,
            Err(ProofError::Failed(error)) => return Err(error).context(cannot_write),
            Err(why) => return Ok(Err(why)),
        };
        sink.flush().context(cannot_write)?;
        let file = sink.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        Ok(Ok(Certificate { file, proved }))
    }

    /// Whether the checker accepts it as one about a level; `false` if `stop` ends the check, too.
    pub(crate) fn holds(
        &self,
        level: &Level,
        limits: CheckLimits,
        stop: &mut dyn FnMut() -> Option<Stop>,
    ) -> bool {
        let open = &mut || {
            let mut file = self.file.try_clone()?;
            file.seek(SeekFrom::Start(0))?;
            Ok(Box::new(BufReader::new(file)) as Box<dyn Read>)
        };
        check_proof(level, open, limits, &mut |_: &CheckProgress| stop()).is_ok()
    }
}

/// A file of certificates.
pub(crate) struct ProofFile {
    path: PathBuf,
    file: OutputFile,
    bytes_max: u64,
    count: usize,
}

impl ProofFile {
    /// Begins the file, if one is named.
    pub(crate) fn create(
        path: Option<&Path>,
        bytes_max: Option<u64>,
    ) -> anyhow::Result<Option<ProofFile>> {
        let Some(path) = path else { return Ok(None) };
        let file = OutputFile::create(path)?;
        let bytes_max = bytes_max.unwrap_or(BYTES_MAX_DEFAULT);
        Ok(Some(ProofFile { path: path.to_owned(), file, bytes_max, count: 0 }))
    }

    /// The most bytes that a certificate may have.
    pub(crate) const fn bytes_max(&self) -> u64 {
        self.bytes_max
    }

    /// Appends a certificate; gives its number in the file, from 1.
    pub(crate) fn append(&mut self, mut certificate: Certificate) -> anyhow::Result<usize> {
        let source = &mut certificate.file;
        source.seek(SeekFrom::Start(0))?;
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            match source.read(&mut chunk)? {
                0 => break,
                count => self.file.write_raw(&chunk[..count])?,
            }
        }
        self.count += 1;
        Ok(self.count)
    }

    /// Closes the file; without a certificate there is none.
    pub(crate) fn end(self, output: &Output) {
        if self.count > 0 {
            self.file.complete();
            return;
        }
        self.file.discard();
        if !output.is_quiet() {
            say!("{}: not written, as nothing is proved", self.path.display());
        }
    }
}
