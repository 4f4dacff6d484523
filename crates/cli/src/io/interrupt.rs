//! Ctrl-C: once to stop and keep what is done, twice to abort.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::io::output_file::{self, Publish};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// Begins to listen for interrupts.
pub(crate) fn listen() {
    let handler = || {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        if again {
            output_file::exit(None, 130);
        }
        if AT_ONCE.load(Ordering::SeqCst) {
            output_file::exit(Some(Publish::Written), 130);
        }
    };
    // Without a handler an interrupt ends the program at once, which is bearable.
    drop(ctrlc::set_handler(handler));
}

/// Makes the first interrupt end the program, for commands whose work on a level cannot be cut
/// short; what they finished before is out.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// Whether somebody asked to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
