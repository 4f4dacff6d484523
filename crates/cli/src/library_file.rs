//! The file of the library: the given one, or the user's default.

use std::path::{Path, PathBuf};

use anyhow::Context;
use directories::ProjectDirs;
use sokolab_library::Library;

use crate::io::files::make_folder_of;
use crate::io::in_use;

/// The option that names a library.
#[derive(Debug, clap::Args)]
pub(crate) struct LibraryFile {
    /// The library to use; `soko library path` prints the default.
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
}

impl LibraryFile {
    /// Its path, whether it exists or not.
    ///
    /// # Errors
    ///
    /// If none is named and the user has no folder for data.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        match &self.library {
            Some(path) => Ok(path.clone()),
            None => default_path(),
        }
    }

    /// An existing library, opened for reading.
    pub(crate) fn open(&self) -> anyhow::Result<Library> {
        let path = self.path()?;
        in_use::read(&path)?;
        Ok(Library::open_existing(&path)?)
    }

    /// The library, opened for writing. It is created if it does not exist.
    pub(crate) fn open_to_write(&self) -> anyhow::Result<Library> {
        open_to_write(&self.path()?)
    }
}

/// A library, opened for writing. It and the user's folder for it are created if they do not exist.
pub(crate) fn open_to_write(path: &Path) -> anyhow::Result<Library> {
    in_use::write(path)?;
    if default_path().is_ok_and(|own| own == path) {
        make_folder_of(path)?;
    }
    Ok(Library::open(path)?)
}

/// The user's own library, in the folder for data by the convention of the platform.
///
/// # Errors
/// If the user has no such folder.
pub(crate) fn default_path() -> anyhow::Result<PathBuf> {
    let folders = ProjectDirs::from("", "", "Sokolab");
    let folders = folders.context("you have no folder for data: name a file with --library")?;
    Ok(folders.data_dir().join("library.db"))
}
