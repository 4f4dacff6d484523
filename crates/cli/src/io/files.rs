//! Files and folders: how they are named, and reading and writing them as a whole.

use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::text::Format;

use crate::io::in_use;
use crate::io::output_file::OutputFile;
use crate::io::paths::folder_of;
use crate::io::standard_input;

/// Whether a file of this format holds one level only.
pub(crate) fn holds_one(format: Format) -> bool {
    matches!(format, Format::NethackLua | Format::Petersohn)
}

/// How the names of files in this format end.
pub(crate) fn ending(format: Format) -> &'static str {
    if format == Format::NethackLua { "lua" } else { "txt" }
}

/// Writes one of many files, and creates its folders. All of them are put in place when the program
/// ends, or none if one cannot be written.
pub(crate) fn write_one_of_many(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    make_folder_of(path)?;
    let mut file = OutputFile::create(path)?;
    file.write(content.as_ref())?;
    file.complete();
    Ok(())
}

/// Writes files that belong together: all of them, or none if one cannot be written.
pub(crate) fn write_files(files: &[(PathBuf, impl AsRef<[u8]>)]) -> anyhow::Result<()> {
    let mut written = Vec::with_capacity(files.len());
    for (path, content) in files {
        make_folder_of(path)?;
        let mut file = OutputFile::create(path)?;
        file.write(content.as_ref())?;
        written.push(file);
    }
    written.into_iter().try_for_each(OutputFile::publish)
}

/// Creates the folder of a file, and its parents.
pub(crate) fn make_folder_of(path: &Path) -> anyhow::Result<()> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// The size of a file that is being written, in a format whose files must not be too large to be
/// read again.
#[derive(Debug)]
pub(crate) struct FileSize {
    bytes: usize,
    limit: Option<(Format, usize)>,
}

impl FileSize {
    pub(crate) fn new(format: Format) -> FileSize {
        FileSize { bytes: 0, limit: format.file_bytes_max().map(|bytes| (format, bytes)) }
    }

    pub(crate) fn unlimited() -> FileSize {
        FileSize { bytes: 0, limit: None }
    }

    /// Counts a text that is about to be written.
    ///
    /// # Errors
    /// If the file would become too large.
    pub(crate) fn add(&mut self, text: &str) -> anyhow::Result<()> {
        self.bytes += text.len();
        match self.limit {
            Some((format, most)) if self.bytes >= most => anyhow::bail!(
                "a {format} file must be smaller than {} MiB to be readable: write fewer levels \
                 per file, or use sok or slc",
                most >> 20
            ),
            _ => Ok(()),
        }
    }
}

/// The bytes of a file that is no level.
pub(crate) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    in_use::read(path)?;
    let bytes = standard_input::open(path).and_then(standard_input::read_to_end);
    bytes.with_context(|| format!("cannot read {}", path.display()))
}

/// The text of a file that is no level: a table, a drawing, a list.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes)
        .with_context(|| format!("cannot read {}: it is not UTF-8 text", path.display()))
}
