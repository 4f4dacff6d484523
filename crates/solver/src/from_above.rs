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
use crate::optimise::{Improvement, ImprovementProgress, optimise};
use crate::report::{Progress, StopReason};
use crate::request::{Method, Objective, Request};
use crate::search::{Found, Searched};

/// How many states the parts may expand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The exact search, before it is worth having a solution in hand.
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
    pub(crate) const DEFAULT: Budget =
        Budget { at_first: 200_000, for_any: 200_000, for_others: 40_000, to_improve: 1_000_000 };
}

/// The methods whose solutions are made better.
const STARTS: [Method; 3] = [Method::Auto, Method::Beam, Method::Layers];

/// Searches for a best solution.
pub(crate) fn search(
    board: &Board,
    start: &State,
    request: &Request<'_>,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let mut account = Account::new(request, budget);
    let part = account.part(request.objective, budget.at_first);
    let (method, found) = exact::search(board, start, &part, None, observer);
    let may_go_on = |reason: StopReason| {
        reason == StopReason::Nodes && request.nodes_max.is_none_or(|max| max > budget.at_first)
    };
    if method == Method::BreadthFirst || !found.result.stopped().is_some_and(may_go_on) {
        return (method, found);
    }
    account.take(&found);
    account.lower_bound = found.lower_bound;
    // Elsewhere all of them come to the same search.
    let is_even = start.boxes.len() == board.goals().len();
    let is_classical = board.rules().goal() == GoalKind::Keep && is_even;
    let starts = if is_classical { &STARTS[..] } else { &STARTS[..1] };
    for &start_method in starts {
        let ended = account.try_from(start_method, (board, start), observer);
        if ended.is_some() || account.is_proved() {
            return (method, account.close(ended));
        }
    }
    let ended = account.prove(board, start, observer);
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

    fn is_proved(&self) -> bool {
        self.is_hopeless || self.cost().is_some_and(|cost| cost <= self.lower_bound)
    }

    /// Adds what a search spent and found. The bound of one for any solution is not taken.
    fn take(&mut self, found: &Searched) -> Option<Solution> {
        self.nodes += found.nodes;
        self.lemma_nodes += found.lemma_nodes;
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

    /// Makes a solution of one method better; tells why nothing more may be done, if so.
    fn try_from(
        &mut self,
        method: Method,
        level: (&Board, &State),
        observer: &mut Observer<'_>,
    ) -> Option<StopReason> {
        match self.find_any(method, level, observer) {
            Ok(Some(solution)) => self.improve(&solution, observer),
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
        (board, start): (&Board, &State),
        observer: &mut Observer<'_>,
    ) -> Result<Option<Solution>, StopReason> {
        let nodes_max = match method {
            Method::Auto => self.budget.for_any,
            _ => self.budget.for_others,
        };
        let part = Request { method, ..self.part(Objective::Any, nodes_max) };
        let (nodes, lower_bound, best) = (self.nodes, self.lower_bound, self.cost());
        let mut tell = |progress: &Progress| {
            observer(&Progress { nodes: nodes + progress.nodes, lower_bound, best, ..*progress })
        };
        let (_, found) = exact::search(board, start, &part, None, &mut tell);
        let solution = self.take(&found);
        self.is_hopeless |= matches!(found.result, Found::NoSolution);
        match found.result.stopped().filter(|&reason| self.is_final(reason)) {
            Some(reason) => Err(reason),
            None => Ok(solution),
        }
    }

    /// Makes a solution better, until it costs no more than any solution must.
    fn improve(&mut self, solution: &Solution, observer: &mut Observer<'_>) -> Option<StopReason> {
        let cost = self.cost().unwrap_or(u64::MAX);
        let Request { level, objective, memory_bytes_max, threads, .. } = *self.request;
        let nodes_max = self.part(objective, self.budget.to_improve).nodes_max;
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
        self.keep(improved.solution);
        let stopped = improved.stopped.filter(|_| !is_enough);
        stopped.filter(|&reason| self.is_final(reason))
    }

    /// Looks for what is cheaper than the solution in hand, to the end.
    fn prove(
        &mut self,
        board: &Board,
        start: &State,
        observer: &mut Observer<'_>,
    ) -> Option<StopReason> {
        let part = Request {
            nodes_max: self.request.nodes_max.map(|max| max.saturating_sub(self.nodes)),
            ..*self.request
        };
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
        let (_, found) = exact::search(board, start, &part, known_cost, &mut tell);
        self.take(&found);
        self.lower_bound = self.lower_bound.max(found.lower_bound);
        match (found.result.stopped(), self.cost()) {
            (None, Some(cost)) => self.lower_bound = cost,
            (None, None) => self.is_hopeless = true,
            (Some(_), _) => {}
        }
        found.result.stopped()
    }

    /// Whether a limit of a part is one of the whole request.
    fn is_final(&self, reason: StopReason) -> bool {
        match reason {
            StopReason::Time | StopReason::Interrupted => true,
            StopReason::Nodes => self.request.nodes_max.is_some_and(|max| self.nodes >= max),
            StopReason::Memory | StopReason::Horizon => false,
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
        }
    }
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
    const SMALL: Budget = Budget { at_first: 2, for_any: 40, for_others: 40, to_improve: 40 };

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
            let nodes_max = Some(12);
            let objective = Objective::Pushes;
            let request = Request { objective, nodes_max, ..Request::new(&level) };
            let (_, found) = search(&board, &start, &request, SMALL, &mut |_| None);
            assert!(found.nodes <= 12, "{} nodes", found.nodes);
            if let Found::Moves { optimal, stopped, .. } = found.result {
                assert_eq!(optimal, stopped.is_none());
                kept += usize::from(stopped == Some(StopReason::Nodes));
            }
        }
        assert!(kept > 0, "some level has a solution that is not proved best within the limit");
    }
}
