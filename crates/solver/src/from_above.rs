//! Best solutions from below and from above.
//!
//! An exact search says what no solution can be cheaper than; a search for any solution, made
//! better piece by piece, says what a solution costs. Where the two agree nothing is left to prove,
//! and elsewhere the exact search looks only for what is cheaper than the solution in hand. If it
//! is ended by a limit, that solution is not lost.
//!
//! Making a solution better keeps the order in which it packs, so solutions of strategies that
//! think differently are made better one after the other, and the best is kept.

use sokolab_core::{Board, GoalKind, LetterCase, Solution, State, verify};

use crate::Observer;
use crate::exact;
use crate::internal_error::{InternalError, contain_method};
use crate::optimise::{Improvement, ImprovementProgress, optimise};
use crate::report::{Progress, StopReason};
use crate::request::{Method, Objective, Request};
use crate::search::{Found, Searched};

/// How many states the parts may expand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The exact search of small levels.
    at_once: u64,
    /// The search for a solution to have in hand, before anything that takes long.
    quick: u64,
    /// All searches that make that solution better.
    to_improve_quickly: u64,
    /// The exact search, before it is worth having a better solution in hand.
    at_first: u64,
    /// The search for any solution by turns.
    for_any: u64,
    /// Each search by another method.
    for_others: u64,
    /// All searches that make one solution better.
    to_improve: u64,
}

impl Budget {
    /// One that costs a few seconds at the most before the proof begins anew.
    pub(crate) const DEFAULT: Budget = Budget {
        at_once: 1_000,
        quick: 20_000,
        to_improve_quickly: 5_000,
        at_first: 200_000,
        for_any: 200_000,
        for_others: 40_000,
        to_improve: 1_000_000,
    };
}

/// The methods whose solutions are made better.
const STARTS: [Method; 3] = [Method::Auto, Method::Beam, Method::Layers];

/// Searches for a best solution. A limit leaves the best one so far, and all but the smallest
/// levels have one as soon as a quick search finds it.
pub(crate) fn search(
    board: &Board,
    start: &State,
    request: &Request<'_>,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let mut account = Account::new(request, budget);
    let level = (board, start);
    // A quarter of the nodes is left for a quick search, if there are few.
    let at_once = request.nodes_max.map_or(budget.at_once, |max| budget.at_once.min(max / 4 * 3));
    let (method, ended) = account.prove(level, Some(at_once), observer);
    if account.is_over(ended) {
        return (method, account.close(ended));
    }
    if method == Method::BreadthFirst {
        let (_, ended) = account.prove(level, None, observer);
        return (method, account.close(ended));
    }
    let ended = account.improve_all(level, observer);
    if ended.is_some() || account.is_proved() {
        return (method, account.close(ended));
    }
    let (_, ended) = account.prove(level, None, observer);
    (method, account.close(ended))
}

/// What has been spent and learned so far.
#[derive(Debug)]
struct Account<'a> {
    request: &'a Request<'a>,
    budget: Budget,
    nodes: u64,
    lemma_nodes: u64,
    memory_bytes: u64,
    lower_bound: u64,
    best: Option<Solution>,
    /// Whether it is proved that there is no solution at all.
    is_hopeless: bool,
    errors: Vec<InternalError>,
}

impl<'a> Account<'a> {
    fn new(request: &'a Request<'a>, budget: Budget) -> Account<'a> {
        Account {
            request,
            budget,
            nodes: 0,
            lemma_nodes: 0,
            memory_bytes: 0,
            lower_bound: 0,
            best: None,
            is_hopeless: false,
            errors: Vec::new(),
        }
    }

    /// A part of the request that may expand so many states, or all that are left.
    fn part(&self, objective: Objective, nodes: u64) -> Request<'a> {
        let rest = self.request.nodes_max.map(|max| max.saturating_sub(self.nodes));
        Request {
            objective,
            nodes_max: Some(rest.map_or(nodes, |it| it.min(nodes))),
            ..*self.request
        }
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

    /// Whether nothing is left to do after a part that ended like this.
    fn is_over(&self, ended: Option<StopReason>) -> bool {
        self.is_proved() || ended.is_some_and(|reason| self.is_final(reason))
    }

    fn is_proved(&self) -> bool {
        self.is_hopeless || self.cost().is_some_and(|cost| cost <= self.lower_bound)
    }

    /// Adds what a search spent and found. The bound of one for any solution is not taken.
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

    /// Keeps a solution if none so far is as good.
    fn keep(&mut self, solution: Solution) {
        let cost = self.cost_of(&solution);
        if self.cost().is_none_or(|known| cost < known) {
            self.best = Some(solution);
        }
    }

    /// Looks for solutions and makes them better, with a look at what an exact search proves;
    /// tells why nothing more may be done, if so.
    fn improve_all(
        &mut self,
        level: (&Board, &State),
        observer: &mut Observer<'_>,
    ) -> Option<StopReason> {
        let Budget { quick, to_improve_quickly, at_first, .. } = self.budget;
        let ended = self.try_from(Method::Auto, (quick, to_improve_quickly), level, observer);
        if ended.is_some() || self.is_proved() {
            return ended;
        }
        let (_, ended) = self.prove(level, Some(at_first), observer);
        // A proof that does not fit into memory would not fit later either, or hardly ever.
        let is_full = ended == Some(StopReason::Memory) && self.best.is_some();
        if is_full || self.is_over(ended) {
            return ended;
        }
        // Elsewhere all of them come to the same search.
        let (board, start) = level;
        let is_even = start.boxes.len() == board.goals().len();
        let is_classical = board.rules().goal() == GoalKind::Keep && is_even;
        let starts = if is_classical { &STARTS[..] } else { &STARTS[..1] };
        let Budget { for_any, for_others, to_improve, .. } = self.budget;
        for &method in starts {
            let ended = match (method, self.best.clone()) {
                (Method::Auto, Some(known)) => self.improve(&known, to_improve, observer),
                (Method::Auto, None) => {
                    self.try_from(method, (for_any, to_improve), level, observer)
                }
                _ => self.try_from(method, (for_others, to_improve), level, observer),
            };
            if ended.is_some() || self.is_proved() {
                return ended;
            }
        }
        None
    }

    /// Looks for a solution by one method and makes it better; tells why nothing more may be done,
    /// if so.
    fn try_from(
        &mut self,
        method: Method,
        (to_find, to_improve): (u64, u64),
        level: (&Board, &State),
        observer: &mut Observer<'_>,
    ) -> Option<StopReason> {
        match self.find_any(method, to_find, level, observer) {
            Ok(Some(solution)) => self.improve(&solution, to_improve, observer),
            Ok(None) => None,
            Err(reason) => Some(reason),
        }
    }

    /// Looks for any solution.
    ///
    /// # Errors
    /// A limit of the whole request.
    fn find_any(
        &mut self,
        method: Method,
        nodes_max: u64,
        (board, start): (&Board, &State),
        observer: &mut Observer<'_>,
    ) -> Result<Option<Solution>, StopReason> {
        let part = Request { method, ..self.part(Objective::Any, nodes_max) };
        let (nodes, lower_bound, best) = (self.nodes, self.lower_bound, self.cost());
        let mut tell = |progress: &Progress| {
            observer(&Progress { nodes: nodes + progress.nodes, lower_bound, best, ..*progress })
        };
        let (_, mut found) = search_part((board, start), &part, None, &mut tell);
        let solution = self.take(&mut found);
        self.is_hopeless |= matches!(found.result, Found::NoSolution);
        match found.result.stopped().filter(|&reason| self.is_final(reason)) {
            Some(reason) => Err(reason),
            None => Ok(solution),
        }
    }

    /// Makes a solution better, until it costs no more than any solution must.
    fn improve(
        &mut self,
        solution: &Solution,
        nodes_max: u64,
        observer: &mut Observer<'_>,
    ) -> Option<StopReason> {
        let cost = self.cost().unwrap_or(u64::MAX);
        let Request { level, objective, memory_bytes_max, threads, .. } = *self.request;
        let nodes_max = self.part(objective, nodes_max).nodes_max;
        let asked =
            Improvement { level, solution, objective, nodes_max, memory_bytes_max, threads };
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
            reason.or(is_enough.then_some(StopReason::Interrupted))
        };
        let improved = optimise(&asked, &mut tell);
        self.nodes += improved.nodes;
        self.memory_bytes = self.memory_bytes.max(improved.memory_bytes);
        self.errors.extend(improved.error);
        self.keep(improved.solution);
        let stopped = improved.stopped.filter(|_| !is_enough);
        stopped.filter(|&reason| self.is_final(reason))
    }

    /// Looks for what is cheaper than the solution in hand, if there is one, among so many states
    /// or to the end. Names the method, and the limit that ended it.
    fn prove(
        &mut self,
        (board, start): (&Board, &State),
        nodes_max: Option<u64>,
        observer: &mut Observer<'_>,
    ) -> (Method, Option<StopReason>) {
        let rest = self.request.nodes_max.map(|max| max.saturating_sub(self.nodes));
        let nodes_max = match (rest, nodes_max) {
            (Some(rest), Some(max)) => Some(rest.min(max)),
            (rest, max) => rest.or(max),
        };
        let part = Request { nodes_max, ..*self.request };
        let (nodes, cost, lower_bound) = (self.nodes, self.cost(), self.lower_bound);
        let mut tell = |progress: &Progress| {
            observer(&Progress {
                nodes: nodes + progress.nodes,
                best: progress.best.or(cost),
                lower_bound: progress.lower_bound.max(lower_bound),
                ..*progress
            })
        };
        let known_cost = cost.map(|cost| u32::try_from(cost).unwrap_or(u32::MAX));
        let (method, mut found) = search_part((board, start), &part, known_cost, &mut tell);
        self.take(&mut found);
        self.lower_bound = self.lower_bound.max(found.lower_bound);
        match (found.result.stopped(), self.cost()) {
            (None, Some(cost)) => self.lower_bound = cost,
            (None, None) => self.is_hopeless = true,
            (Some(_), _) => {}
        }
        (method, found.result.stopped())
    }

    /// Whether a limit of a part is one of the whole request.
    fn is_final(&self, reason: StopReason) -> bool {
        match reason {
            StopReason::Time | StopReason::Interrupted => true,
            StopReason::Nodes => self.request.nodes_max.is_some_and(|max| self.nodes >= max),
            StopReason::Memory | StopReason::Horizon | StopReason::Failed => false,
        }
    }

    /// What has come of it all.
    fn close(self, ended: Option<StopReason>) -> Searched {
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
        Searched {
            result,
            nodes: self.nodes,
            lemma_nodes: self.lemma_nodes,
            memory_bytes: self.memory_bytes,
            lower_bound: self.lower_bound,
            errors: self.errors,
        }
    }
}

/// Searches; an internal error is what came of it then.
fn search_part(
    (board, start): (&Board, &State),
    request: &Request<'_>,
    known_cost: Option<u32>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let method = request.method;
    let found =
        contain_method(method, || exact::search(board, start, request, known_cost, observer));
    found.unwrap_or_else(|error| (method, Searched::failed(error)))
}

#[cfg(test)]
mod tests {
    use sokolab_core::reference::{fewest_moves, fewest_pushes};
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Level, MoveKind, Rules, check};

    use super::{Budget, search};
    use crate::report::StopReason;
    use crate::request::{Objective, Request};
    use crate::search::Found;

    /// Levels of small worlds are over at once; with these budgets every part has something to do.
    const SMALL: Budget = Budget {
        at_once: 2,
        quick: 3,
        to_improve_quickly: 3,
        at_first: 4,
        for_any: 40,
        for_others: 40,
        to_improve: 40,
    };

    #[track_caller]
    fn check_cost(level: &Level, objective: Objective, truth: Option<usize>) {
        let (board, start) = check(level).expect("random levels are playable");
        let request = Request { objective, ..Request::new(level) };
        let (_, found) = search(&board, &start, &request, SMALL, &mut |_| None);
        let cost = match &found.result {
            Found::Moves { moves, optimal: true, stopped: None } => Some(match objective {
                Objective::Moves => moves.len(),
                Objective::Any | Objective::Pushes => {
                    moves.as_slice().iter().filter(|it| it.kind == MoveKind::Push).count()
                }
            }),
            Found::NoSolution => None,
            other => panic!("no limit was set: {other:?}"),
        };
        assert_eq!(cost, truth, "{objective:?}: {:?}", level.source.rows);
        if let Some(cost) = cost {
            assert_eq!(found.lower_bound, cost as u64);
        }
    }

    #[test]
    fn every_part_of_the_work_keeps_the_optimum() {
        for rules in Rules::ALL {
            for level in random_levels(rules, 150) {
                let (board, start) = check(&level).expect("random levels are playable");
                check_cost(&level, Objective::Pushes, fewest_pushes(&board, &start));
                check_cost(&level, Objective::Moves, fewest_moves(&board, &start));
            }
        }
    }

    #[test]
    fn a_limit_on_nodes_ends_it_all_and_keeps_a_solution() {
        let mut kept = 0;
        for level in random_levels(Rules::OFFICIAL, 300) {
            let (board, start) = check(&level).expect("random levels are playable");
            let nodes_max = Some(20);
            let objective = Objective::Pushes;
            let request = Request { objective, nodes_max, ..Request::new(&level) };
            let (_, found) = search(&board, &start, &request, SMALL, &mut |_| None);
            assert!(found.nodes <= 20, "{} nodes", found.nodes);
            if let Found::Moves { optimal, stopped, .. } = found.result {
                assert_eq!(optimal, stopped.is_none());
                kept += usize::from(stopped == Some(StopReason::Nodes));
            }
        }
        assert!(kept > 0, "some level has a solution that is not proved best within the limit");
    }
}
