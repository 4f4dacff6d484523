//! Standard input and pipes: reading them can be interrupted, and a message appears if they stay
//! silent.

use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::io::in_use;
use crate::io::interrupt;
use crate::io::message;

/// Bytes read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// Maximum size in bytes of an input that is read as a whole; a larger one may be endless.
const WHOLE_BYTES_MAX: usize = 64 << 20;

/// How long a pipe may be silent before a message says so.
const SILENCE_MAX: Duration = Duration::from_secs(1);

/// How often a waiting reader polls for interrupts.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Whether standard input has a reader.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Standard input, requested with `-`.
///
/// # Errors
/// If something else reads it, or if this run writes to the file behind it.
pub(crate) fn take() -> anyhow::Result<PatientReader> {
    in_use::read_standard_input()?;
    if IS_TAKEN.swap(true, Ordering::SeqCst) {
        anyhow::bail!("standard input can be read only once: name a file instead of one -");
    }
    let remark = if io::stdin().is_terminal() {
        "reading from the terminal; press Ctrl-D at the end"
    } else {
        "waiting for standard input, which is silent; to end this, redirect it with < /dev/null"
    };
    Ok(PatientReader::new(|| Ok(Box::new(io::stdin())), remark))
}

/// Standard input when no file is named: `None` if it is empty (a terminal, `/dev/null`, an empty
/// file or an empty pipe), or if something else reads it.
///
/// # Errors
///
/// If this run writes to the file that it comes from.
pub(crate) fn offered() -> anyhow::Result<Option<PatientReader>> {
    if IS_TAKEN.load(Ordering::SeqCst) || io::stdin().is_terminal() || is_device() {
        return Ok(None);
    }
    let remark = "waiting for standard input, which is a pipe without content so far; to go on \
                  without it, redirect it with < /dev/null";
    let mut reader = PatientReader::new(|| Ok(Box::new(io::stdin())), remark);
    if !reader.has_content() {
        return Ok(None);
    }
    IS_TAKEN.store(true, Ordering::SeqCst);
    in_use::read_standard_input()?;
    Ok(Some(reader))
}

#[cfg(unix)]
fn is_device() -> bool {
    use std::os::unix::fs::FileTypeExt;
    let data = in_use::stream_data(&io::stdin());
    data.is_none_or(|data| data.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_device() -> bool {
    false
}

/// Opens a file for reading. A pipe with a name is read like standard input.
///
/// # Errors
/// If it cannot be opened.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let data = path.metadata()?;
    if data.is_dir() {
        return Err(io::Error::other("it is a folder; name the files in it"));
    }
    if data.is_file() {
        return Ok(Box::new(std::fs::File::open(path)?));
    }
    let remark = format!("waiting for {}, which is silent", path.display());
    let path = path.to_owned();
    let open = move || Ok(Box::new(std::fs::File::open(path)?) as Box<dyn Read>);
    Ok(Box::new(PatientReader::new(open, &remark)))
}

/// Reads to the end.
///
/// # Errors
/// If reading fails, is interrupted, or exceeds the limit.
pub(crate) fn read_to_end(mut reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        if interrupt::is_interrupted() {
            return Err(interrupt::interruption());
        }
        match reader.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) if bytes.len() + count > WHOLE_BYTES_MAX => {
                let most = WHOLE_BYTES_MAX >> 20;
                return Err(io::Error::other(format!("it is larger than {most} MiB")));
            }
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
            // Only signals that request termination end the read.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A reader that polls for interrupts while it waits.
///
/// A separate thread does the reading, because a blocked read cannot be interrupted on every
/// system.
#[derive(Debug)]
pub(crate) struct PatientReader {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// How much of the chunk was handed out.
    used: usize,
    begin: Instant,
    /// The message if no input arrives; `None` once it was printed or input has arrived.
    remark: Option<String>,
}

impl PatientReader {
    fn new(
        open: impl FnOnce() -> io::Result<Box<dyn Read>> + Send + 'static,
        remark: &str,
    ) -> PatientReader {
        let (sender, chunks) = sync_channel(2);
        std::thread::spawn(move || {
            let mut source = match open() {
                Ok(source) => source,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut chunk = vec![0; CHUNK_BYTES];
                let read = match source.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(count) => {
                        chunk.truncate(count);
                        Ok(chunk)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_over = read.is_err();
                if sender.send(read).is_err() || is_over {
                    return;
                }
            }
        });
        let (begin, remark) = (Instant::now(), Some(remark.to_owned()));
        PatientReader { chunks, chunk: Vec::new(), used: 0, begin, remark }
    }

    /// Waits for the first bytes. An error counts as content, since the reader will see it again.
    fn has_content(&mut self) -> bool {
        match self.fill() {
            Ok(()) => !self.chunk.is_empty(),
            Err(error) if interrupt::is_interruption(&error) => false,
            Err(error) => {
                let (sender, chunks) = sync_channel(1);
                drop(sender.send(Err(error)));
                self.chunks = chunks;
                true
            }
        }
    }

    /// Waits for the next chunk, which is empty at the end.
    fn fill(&mut self) -> io::Result<()> {
        (self.chunk, self.used) = (Vec::new(), 0);
        loop {
            match self.chunks.recv_timeout(POLL_INTERVAL) {
                Ok(read) => {
                    self.remark = None;
                    self.chunk = read?;
                    return Ok(());
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {
                    if interrupt::is_interrupted() {
                        return Err(interrupt::interruption());
                    }
                    if self.begin.elapsed() >= SILENCE_MAX
                        && let Some(remark) = self.remark.take()
                    {
                        message::line!("note: {remark}");
                    }
                }
            }
        }
    }
}

impl Read for PatientReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.chunk.len() {
            self.fill()?;
        }
        let count = buffer.len().min(self.chunk.len() - self.used);
        buffer[..count].copy_from_slice(&self.chunk[self.used..self.used + count]);
        self.used += count;
        Ok(count)
    }
}
