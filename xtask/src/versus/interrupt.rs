//! Ctrl-C: once to stop and keep the results so far, twice to abort.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the handler for interrupts.
pub(super) fn listen() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            process::exit(130);
        }
    };
    // Without a handler, an interrupt ends the program at once; written rows stay.
    drop(ctrlc::set_handler(handler));
}

/// Installs a handler for which the first interrupt is enough and others have no effect.
pub(super) fn listen_patiently() {
    drop(ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst)));
}

/// Whether the user asked to stop.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
