//! The files that this run reads and writes: no file is both, and no two outputs share one.
//!
//! Files are compared by identity, not by name: through symbolic links, hard links and other names
//! of a folder. Devices are excluded, because sharing them does no harm.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::io::paths::{folder_of, resolved};

/// Identifies a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    /// The file itself: device and number.
    #[cfg(unix)]
    Content(u64, u64),
    /// A name in a folder, for a file that does not exist yet or is going to be replaced.
    #[cfg(unix)]
    Name((u64, u64), OsString),
    /// The whole path, where files have no numbers.
    #[cfg(not(unix))]
    Path(OsString),
    /// Standard output, wherever it goes.
    StandardOutput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Input,
    Output,
}

/// Every file in use, with its role and its name as it was given.
static FILES: Mutex<BTreeMap<Identity, (Role, String)>> = Mutex::new(BTreeMap::new());

/// Notes that a file is read.
///
/// # Errors
/// If this run writes to it.
pub(crate) fn read(path: &Path) -> anyhow::Result<()> {
    note_input(identities(path), &path.display().to_string())
}

/// Notes that standard input is read.
///
/// # Errors
/// If this run writes to the file that it comes from.
pub(crate) fn read_standard_input() -> anyhow::Result<()> {
    note_input(standard_stream(&std::io::stdin()), "standard input")
}

fn note_input(identities: Vec<Identity>, name: &str) -> anyhow::Result<()> {
    let mut files = lock();
    for identity in &identities {
        if let Some((Role::Output, output)) = files.get(identity) {
            anyhow::bail!("cannot write to {output}: {}", clash(output, "the input", name));
        }
    }
    for identity in identities {
        files.entry(identity).or_insert_with(|| (Role::Input, name.to_owned()));
    }
    Ok(())
}

/// Notes that a file is written.
///
/// # Errors
/// If this run reads it, or writes something else to it.
pub(crate) fn write(path: &Path) -> anyhow::Result<()> {
    note_output(identities(path), &path.display().to_string())
}

/// Notes that an output goes to standard output.
///
/// # Errors
/// If another one goes there.
pub(crate) fn write_standard_output() -> anyhow::Result<()> {
    note_output(vec![Identity::StandardOutput], "standard output")
}

/// Notes the file that standard output was redirected to before the program began, if it was.
pub(crate) fn note_redirection() {
    let mut files = lock();
    for identity in standard_stream(&std::io::stdout()) {
        files.insert(identity, (Role::Output, "standard output".to_owned()));
    }
}

fn note_output(identities: Vec<Identity>, name: &str) -> anyhow::Result<()> {
    let mut files = lock();
    for identity in &identities {
        match files.get(identity) {
            Some((Role::Input, input)) => {
                anyhow::bail!("cannot write to {name}: {}", clash(name, "the input", input));
            }
            Some((Role::Output, other)) => {
                anyhow::bail!(
                    "cannot write to {name}: {}; give each output a file of its own",
                    clash(name, "another output", other)
                );
            }
            None => {}
        }
    }
    for identity in identities {
        files.insert(identity, (Role::Output, name.to_owned()));
    }
    Ok(())
}

fn clash(name: &str, what: &str, other: &str) -> String {
    if name == other { format!("it is {what}") } else { format!("it is {what} {other}") }
}

fn lock() -> MutexGuard<'static, BTreeMap<Identity, (Role, String)>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn identities(path: &Path) -> Vec<Identity> {
    use std::os::unix::fs::MetadataExt;

    let data = path.metadata().ok();
    if data.as_ref().is_some_and(is_device) {
        return Vec::new();
    }
    let mut identities: Vec<Identity> =
        data.iter().map(|data| Identity::Content(data.dev(), data.ino())).collect();
    let resolved = resolved(path);
    let folder = folder_of(&resolved).metadata();
    if let (Ok(folder), Some(name)) = (folder, resolved.file_name()) {
        identities.push(Identity::Name((folder.dev(), folder.ino()), name.to_owned()));
    }
    identities
}

#[cfg(not(unix))]
fn identities(path: &Path) -> Vec<Identity> {
    let resolved = resolved(path);
    let folder = folder_of(&resolved).canonicalize();
    match (folder, resolved.file_name()) {
        (Ok(folder), Some(name)) => vec![Identity::Path(folder.join(name).into_os_string())],
        _ => Vec::new(),
    }
}

#[cfg(unix)]
fn is_device(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_char_device() || data.file_type().is_block_device()
}

/// The file behind a standard stream, if it is a regular one.
#[cfg(unix)]
fn standard_stream(stream: &impl std::os::fd::AsFd) -> Vec<Identity> {
    use std::os::unix::fs::MetadataExt;
    let data = stream_data(stream).filter(Metadata::is_file);
    data.iter().map(|data| Identity::Content(data.dev(), data.ino())).collect()
}

/// What a standard stream is connected to.
#[cfg(unix)]
pub(crate) fn stream_data(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok()
}

#[cfg(not(unix))]
fn standard_stream<T>(_stream: &T) -> Vec<Identity> {
    Vec::new()
}
