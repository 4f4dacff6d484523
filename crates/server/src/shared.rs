//! State shared by all connections: the gate, the limits, and the slots for questions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sokolab_service::Pace;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::cancel::CancelFlag;
use crate::gate::Gate;
use crate::library::Shelf;
use crate::limits::ServerLimits;

/// How long a question waits for its turn.
const TURN_TIME_MAX: Duration = Duration::from_secs(10);

/// What all connections share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) gate: Arc<Gate>,
    pub(crate) limits: ServerLimits,
    pub(crate) shelf: Shelf,
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// Cancels every question when the server ends.
    pub(crate) cancel: CancelFlag,
}

impl Shared {
    pub(crate) fn new(gate: Gate, limits: ServerLimits, shelf: Shelf) -> Shared {
        let jobs = limits.jobs_max.max(1);
        Shared {
            gate: Arc::new(gate),
            limits,
            shelf,
            quick: Arc::new(Semaphore::new(jobs)),
            long: Arc::new(Semaphore::new(jobs)),
            waiting: Arc::default(),
            cancel: CancelFlag::default(),
        }
    }

    /// Waits for a slot for a question; `None` if too many are waiting, or if it takes too long.
    pub(crate) async fn turn(&self, pace: Pace) -> Option<OwnedSemaphorePermit> {
        let places = match pace {
            Pace::Quick => &self.quick,
            Pace::Long => &self.long,
        };
        if let Ok(permit) = Arc::clone(places).try_acquire_owned() {
            return Some(permit);
        }
        let place = WaitingPlace::take(&self.waiting, self.limits.waiting_max)?;
        let permit = timeout(TURN_TIME_MAX, Arc::clone(places).acquire_owned()).await;
        drop(place);
        permit.ok()?.ok()
    }
}

/// A place among those who wait.
struct WaitingPlace(Arc<AtomicUsize>);

impl WaitingPlace {
    fn take(waiting: &Arc<AtomicUsize>, most: usize) -> Option<WaitingPlace> {
        let place = WaitingPlace(Arc::clone(waiting));
        (waiting.fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for WaitingPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
