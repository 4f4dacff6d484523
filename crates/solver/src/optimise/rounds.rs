//! The order in which windows are searched: through lenses from narrow to wide, in rounds with ever
//! more nodes per window.

use std::cell::Cell;

use sokolab_core::{GoalKind, Measures, Objective, Push, Solution, Stop};

use super::distances::LoneDistances;
use super::searched_windows::SearchedWindows;
use super::trace::{Trace, pushes_of};
use super::vicinity::Vicinity;
use super::window::{Cost, Ends, Finish, Metric, WindowOutcome, WindowTask};
use super::{BestSolution, batch};
use crate::meter::SearchMeter;
use crate::playback::moves_of;
use crate::problem::Problem;
use crate::space::steps::Steps;
use sokolab_field::{FieldPush, Key, Obstacles};

/// The nodes that a window may take in the first round.
const NODES_FIRST: u64 = 1_000;

/// The most nodes that a window may take.
const NODES_LAST: u64 = 16_000_000;

/// How far a search may stray from the solution, and for which window length that is currently
/// feasible.
#[derive(Clone, Copy, Debug)]
struct Lens {
    /// The most boxes that may stand elsewhere; `None` for all.
    boxes_max: Option<u32>,
    length: usize,
}

/// The lenses with the lengths of their first windows.
const LENSES: [Lens; 5] = [
    Lens { boxes_max: Some(1), length: 200 },
    Lens { boxes_max: None, length: 12 },
    Lens { boxes_max: Some(2), length: 40 },
    Lens { boxes_max: Some(3), length: 25 },
    Lens { boxes_max: Some(4), length: 18 },
];

/// The number of offsets at which windows are tried before moving on.
const SHIFTS: usize = 3;

/// Costs are stored in sixteen bits.
const COST_MAX: u32 = u16::MAX as u32;

/// The length of the shortest window.
const LENGTH_MIN: usize = 4;

/// A part of the solution, from its state `first` to its state `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    first: usize,
    last: usize,
}

/// The result of one pass along the solution.
#[derive(Clone, Copy, Debug, Default)]
struct Pass {
    gained: bool,
    /// Whether a window without a limit on boxes held the whole solution and nothing better exists.
    is_best: bool,
}

/// The work on one solution.
#[derive(Debug)]
pub(crate) struct Rounds<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    best: BestSolution<'a>,
    /// The measures that are reported to the observer, if these are to be reported.
    reported: Option<&'a Cell<Measures>>,
    distances: LoneDistances<N>,
    trace: Trace<N>,
    /// Steps before each push, and after the last.
    walks: Vec<u32>,
    /// Prefix sums of the hashes of the states.
    sums: Vec<u64>,
    known: SearchedWindows,
    lenses: [Lens; 5],
    /// The nodes that a window may take in the next round.
    nodes: u64,
    bytes: u64,
    bytes_fixed: u64,
}

impl<'a, const N: usize> Rounds<'a, N> {
    /// Prepares the work; `None` if the searches cannot follow the solution.
    pub(crate) fn new(
        problem: &'a Problem<'a, N>,
        best: BestSolution<'a>,
        reported: Option<&'a Cell<Measures>>,
    ) -> Option<Rounds<'a, N>> {
        let pushes = pushes_of(best.board, best.start, best.solution.moves());
        let made =
            |push: &Push| FieldPush { from: problem.field.place(push.from), way: push.direction };
        let made: Vec<FieldPush> = pushes.iter().map(made).collect();
        let trace = Trace::new(problem, &made)?;
        let distances = LoneDistances::new(problem);
        let mut rounds = Rounds {
            problem,
            best,
            reported,
            distances,
            trace: trace.clone(),
            walks: Vec::new(),
            sums: Vec::new(),
            known: SearchedWindows::default(),
            lenses: LENSES,
            nodes: NODES_FIRST,
            bytes: 0,
            bytes_fixed: LoneDistances::<N>::bytes(problem.squares.len()),
        };
        rounds.measure();
        if let Some(trace) = Trace::new(problem, trace.until_won(problem)) {
            rounds.accept(trace);
        }
        Some(rounds)
    }

    fn tell(&self) {
        if let Some(reported) = self.reported {
            reported.set(self.best.solution.measures());
        }
    }

    pub(crate) fn into_solution(self) -> Solution {
        self.best.solution
    }

    /// The memory that another search may take, in bytes.
    pub(crate) fn bytes_left(&self) -> u64 {
        (self.problem.bytes_max / 8 * 7).saturating_sub(self.bytes_fixed)
    }

    /// Takes note of the memory that another search took.
    pub(crate) fn note_bytes(&mut self, bytes: u64) {
        self.bytes = self.bytes.max(bytes);
    }

    /// The peak memory so far, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes_fixed + self.bytes
    }

    pub(crate) fn best(&self) -> &BestSolution<'a> {
        &self.best
    }

    /// Continues with the solution of `others` if it is better.
    pub(crate) fn take_over(&mut self, others: Rounds<'a, N>) {
        self.bytes = self.bytes.max(others.bytes);
        if others.best.own_cost() < self.best.own_cost() {
            let Rounds { best, trace, walks, sums, known, lenses, .. } = others;
            (self.best, self.trace, self.walks, self.sums) = (best, trace, walks, sums);
            (self.known, self.lenses) = (known, lenses);
            self.tell();
        }
    }

    /// Improves the solution in rounds with at most `nodes_last` nodes per window, beginning after
    /// the last round of the call before. Returns whether no solution can be better.
    ///
    /// # Errors
    /// Returns the limit that was hit.
    pub(crate) fn run(
        &mut self,
        nodes_last: u64,
        meter: &mut SearchMeter<'_>,
    ) -> Result<bool, Stop> {
        let metric = match self.best.request.objective {
            Objective::Moves => Metric::MovesPushes,
            Objective::Any | Objective::Pushes => Metric::Pushes,
        };
        while self.nodes <= nodes_last.min(NODES_LAST) {
            let nodes = self.nodes;
            meter.progress.open = nodes;
            for index in 0..self.lenses.len() {
                if self.pass(metric, index, nodes, meter)?.is_best {
                    return self.polish(meter).map(|()| true);
                }
            }
            if self.best.request.objective != Objective::Moves {
                self.pass(Metric::PushesMoves, 0, nodes / 2, meter)?;
                self.pass(Metric::PushesMoves, 1, nodes / 2, meter)?;
            }
            self.nodes *= 2;
        }
        Ok(false)
    }

    /// Shortens the walks of a solution that has the fewest pushes.
    fn polish(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        if self.best.request.objective == Objective::Moves {
            return Ok(());
        }
        let mut nodes = NODES_FIRST;
        while nodes <= NODES_LAST {
            for index in 0..self.lenses.len() {
                if self.pass(Metric::PushesMoves, index, nodes, meter)?.is_best {
                    return Ok(());
                }
            }
            nodes *= 2;
        }
        Ok(())
    }

    /// Searches windows along the whole solution through one lens: as many in parallel as there are
    /// threads, and each set again shifted by one third and two thirds of the window length.
    fn pass(
        &mut self,
        metric: Metric,
        lens: usize,
        nodes: u64,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Pass, Stop> {
        let mut pass = Pass::default();
        let (mut first, mut shift) = (0, 0);
        let threads = self.best.request.threads.max(1);
        loop {
            let length = self.lenses[lens].length.max(LENGTH_MIN);
            let windows = self.windows(first + length * shift / SHIFTS, length, threads);
            let spent = meter.progress.nodes;
            let found = self.search(metric, lens, &windows, nodes, meter)?;
            let is_whole = windows[0] == Window { first: 0, last: self.trace.len() };
            if self.accept_all(&windows, &found) {
                pass.gained = true;
                continue;
            }
            if found.contains(&WindowOutcome::TooLarge) {
                if length > LENGTH_MIN {
                    self.lenses[lens].length = length * 2 / 3;
                    continue;
                }
            } else if is_whole {
                pass.is_best = self.lenses[lens].boxes_max.is_none();
                return Ok(pass);
            } else if meter.progress.nodes - spent < nodes / 4 * windows.len() as u64 {
                self.lenses[lens].length = length * 6 / 5 + 1;
            }
            shift += 1;
            if shift == SHIFTS {
                shift = 0;
                first += length * threads;
            }
            if first >= self.trace.len() {
                return Ok(pass);
            }
        }
    }

    /// Consecutive windows of a length; the last one ends no later than the solution.
    fn windows(&self, first: usize, length: usize, count: usize) -> Vec<Window> {
        let end = self.trace.len();
        let window = |index: usize| Window {
            first: first + index * length,
            last: first + (index + 1) * length,
        };
        let mut windows: Vec<Window> =
            (0..count).map(window).filter(|window| window.last <= end).collect();
        let rest = windows.last().map_or(0, |window| window.last).max(end.saturating_sub(length));
        if windows.len() < count && (rest < end || windows.is_empty()) {
            windows.push(Window { first: rest, last: end });
        }
        windows
    }

    /// Inserts the results into the solution, from its end to its beginning. Returns whether it has
    /// become better.
    fn accept_all(&mut self, windows: &[Window], found: &[WindowOutcome]) -> bool {
        let mut gained = false;
        for (&Window { first, last }, found) in windows.iter().zip(found).rev() {
            if let WindowOutcome::Better(way) | WindowOutcome::Cut(way) = found {
                let pushes = self.trace.with(first, last, way);
                let is_better =
                    Trace::new(self.problem, &pushes).is_some_and(|trace| self.accept(trace));
                debug_assert!(is_better, "a better way is better");
                gained |= is_better;
            }
        }
        gained
    }

    /// Searches windows in parallel, except those that are known to give nothing.
    fn search(
        &mut self,
        metric: Metric,
        lens: usize,
        windows: &[Window],
        nodes: u64,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Vec<WindowOutcome>, Stop> {
        let boxes_max = self.lenses[lens].boxes_max;
        let mut found = vec![WindowOutcome::Nothing; windows.len()];
        let (mut tasks, mut places) = (Vec::new(), Vec::new());
        for (index, &window) in windows.iter().enumerate() {
            let name = self.name(metric, boxes_max, window);
            let cost = self.cost(metric, window);
            if cost.0.max(cost.1) >= COST_MAX {
                found[index] = WindowOutcome::TooLarge;
            } else if let Some(known) = self.known.verdict(name, nodes) {
                found[index] = known;
            } else {
                tasks.push(self.task(metric, boxes_max, window, nodes, windows.len()));
                places.push((index, name));
            }
        }
        let searched = batch::search(self.problem, &self.distances, &tasks, meter)?;
        for ((index, name), (came, bytes)) in places.into_iter().zip(searched) {
            self.bytes = self.bytes.max(bytes);
            match came {
                WindowOutcome::Nothing => self.known.note_nothing(name),
                WindowOutcome::TooLarge => self.known.note_too_large(name, nodes),
                WindowOutcome::Better(_) | WindowOutcome::Cut(_) => {}
            }
            found[index] = came;
        }
        Ok(found)
    }

    /// Where the last window may end: with spare boxes or goals, solutions end in many ways.
    fn last_ends(&self) -> &'static [Ends] {
        let problem = self.problem;
        let is_even = problem.start.boxes.len() == problem.board.goals().len();
        match problem.field.goal_kind() {
            GoalKind::Keep if is_even => &[Ends::Same],
            GoalKind::Sink => &[Ends::Same],
            GoalKind::Keep | GoalKind::Fill => &[Ends::Same, Ends::Won],
        }
    }

    /// The task of searching a window.
    fn task(
        &mut self,
        metric: Metric,
        boxes_max: Option<u32>,
        window: Window,
        nodes_max: u64,
        count: usize,
    ) -> WindowTask<N> {
        let problem = self.problem;
        let spots = &self.trace.spots[window.first..=window.last];
        let end = *spots.last().expect("a window has two ends");
        for place in (end.boxes | problem.field.goals).iter() {
            self.distances.prepare(problem, place);
        }
        let finish = match self.trace.behind(problem, window.last) {
            Some(place) => Finish::To(place),
            None if problem.field.exits.is_empty() => Finish::Anywhere,
            None => Finish::Exit,
        };
        let is_last = window.last == self.trace.len();
        WindowTask {
            start: spots[0],
            end,
            ends: if is_last { self.last_ends() } else { &[Ends::Same] },
            finish,
            metric,
            limit: self.cost(metric, window),
            vicinity: boxes_max.map(|boxes_max| Vicinity::new(spots, boxes_max)),
            nodes_max,
            bytes_max: self.bytes_left() / count as u64,
        }
    }

    /// The cost of the pushes of a window, including the walk after them.
    fn cost(&self, metric: Metric, window: Window) -> Cost {
        let pushes = (window.last - window.first) as u32;
        let steps: u32 = self.walks[window.first..=window.last].iter().sum();
        metric.cost(pushes, pushes + steps)
    }

    /// A hash of the states of a window and of how it is searched.
    fn name(&self, metric: Metric, boxes_max: Option<u32>, window: Window) -> u64 {
        let held = self.sums[window.last + 1].wrapping_sub(self.sums[window.first]);
        let how = metric as u64 * 16 + u64::from(boxes_max.unwrap_or(15));
        (held ^ how.wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(17)
    }

    /// Makes a solution the current one if it is better than the best one.
    fn accept(&mut self, trace: Trace<N>) -> bool {
        let problem = self.problem;
        let push = |it: &FieldPush| Push { from: problem.square(it.from), direction: it.way };
        let moves = moves_of(self.best.board, self.best.start, trace.pushes.iter().map(push));
        let is_better = self.best.offer(&moves);
        if is_better {
            self.tell();
            self.trace = trace;
            self.measure();
        }
        is_better
    }

    /// Counts the walks of the solution and hashes its states.
    fn measure(&mut self) {
        let problem = self.problem;
        let mut steps = Steps::new(N * 64);
        let (mut key, mut sum) = (Key::default(), 0_u64);
        self.walks.clear();
        self.sums = vec![0];
        for (index, spot) in self.trace.spots.iter().enumerate() {
            let obstacles = Obstacles { boxes: &spot.boxes, holes: &spot.holes };
            steps.count(&problem.field, obstacles, spot.keeper);
            let exits = problem.field.exits & steps.region();
            let walk = match self.trace.behind(problem, index) {
                Some(place) => u32::from(steps.to(place)),
                None => exits.iter().map(|it| u32::from(steps.to(it))).min().unwrap_or(0),
            };
            self.walks.push(walk);
            problem.keys.pack(&spot.boxes, &spot.holes, &mut key);
            let hash = key.hash ^ problem.keys.keeper_hash(spot.keeper);
            sum = sum.wrapping_add(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
            self.sums.push(sum);
        }
    }
}
