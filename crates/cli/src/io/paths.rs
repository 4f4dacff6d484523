//! Paths: folders, and where symbolic links lead.

use std::path::{Path, PathBuf};

/// Maximum number of symbolic links to follow, to detect loops.
const LINKS_MAX: usize = 40;

/// Whether a path is meant as a folder: it is one, or ends like one.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', '\\'])
}

/// Where a path leads once all symbolic links are followed, whether there is a file or not.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let mut resolved = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(target) = std::fs::read_link(&resolved) else { break };
        resolved = match resolved.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    resolved
}

/// The folder in which a file lies.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
