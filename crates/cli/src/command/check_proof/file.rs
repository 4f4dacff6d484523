//! A file of certificates: their offsets, and which have been checked.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context;
use sokolab::Rules;
use sokolab::proof::{Header, copy_plain, headers};

use crate::io::in_use;
use crate::io::output_file::OutputFile;
use crate::io::standard_input;

/// One certificate of a file.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Its offset in the file.
    offset: u64,
    pub(super) header: Header,
}

/// The file, and the certificates that have not been checked yet.
pub(super) struct CertificateFile {
    file: File,
    left: Vec<Certificate>,
}

impl CertificateFile {
    /// Reads all headers and checks every digest. The file is read more than once, so a pipe or
    /// standard input (`-`) is copied to a temporary file.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or contains no certificate.
    pub(super) fn open(path: &Path) -> anyhow::Result<CertificateFile> {
        let cannot_read = || format!("cannot read {}", path.display());
        let file = if path == Path::new("-") {
            kept(&mut standard_input::take()?)
        } else {
            in_use::read(path)?;
            if path.is_file() {
                File::open(path)
            } else {
                standard_input::open(path).and_then(|mut pipe| kept(&mut pipe))
            }
        };
        let file = file.with_context(cannot_read)?;
        let found = headers(&mut from(&file, 0)?).with_context(cannot_read)?;
        if found.is_empty() {
            anyhow::bail!("{} contains no certificate", path.display());
        }
        let certificate = |(index, (offset, header)): (usize, (u64, Header))| Certificate {
            number: index + 1,
            offset,
            header,
        };
        let left = found.into_iter().enumerate().map(certificate).collect();
        Ok(CertificateFile { file, left })
    }

    /// Removes and returns the certificates about a level.
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
    pub(super) fn reader(&self, certificate: &Certificate) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(from(&self.file, certificate.offset)?))
    }

    /// Writes all certificates without compression to a pending output file.
    pub(super) fn write_plain(&self, path: &Path) -> anyhow::Result<OutputFile> {
        let mut output = OutputFile::create(path)?;
        let mut source = from(&self.file, 0)?;
        let mut sink = BufWriter::with_capacity(1 << 20, Sink(&mut output));
        copy_plain(&mut source, &mut sink)
            .and_then(|()| sink.flush())
            .with_context(|| format!("cannot write to {}", path.display()))?;
        drop(sink);
        Ok(output)
    }
}

/// A temporary file with the content of a source.
fn kept(source: &mut dyn Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(source, &mut file)?;
    Ok(file)
}

/// The bytes of a file from an offset.
fn from(file: &File, offset: u64) -> io::Result<BufReader<File>> {
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(offset))?;
    Ok(BufReader::new(file))
}

/// A writer for an output file.
struct Sink<'a>(&'a mut OutputFile);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_raw(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
