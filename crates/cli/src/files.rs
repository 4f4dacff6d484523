//! Files and folders that hold levels.

use std::path::Path;

use anyhow::Context;
use sokolab::text::Format;

/// Whether a file of this format holds one level only.
pub(crate) fn holds_one(format: Format) -> bool {
    matches!(format, Format::NethackLua | Format::Petersohn)
}

/// Whether a path is meant as a folder: it is one, or ends like one.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', '\\'])
}

/// How the names of files in this format end.
pub(crate) fn ending(format: Format) -> &'static str {
    if format == Format::NethackLua { "lua" } else { "txt" }
}

/// Writes a file, and makes the folders it lies in.
pub(crate) fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
