//! The client of a question.

use crate::event::Event;

/// The client of a question: it provides the time, receives events, and may cancel.
///
/// Searches poll it every few milliseconds, some of them from several threads.
pub trait Watch: Sync {
    /// Seconds since a fixed moment.
    fn seconds(&self) -> f64;

    /// Whether the question is cancelled. If so, the work ends within milliseconds.
    fn is_cancelled(&self) -> bool;

    /// Receives an event.
    fn tell(&self, event: Event);
}

/// A client that ignores events and whose time stands still: only limits on nodes and memory end
/// the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn seconds(&self) -> f64 {
        0.0
    }

    fn is_cancelled(&self) -> bool {
        false
    }

    fn tell(&self, _event: Event) {}
}
