//! Time limits, progress and cancellation for everything that takes an observer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sokolab_core::{Progress, Stop};

/// Cancels work on another thread. Clones cancel the same work.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Nothing is cancelled yet.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Stops the work within a few milliseconds. What it has found so far is kept.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is called with the progress.
type Look<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// An observer with a time limit, cancellation and progress reports.
///
/// The time begins with [`Watch::observer`].
///
/// ```
/// use std::time::Duration;
/// use sokolab::{Level, Request, Watch, solve};
///
/// let level: Level = "#######\n#@ $ .#\n#######\n".parse()?;
/// let mut watch = Watch::new().time_limit(Duration::from_secs(10));
/// let report = solve(&Request::new(&level), &mut watch.observer());
/// assert_eq!(report.into_solution()?.moves().to_string(), "rRR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Watch<'a> {
    time_limit: Option<Duration>,
    cancel: Option<Cancel>,
    on_progress: Option<Look<'a>>,
}

impl<'a> Watch<'a> {
    /// A watch without limits and without an observer.
    #[must_use]
    pub fn new() -> Watch<'a> {
        Watch::default()
    }

    /// Stops after this much wall-clock time.
    #[must_use]
    pub fn time_limit(self, limit: Duration) -> Watch<'a> {
        Watch { time_limit: Some(limit), ..self }
    }

    /// Stops when it is cancelled.
    #[must_use]
    pub fn cancelled_by(self, cancel: &Cancel) -> Watch<'a> {
        Watch { cancel: Some(cancel.clone()), ..self }
    }

    /// Calls a function every few milliseconds.
    #[must_use]
    pub fn on_progress(self, look: impl FnMut(&Progress) + 'a) -> Watch<'a> {
        Watch { on_progress: Some(Box::new(look)), ..self }
    }

    /// The observer, to be handed to [`solve`](crate::solve), [`optimise`](crate::optimise) or
    /// [`rate`](crate::insight::rating::rate).
    pub fn observer(&mut self) -> impl FnMut(&Progress) -> Option<Stop> + use<'_, 'a> {
        let begin = Instant::now();
        move |progress| {
            if let Some(look) = &mut self.on_progress {
                look(progress);
            }
            if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                return Some(Stop::Interrupted);
            }
            self.time_limit.filter(|limit| begin.elapsed() >= *limit).map(|_| Stop::Time)
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Watch")
            .field("time_limit", &self.time_limit)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sokolab_core::{Progress, Stop};

    use super::{Cancel, Watch};

    #[test]
    fn each_way_to_stop_has_its_reason() {
        let cancel = Cancel::new();
        let mut seen = 0;
        {
            let mut watch = Watch::new().cancelled_by(&cancel).on_progress(|_| seen += 1);
            let mut observer = watch.observer();
            assert_eq!(observer(&Progress::default()), None);
            cancel.cancel();
            assert_eq!(observer(&Progress::default()), Some(Stop::Interrupted));
        }
        assert_eq!(seen, 2);
        let mut watch = Watch::new().time_limit(Duration::ZERO);
        assert_eq!(watch.observer()(&Progress::default()), Some(Stop::Time));
    }
}
