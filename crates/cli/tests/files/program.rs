//! Running the program in a folder of its own.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A level with one push.
pub(crate) const LEVEL: &str = "#####\n#@$.#\n#####\nTitle: One push\n";

/// Two levels, the second of which has no solution.
pub(crate) const PAIR: &str =
    "#####\n#@$.#\n#####\nTitle: One push\n\n#####\n#@.$#\n#####\nTitle: Corner\n";

/// A folder with files, in which commands run.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for temporary files"))
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, text: &str) {
        std::fs::write(self.path(name), text).expect("the folder can be written to");
    }

    #[track_caller]
    pub(crate) fn read(&self, name: impl AsRef<OsStr>) -> String {
        let name = name.as_ref();
        let text = std::fs::read_to_string(self.path(name));
        text.unwrap_or_else(|error| panic!("{}: {error}", name.display()))
    }

    /// The names of all files, hidden ones too.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The program, to be run in this folder without standard input.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soko"));
        command.current_dir(self.0.path()).args(arguments).env("NO_COLOR", "1");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        Outcome::new(self.command(arguments).output().expect("the program runs"))
    }
}

/// What a command printed, and its exit code.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    pub(crate) fn new(output: Output) -> Outcome {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Outcome { code: output.status.code(), stdout, stderr }
    }

    /// Checks the exit code, and that a message contains `part`.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, part: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.stderr.contains(part), "no {part:?} in {self:?}");
    }

    #[track_caller]
    pub(crate) fn succeeds(&self) {
        assert_eq!(self.code, Some(0), "{self:?}");
    }
}
