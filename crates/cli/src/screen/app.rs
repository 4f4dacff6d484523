//! The contract between a model and the terminal.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

/// An event.
#[derive(Clone, Debug)]
pub(crate) enum Event<M> {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// The new number of columns and rows of the screen. This is the first event.
    Size(u16, u16),
    /// The time that has passed since the last tick.
    Tick(Duration),
    /// A message from a thread of the program.
    Message(M),
}

/// What the loop has to do next; later variants include earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Flow {
    /// Wait for the next event: the drawing is as it was.
    Still,
    /// Draw, then wait for the next event.
    On,
    /// The user is done.
    Leave,
}

/// A model that draws itself. Equal events lead to equal drawings.
pub(crate) trait App {
    /// The messages of its threads.
    type Message;

    /// Takes an event.
    fn update(&mut self, event: Event<Self::Message>) -> Flow;

    /// Draws everything.
    fn draw(&self, frame: &mut Frame<'_>);
}
