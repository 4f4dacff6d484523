//! Files of results that grow line by line, so that a run that was killed can be resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::io::in_use;

/// Maximum length of a line in bytes; we write no longer ones.
const LINE_BYTES_MAX: u64 = 64 << 20;

/// How every line of results begins. An incomplete line with another beginning is not ours.
const BEGINNING: &[u8] = b"{\"schema\":\"sokolab/";

/// A file that lines are appended to. It is made when there is a first line.
#[derive(Debug)]
pub(crate) struct ResumedFile {
    path: PathBuf,
    file: Option<File>,
}

/// Opens a file to resume, and passes its lines to `read` with their numbers from 1. An incomplete
/// last line is removed.
///
/// # Errors
/// If `read` refuses a line, or if the file cannot be read and written; it is then unchanged.
pub(crate) fn open(
    path: &Path,
    read: &mut dyn FnMut(usize, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<ResumedFile> {
    in_use::write(path)?;
    open_lines(path, read)
}

fn open_lines(
    path: &Path,
    read: &mut dyn FnMut(usize, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<ResumedFile> {
    let data = path.metadata();
    if data.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Ok(ResumedFile { path: path.to_owned(), file: None });
    }
    let cannot = || format!("cannot resume {}", path.display());
    if !data.with_context(cannot)?.is_file() {
        anyhow::bail!("{}: it is not a file", cannot());
    }
    let mut file = OpenOptions::new().read(true).append(true).open(path).with_context(cannot)?;
    lock(&file, path)?;
    let whole = read_lines(&file, read).with_context(cannot)?;
    file.set_len(whole).with_context(cannot)?;
    file.seek(SeekFrom::End(0)).with_context(cannot)?;
    Ok(ResumedFile { path: path.to_owned(), file: Some(file) })
}

/// Makes an empty file to resume, unless there is one.
///
/// # Errors
/// If it cannot be made.
pub(crate) fn make(path: &Path) -> anyhow::Result<()> {
    let made = OpenOptions::new().append(true).create(true).open(path);
    made.map(drop).with_context(|| format!("cannot write to {}", path.display()))
}

/// Removes a file of results if there is one.
///
/// # Errors
/// If it holds anything else, or cannot be read.
pub(crate) fn remove_results(path: &Path) -> anyhow::Result<()> {
    let refuse_others = &mut |number: usize, line: &[u8]| {
        anyhow::ensure!(line.starts_with(BEGINNING), "line {number} is not a result");
        Ok(())
    };
    open_lines(path, refuse_others)?.remove();
    Ok(())
}

impl ResumedFile {
    /// Removes the file, if there is one, because it is no longer needed.
    pub(crate) fn remove(self) {
        if self.file.is_some() {
            drop(std::fs::remove_file(&self.path));
        }
    }

    /// Appends bytes and hands them over at once.
    ///
    /// # Errors
    /// If they cannot be written. A partial line is removed.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let cannot = || format!("cannot write to {}", self.path.display());
        if self.file.is_none() {
            let made = OpenOptions::new().append(true).create(true).open(&self.path);
            let made = made.with_context(cannot)?;
            lock(&made, &self.path)?;
            self.file = Some(made);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let length = file.metadata().map(|it| it.len());
        let written = file.write_all(bytes);
        match (&written, length) {
            (Err(_), Ok(0)) => drop(std::fs::remove_file(&self.path)),
            (Err(_), Ok(length)) => drop(file.set_len(length)),
            _ => {}
        }
        written.with_context(cannot)
    }
}

/// Keeps other runs from appending to the same file.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => anyhow::bail!(
            "another program writes to {}: wait until it has finished, or name another file",
            path.display()
        ),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Reads the complete lines of a file. Returns their size in bytes.
fn read_lines(
    file: &File,
    read: &mut dyn FnMut(usize, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut line, mut whole) = (Vec::new(), 0);
    for number in 1.. {
        line.clear();
        let count = reader.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
        let Some(text) = line.strip_suffix(b"\n") else {
            anyhow::ensure!((count as u64) < LINE_BYTES_MAX, "line {number} is too long");
            let known = line.len().min(BEGINNING.len());
            anyhow::ensure!(
                line[..known] == BEGINNING[..known],
                "line {number} is not an incomplete result: name another file"
            );
            break;
        };
        whole += count as u64;
        if !text.trim_ascii().is_empty() {
            read(number, text)?;
        }
    }
    Ok(whole)
}
