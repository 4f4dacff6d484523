//! Who waits for an answer.

use crate::event::Event;

/// Who waits for an answer: knows the time, hears how the work goes, and may give up.
///
/// Searches ask every few milliseconds, some of them from several threads.
pub trait Watch: Sync {
    /// Seconds since a fixed moment.
    fn seconds(&self) -> f64;

    /// Whether nobody waits for the answer any longer. Then the work ends within milliseconds.
    fn is_cancelled(&self) -> bool;

    /// Hears of something that happened on the way to the answer.
    fn tell(&self, event: Event);
}

/// Nobody listens, and time stands still: only limits on nodes and memory end the work.
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
