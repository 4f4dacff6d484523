//! Suite files: lists of level arguments.
//!
//! A suite has one argument per line, relative to the folder of the suite; a line that begins with
//! `#` is a comment.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, bail};

use crate::input::LevelArgument;
use crate::io::files::read_bytes;

/// The arguments with every suite replaced by what it lists.
pub(crate) fn expand(arguments: Vec<LevelArgument>) -> anyhow::Result<Vec<LevelArgument>> {
    let mut levels = Vec::new();
    for argument in arguments {
        match argument.file().filter(|path| is_suite(path)) {
            None => levels.push(argument),
            Some(path) if argument.is_whole() => levels.extend(read(path)?),
            Some(path) => {
                let path = path.display();
                bail!("cannot select levels of the suite {path}: select them inside it");
            }
        }
    }
    Ok(levels)
}

/// A file name in the system's encoding, which need not be UTF-8.
#[cfg(unix)]
fn file_name(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn file_name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn is_suite(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "suite")
}

fn read(path: &Path) -> anyhow::Result<Vec<LevelArgument>> {
    let bytes = read_bytes(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut levels = Vec::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let place = format!("{}, line {}", path.display(), index + 1);
        levels.push(parse_line(line, folder).context(place)?);
    }
    if levels.is_empty() {
        bail!("{} lists no levels: write one level file per line", path.display());
    }
    Ok(levels)
}

fn parse_line(line: &[u8], folder: &Path) -> anyhow::Result<LevelArgument> {
    if line == b"-" {
        bail!("a suite cannot name standard input: name a level file");
    }
    let argument = LevelArgument::new(folder.join(file_name(line)).as_os_str());
    let argument = argument.map_err(anyhow::Error::msg)?;
    if argument.file().is_some_and(is_suite) {
        bail!("a suite cannot name a suite: name level files");
    }
    if !argument.file().is_some_and(Path::exists) {
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        bail!("there is no file {}: names are relative to {}", argument.name(), folder.display());
    }
    Ok(argument)
}
