//! Exclusive use of the terminal, and its restoration.

use std::io::{self, IsTerminal, Stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event as Input, KeyCode, KeyEvent, KeyModifiers,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::app::App;
use super::hangup::{self, Streams};
use super::stage::{Heard, Stage};
use crate::io::interrupt;

/// Whether the terminal has to be restored.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The terminal, for as long as this value lives. Dropping it restores the terminal.
#[derive(Debug)]
pub(crate) struct Screen {
    /// Never dropped: it would report on standard error that a terminal which is gone cannot show
    /// its cursor, and panic if standard error is gone with it.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    streams: Streams,
    /// When the time was last queried.
    asked: Instant,
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
    pub(super) fn open() -> anyhow::Result<Screen> {
        enable_raw_mode().context("cannot listen to the keys of this terminal")?;
        IS_OPEN.store(true, Ordering::SeqCst);
        // From here on, dropping the value undoes what was done.
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide);
        let streams = if io::stdin().is_terminal() { Streams::Both } else { Streams::Output };
        match (terminal, taken) {
            (Ok(terminal), Ok(())) => {
                let terminal = ManuallyDrop::new(terminal);
                Ok(Screen { terminal, streams, asked: Instant::now() })
            }
            (Err(error), _) | (_, Err(error)) => {
                close_at_once();
                Err(anyhow::Error::new(error).context("cannot draw on this terminal"))
            }
        }
    }

    /// Whether the terminal has vanished.
    pub(super) fn is_gone(&self) -> bool {
        hangup::is_gone(self.streams)
    }
}

impl Stage for Screen {
    fn size(&self) -> anyhow::Result<(u16, u16)> {
        let size = self.terminal.size().context("cannot ask for the size of the terminal")?;
        Ok((size.width, size.height))
    }

    fn draw<A: App>(&mut self, app: &A) -> anyhow::Result<()> {
        self.terminal.draw(|frame| app.draw(frame)).context("cannot draw on the terminal")?;
        Ok(())
    }

    fn listen(&mut self, patience: Duration) -> anyhow::Result<Heard> {
        const FAILED: &str = "cannot listen to the terminal";
        if interrupt::is_interrupted() || self.is_gone() {
            return Ok(Heard::End);
        }
        if !event::poll(patience).context(FAILED)? {
            return Ok(Heard::Nothing);
        }
        let input = event::read().context(FAILED)?;
        Ok(if is_interrupt(&input) { Heard::End } else { Heard::Input(input) })
    }

    fn passed(&mut self) -> Duration {
        let before = std::mem::replace(&mut self.asked, Instant::now());
        self.asked - before
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        close_at_once();
    }
}

/// Ctrl-C, which is a key while the program has the terminal for itself.
fn is_interrupt(input: &Input) -> bool {
    matches!(input, Input::Key(KeyEvent { code: KeyCode::Char('c'), modifiers, .. })
        if modifiers.contains(KeyModifiers::CONTROL))
}

/// Restores the terminal if it was taken, from any thread.
pub(crate) fn close_at_once() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // A terminal that is gone need not be restored.
        drop(execute!(io::stdout(), DisableMouseCapture, Show, LeaveAlternateScreen));
        drop(disable_raw_mode());
    }
}
