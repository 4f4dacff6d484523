//! Ctrl-C: once to stop and keep what is done, twice to abort.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Begins to listen for interrupts.
pub(crate) fn listen() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    // Without a handler an interrupt ends the program at once, which is bearable.
    drop(ctrlc::set_handler(handler));
}

/// Whether somebody asked to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
