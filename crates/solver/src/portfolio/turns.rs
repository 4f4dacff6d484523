//! Searches for any solution in turns: strategies of different strengths on one thread.
//!
//! Each strategy gets a slice of work units, one for every child scored or edge followed; when all
//! have had their turn, the slices double, also those of strategies that join later. The schedule
//! does not depend on the limits of the request, so a longer limit only continues what a shorter
//! one did.

use super::schedule::Entry;
use crate::internal_error::{InternalError, contain_method};
use crate::leg::Way;
use crate::meter::SearchMeter;
use crate::method::Method;
use crate::playback::moves_along;
use crate::problem::Problem;
use crate::search::best_first::SearchResult;
use crate::search::fess::context::Context;
use crate::search::fess::forest::Forest;
use crate::slice::SliceResult;
use crate::strategy::{AnyStrategy, SliceBudget, StrategyContext, begin, mirrored_by};
use sokolab_core::Stop;

/// The work units of the first turn of the strategy whose exhaustion is a proof: a few
/// milliseconds.
const PROOF_UNITS: u64 = 10_000;

/// The strategy that continues when no other can: one whose exhaustion is a proof.
fn last_method<const N: usize>(problem: &Problem<'_, N>) -> Method {
    if problem.is_reversible() { Method::Bidirectional } else { Method::Greedy }
}

/// The result of a turn.
enum TurnResult {
    /// The search is over.
    Result(Option<Way>, Option<Stop>),
    /// The strategy stays in the portfolio.
    Stays,
    /// The strategy has been dropped.
    Gone,
}

struct ScheduledStrategy<'a, const N: usize> {
    method: Method,
    /// The units of its next turn and of the one after that.
    turns: (u64, u64),
    /// The round in which it joins.
    joins: u32,
    strategy: AnyStrategy<'a, N>,
}

impl<const N: usize> ScheduledStrategy<'_, N> {
    /// The units of the turn that is due. Its later turns are longer.
    fn next_turn(&mut self) -> u64 {
        let (due, next) = self.turns;
        self.turns = (next, next.saturating_mul(2));
        due
    }
}

/// The strategies of one thread, and what they share.
pub(crate) struct Portfolio<'a, const N: usize> {
    players: Vec<ScheduledStrategy<'a, N>>,
    pub(crate) context: Context<'a, N>,
    forest: Forest<'a, N>,
    /// The peak memory, in bytes.
    pub(crate) peak: u64,
    /// The method that had the last turn.
    pub(crate) last: Method,
    /// The methods that failed, and the errors that are not in the meter yet.
    failed: Vec<Method>,
    unreported: Vec<InternalError>,
}

/// Searches in turns. Returns the method that came to a result.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    schedule: &[Entry],
    meter: &mut SearchMeter<'_>,
) -> (Method, SearchResult) {
    let mut table = match Portfolio::new(problem, schedule, meter) {
        Ok(table) => table,
        Err(reason) => return (schedule[0].method, SearchResult::of_way(None, Some(reason))),
    };
    let (way, stopped) = table.play(meter);
    let (memory_bytes, lemma_nodes) = (table.peak, table.lemma_nodes());
    (table.last, SearchResult { memory_bytes, lemma_nodes, ..SearchResult::of_way(way, stopped) })
}

impl<'a, const N: usize> Portfolio<'a, N> {
    /// Starts the strategies of a schedule.
    ///
    /// # Errors
    /// If a limit is hit, because this takes a while on a large board.
    pub(crate) fn new(
        problem: &'a Problem<'a, N>,
        schedule: &[Entry],
        meter: &mut SearchMeter<'_>,
    ) -> Result<Portfolio<'a, N>, Stop> {
        let mut context = Context::new(problem);
        let mut forest = Forest::new();
        let mut players: Vec<ScheduledStrategy<'_, N>> = Vec::new();
        let (mut failed, mut unreported) = (Vec::new(), Vec::new());
        for &Entry { method, first, second, joins } in schedule {
            meter.ask()?;
            let make = || {
                let mut common = StrategyContext { context: &mut context, forest: &mut forest };
                begin(method, problem, &mut common)
            };
            match contain_method(method, make) {
                Ok(Some(strategy)) => {
                    let turns = (first, second);
                    players.push(ScheduledStrategy { method, turns, joins, strategy });
                }
                Ok(None) => {}
                Err(error) => {
                    failed.push(method);
                    unreported.push(error);
                }
            }
        }
        Ok(Portfolio {
            players,
            context,
            forest,
            peak: 0,
            last: schedule[0].method,
            failed,
            unreported,
        })
    }

    pub(crate) fn lemma_nodes(&self) -> u64 {
        let own: u64 = self.players.iter().map(|it| it.strategy.lemma_nodes(&self.forest)).sum();
        own + self.context.detectors.corral_nodes()
    }

    /// Runs the strategies in turns until there is a result; neither a path nor a reason means that
    /// there is provably no solution. A strategy that fails with an internal error is dropped and
    /// reported.
    ///
    /// The strategy whose exhaustion is a proof begins, because a level that can be refuted quickly
    /// would keep the others busy for long.
    pub(crate) fn play(&mut self, meter: &mut SearchMeter<'_>) -> (Option<Way>, Option<Stop>) {
        meter.errors.append(&mut self.unreported);
        let prover = last_method(self.context.problem);
        if let Some(index) = self.players.iter().position(|it| it.method == prover)
            && let TurnResult::Result(way, stopped) = self.play_one(index, Some(PROOF_UNITS), meter)
        {
            return (way, stopped);
        }
        let mut round: u32 = 0;
        loop {
            let mut index = 0;
            while let Some(player) = self.players.get_mut(index) {
                if round < player.joins {
                    player.next_turn();
                    index += 1;
                    continue;
                }
                match self.play_one(index, None, meter) {
                    TurnResult::Result(way, stopped) => return (way, stopped),
                    TurnResult::Stays => index += 1,
                    TurnResult::Gone => {}
                }
            }
            if self.players.is_empty() && !self.call_last() {
                let has_failed = self.failed.contains(&prover);
                let reason = if has_failed { Stop::Failed } else { Stop::Memory };
                return (None, Some(reason));
            }
            round = round.saturating_add(1);
        }
    }

    /// Gives one strategy a turn of `units` work units, or of its own number of units.
    fn play_one(
        &mut self,
        index: usize,
        units: Option<u64>,
        meter: &mut SearchMeter<'_>,
    ) -> TurnResult {
        let turned = match self.turn(index, units, meter) {
            Ok(turned) => turned,
            Err(error) => {
                self.failed.push(self.players[index].method);
                meter.errors.push(error);
                Ok(SliceResult::Over)
            }
        };
        match turned {
            Ok(SliceResult::Found(way)) => TurnResult::Result(Some(way), None),
            Ok(SliceResult::NoSolution) => TurnResult::Result(None, None),
            Ok(SliceResult::Spent) => TurnResult::Stays,
            // Its memory is worth more to the others.
            Ok(SliceResult::Over) | Err(Stop::Memory) => {
                self.dismiss(index);
                TurnResult::Gone
            }
            Err(reason) => TurnResult::Result(None, Some(reason)),
        }
    }

    /// Drops a strategy and its trees in the forest.
    fn dismiss(&mut self, index: usize) {
        let ScheduledStrategy { method, mut strategy, .. } = self.players.remove(index);
        // A failed strategy may not even be able to leave; then its trees stay, which does no harm.
        let _ = contain_method(method, || strategy.leave(&mut self.forest));
    }

    /// Gives a strategy its turn.
    ///
    /// # Errors
    /// If it fails with an internal error, or finds a path that is no solution.
    fn turn(
        &mut self,
        index: usize,
        units: Option<u64>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Result<SliceResult, Stop>, InternalError> {
        let Portfolio { players, context, forest, .. } = self;
        let all: u64 = players.iter().map(|it| it.strategy.bytes(forest)).sum();
        self.peak = self.peak.max(all + context.bytes());
        let player = &mut players[index];
        let others = all - player.strategy.bytes(forest) + context.bytes();
        // A table that grows takes the memory of the old one and the new one for a moment.
        let bytes_max = (meter.budget.memory_bytes_max / 8 * 7).saturating_sub(others);
        let method = player.method;
        self.last = method;
        let units = units.unwrap_or_else(|| player.next_turn());
        let turned = contain_method(method, || {
            meter.begin_slice(units);
            let common = StrategyContext { context, forest };
            let turned = player.strategy.run(common, meter, SliceBudget { units, bytes_max });
            if let Ok(SliceResult::Found(way)) = &turned {
                moves_along(context.problem, mirrored_by(context.problem, method), way, false);
            }
            turned
        });
        let all: u64 = players.iter().map(|it| it.strategy.bytes(forest)).sum();
        self.peak = self.peak.max(all + context.bytes());
        turned
    }

    /// Starts the strategy whose exhaustion is a proof, if it has not just run or failed. Returns
    /// whether it did.
    fn call_last(&mut self) -> bool {
        let (context, forest) = (&mut self.context, &mut self.forest);
        let method = last_method(context.problem);
        if self.last == method || self.failed.contains(&method) {
            return false;
        }
        let problem = context.problem;
        let Some(strategy) = begin(method, problem, &mut StrategyContext { context, forest })
        else {
            return false;
        };
        self.players.push(ScheduledStrategy {
            method,
            turns: (u64::MAX / 4, u64::MAX / 4),
            joins: 0,
            strategy,
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Portfolio, ScheduledStrategy};
    use crate::meter::SearchMeter;
    use crate::method::Method;
    use crate::portfolio::schedule::{CLASSIC, Entry};
    use crate::problem::Problem;
    use crate::strategy::faulty::Fault;
    use sokolab_core::testing::level;
    use sokolab_core::{Budget, Stop, check};

    /// Runs a portfolio whose first strategies are faulty. Returns whether it found a solution, why
    /// it stopped, and which methods failed.
    fn played(picture: &str, seats: &[(Method, Fault)]) -> (bool, Option<Stop>, Vec<Method>) {
        let (board, start) = check(&level(picture)).expect("a playable level");
        let problem = Problem::<2>::new(&board, &start, 1 << 30, &mut || true).expect("solvable");
        let mut observer = |_: &_| None;
        let mut meter = SearchMeter::new(Budget::UNLIMITED, &mut observer);
        let is_sound = |entry: &&Entry| seats.iter().all(|seat| seat.0 != entry.method);
        let schedule: Vec<_> = CLASSIC.iter().filter(is_sound).copied().collect();
        let dealt = if schedule.is_empty() { &CLASSIC[..] } else { &schedule };
        let mut table = Portfolio::new(&problem, dealt, &mut meter).expect("nobody stops it");
        if schedule.is_empty() {
            table.players.clear();
        }
        for (index, &(method, fault)) in seats.iter().enumerate() {
            let (turns, joins, strategy) = ((1, 2), 0, Box::new(fault));
            table.players.insert(index, ScheduledStrategy { method, turns, joins, strategy });
        }
        let (way, stopped) = table.play(&mut meter);
        (way.is_some(), stopped, meter.errors.iter().filter_map(|it| it.method).collect())
    }

    const EASY: &str = "
        #######
        #@ $ .#
        #  $ .#
        #######";

    #[test]
    fn a_strategy_that_fails_is_dropped_and_another_solves_the_level() {
        for fault in [Fault::Panics, Fault::Lies] {
            let (is_solved, stopped, failed) = played(EASY, &[(Method::Bidirectional, fault)]);
            assert!(is_solved);
            assert_eq!((stopped, failed), (None, vec![Method::Bidirectional]));
        }
    }

    #[test]
    fn if_every_strategy_fails_nothing_is_called_proved() {
        let seats = CLASSIC.map(|it| (it.method, Fault::Panics));
        let (is_solved, stopped, failed) = played(EASY, &seats);
        assert!(!is_solved);
        assert_eq!(stopped, Some(Stop::Failed));
        assert_eq!(failed.len(), CLASSIC.len());
    }
}
