//! The terminal while a program has it for itself, and its return to what it was.

use std::io::{self, IsTerminal, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal has to be given back.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The terminal, for as long as this value lives. It is given back however that ends.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Whether results go to a terminal.
    pub(crate) fn is_available() -> bool {
        io::stdout().is_terminal()
    }

    /// Takes the terminal: an empty screen without a cursor, keys one by one, and the mouse.
    ///
    /// # Errors
    /// If there is no terminal that can do this.
    pub(crate) fn open() -> anyhow::Result<Screen> {
        enable_raw_mode().context("cannot listen to the keys of this terminal")?;
        IS_OPEN.store(true, Ordering::SeqCst);
        // From here on, dropping the value undoes what was done.
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide);
        match (terminal, taken) {
            (Ok(terminal), Ok(())) => Ok(Screen { terminal }),
            (Err(error), _) | (_, Err(error)) => {
                close_at_once();
                Err(anyhow::Error::new(error).context("cannot draw on this terminal"))
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        close_at_once();
    }
}

/// Gives the terminal back if it was taken, from any thread.
pub(crate) fn close_at_once() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // A terminal that is gone needs nothing back.
        drop(execute!(io::stdout(), DisableMouseCapture, Show, LeaveAlternateScreen));
        drop(disable_raw_mode());
    }
}
