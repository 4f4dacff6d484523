//! Compiles our levels and packs them into a private copy of the game's data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::Storey;

/// Where Debian puts the game.
const GAME: &str = "/usr/lib/games/nethack";

/// The programs that are used.
pub(super) const TOOLS: [&str; 3] = [
    "/usr/lib/games/nethack/lev_comp",
    "/usr/lib/games/nethack/dlb",
    "/usr/lib/games/nethack/nethack-console",
];

const COMPILER: &str = TOOLS[0];
const ARCHIVER: &str = TOOLS[1];
pub(super) const PROGRAM: &str = TOOLS[2];

/// Compiles a description in `folder`; any output of the compiler is a failure. Returns the number
/// of levels.
pub(super) fn compile(folder: &Path, description: &str, storeys: &[Storey]) -> Result<usize> {
    let output = Command::new(COMPILER).arg(description).current_dir(folder).output();
    let output = output.context("the level compiler cannot be started")?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let is_silent = said.trim().is_empty() && output.status.success();
    ensure!(is_silent, "{}/{description}: {said} ({})", folder.display(), output.status);
    for storey in storeys {
        let compiled = folder.join(format!("{}.lev", storey.name));
        ensure!(compiled.is_file(), "{} was not made", compiled.display());
    }
    Ok(storeys.len())
}

/// A copy of the game's data in `folder`, with the compiled levels of that folder.
pub(super) fn pack(folder: &Path) -> Result<PathBuf> {
    let (parts, game) = (folder.join("parts"), folder.join("game"));
    for folder in [&parts, &game] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    let original = Path::new(GAME);
    archive(&parts, "xf", &original.join("nhdat"), &[])?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "lev") {
            fs::copy(&path, parts.join(path.file_name().context("a level without a name")?))?;
        }
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&parts)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    archive(&parts, "cf", &game.join("nhdat"), &names)?;
    for name in ["symbols", "license"] {
        fs::copy(original.join(name), game.join(name))?;
    }
    // The game does not start without these empty files.
    for name in ["perm", "record", "logfile", "xlogfile"] {
        fs::write(game.join(name), "")?;
    }
    Ok(game)
}

fn archive(folder: &Path, what: &str, archive: &Path, names: &[String]) -> Result<()> {
    let archive = fs::canonicalize(archive.parent().context("no folder")?)?
        .join(archive.file_name().context("no file")?);
    let mut command = Command::new(ARCHIVER);
    let status = command.arg(what).arg(archive).args(names).current_dir(folder).status()?;
    ensure!(status.success(), "the archiver failed ({status})");
    Ok(())
}
