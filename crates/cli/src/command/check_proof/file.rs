//! A file of certificates: where each begins, and which have been checked.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::Rules;
use sokolab::proof::{Header, copy_plain, headers};

use crate::io::in_use;
use crate::io::output_file::OutputFile;

/// One certificate of a file.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Where it begins.
    offset: u64,
    pub(super) header: Header,
}

/// The file, and the certificates that have not been checked yet.
pub(super) struct CertificateFile {
    path: PathBuf,
    left: Vec<Certificate>,
}

impl CertificateFile {
    /// Reads all headers and checks every digest.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or contains no certificate.
    pub(super) fn open(path: &Path) -> anyhow::Result<CertificateFile> {
        in_use::read(path)?;
        let cannot_read = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot_read)?;
        let found = headers(&mut BufReader::new(file)).with_context(cannot_read)?;
        if found.is_empty() {
            anyhow::bail!("{} contains no certificate", path.display());
        }
        let certificate = |(index, (offset, header)): (usize, (u64, Header))| Certificate {
            number: index + 1,
            offset,
            header,
        };
        let left = found.into_iter().enumerate().map(certificate).collect();
        Ok(CertificateFile { path: path.to_owned(), left })
    }

    /// The certificates about a level, which are then taken.
    pub(super) fn take(&mut self, rules: Rules, rows: &[String]) -> Vec<Certificate> {
        let is_about = |it: &Certificate| it.header.rules == rules && it.header.rows == rows;
        let (taken, left) = std::mem::take(&mut self.left).into_iter().partition(is_about);
        self.left = left;
        taken
    }

    /// The certificates that have not been taken.
    pub(super) fn rest(self) -> Vec<Certificate> {
        self.left
    }

    /// The bytes from the beginning of a certificate.
    pub(super) fn reader(&self, certificate: &Certificate) -> std::io::Result<Box<dyn Read>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(certificate.offset))?;
        Ok(Box::new(BufReader::new(file)))
    }

    /// Writes all certificates without compression.
    pub(super) fn write_plain(&self, path: &Path) -> anyhow::Result<()> {
        let mut output = OutputFile::create(path)?;
        let source = File::open(&self.path);
        let source = source.with_context(|| format!("cannot read {}", self.path.display()))?;
        let mut sink = BufWriter::with_capacity(1 << 20, Sink(&mut output));
        copy_plain(&mut BufReader::new(source), &mut sink)
            .and_then(|()| sink.flush())
            .with_context(|| format!("cannot write to {}", path.display()))?;
        drop(sink);
        output.complete();
        Ok(())
    }
}

/// An output file as something to write to.
struct Sink<'a>(&'a mut OutputFile);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write_raw(bytes).map_err(std::io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
