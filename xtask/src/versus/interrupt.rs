//! Ctrl-C: once to stop and keep what is done, twice to abort.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Begins to listen for interrupts.
pub(super) fn listen() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            process::exit(130);
        }
    };
    // Without a handler an interrupt ends the program at once; rows that are written stay.
    drop(ctrlc::set_handler(handler));
}

/// Begins to listen for interrupts where the first is enough and more change nothing.
pub(super) fn listen_patiently() {
    drop(ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst)));
}

/// Whether somebody asked to stop.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
