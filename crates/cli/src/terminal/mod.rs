//! What a person sees on a terminal beside the results: colours, diagnostics and progress.

pub(crate) mod color;
pub(crate) mod diagnostics;
pub(crate) mod progress;
