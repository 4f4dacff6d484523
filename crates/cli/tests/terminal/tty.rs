//! A pseudo-terminal with the program in it.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use tempfile::TempDir;

/// How long a screen may take to come up; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program on a terminal.
pub(crate) struct Tty {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    /// Kept open, so that the settings of the terminal outlive the program.
    _slave: Box<dyn SlavePty + Send>,
    keyboard: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    /// What the settings of the terminal were before, as far as they can be printed.
    before: String,
    _home: TempDir,
}

/// How a terminal treats keys and text, as far as a program may change it.
fn settings(master: &dyn MasterPty) -> String {
    let Some(it) = master.get_termios() else { return String::new() };
    format!("{:?} {:?} {:?}", it.input_flags, it.output_flags, it.local_flags)
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Tty {
    /// Starts the program in a folder on a terminal of 80 columns and 24 rows.
    pub(crate) fn new(folder: &Path, arguments: &[&str]) -> Tty {
        Tty::with(folder, arguments, &[])
    }

    /// The same with variables of the environment.
    pub(crate) fn with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Tty {
        let pair = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
        let before = settings(&*pair.master);
        let home = tempfile::tempdir().expect("a folder for temporary files");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_soko"));
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        // Nothing of the user's own is touched.
        command.env("HOME", home.path());
        command.env("XDG_DATA_HOME", home.path());
        command.env_remove("NO_COLOR");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let keyboard = pair.master.take_writer().expect("a keyboard");
        let mut output = pair.master.try_clone_reader().expect("a screen");
        let parser = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let screen = Arc::clone(&parser);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                screen.lock().expect("nobody panics with it").process(&bytes[..count]);
            }
        });
        let (master, slave) = (pair.master, pair.slave);
        Tty { child, master, _slave: slave, keyboard, parser, before, _home: home }
    }

    /// Types text; escape sequences are keys.
    pub(crate) fn keys(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("the terminal takes keys");
        self.keyboard.flush().expect("the terminal takes keys");
    }

    /// Clicks a cell of the screen.
    pub(crate) fn click(&mut self, (column, row): (u16, u16)) {
        let (column, row) = (column + 1, row + 1);
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Makes the terminal larger or smaller.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let mut parser = self.parser.lock().expect("nobody panics with it");
        parser.screen_mut().set_size(rows, columns);
        self.master.resize(size(columns, rows)).expect("the terminal can be resized");
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        self.parser.lock().expect("nobody panics with it").screen().contents()
    }

    /// Waits until some text is on the screen.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, is_right: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        while !is_right(&self.screen()) {
            let screen = self.screen();
            assert!(begin.elapsed() < PATIENCE, "no {what:?} on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The cell of the first sign of its kind on the board, which walls surround.
    #[track_caller]
    pub(crate) fn find(&self, sign: char) -> (u16, u16) {
        let screen = self.screen();
        for (row, line) in screen.lines().enumerate().skip(1) {
            let board = line.find('#').zip(line.rfind('#'));
            let Some((first, last)) = board else { continue };
            if let Some(at) = line[first..last].find(sign) {
                let column = line[..first + at].chars().count();
                return (column as u16, row as u16);
            }
        }
        panic!("no {sign:?} on the board:\n{screen}");
    }

    /// The number of the process.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits for the end, and checks the exit code and that the terminal is as it was.
    #[track_caller]
    pub(crate) fn ends(&mut self, code: u32) {
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.exit_code(), code, "{}", self.screen());
        // What the program wrote last may still be on its way.
        self.wait("the first screen", |_| {
            let parser = self.parser.lock().expect("nobody panics with it");
            !parser.screen().alternate_screen() && !parser.screen().hide_cursor()
        });
        let parser = self.parser.lock().expect("nobody panics with it");
        assert_eq!(parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        drop(parser);
        assert_eq!(settings(&*self.master), self.before);
    }
}
