//! What a person sees on a terminal: diagnostics, progress, and how levels and texts are laid out.

pub(crate) mod color;
pub(crate) mod diagnostics;
pub(crate) mod layout;
pub(crate) mod level_drawing;
pub(crate) mod progress;
