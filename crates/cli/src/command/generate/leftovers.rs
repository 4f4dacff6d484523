//! Files of an earlier data set in the same folder.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use sokolab_wire::DataSetManifest;

use super::digest::sha256;
use crate::io::in_use;

/// The files that the manifest in `folder` lists, but a new data set does not replace. They would
/// look like parts of it, and may share boards with other parts. Files that were changed since they
/// were made are somebody's own.
///
/// # Errors
/// If one of them is an input of this run.
pub(super) fn leftovers(folder: &Path, replaced: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let manifest = fs::read(folder.join("manifest.json")).unwrap_or_default();
    let Ok(earlier) = serde_json::from_slice::<DataSetManifest>(&manifest) else {
        return Ok(Vec::new());
    };
    let is_inside = |path: &Path| path.components().all(|it| matches!(it, Component::Normal(_)));
    let mut found = Vec::new();
    for file in earlier.files {
        let path = folder.join(&file.path);
        if !is_inside(Path::new(&file.path)) || replaced.contains(&path) {
            continue;
        }
        let content = fs::read(&path).ok();
        if content.is_some_and(|it| sha256(&it) == file.sha256) {
            in_use::write(&path)?;
            found.push(path);
        }
    }
    Ok(found)
}

/// Removes files, and folders that become empty.
///
/// # Errors
/// If a file cannot be removed.
pub(super) fn remove(files: &[PathBuf]) -> anyhow::Result<()> {
    for path in files {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        // It fails for a folder with other files, which stays.
        if let Some(folder) = path.parent() {
            drop(fs::remove_dir(folder));
        }
    }
    Ok(())
}
