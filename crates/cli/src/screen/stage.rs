//! What the event loop needs from a terminal.

use std::time::Duration;

use crossterm::event::Event as Input;

use super::app::App;

/// What was heard.
#[derive(Clone, Debug)]
pub(super) enum Heard {
    /// A key, a click or a new size.
    Input(Input),
    /// Nothing, for as long as was waited.
    Nothing,
    /// An interrupt, or the terminal is closed.
    End,
}

/// Where a model is shown and hears its user: a terminal, or a script of a test.
pub(super) trait Stage {
    /// Columns and rows.
    fn size(&self) -> anyhow::Result<(u16, u16)>;

    /// Shows the model as it is now.
    fn draw<A: App>(&mut self, app: &A) -> anyhow::Result<()>;

    /// Waits for input, so long at most.
    fn listen(&mut self, patience: Duration) -> anyhow::Result<Heard>;

    /// How much time has passed since this was asked last.
    fn passed(&mut self) -> Duration;
}
