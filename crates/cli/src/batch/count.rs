//! The number of levels, counted in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::LevelCount;

/// A count that runs on a separate thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Total(Arc<AtomicU64>);

impl Total {
    /// Begins to count; if there is nothing to count, the total stays unknown.
    pub(super) fn begin(count: Option<LevelCount>) -> Total {
        let total = Total::default();
        if let Some(count) = count {
            let shared = total.clone();
            std::thread::spawn(move || {
                let levels = count.levels().unwrap_or(0);
                shared.0.store(levels, Ordering::Relaxed);
            });
        }
        total
    }

    /// The number of levels; `None` as long as it is not known.
    pub(super) fn levels(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|it| *it > 0)
    }
}
