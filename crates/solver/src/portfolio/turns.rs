//! Any solution by turns: strategies of different strengths on one thread.
//!
//! Each gets a slice of units, one for every child scored or edge followed; when all have had
//! their turn the slices double. The schedule does not depend on the limits of the request, so a
//! longer limit only goes on with what a shorter one has done.

use super::strategy::{Strategy, Turned};
use crate::problem::Problem;
use crate::report::StopReason;
use crate::request::Method;
use crate::search::best_first::Finding;
use crate::search::fess::grove::{Grove, Way};
use crate::search::fess::tools::Tools;
use crate::search::meter::Meter;

/// A strategy in the schedule, with the units of its first turn.
pub(crate) type Entry = (Method, u64);

/// The units of a first turn.
pub(crate) const FIRST_UNITS: u64 = 100_000;

/// The strategies that take turns, in their order.
pub(crate) const SCHEDULE: [Entry; 10] = [
    (Method::GoalPushing, FIRST_UNITS / 5),
    (Method::Fess, FIRST_UNITS),
    (Method::Pulls, 2 * FIRST_UNITS),
    (Method::Imagined, FIRST_UNITS),
    (Method::ImaginedBack, FIRST_UNITS),
    (Method::Bidirectional, 2 * FIRST_UNITS),
    (Method::ImaginedFar, FIRST_UNITS),
    (Method::Beam, FIRST_UNITS),
    (Method::Layers, FIRST_UNITS / 2),
    (Method::PullsInTurn, FIRST_UNITS / 2),
];

/// The strategies where there are holes.
pub(crate) const SCHEDULE_OF_HOLES: [Entry; 3] = [
    (Method::Fess, 4 * FIRST_UNITS),
    (Method::Filling, 2 * FIRST_UNITS),
    (Method::Greedy, FIRST_UNITS),
];

/// The strategies where boxes vanish in sinks or are spare.
pub(crate) const SCHEDULE_OF_DEMAND: [Entry; 2] =
    [(Method::Fess, FIRST_UNITS), (Method::Greedy, 2 * FIRST_UNITS)];

/// The strategy that goes on when no other can: one whose end is a proof.
fn last_method<const N: usize>(problem: &Problem<'_, N>) -> Method {
    if problem.is_reversible() { Method::Bidirectional } else { Method::Greedy }
}

struct Player<'a, const N: usize> {
    method: Method,
    units: u64,
    strategy: Strategy<'a, N>,
}

/// The players around a table, and what they share.
pub(crate) struct Table<'a, const N: usize> {
    players: Vec<Player<'a, N>>,
    pub(crate) tools: Tools<'a, N>,
    grove: Grove<'a, N>,
    /// The most bytes that were taken.
    pub(crate) peak: u64,
    /// The method that played last.
    pub(crate) last: Method,
}

/// Searches by turns; the method that came to a result is named.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    schedule: &[Entry],
    meter: &mut Meter<'_, '_>,
) -> (Method, Finding) {
    let mut table = Table::new(problem, schedule);
    let (way, stopped) = table.play(meter);
    let (memory_bytes, lemma_nodes) = (table.peak, table.lemma_nodes());
    (table.last, Finding { memory_bytes, lemma_nodes, ..Finding::of_way(way, stopped) })
}

impl<'a, const N: usize> Table<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>, schedule: &[Entry]) -> Table<'a, N> {
        let mut tools = Tools::new(problem);
        let mut grove = Grove::new();
        let mut players: Vec<Player<'_, N>> = Vec::new();
        for &(method, units) in schedule {
            if let Some(strategy) = Strategy::new(problem, (&mut tools, &mut grove), method) {
                players.push(Player { method, units, strategy });
            }
        }
        Table { players, tools, grove, peak: 0, last: schedule[0].0 }
    }

    pub(crate) fn lemma_nodes(&self) -> u64 {
        let own: u64 = self.players.iter().map(|it| it.strategy.lemma_nodes(&self.grove)).sum();
        own + self.tools.corrals.nodes
    }

    /// Lets the players play until there is a result; neither a way nor a reason is a proof that
    /// there is no solution.
    pub(crate) fn play(&mut self, meter: &mut Meter<'_, '_>) -> (Option<Way>, Option<StopReason>) {
        loop {
            let mut index = 0;
            while index < self.players.len() {
                match self.turn(index, meter) {
                    Ok(Turned::Found(way)) => return (Some(way), None),
                    Ok(Turned::NoSolution) => return (None, None),
                    Ok(Turned::Spent) => index += 1,
                    // Its memory is worth more to the others.
                    Ok(Turned::Over) | Err(StopReason::Memory) => {
                        self.players.remove(index).strategy.leave(&mut self.grove);
                    }
                    Err(reason) => return (None, Some(reason)),
                }
            }
            if self.players.is_empty() && !self.call_last() {
                return (None, Some(StopReason::Memory));
            }
        }
    }

    fn turn(&mut self, index: usize, meter: &mut Meter<'_, '_>) -> Result<Turned, StopReason> {
        let Table { players, tools, grove, .. } = self;
        let all: u64 = players.iter().map(|it| it.strategy.bytes(grove)).sum();
        self.peak = self.peak.max(all + tools.bytes());
        let player = &mut players[index];
        let others = all - player.strategy.bytes(grove) + tools.bytes();
        // Tables that grow take the room of the old one and the new for a moment.
        let bytes_max = (meter.bytes_max / 8 * 7).saturating_sub(others);
        self.last = player.method;
        let units = player.units;
        player.units = units.saturating_mul(2);
        let turned = player.strategy.run((tools, grove), meter, units, bytes_max);
        let all: u64 = players.iter().map(|it| it.strategy.bytes(grove)).sum();
        self.peak = self.peak.max(all + tools.bytes());
        turned
    }

    /// Only an exact search can tell whether there is no solution at all.
    fn call_last(&mut self) -> bool {
        let (tools, grove) = (&mut self.tools, &mut self.grove);
        let method = last_method(tools.problem);
        if self.last == method {
            return false;
        }
        let Some(strategy) = Strategy::new(tools.problem, (tools, grove), method) else {
            return false;
        };
        self.players.push(Player { method, units: u64::MAX / 4, strategy });
        true
    }
}
