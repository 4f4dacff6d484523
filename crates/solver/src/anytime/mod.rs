//! Anytime search for a best solution, from below and from above.
//!
//! An exact search raises the lower bound; a search for any solution, followed by local
//! improvement, lowers the cost of the solution in hand. When the two meet, the solution is proved
//! optimal. Until then the exact search looks only for solutions cheaper than the one in hand,
//! which is not lost if a limit stops the search.
//!
//! Improving a solution keeps the order in which it packs the goals. Solutions of several
//! strategies are therefore improved one after the other, and the best is kept.
//!
//! On several threads, the search from below and that from above run side by side
//! (`side_by_side`).

mod exchange;
mod side_by_side;

use std::cell::Cell;

use sokolab_core::{GoalKind, LetterCase, Objective, Observer, Progress, Solution, Stop, verify};

use crate::exact;
use crate::internal_error::InternalError;
use crate::meter::KnownCost;
use crate::method::Method;
use crate::optimise::{ImprovementProgress, ImprovementRequest, Starts, optimise_from};
use crate::prepared::Prepared;
use crate::request::Request;
use crate::search::{Found, Searched};

/// How many nodes each phase may expand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// The first exact search, which settles small levels.
    at_once: u64,
    /// The search for a first solution, before any phase that takes long.
    quick: u64,
    /// The improvement of that first solution.
    to_improve_quickly: u64,
    /// The exact search that runs before a better solution is worth having.
    at_first: u64,
    /// The search for any solution by the portfolio.
    for_any: u64,
    /// The search for any solution by each other method.
    for_others: u64,
    /// The improvement of each solution.
    to_improve: u64,
}

impl Shares {
    /// Spends at most a few seconds before the final proof begins.
    pub(crate) const DEFAULT: Shares = Shares {
        at_once: 1_000,
        quick: 20_000,
        to_improve_quickly: 5_000,
        at_first: 200_000,
        for_any: 200_000,
        for_others: 40_000,
        to_improve: 1_000_000,
    };
}

/// The methods whose solutions are improved.
const STARTS: [Method; 3] = [Method::Auto, Method::Beam, Method::Layers];

/// Searches for a best solution. If a limit stops it, it returns the best solution so far; on all
/// but the smallest levels there is one as soon as the quick search has found it.
pub(crate) fn search(
    level: &Prepared,
    request: &Request<'_>,
    shares: Shares,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let mut account = AnytimeRun::new(request, shares);
    // If there are few nodes, keep a quarter of them for the quick search.
    let at_once = shares.at_once.min(request.budget.nodes_max / 4 * 3);
    let (method, ended) = account.prove(level, at_once, observer);
    if account.is_over(ended) {
        return (method, account.close(ended));
    }
    if method == Method::BreadthFirst {
        let (_, ended) = account.prove(level, u64::MAX, observer);
        return (method, account.close(ended));
    }
    let ended = account.improve_quickly(level, observer);
    if ended.is_some() || account.is_proved() {
        return (method, account.close(ended));
    }
    let ended = match request.threads {
        0 | 1 => account.improve_all(level, observer),
        _ => side_by_side::search(&mut account, level, observer),
    };
    if ended.is_some() || account.is_proved() {
        return (method, account.close(ended));
    }
    let (_, ended) = account.prove(level, u64::MAX, observer);
    (method, account.close(ended))
}

/// A cost as the searches count it.
fn cost_in_search(cost: u64) -> u32 {
    u32::try_from(cost).unwrap_or(u32::MAX)
}

/// What has been spent and learned so far, over all phases.
#[derive(Debug)]
struct AnytimeRun<'a> {
    request: &'a Request<'a>,
    shares: Shares,
    nodes: u64,
    lemma_nodes: u64,
    memory_bytes: u64,
    lower_bound: u64,
    best: Option<Solution>,
    /// Whether it is proved that the level has no solution.
    is_hopeless: bool,
    errors: Vec<InternalError>,
}

impl<'a> AnytimeRun<'a> {
    fn new(request: &'a Request<'a>, shares: Shares) -> AnytimeRun<'a> {
        AnytimeRun {
            request,
            shares,
            nodes: 0,
            lemma_nodes: 0,
            memory_bytes: 0,
            lower_bound: 0,
            best: None,
            is_hopeless: false,
            errors: Vec::new(),
        }
    }

    /// The request with another objective and at most `nodes` of the nodes that are left.
    fn part(&self, objective: Objective, nodes: u64) -> Request<'a> {
        let budget = self.request.budget.less_nodes(self.nodes).with_nodes(nodes);
        Request { objective, budget, ..*self.request }
    }

    fn cost(&self) -> Option<u64> {
        self.best.as_ref().map(|solution| self.cost_of(solution))
    }

    fn cost_of(&self, solution: &Solution) -> u64 {
        let measures = solution.measures();
        match self.request.objective {
            Objective::Moves => measures.moves as u64,
            Objective::Any | Objective::Pushes => measures.pushes as u64,
        }
    }

    /// Whether no phase is needed after one that ended with `ended`.
    fn is_over(&self, ended: Option<Stop>) -> bool {
        self.is_proved() || ended.is_some_and(|reason| self.is_final(reason))
    }

    fn is_proved(&self) -> bool {
        self.is_hopeless || self.cost().is_some_and(|cost| cost <= self.lower_bound)
    }

    /// Adds the cost of a search and keeps its solution. Does not take over its lower bound, which
    /// need not hold for this objective.
    fn take(&mut self, found: &mut Searched) -> Option<Solution> {
        self.nodes += found.nodes;
        self.lemma_nodes += found.lemma_nodes;
        let is_new = |it: &InternalError| !self.errors.contains(it);
        let fresh: Vec<InternalError> = found.errors.drain(..).filter(is_new).collect();
        self.errors.extend(fresh);
        self.memory_bytes = self.memory_bytes.max(found.memory_bytes);
        let Found::Moves { moves, .. } = &found.result else { return None };
        let verdict = verify(self.request.level, moves, LetterCase::Strict);
        let solution = verdict.expect("the referee accepts what a search finds").solution;
        self.keep(solution.clone());
        Some(solution)
    }

    /// Keeps a solution if it is cheaper than the best one so far.
    fn keep(&mut self, solution: Solution) {
        let cost = self.cost_of(&solution);
        if self.cost().is_none_or(|known| cost < known) {
            self.best = Some(solution);
        }
    }

    /// Finds a first solution and improves it a little. Returns the limit of the whole request that
    /// was hit, if any.
    fn improve_quickly(&mut self, level: &Prepared, observer: &mut Observer<'_>) -> Option<Stop> {
        let Shares { quick, to_improve_quickly, .. } = self.shares;
        self.try_from(Method::Auto, quick, to_improve_quickly, level, observer)
    }

    /// Finds and improves solutions, after a short exact search. Returns the limit of the whole
    /// request that was hit, if any.
    fn improve_all(&mut self, level: &Prepared, observer: &mut Observer<'_>) -> Option<Stop> {
        let (_, ended) = self.prove(level, self.shares.at_first, observer);
        if self.is_full(ended) || self.is_over(ended) {
            return ended;
        }
        self.improve_starts(level, observer)
    }

    /// Whether a proof has ended for want of memory with a solution in hand. It would hardly ever
    /// fit later.
    fn is_full(&self, ended: Option<Stop>) -> bool {
        ended == Some(Stop::Memory) && self.best.is_some()
    }

    /// Finds and improves the solutions of several methods. Returns the limit of the whole request
    /// that was hit, if any.
    fn improve_starts(&mut self, level: &Prepared, observer: &mut Observer<'_>) -> Option<Stop> {
        // On other levels all of them end up in the same search.
        let (board, start) = (&level.board, &level.start);
        let is_even = start.boxes.len() == board.goals().len();
        let is_classical = board.rules().goal() == GoalKind::Keep && is_even;
        let starts = if is_classical { &STARTS[..] } else { &STARTS[..1] };
        let Shares { for_any, for_others, to_improve, .. } = self.shares;
        for &method in starts {
            let ended = match (method, self.best.clone()) {
                (Method::Auto, Some(known)) => self.improve(&known, to_improve, observer),
                (Method::Auto, None) => self.try_from(method, for_any, to_improve, level, observer),
                _ => self.try_from(method, for_others, to_improve, level, observer),
            };
            if ended.is_some() || self.is_proved() {
                return ended;
            }
        }
        None
    }

    /// Finds a solution by one method and improves it. Returns the limit of the whole request that
    /// was hit, if any.
    fn try_from(
        &mut self,
        method: Method,
        to_find: u64,
        to_improve: u64,
        level: &Prepared,
        observer: &mut Observer<'_>,
    ) -> Option<Stop> {
        match self.find_any(method, to_find, level, observer) {
            Ok(Some(solution)) => self.improve(&solution, to_improve, observer),
            Ok(None) => None,
            Err(reason) => Some(reason),
        }
    }

    /// Searches for any solution by one method. On one thread, however many there are: the solution
    /// in hand decides how much the proof has to search, so that with another one the proof on
    /// several threads may take many times the nodes.
    ///
    /// # Errors
    /// If a limit of the whole request was hit.
    fn find_any(
        &mut self,
        method: Method,
        nodes_max: u64,
        level: &Prepared,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Solution>, Stop> {
        let part = Request { method, threads: 1, ..self.part(Objective::Any, nodes_max) };
        let (nodes, lower_bound, best) = (self.nodes, self.lower_bound, self.cost());
        let mut tell = |progress: &Progress| {
            observer(&Progress { nodes: nodes + progress.nodes, lower_bound, best, ..*progress })
        };
        let unknown = KnownCost::NONE;
        let (_, mut found) = exact::search_contained(level, &part, unknown, &mut tell);
        let solution = self.take(&mut found);
        self.is_hopeless |= matches!(found.result, Found::NoSolution);
        match found.result.stopped().filter(|&reason| self.is_final(reason)) {
            Some(reason) => Err(reason),
            None => Ok(solution),
        }
    }

    /// Improves a solution until its cost meets the lower bound or a limit is hit.
    fn improve(
        &mut self,
        solution: &Solution,
        nodes_max: u64,
        observer: &mut Observer<'_>,
    ) -> Option<Stop> {
        let cost = self.cost().unwrap_or(u64::MAX);
        let Request { level, objective, threads, .. } = *self.request;
        let budget = self.part(objective, nodes_max).budget;
        let asked = ImprovementRequest { level, solution, objective, budget, threads };
        let (nodes, lower_bound) = (self.nodes, self.lower_bound);
        let mut is_enough = false;
        let mut tell = |progress: &ImprovementProgress| {
            let best = match objective {
                Objective::Moves => progress.moves as u64,
                Objective::Any | Objective::Pushes => progress.pushes as u64,
            };
            is_enough |= best <= lower_bound;
            let (nodes, best) = (nodes + progress.nodes, Some(best.min(cost)));
            let reason = observer(&Progress { nodes, lower_bound, best, ..Progress::default() });
            reason.or(is_enough.then_some(Stop::Interrupted))
        };
        let improved = optimise_from(&asked, Starts::Given, &mut tell);
        self.nodes += improved.nodes;
        self.memory_bytes = self.memory_bytes.max(improved.memory_bytes);
        self.errors.extend(improved.error);
        self.keep(improved.solution);
        let stopped = improved.stopped.filter(|_| !is_enough);
        stopped.filter(|&reason| self.is_final(reason))
    }

    /// Searches for a solution cheaper than the one in hand, if there is one, expanding at most
    /// `nodes_max` nodes. Returns the method used and the limit that stopped it.
    fn prove(
        &mut self,
        level: &Prepared,
        nodes_max: u64,
        observer: &mut Observer<'_>,
    ) -> (Method, Option<Stop>) {
        let part = self.part(self.request.objective, nodes_max);
        let (nodes, cost, lower_bound) = (self.nodes, self.cost(), self.lower_bound);
        let mut tell = |progress: &Progress| {
            observer(&Progress {
                nodes: nodes + progress.nodes,
                best: progress.best.or(cost),
                lower_bound: progress.lower_bound.max(lower_bound),
                ..*progress
            })
        };
        let known = Cell::new(cost.map(cost_in_search));
        let known_cost = KnownCost::of(&known);
        let (method, found) = exact::search_contained(level, &part, known_cost, &mut tell);
        (method, self.conclude(found))
    }

    /// Takes over the result of an exact search that has looked for every solution cheaper than the
    /// one in hand. Returns the limit that stopped it.
    fn conclude(&mut self, mut found: Searched) -> Option<Stop> {
        self.take(&mut found);
        self.lower_bound = self.lower_bound.max(found.lower_bound);
        match (found.result.stopped(), self.cost()) {
            (None, Some(cost)) => self.lower_bound = cost,
            (None, None) => self.is_hopeless = true,
            (Some(_), _) => {}
        }
        found.result.stopped()
    }

    /// Whether the limit that stopped a phase is a limit of the whole request.
    fn is_final(&self, reason: Stop) -> bool {
        match reason {
            Stop::Time | Stop::Interrupted => true,
            Stop::Nodes => self.nodes >= self.request.budget.nodes_max,
            Stop::Memory | Stop::Horizon | Stop::Incomplete | Stop::Failed => false,
        }
    }

    /// The result of all phases together.
    fn close(self, ended: Option<Stop>) -> Searched {
        let is_proved = self.is_proved();
        let stopped = ended.filter(|_| !is_proved);
        let result = match (self.best, stopped) {
            (Some(solution), stopped) => {
                let moves = solution.moves().clone();
                Found::Moves { moves, optimal: is_proved, stopped }
            }
            (None, Some(reason)) => Found::Stopped(reason),
            (None, None) => Found::NoSolution,
        };
        let spent = Progress {
            nodes: self.nodes,
            lemma_nodes: self.lemma_nodes,
            memory_bytes: self.memory_bytes,
            ..Progress::default()
        };
        let (lower_bound, errors) = (self.lower_bound, self.errors);
        Searched { lower_bound, errors, ..Searched::of(result, &spent) }
    }
}

#[cfg(test)]
mod tests;
