//! Output for people on a terminal: diagnostics, progress, and the layout of levels and texts.

pub(crate) mod color;
pub(crate) mod diagnostics;
pub(crate) mod layout;
pub(crate) mod level_drawing;
pub(crate) mod progress;
