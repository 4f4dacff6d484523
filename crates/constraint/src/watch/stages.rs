//! Watches techniques with tiles: what propagation leaves, with and without rules about whole
//! planes, and how far a randomised run gets.

use sokolab_core::{Budget, Meter, Progress, State, Stop};
use sokolab_tiling::{Grid, Halt, Network, Problem, Tile, TilingOutcome, Trace, break_out};

use super::exact::{domains, plays};
use super::recorder::{Recorder, count};
use super::{CellView, Knockouts, PlaneView, Removals, WatchOptions, WatchRecord, WatchStage};
use crate::lone_moves::LoneMoves;
use crate::preprocess::PreprocessedLevel;
use crate::rules::{knockout_patterns, rules_for};
use crate::space_time::{Centre, SpaceTime};
use crate::task::{CandidateSolution, Heuristic, Task, Technique, TechniqueAnswer, Unit};
use crate::tiling::{breakout_of, problem_of};

/// Watches one length.
pub(super) fn watch(
    task: &Task<'_>,
    ready: PreprocessedLevel,
    options: WatchOptions,
    meter: &mut Meter<'_>,
) -> Result<WatchRecord, Stop> {
    let moves = options.length.max(1) as usize;
    let mut space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &ready.shut);
    let lone = LoneMoves::new(task.board, task.start, meter)?;
    let bare = space.problem(moves);
    let problem = problem_of(&mut space, moves, &lone, task, meter)?;
    let space = space;
    let states = plays(&space, moves, options.states_max, meter)?;
    let words = problem.network().words();
    let truth = states.as_deref().map(|layers| domains(&space, layers, words));
    let scene = Scene { task, space: &space, moves, truth: truth.as_deref() };
    let mut watched = WatchRecord {
        unit: Unit::Moves,
        length: options.length,
        size: space.size(),
        squares: (0..space.area()).map(|cell| space.square(cell)).collect(),
        stages: Vec::new(),
        ladder: Vec::new(),
        knockouts: None,
        missed: None,
        is_refuted: false,
        answer: TechniqueAnswer::Stopped { stop: Stop::Nodes, none_up_to: None },
    };
    match scene.fill((&bare, &problem), ready, options.nodes_max, &mut watched, meter) {
        Err(stop) if stop.comes_from_observer() && watched.stages.is_empty() => return Err(stop),
        // Keep what was recorded before.
        Err(stop) => watched.answer = TechniqueAnswer::Stopped { stop, none_up_to: None },
        Ok(()) => {}
    }
    if let Some(stage) = states.as_deref().and_then(|layers| scene.exact(layers)) {
        watched.stages.push(stage);
    }
    Ok(watched)
}

/// The solutions of one length on a level.
pub(super) struct Scene<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) space: &'a SpaceTime<'a>,
    pub(super) moves: usize,
    /// The tiles that occur in some solution, by plane and cell.
    truth: Option<&'a [Vec<u64>]>,
}

impl Scene<'_> {
    /// Adds the stages one by one.
    fn fill(
        &self,
        (bare, problem): (&Problem, &Problem),
        ready: PreprocessedLevel,
        nodes_max: u64,
        watched: &mut WatchRecord,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        watched.stages.push(self.alone(bare, meter)?);
        let (stage, grid) = self.ruled(problem, (bare, &watched.stages[0]), meter)?;
        watched.missed = self.truth.map(|_| {
            let cells = || stage.planes.iter().flat_map(|plane| &plane.cells);
            let kept = cells().map(|it| it.left as usize).sum();
            (cells().map(|it| it.missed as usize).sum(), kept)
        });
        watched.stages.push(stage);
        watched.is_refuted = grid.is_none();
        watched.knockouts = Some(self.knockouts(grid.as_ref(), &ready, meter)?);
        let Some(grid) = grid else { return Ok(()) };
        let found = match self.task.technique {
            Technique::TilingComplete => {
                return self.search(ready.watched(), nodes_max, watched, meter);
            }
            Technique::TilingPunchOut => self.slabs(problem, nodes_max, watched, meter)?,
            _ => self.run(problem, &grid, nodes_max, watched, meter)?,
        };
        if let Some(way) = found.and_then(|tiling| self.space.moves_of(&tiling)) {
            watched.answer =
                TechniqueAnswer::Solved { way: CandidateSolution::Moves(way), is_fewest: false };
        }
        Ok(())
    }

    /// Tiles only, as in the original notes.
    fn alone(&self, problem: &Problem, meter: &mut Meter<'_>) -> Result<WatchStage, Stop> {
        let first = problem.grid();
        let mut recorder = Recorder::new(&first, vec![0; 3]);
        let is_at_rest = self.rest(first, Without::Rules, &mut recorder, meter)?.is_some();
        let remark = if is_at_rest {
            "what neighbours in the plane and in time leave: keepers and boxes appear twice"
        } else {
            "neighbours alone refute this length"
        };
        Ok(self.stage("tiles alone", remark.to_owned(), problem.network(), &recorder))
    }

    /// With the enabled rules; `None` if they refute the length.
    fn ruled<'p>(
        &self,
        problem: &'p Problem,
        (bare, alone): (&Problem, &WatchStage),
        meter: &mut Meter<'_>,
    ) -> Result<(WatchStage, Option<Grid<'p>>), Stop> {
        let first = problem.grid();
        let flooded = self.flooded(bare, &first);
        let mut recorder = Recorder::new(&first, vec![0; 3]);
        let grid = self.rest(first, Without::Nothing, &mut recorder, meter)?;
        let open = |stage: &[PlaneView]| -> usize {
            stage.iter().flat_map(|it| &it.cells).filter(|it| it.left > 1).count()
        };
        let mut stage = self.stage("with rules", String::new(), problem.network(), &recorder);
        stage.remark = match &grid {
            None => "the rules about whole planes refute this length".to_owned(),
            Some(_) => format!(
                "{} cells with a choice left, {} with tiles alone",
                open(&stage.planes),
                open(&alone.planes)
            ),
        };
        if flooded.count > 0 {
            stage.removals.insert(0, flooded);
        }
        Ok((stage, grid))
    }

    /// What the distances of lone boxes remove before any propagation.
    fn flooded(&self, bare: &Problem, first: &Grid<'_>) -> Removals {
        let before = bare.grid();
        let cells = (self.moves + 1) * self.space.area();
        let lost = |cell| before.count(cell).saturating_sub(first.count(cell)) as u16;
        let by_cell: Vec<u16> = (0..cells).map(lost).collect();
        let count = by_cell.iter().map(|&it| usize::from(it)).sum();
        Removals { reason: "box-flood", count, by_cell }
    }

    /// A randomised run; returns the tiling if it found one.
    fn run(
        &self,
        problem: &Problem,
        grid: &Grid<'_>,
        choices_max: u64,
        watched: &mut WatchRecord,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Tile>>, Stop> {
        let breakout = breakout_of(self.task, self.space, self.task.options.seed);
        let mut recorder = Recorder::new(grid, breakout.soften.clone());
        let mut rules = rules_for(self.space, self.moves, self.task.options.disabled);
        let mut tell = |_: &Progress| meter.ask().err();
        let mut own = Meter::new(Budget::UNLIMITED.with_nodes(choices_max), &mut tell);
        let trace: Option<&mut dyn Trace> = Some(&mut recorder);
        let run = break_out(problem, &breakout, &mut rules, &mut own, trace);
        let open = recorder.now().iter().filter(|it| count(it) > 1).count();
        let (clashes, softenings) = (recorder.contradictions, recorder.softenings);
        let end = if matches!(run.outcome, TilingOutcome::Tiled(_)) {
            "it is a solution".to_owned()
        } else {
            open_still(open, &run.outcome)
        };
        let remark = format!(
            "{} choices, {clashes} contradictions, {softenings} softenings; {end}",
            run.choices
        );
        let mut stage = self.stage("end of a run", remark, problem.network(), &recorder);
        stage.progress.clone_from(&recorder.progress);
        watched.stages.push(stage);
        tiling_of(run.outcome)
    }

    /// The effect of patterns, counted without enabling them.
    fn knockouts(
        &self,
        grid: Option<&Grid<'_>>,
        ready: &PreprocessedLevel,
        meter: &mut Meter<'_>,
    ) -> Result<Knockouts, Stop> {
        let Some(rule) = knockout_patterns(self.space, &ready.shut) else {
            return Ok(Knockouts::default());
        };
        let mut found = Knockouts { patterns: rule.pattern_count(), ..Knockouts::default() };
        let Some(grid) = grid else { return Ok(found) };
        let mut recorder = Recorder::new(grid, vec![0; 3]);
        let mut grid = grid.clone();
        grid.queue_all();
        let mut rules = rules_for(self.space, self.moves, self.task.options.disabled);
        rules.push(Box::new(rule));
        let halt = propagate(&mut grid, &mut rules, &mut recorder, meter)?;
        found.refutes = !halt;
        for removals in recorder.removals() {
            match removals.reason {
                "knockouts" => found.removed += removals.count,
                _ => found.followed += removals.count,
            }
        }
        Ok(found)
    }

    /// The result of exact search: the fractions over the states of all solutions of this length.
    fn exact(&self, layers: &[Vec<State>]) -> Option<WatchStage> {
        let plays = layers.last().filter(|it| !it.is_empty())?.len();
        let planes = layers.iter().map(|layer| shares(self.space, layer)).collect();
        let states: usize = layers.iter().map(Vec::len).sum();
        let remark = format!(
            "{states} states on plays of this length, {plays} of them won: what is left to know"
        );
        let (removals, progress) = (Vec::new(), Vec::new());
        Some(WatchStage { name: "exact search", remark, planes, removals, progress })
    }

    fn rest<'p>(
        &self,
        mut grid: Grid<'p>,
        without: Without,
        recorder: &mut Recorder<'p>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Grid<'p>>, Stop> {
        let mut rules = match without {
            Without::Rules => Vec::new(),
            Without::Nothing => {
                // Belief propagation only affects choices; it is not a rule.
                rules_for(
                    self.space,
                    self.moves,
                    self.task.options.disabled.disable(Heuristic::Belief),
                )
            }
        };
        let is_at_rest = propagate(&mut grid, &mut rules, recorder, meter)?;
        Ok(is_at_rest.then_some(grid))
    }

    fn stage(
        &self,
        name: &'static str,
        remark: String,
        network: &Network,
        recorder: &Recorder<'_>,
    ) -> WatchStage {
        let planes = self.planes(network, recorder.now());
        WatchStage { name, remark, planes, removals: recorder.removals(), progress: Vec::new() }
    }

    /// Converts domains to fractions.
    pub(super) fn planes(&self, network: &Network, domains: &[Vec<u64>]) -> Vec<PlaneView> {
        let area = self.space.area();
        let view = |at: usize| self.cell_view(network, at, &domains[at]);
        let plane = |plane: usize| PlaneView {
            cells: (plane * area..(plane + 1) * area).map(view).collect(),
        };
        (0..=self.moves).map(plane).collect()
    }

    fn cell_view(&self, network: &Network, at: usize, domain: &[u64]) -> CellView {
        let mut view = CellView { left: count(domain), ..CellView::default() };
        if view.left == 0 {
            return view;
        }
        let share = 1.0 / view.left as f32;
        for (bit, &tile) in network.palette(at).iter().enumerate() {
            if domain[bit / 64] >> (bit % 64) & 1 == 1 {
                match self.space.centre(tile) {
                    Centre::Free => view.free += share,
                    Centre::Box => view.boxes += share,
                    Centre::Keeper => view.keeper += share,
                }
            }
        }
        if let Some(truth) = self.truth {
            let extra = domain.iter().zip(&truth[at]).map(|(left, truth)| left & !truth);
            view.missed = extra.map(u64::count_ones).sum();
        }
        view
    }
}

/// A remark about a run that found no solution.
pub(super) fn open_still(open: usize, outcome: &TilingOutcome) -> String {
    let why = match outcome {
        TilingOutcome::Stopped(stop) if *stop != Stop::Nodes => "it was stopped here",
        _ => "it stalls here",
    };
    format!("{open} cells are still open: {why}")
}

/// The tiling that a run found; `None` if it used up its choices.
///
/// # Errors
/// If something else stopped the run.
pub(super) fn tiling_of(outcome: TilingOutcome) -> Result<Option<Vec<Tile>>, Stop> {
    match outcome {
        TilingOutcome::Tiled(tiling) => Ok(Some(tiling)),
        TilingOutcome::Refuted | TilingOutcome::Stopped(Stop::Nodes) => Ok(None),
        TilingOutcome::Stopped(stop) => Err(stop),
    }
}

/// What to leave out of propagation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Without {
    Rules,
    Nothing,
}

/// Whether the grid reaches a fixed point without a contradiction.
fn propagate<'p>(
    grid: &mut Grid<'p>,
    rules: &mut [Box<dyn sokolab_tiling::GlobalRule + '_>],
    recorder: &mut Recorder<'p>,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let mut trace: Option<&mut dyn Trace> = Some(recorder);
    match grid.propagate(rules, meter, &mut trace) {
        Ok(()) => Ok(true),
        Err(Halt::Contradiction(_)) => Ok(false),
        Err(Halt::Stopped(stop)) => Err(stop),
    }
}

/// The fractions over some states, by cell.
pub(super) fn shares(space: &SpaceTime<'_>, states: &[State]) -> PlaneView {
    let mut cells = vec![CellView::default(); space.area()];
    let share = 1.0 / states.len().max(1) as f32;
    for state in states {
        for square in state.boxes.iter() {
            cells[space.cell(square)].boxes += share;
        }
        cells[space.cell(state.keeper)].keeper += share;
    }
    for cell in &mut cells {
        cell.free = (1.0 - cell.boxes - cell.keeper).max(0.0);
    }
    PlaneView { cells }
}
