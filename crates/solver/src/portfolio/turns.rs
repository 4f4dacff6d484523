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
pub(crate) const SCHEDULE: [Entry; 7] = [
    (Method::Fess, FIRST_UNITS),
    (Method::Pulls, 2 * FIRST_UNITS),
    (Method::Imagined, FIRST_UNITS),
    (Method::ImaginedBack, FIRST_UNITS),
    (Method::Bidirectional, 2 * FIRST_UNITS),
    (Method::ImaginedFar, FIRST_UNITS),
    (Method::Layers, FIRST_UNITS / 2),
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

/// Searches by turns; the method that came to a result is named.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    schedule: &[Entry],
    meter: &mut Meter<'_, '_>,
) -> (Method, Finding) {
    let mut tools = Tools::new(problem);
    let mut grove = Grove::new();
    let mut players: Vec<Player<'_, N>> = Vec::new();
    for &(method, units) in schedule {
        if let Some(strategy) = Strategy::new(problem, (&mut tools, &mut grove), method) {
            players.push(Player { method, units, strategy });
        }
    }
    let mut peak = 0;
    let mut last = schedule[0].0;
    let (way, stopped) =
        take_turns(&mut players, (&mut tools, &mut grove), meter, &mut peak, &mut last);
    let lemma_nodes = players.iter().map(|it| it.strategy.lemma_nodes()).sum::<u64>();
    let finding = Finding {
        best: way.map(|way| {
            let pushes = way.len() as u32;
            (way, pushes)
        }),
        stopped,
        lower_bound: 0,
        memory_bytes: peak,
        lemma_nodes: lemma_nodes + tools.corrals.nodes,
    };
    (last, finding)
}

/// Lets the players play until there is a result; neither a way nor a reason is a proof that there
/// is no solution.
fn take_turns<'a, const N: usize>(
    players: &mut Vec<Player<'a, N>>,
    (tools, grove): (&mut Tools<'a, N>, &mut Grove<N>),
    meter: &mut Meter<'_, '_>,
    peak: &mut u64,
    last: &mut Method,
) -> (Option<Way>, Option<StopReason>) {
    loop {
        let mut index = 0;
        while index < players.len() {
            let all: u64 = players.iter().map(|it| it.strategy.bytes(grove)).sum();
            *peak = (*peak).max(all + tools.bytes());
            let player = &mut players[index];
            let others = all - player.strategy.bytes(grove) + tools.bytes();
            let bytes_max = meter.bytes_max.saturating_sub(others);
            *last = player.method;
            let turned = player.strategy.run((tools, grove), meter, player.units, bytes_max);
            player.units *= 2;
            match turned {
                Ok(Turned::Found(way)) => return (Some(way), None),
                Ok(Turned::NoSolution) => return (None, None),
                Ok(Turned::Spent) => index += 1,
                // Its memory is worth more to the others.
                Ok(Turned::Over) | Err(StopReason::Memory) => {
                    players.remove(index).strategy.leave(grove);
                }
                Err(reason) => return (None, Some(reason)),
            }
        }
        if players.is_empty() {
            // Only an exact search can tell whether there is no solution at all.
            let final_method = last_method(tools.problem);
            if *last == final_method {
                return (None, Some(StopReason::Memory));
            }
            let strategy = Strategy::new(tools.problem, (tools, grove), final_method);
            let Some(strategy) = strategy else {
                return (None, Some(StopReason::Memory));
            };
            players.push(Player { method: final_method, units: u64::MAX / 4, strategy });
        }
    }
}
