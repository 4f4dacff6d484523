//! Small inputs of every kind, and files that only the program itself can make.
//!
//! An argument such as [`PROOF`] stands for the path of a file that is made when it is first
//! needed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::boards::{Board, Walls, corridors};

/// A small level, solved by one push to the right.
pub(super) const LEVEL: &str = "#####\n#@$.#\n#####\n";

/// A small chamber with one port.
pub(super) const ROOM: &str = "-----\n|...|\n|...####\n-----\n";

/// A certificate about [`LEVEL`].
pub(super) const PROOF: &str = "{level.proof}";

/// A library that holds [`LEVEL`].
pub(super) const LIBRARY: &str = "{library.db}";

/// A library that takes a while to list.
pub(super) const LARGE_LIBRARY: &str = "{large.db}";

/// A level with a certificate that takes a while to check.
pub(super) const LARGE_LEVEL: &str = "{large.sok}";

/// The certificate about [`LARGE_LEVEL`].
pub(super) const LARGE_PROOF: &str = "{large.proof}";

/// A chamber that takes long to describe.
pub(super) const LARGE_ROOM: &str = "{large-room.txt}";

/// Levels of [`LARGE_LIBRARY`].
const LARGE_LIBRARY_LEVELS: usize = 10_000;

const LARGE_ROOM_TEXT: &str = "\
---------
|.......|
|..0.0..####
|.......|
|...0...|
|.......|
|..0....####
---------
";

/// The argument, or the path of the file that it stands for.
pub(super) fn resolve(argument: &OsStr, program: &Path, inputs: &Path) -> Result<OsString> {
    let text = argument.to_string_lossy();
    let Some(name) = text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) else {
        return Ok(argument.to_owned());
    };
    let path = inputs.join(name);
    if !path.exists() {
        make(&text, program, inputs).with_context(|| format!("cannot make {name}"))?;
        ensure!(path.exists(), "{name} was not made");
    }
    Ok(path.into_os_string())
}

fn make(argument: &str, program: &Path, inputs: &Path) -> Result<()> {
    let write = |name: &str, text: &str| fs::write(inputs.join(name), text);
    let words: &[&str] = match argument {
        LARGE_ROOM => return Ok(write("large-room.txt", LARGE_ROOM_TEXT)?),
        LARGE_LEVEL => {
            let board = Board { walls: Walls::Hall, side: 10, boxes: 4 };
            return Ok(write("large.sok", &board.draw(1))?);
        }
        PROOF => {
            write("level.sok", LEVEL)?;
            &["solve", "level.sok", "--objective", "pushes", "--proof", "level.proof"]
        }
        LARGE_PROOF => {
            make(LARGE_LEVEL, program, inputs)?;
            &["solve", "large.sok", "--objective", "moves", "--proof", "large.proof"]
        }
        LIBRARY => {
            write("level.sok", LEVEL)?;
            &["library", "import", "level.sok", "--library", "library.db"]
        }
        LARGE_LIBRARY => {
            write("corridors.sok", &corridors(LARGE_LIBRARY_LEVELS))?;
            &["library", "import", "corridors.sok", "--library", "large.db"]
        }
        _ => anyhow::bail!("nobody knows how to make {argument}"),
    };
    let mut call = std::process::Command::new(program);
    call.args(words).current_dir(inputs).stdin(Stdio::null());
    let output = call.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "soko {} fails: {said}", words.join(" "));
    if argument == LIBRARY {
        // Readers of a library write beside it, as any user.
        fs::set_permissions(inputs, fs::Permissions::from_mode(0o777))?;
        fs::set_permissions(inputs.join("library.db"), fs::Permissions::from_mode(0o666))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::path::Path;

    use super::{LARGE_ROOM, resolve};

    #[test]
    fn arguments_stand_for_themselves_or_for_a_file() {
        let folder = std::env::temp_dir().join(format!("abuse-samples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let resolved = |it: &str| resolve(OsStr::new(it), Path::new("/nowhere"), &folder);
        assert_eq!(resolved("--time").expect("an option"), "--time");
        let room = resolved(LARGE_ROOM).expect("it needs no program");
        assert_eq!(Path::new(&room), folder.join("large-room.txt"));
        assert!(resolved("{wand}").is_err());
        std::fs::remove_dir_all(&folder).expect("it was just made");
    }
}
