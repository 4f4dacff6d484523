//! What two searches tell each other while they run on threads of their own.
//!
//! The clock would make results differ from run to run, so each side counts *ticks*: calls of its
//! observer, which come after equal amounts of work. At its tick `t`, a side learns what the other
//! one had told by its own tick `t - LAG`, and waits until that tick has come. A side whose calls
//! take less time than those of the other counts several of them as one tick.

use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use sokolab_core::Stop;

use crate::memory::lock;

/// How many ticks, of a few milliseconds each, a side may be ahead of the other.
const LAG: u64 = if cfg!(test) { 1 } else { 16 };

/// How many calls of the proof are one tick. For as many calls, the improvements take 1.1 to 3.7
/// times as long.
const CALLS_OF_PROOF: u64 = 2;

/// How long a side waits before it asks again whether it should stop.
const WAIT: Duration = Duration::from_millis(2);

/// What one side has told so far.
#[derive(Debug, Default)]
struct Diary {
    /// The number of complete ticks so far; `u64::MAX` once the side has ended.
    ticks: u64,
    /// Values, each with the tick in which it was told.
    values: Vec<(u64, u64)>,
    /// The tick in which the side settled the matter.
    settled: Option<u64>,
    nodes: u64,
}

/// The diaries of both sides.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    diaries: Mutex<[Diary; 2]>,
    has_ticked: Condvar,
    stop: OnceLock<Stop>,
}

impl Exchange {
    /// Stops both sides at their next tick. The first reason counts.
    pub(super) fn stop(&self, reason: Stop) {
        self.stop.get_or_init(|| reason);
        self.has_ticked.notify_all();
    }

    /// Why both sides stop, if they do.
    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stop.get().copied()
    }
}

/// What a side learns from the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News {
    /// The last value told.
    pub(super) value: Option<u64>,
    /// Whether the other side has settled the matter.
    pub(super) is_settled: bool,
    /// The nodes of the other side so far. These depend on the clock: they are for display only.
    pub(super) nodes: u64,
}

/// One of the two sides. Dropping it ends the side.
#[derive(Debug)]
pub(super) struct Side<'a> {
    exchange: &'a Exchange,
    index: usize,
    calls: u64,
    calls_per_tick: u64,
}

impl<'a> Side<'a> {
    /// The two sides of an exchange: the proof and the improvements.
    pub(super) fn both(exchange: &'a Exchange) -> [Side<'a>; 2] {
        let side = |index, calls_per_tick| Side { exchange, index, calls: 0, calls_per_tick };
        [side(0, CALLS_OF_PROOF), side(1, 1)]
    }

    /// The tick to which the last call belongs, which may be incomplete.
    fn current_tick(&self) -> u64 {
        self.calls.div_ceil(self.calls_per_tick)
    }

    /// Tells a value and the number of nodes so far, and learns what the other side had told by
    /// then. While it waits for the other side, it calls `ask`.
    ///
    /// # Errors
    /// The reason to stop, from the exchange or from `ask`.
    pub(super) fn tick(
        &mut self,
        value: Option<u64>,
        nodes: u64,
        ask: &mut dyn FnMut() -> Option<Stop>,
    ) -> Result<News, Stop> {
        self.calls += 1;
        let tick = self.current_tick();
        let mut diaries = lock(&self.exchange.diaries);
        let own = &mut diaries[self.index];
        (own.ticks, own.nodes) = (self.calls / self.calls_per_tick, nodes);
        if let Some(value) = value
            && own.values.last().is_none_or(|&(_, last)| last != value)
        {
            own.values.push((tick, value));
        }
        self.exchange.has_ticked.notify_all();
        let until = tick.saturating_sub(LAG);
        loop {
            if let Some(reason) = self.exchange.stopped() {
                return Err(reason);
            }
            let other = &diaries[1 - self.index];
            if other.ticks >= until {
                let told = other.values.iter().rev().find(|&&(tick, _)| tick <= until);
                return Ok(News {
                    value: told.map(|it| it.1),
                    is_settled: other.settled.is_some_and(|tick| tick <= until),
                    nodes: other.nodes,
                });
            }
            let waited = self.exchange.has_ticked.wait_timeout(diaries, WAIT);
            drop(waited.unwrap_or_else(PoisonError::into_inner).0);
            // Not under the lock: an observer may take its time, or panic.
            if let Some(reason) = ask() {
                return Err(reason);
            }
            diaries = lock(&self.exchange.diaries);
        }
    }

    /// Ends this side, which has settled the matter: the other one need not go on.
    pub(super) fn settle(self) {
        let tick = self.current_tick();
        lock(&self.exchange.diaries)[self.index].settled = Some(tick);
    }
}

impl Drop for Side<'_> {
    fn drop(&mut self) {
        lock(&self.exchange.diaries)[self.index].ticks = u64::MAX;
        self.exchange.has_ticked.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{CALLS_OF_PROOF, Exchange, LAG, News, Side, Stop};

    /// Two sides whose calls are ticks.
    fn equals(exchange: &Exchange) -> [Side<'_>; 2] {
        [0, 1].map(|index| Side { exchange, index, calls: 0, calls_per_tick: 1 })
    }

    #[test]
    fn several_calls_of_the_proof_are_one_tick() {
        let exchange = Exchange::default();
        let [mut proof, mut improvements] = Side::both(&exchange);
        let mut ask = || panic!("nobody waits");
        assert_eq!((LAG, CALLS_OF_PROOF), (1, 2));
        let news = |value, nodes| Ok(News { value, is_settled: false, nodes });
        assert_eq!(proof.tick(Some(5), 1, &mut ask), news(None, 0));
        assert_eq!(proof.tick(Some(6), 2, &mut ask), news(None, 0));
        assert_eq!(improvements.tick(Some(9), 1, &mut ask), news(None, 2));
        // The second tick learns what both calls of the first have told.
        assert_eq!(improvements.tick(None, 2, &mut ask), news(Some(6), 2));
        assert_eq!(proof.tick(Some(7), 3, &mut ask), news(Some(9), 2));
        // The second tick of the proof is not complete, so the improvements would wait.
        let mut stop = || Some(Stop::Time);
        assert_eq!(improvements.tick(None, 3, &mut stop), Err(Stop::Time));
    }

    #[test]
    fn a_side_learns_what_was_told_some_ticks_ago() {
        let exchange = Exchange::default();
        let [mut one, mut other] = equals(&exchange);
        let mut ask = || panic!("nobody waits");
        assert_eq!(LAG, 1);
        let news = |value, nodes| Ok(News { value, is_settled: false, nodes });
        assert_eq!(one.tick(Some(9), 5, &mut ask), news(None, 0));
        assert_eq!(other.tick(None, 2, &mut ask), news(None, 5));
        assert_eq!(other.tick(None, 3, &mut ask), news(Some(9), 5));
        assert_eq!(one.tick(Some(7), 6, &mut ask), news(None, 3));
        assert_eq!(other.tick(None, 4, &mut ask), news(Some(7), 6));
    }

    #[test]
    fn a_side_waits_for_the_other_one_until_that_has_ended() {
        let exchange = Exchange::default();
        let [mut one, mut other] = equals(&exchange);
        let mut ask = || panic!("nobody waits");
        assert!(other.tick(Some(4), 1, &mut ask).is_ok());
        assert!(one.tick(None, 0, &mut ask).is_ok());
        assert!(one.tick(None, 0, &mut ask).is_ok());
        let mut other = Some(other);
        let mut questions = 0;
        let mut wait = || {
            questions += 1;
            if questions == 3 {
                other.take().into_iter().for_each(Side::settle);
            }
            None
        };
        let news = one.tick(None, 0, &mut wait);
        assert_eq!(news, Ok(News { value: Some(4), is_settled: true, nodes: 1 }));
        assert_eq!(questions, 3);
    }

    #[test]
    fn both_sides_stop_for_the_first_reason() {
        let exchange = Exchange::default();
        let [mut one, mut other] = Side::both(&exchange);
        exchange.stop(Stop::Time);
        exchange.stop(Stop::Interrupted);
        for side in [&mut one, &mut other] {
            assert_eq!(side.tick(None, 0, &mut || None), Err(Stop::Time));
        }
    }
}
