//! What the event loop needs from a terminal.

use std::time::Duration;

use crossterm::event::Event as Input;

use super::app::App;

/// The result of listening.
#[derive(Clone, Debug)]
pub(super) enum Heard {
    /// A key, a click or a new size.
    Input(Input),
    /// No input within the time.
    Nothing,
    /// An interrupt, or the terminal is closed.
    End,
}

/// Where a model is shown and gets its input: a terminal, or the script of a test.
pub(super) trait Stage {
    /// Columns and rows.
    fn size(&self) -> anyhow::Result<(u16, u16)>;

    /// Shows the model as it is now.
    fn draw<A: App>(&mut self, app: &A) -> anyhow::Result<()>;

    /// Waits for input, at most this long.
    fn listen(&mut self, patience: Duration) -> anyhow::Result<Heard>;

    /// The time since the last call.
    fn passed(&mut self) -> Duration;
}
