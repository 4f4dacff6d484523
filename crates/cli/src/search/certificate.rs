//! Writes certificates to a file: they are built in memory or, if they are large, in a temporary
//! file, checked there, and appended when they are complete.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::proof::{CheckLimits, CheckProgress, check_proof};
use sokolab::{
    Level, Observer, ProofError, ProofRequest, ProofSummary, Stop, quantity, write_proof,
};
use tempfile::{SpooledData, SpooledTempFile};

use crate::io::message;
use crate::io::output::Output;
use crate::io::output_file::OutputFile;

/// The claim that no solution has fewer, as in `2 pushes are fewest`.
pub(crate) fn fewest(count: u64, noun: &str) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb} fewest", quantity(count, noun))
}

/// The default size limit of a certificate in bytes.
const BYTES_MAX_DEFAULT: u64 = 1 << 30;

/// A larger certificate is made in a temporary file. Most have a few hundred bytes, which are not
/// worth the system calls.
const MEMORY_BYTES_MAX: usize = 1 << 20;

/// Bytes copied at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// A certificate in memory or in a temporary file.
#[derive(Debug)]
pub(crate) struct Certificate {
    content: SpooledData,
    /// Its size.
    pub(crate) proved: ProofSummary,
}

impl Certificate {
    /// Makes a certificate, or reports why there is none.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub(crate) fn make(
        request: &ProofRequest<'_>,
        observer: &mut Observer<'_>,
    ) -> anyhow::Result<Result<Certificate, ProofError>> {
        Certificate::make_within(MEMORY_BYTES_MAX, request, observer)
    }

    fn make_within(
        memory_bytes_max: usize,
        request: &ProofRequest<'_>,
        observer: &mut Observer<'_>,
    ) -> anyhow::Result<Result<Certificate, ProofError>> {
        let cannot_write = "cannot write the proof to a temporary file";
        let mut sink = BufWriter::new(SpooledTempFile::new(memory_bytes_max));
        let proved = match write_proof(request, &mut sink, observer) {
            Ok(proved) => proved,
            Err(ProofError::Failed(error)) => return Err(error).context(cannot_write),
            Err(why) => return Ok(Err(why)),
        };
        sink.flush().context(cannot_write)?;
        let spool = sink.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Ok(Certificate { content: spool.into_inner(), proved }))
    }

    /// The certificate from its beginning.
    fn reader(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(match &self.content {
            SpooledData::InMemory(bytes) => Box::new(bytes.get_ref().as_slice()),
            SpooledData::OnDisk(file) => {
                let mut file = file.try_clone()?;
                file.seek(SeekFrom::Start(0))?;
                Box::new(BufReader::new(file))
            }
        })
    }

    /// Whether the checker accepts it for a level; also `false` if `stop` ends the check.
    pub(crate) fn holds(
        &self,
        level: &Level,
        limits: CheckLimits,
        stop: &mut dyn FnMut() -> Option<Stop>,
    ) -> bool {
        check_proof(level, &mut || self.reader(), limits, &mut |_: &CheckProgress| stop()).is_ok()
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

    /// The largest permitted size of a certificate in bytes.
    pub(crate) const fn bytes_max(&self) -> u64 {
        self.bytes_max
    }

    /// Appends a certificate and returns its number in the file, from 1.
    pub(crate) fn append(&mut self, certificate: &Certificate) -> anyhow::Result<usize> {
        let mut source = certificate.reader()?;
        let mut chunk = vec![0; CHUNK_BYTES.min(certificate.proved.bytes as usize)];
        loop {
            match source.read(&mut chunk)? {
                0 => break,
                count => self.file.write_raw(&chunk[..count])?,
            }
        }
        self.count += 1;
        Ok(self.count)
    }

    /// Closes the file; it is not written if there is no certificate.
    pub(crate) fn end(self, output: &Output) {
        if self.count > 0 {
            self.file.complete();
            return;
        }
        self.file.discard();
        if !output.is_quiet() {
            message::line!("{}: not written, as nothing is proved", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Certificate, MEMORY_BYTES_MAX};
    use sokolab::proof::{CheckLimits, Claim};
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{Budget, ProofRequest};
    use tempfile::SpooledData;

    #[test]
    fn large_certificates_are_made_in_a_file_and_are_the_same() {
        let read = read_text(b"#####\n#@$.#\n#####\n", ReadOptions::default());
        let level = read.levels.first().expect("a level");
        let (claim, budget) = (Claim::Pushes(1), Budget::default());
        let (cyclic, solution, bytes_max) = (false, None, 1 << 20);
        let request = ProofRequest { level, claim, cyclic, solution, budget, bytes_max };
        let made = [0, MEMORY_BYTES_MAX].map(|memory_bytes_max| {
            let made = Certificate::make_within(memory_bytes_max, &request, &mut |_| None);
            let certificate = made.expect("a temporary file").expect("a certificate");
            let is_in_memory = matches!(certificate.content, SpooledData::InMemory(_));
            assert_eq!(is_in_memory, memory_bytes_max > 0);
            assert!(certificate.holds(level, CheckLimits::default(), &mut || None));
            let mut bytes = Vec::new();
            let mut reader = certificate.reader().expect("a file");
            reader.read_to_end(&mut bytes).expect("a file");
            assert_eq!(bytes.len() as u64, certificate.proved.bytes);
            bytes
        });
        assert_eq!(made[0], made[1]);
    }
}
