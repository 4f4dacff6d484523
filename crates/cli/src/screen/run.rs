//! The loop that carries events from the terminal to a model and draws it.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use anyhow::Context;
use ratatui::crossterm::event::{
    self, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};

use super::app::{App, Event, Flow};
use super::tty::Screen;
use crate::io::interrupt;

/// How long to wait for keys before time and threads are looked at.
const PATIENCE: Duration = Duration::from_millis(40);

/// How a loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The user was done.
    Left,
    /// By Ctrl-C or a signal.
    Interrupted,
}

/// Runs a model on the terminal until it is over.
///
/// # Errors
/// If the terminal cannot be drawn on or listened to.
pub(crate) fn run<A: App>(app: &mut A, messages: &Receiver<A::Message>) -> anyhow::Result<Ended> {
    let mut screen = Screen::open()?;
    let size = screen.terminal.size().context("cannot ask for the size of the terminal")?;
    app.update(Event::Size(size.width, size.height));
    let mut last = Instant::now();
    loop {
        screen.terminal.draw(|frame| app.draw(frame)).context("cannot draw on the terminal")?;
        if interrupt::is_interrupted() {
            return Ok(Ended::Interrupted);
        }
        let mut patience = PATIENCE;
        while event::poll(patience).context("cannot listen to the terminal")? {
            let input = event::read().context("cannot listen to the terminal")?;
            if is_interrupt(&input) {
                return Ok(Ended::Interrupted);
            }
            if hand_over(app, &input) == Flow::Leave {
                return Ok(Ended::Left);
            }
            // What came meanwhile belongs to the same drawing.
            patience = Duration::ZERO;
        }
        while let Ok(message) = messages.try_recv() {
            if app.update(Event::Message(message)) == Flow::Leave {
                return Ok(Ended::Left);
            }
        }
        let now = Instant::now();
        if app.update(Event::Tick(now - last)) == Flow::Leave {
            return Ok(Ended::Left);
        }
        last = now;
    }
}

fn hand_over<A: App>(app: &mut A, input: &Input) -> Flow {
    match *input {
        Input::Key(key) if key.kind != KeyEventKind::Release => app.update(Event::Key(key)),
        Input::Mouse(mouse) => app.update(Event::Mouse(mouse)),
        Input::Resize(width, height) => app.update(Event::Size(width, height)),
        _ => Flow::On,
    }
}

/// Ctrl-C, which is a key while the program has the terminal for itself.
fn is_interrupt(input: &Input) -> bool {
    matches!(input, Input::Key(KeyEvent { code: KeyCode::Char('c'), modifiers, .. })
        if modifiers.contains(KeyModifiers::CONTROL))
}
