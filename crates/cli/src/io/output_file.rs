//! Output files that are written completely or not at all.
//!
//! A file is written under a temporary name in the same folder and renamed when it is complete;
//! until then an older file stays. Devices and pipes are written directly.
//!
//! Pending files are in one list for the whole program, because an interrupt that ends the program
//! immediately has to rename or remove them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use tempfile::TempPath;

use crate::io::in_use;
use crate::io::interrupt;
use crate::io::paths::{folder_of, is_folder, resolved};
use crate::io::resumed_file::ResumedFile;

/// How often to poll for interrupts while waiting for a reader.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The reader of our output has closed it. This is not an error; there is nothing left to do.
#[derive(Debug)]
pub(crate) struct OutputClosed;

impl fmt::Display for OutputClosed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the output was closed")
    }
}

impl std::error::Error for OutputClosed {}

/// A file that results are written to.
#[derive(Debug)]
pub(crate) struct OutputFile {
    named: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Standard,
    /// A device or a pipe, opened when there is something to write.
    Stream(Option<File>),
    /// The number of a waiting file.
    Waiting(usize),
    /// A file that grows line by line.
    Resumed(ResumedFile),
}

/// A file under its temporary name.
#[derive(Debug)]
struct Waiting {
    named: PathBuf,
    /// Its final path, with symbolic links resolved, so that a link stays a link.
    place: PathBuf,
    temporary: TempPath,
    /// `None` when everything is written, because there may be more pending files than may be open.
    file: Option<File>,
    is_written: bool,
}

/// The files that wait for their place.
#[derive(Debug)]
struct Queue {
    files: BTreeMap<usize, Waiting>,
    next: usize,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue { files: BTreeMap::new(), next: 0 });

fn lock() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Which of the waiting files take their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Publish {
    /// All of them.
    All,
    /// Only non-empty files: an empty file must not replace older results.
    Written,
}

impl OutputFile {
    /// Begins a file; `-` is standard output.
    ///
    /// # Errors
    /// If it cannot be written, is an input of this run, or belongs to another output.
    pub(crate) fn create(path: &Path) -> anyhow::Result<OutputFile> {
        if is_standard_output(path) {
            in_use::write_standard_output()?;
            return Ok(OutputFile::standard());
        }
        in_use::write(path)?;
        OutputFile::begin(path)
    }

    /// Standard output, before it is known whether anything else goes there.
    pub(crate) fn standard() -> OutputFile {
        OutputFile { named: PathBuf::from("-"), sink: Sink::Standard }
    }

    /// A file that grows line by line.
    pub(crate) fn resumed(file: ResumedFile) -> OutputFile {
        OutputFile { named: PathBuf::new(), sink: Sink::Resumed(file) }
    }

    fn begin(path: &Path) -> anyhow::Result<OutputFile> {
        if is_folder(path) {
            anyhow::bail!("cannot write to {}: it is a folder; name a file", path.display());
        }
        let is_stream = path.metadata().is_ok_and(|data| !data.is_file()) || is_descriptor(path);
        let sink = if is_stream {
            Sink::Stream(None)
        } else {
            let file = Waiting::create(path).with_context(|| cannot_write(path))?;
            let mut queue = lock();
            let number = queue.next;
            queue.next += 1;
            queue.files.insert(number, file);
            Sink::Waiting(number)
        };
        Ok(OutputFile { named: path.to_owned(), sink })
    }

    /// Whether this is standard output, which may show colours.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self.sink, Sink::Standard)
    }

    /// Writes bytes and hands them over at once.
    ///
    /// # Errors
    /// If they cannot be written; `OutputClosed` if the reader has closed the output.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if matches!(self.sink, Sink::Standard) {
            let mut out = anstream::stdout().lock();
            let written = out.write_all(bytes).and_then(|()| out.flush());
            return self.judged(written);
        }
        self.write_raw(bytes)
    }

    /// Writes bytes that may contain colour codes by chance, and flushes them.
    ///
    /// # Errors
    /// As `write`.
    pub(crate) fn write_raw(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = match &mut self.sink {
            Sink::Standard => {
                let mut out = io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush())
            }
            Sink::Stream(stream) => write_to_stream(stream, &self.named, bytes),
            Sink::Resumed(file) => return file.write(bytes),
            Sink::Waiting(number) => match lock().files.get_mut(number) {
                Some(waiting) => waiting.write(bytes),
                None => Err(io::Error::other("it was discarded")),
            },
        };
        self.judged(written)
    }

    fn judged(&self, written: io::Result<()>) -> anyhow::Result<()> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(OutputClosed.into()),
            Err(error) => Err(anyhow::Error::new(error).context(self.failure())),
            Ok(()) => Ok(()),
        }
    }

    /// Closes a complete file. It is put in place with the others when the program ends.
    pub(crate) fn complete(self) {
        if let Sink::Waiting(number) = self.sink
            && let Some(waiting) = lock().files.get_mut(&number)
        {
            waiting.file = None;
        }
    }

    /// Puts the file in its place now.
    ///
    /// # Errors
    /// If that fails.
    pub(crate) fn publish(self) -> anyhow::Result<()> {
        let Sink::Waiting(number) = self.sink else { return Ok(()) };
        let waiting = lock().files.remove(&number);
        waiting.map_or(Ok(()), Waiting::publish)
    }

    /// Discards the file; an older one stays.
    pub(crate) fn discard(self) {
        if let Sink::Waiting(number) = self.sink {
            lock().files.remove(&number);
        }
    }

    fn failure(&self) -> String {
        match self.sink {
            Sink::Standard => "cannot write to standard output".to_owned(),
            Sink::Stream(_) | Sink::Waiting(_) | Sink::Resumed(_) => cannot_write(&self.named),
        }
    }
}

/// Replaces a file that belongs to this run already, as noted with [`in_use::write`].
///
/// # Errors
/// If it cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = OutputFile::begin(path)?;
    file.write(bytes)?;
    file.publish()
}

/// Renames pending files to their final paths and removes the others.
///
/// # Errors
/// If one of them cannot be renamed; those after it are removed.
pub(crate) fn publish(which: Publish) -> anyhow::Result<()> {
    lock().publish(which)
}

/// Ends the program immediately, after renaming pending files or, without `which`, removing them;
/// `report` receives an error. The list stays locked, so that no thread writes to a finished file.
pub(crate) fn exit(which: Option<Publish>, code: i32, report: fn(&anyhow::Error)) -> ! {
    let mut queue = lock();
    match which.map_or(Ok(()), |which| queue.publish(which)) {
        Ok(()) => queue.files.clear(),
        Err(error) => report(&error),
    }
    std::process::exit(code)
}

impl Queue {
    fn publish(&mut self, which: Publish) -> anyhow::Result<()> {
        let files = std::mem::take(&mut self.files);
        for waiting in files.into_values() {
            if which == Publish::All || waiting.is_written {
                waiting.publish()?;
            }
        }
        Ok(())
    }
}

/// Removes pending files when the program ends, for whatever reason.
#[derive(Debug)]
pub(crate) struct RemoveAtEnd;

impl Drop for RemoveAtEnd {
    fn drop(&mut self) {
        lock().files.clear();
    }
}

impl Waiting {
    /// Creates the temporary file, after checking that an existing file may be replaced.
    fn create(named: &Path) -> io::Result<Waiting> {
        let place = resolved(named);
        let old = place.metadata().ok();
        if let Some(old) = &old {
            if old.permissions().readonly() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
            }
            OpenOptions::new().append(true).open(&place)?;
        }
        let Some(name) = place.file_name() else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is not the name of a file",
            ));
        };
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        // A long name must not become too long.
        let prefix = if prefix.len() > 200 { ".soko.".into() } else { prefix };
        let made = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(".part")
            .make_in(folder_of(&place), |path| {
                OpenOptions::new().write(true).create_new(true).open(path)
            })?;
        let (file, temporary) = made.into_parts();
        if let Some(old) = old {
            keep_owner(&file, &old);
            file.set_permissions(old.permissions())?;
        }
        let named = named.to_owned();
        Ok(Waiting { named, place, temporary, file: Some(file), is_written: false })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.is_written = true;
        match &mut self.file {
            Some(file) => file.write_all(bytes),
            None => Err(io::Error::other("it is complete already")),
        }
    }

    fn publish(self) -> anyhow::Result<()> {
        drop(self.file);
        let result = self.temporary.persist(&self.place).map_err(|failure| failure.error);
        result.with_context(|| cannot_write(&self.named))
    }
}

/// Gives a new file the owner of the one it replaces, if permitted.
#[cfg(unix)]
fn keep_owner(file: &File, old: &std::fs::Metadata) {
    use std::os::unix::fs::MetadataExt;
    drop(std::os::unix::fs::fchown(file, Some(old.uid()), Some(old.gid())));
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _old: &std::fs::Metadata) {}

fn write_to_stream(stream: &mut Option<File>, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if stream.is_none() {
        *stream = Some(open_stream(path)?);
    }
    match stream {
        Some(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
        None => Ok(()),
    }
}

/// Opens a device or a pipe. Opening a pipe blocks until it has a reader, so this polls for
/// interrupts.
fn open_stream(path: &Path) -> io::Result<File> {
    let (sender, receiver) = channel();
    let path = path.to_owned();
    std::thread::spawn(move || {
        // Appending preserves the content of a file behind a descriptor.
        drop(sender.send(OpenOptions::new().append(true).open(path)));
    });
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(opened) => return opened,
            Err(RecvTimeoutError::Timeout) if interrupt::is_interrupted() => {
                return Err(io::Error::other("interrupted before it had a reader"));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("it cannot be opened"));
            }
        }
    }
}

fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Whether a path names a file that is open already.
fn is_descriptor(path: &Path) -> bool {
    path == Path::new("/dev/stderr")
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd")
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write to {}", path.display())
}
