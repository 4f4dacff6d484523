//! Where pictures go: one to a file or a pipe, several to a folder.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::format::PictureFormat;
use crate::io::files::write_one_of_many;
use crate::io::output::Output;
use crate::io::paths::is_folder;

/// Where pictures go.
pub(super) struct Target {
    path: Option<PathBuf>,
    format: PictureFormat,
    /// The only picture so far; it is written when it is certain that there is no second one.
    only: Option<Vec<u8>>,
    count: usize,
}

impl Target {
    pub(super) fn new(path: Option<&Path>, format: PictureFormat) -> Target {
        Target { path: path.map(Path::to_owned), format, only: None, count: 0 }
    }

    fn folder(&self) -> Option<&Path> {
        self.path.as_deref().filter(|it| is_folder(it))
    }

    /// Whether the target can hold several pictures.
    pub(super) fn holds_several(&self) -> bool {
        self.folder().is_some()
    }

    /// Opens the file that everything goes to.
    pub(super) fn open(&mut self, output: &mut Output) -> anyhow::Result<()> {
        if self.folder().is_some() {
            let name = self.format.name();
            bail!("all levels go to one {name} file: name a file instead of a folder");
        }
        output.redirect(self.path.as_deref())
    }

    /// Takes the next picture.
    ///
    /// # Errors
    /// If it cannot be written, or if it is the second for one file.
    pub(super) fn put_next(&mut self, picture: Vec<u8>) -> anyhow::Result<()> {
        self.put(self.count + 1, picture)
    }

    /// Takes a picture, whose number names it in a folder.
    ///
    /// # Errors
    /// If it cannot be written, or if it is the second for one file.
    pub(super) fn put(&mut self, number: usize, picture: Vec<u8>) -> anyhow::Result<()> {
        self.count += 1;
        if let Some(folder) = self.folder() {
            let name = format!("{number:03}.{}", self.format.name());
            return write_one_of_many(&folder.join(name), picture);
        }
        if self.count > 1 {
            bail!(
                "one file holds one picture: select a level, as in levels.sok#1, put all on a \
                 --sheet, or name a folder with -o FOLDER/"
            );
        }
        self.only = Some(picture);
        Ok(())
    }

    /// Writes the only picture.
    pub(super) fn finish(self, output: &mut Output) -> anyhow::Result<()> {
        if let Some(picture) = self.only {
            output.redirect(self.path.as_deref())?;
            if self.format.is_bitmap() {
                output.write_picture(&picture)?;
            } else {
                output.write(&String::from_utf8_lossy(&picture))?;
            }
        }
        Ok(())
    }
}
