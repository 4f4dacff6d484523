//! The formula with one plane per push. The first length with a model is the fewest pushes; smaller
//! lengths are refuted one by one.

use sokolab_core::{Board, Direction, Meter, Push, Square, State, Stop, apply_push, region};

use super::cuts::{Cut, cuts_between};
use super::engine::{Engine, Literal, SatResult};
use super::waste::Counter;
use crate::blocks::{Block, blocks};
use crate::potentials::Potentials;
use crate::preprocess::PreprocessedLevel;
use crate::task::{CandidateSolution, Heuristic, Task, TechniqueAnswer};

/// Searches for solutions of increasing numbers of pushes.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let blocks = blocks(task, &ready.shut, meter)?;
    let potentials = Potentials::new(task.board, task.start);
    let mut formula = Formula::new(task, ready, blocks, potentials, Engine::new(meter));
    // Every push changes the parity of the sum of the boxes' columns and rows.
    let stride = if task.options.disabled.enables(Heuristic::Parity) { 2 } else { 1 };
    let mut first = ready.pushes_min;
    if stride == 2 && (first % 2 == 1) != has_odd_distance(task.board, task.start) {
        first += 1;
    }
    for pushes in (first..).step_by(stride) {
        if let Some(horizon) = task.options.horizon
            && pushes > horizon
        {
            return Ok(TechniqueAnswer::NoSolutionUpTo(horizon));
        }
        ready.raise_bound(u64::from(pushes), formula.engine.meter());
        while formula.steps.len() < pushes as usize {
            formula.add_step();
            formula.engine.ask()?;
        }
        loop {
            match formula.ask(pushes)? {
                SatResult::Contradictory => return Ok(TechniqueAnswer::Unsolvable),
                SatResult::Refuted => break,
                SatResult::Satisfiable => {}
            }
            let play = formula.play();
            match replay(task.board, task.start, &play) {
                Ok(()) => {
                    return Ok(TechniqueAnswer::Solved {
                        way: CandidateSolution::Pushes(play),
                        is_fewest: true,
                    });
                }
                Err(cuts) => cuts.into_iter().for_each(|cut| formula.add_cut(cut)),
            }
        }
    }
    Err(Stop::Horizon)
}

/// Whether the boxes are an odd number of pushes from the goals.
fn has_odd_distance(board: &Board, start: &State) -> bool {
    let parity = |squares: &mut dyn Iterator<Item = Square>| {
        squares.map(|it| board.position(it)).map(|(x, y)| x + y).sum::<usize>() % 2
    };
    parity(&mut start.boxes.iter()) != parity(&mut board.goals().iter())
}

/// Replays pushes; an error has the cuts that forbid them, if the keeper cannot walk as needed.
fn replay(board: &Board, start: &State, play: &[Push]) -> Result<(), Vec<Cut>> {
    let mut state = start.clone();
    let mut cuts = Vec::new();
    for &push in play {
        let behind = board.neighbour(push.from, push.direction.opposite());
        let behind = behind.expect("only pushes with room for the keeper have a variable");
        if !region(board, &state).contains(behind) {
            cuts.extend(cuts_between(board, &state, behind));
        }
        apply_push(board, &mut state, push);
    }
    if cuts.is_empty() { Ok(()) } else { Err(cuts) }
}

/// The variables of a plane, by square.
struct Plane {
    /// Whether a box stands there; `None` where none may stand.
    boxes: Vec<Option<Literal>>,
    /// Whether the keeper stands there after the push that led to this plane.
    stands: Vec<Literal>,
}

/// The variables of a push.
struct Step {
    pushes: Vec<(Push, Literal)>,
    /// Whether the keeper must get there before the push.
    needs: Vec<Option<Literal>>,
}

struct Formula<'a, 'm, 't> {
    task: &'a Task<'a>,
    shut: &'a sokolab_core::SquareSet,
    blocks: Vec<Block>,
    potentials: Potentials,
    counter: Counter,
    engine: Engine<'m, 't>,
    planes: Vec<Plane>,
    steps: Vec<Step>,
    cuts: Vec<Cut>,
}

impl<'a, 'm, 't> Formula<'a, 'm, 't> {
    fn new(
        task: &'a Task<'a>,
        ready: &'a PreprocessedLevel,
        blocks: Vec<Block>,
        potentials: Potentials,
        engine: Engine<'m, 't>,
    ) -> Formula<'a, 'm, 't> {
        let mut formula = Formula {
            task,
            shut: &ready.shut,
            blocks,
            potentials,
            counter: Counter::default(),
            engine,
            planes: Vec::new(),
            steps: Vec::new(),
            cuts: Vec::new(),
        };
        formula.add_plane();
        let (board, start) = (task.board, task.start);
        for square in board.squares() {
            let plane = &formula.planes[0];
            let stands = plane.stands[square.index()];
            let box_there = plane.boxes[square.index()];
            formula.engine.clause([if square == start.keeper { stands } else { !stands }]);
            if let Some(literal) = box_there {
                let is_there = start.boxes.contains(square);
                formula.engine.clause([if is_there { literal } else { !literal }]);
            }
        }
        formula
    }

    fn add_plane(&mut self) {
        let board = self.task.board;
        let boxes: Vec<Option<Literal>> = board
            .squares()
            .map(|it| (!self.shut.contains(it)).then(|| self.engine.variable()))
            .collect();
        let stands = self.engine.variables(board.square_count());
        for block in &self.blocks {
            let group: Option<Vec<Literal>> =
                block.boxes.iter().map(|it| boxes[it.index()].map(|it| !it)).collect();
            let Some(group) = group else { continue };
            match &block.keepers {
                None => self.engine.clause(group),
                Some(keepers) => {
                    for keeper in keepers {
                        let there = !stands[keeper.index()];
                        self.engine.clause(group.iter().copied().chain([there]));
                    }
                }
            }
        }
        self.planes.push(Plane { boxes, stands });
    }

    /// Adds a push and the plane after it.
    fn add_step(&mut self) {
        let board = self.task.board;
        self.add_plane();
        let mut pushes = Vec::new();
        for from in board.squares().filter(|it| !self.shut.contains(*it)) {
            for direction in Direction::ORTHOGONAL {
                let to = board.neighbour(from, direction);
                let is_open = to.is_some_and(|to| !self.shut.contains(to));
                if is_open && board.neighbour(from, direction.opposite()).is_some() {
                    pushes.push((Push { from, direction }, self.engine.variable()));
                }
            }
        }
        let all: Vec<Literal> = pushes.iter().map(|push| push.1).collect();
        self.engine.clause(all.iter().copied());
        self.engine.at_most_one(&all);
        let mut needs: Vec<Option<Literal>> = vec![None; board.square_count()];
        for (push, _) in &pushes {
            let behind = self.behind(*push).index();
            if needs[behind].is_none() {
                needs[behind] = Some(self.engine.variable());
            }
        }
        self.steps.push(Step { pushes, needs });
        let number = self.steps.len() - 1;
        for index in 0..all.len() {
            self.state_push(number, index);
        }
        self.state_frame(number);
        if self.task.options.disabled.enables(Heuristic::Waste) {
            let step = &self.steps[number];
            let wasted = step.pushes.iter().map(|(push, literal)| {
                let to = board.neighbour(push.from, push.direction).expect("the push has room");
                (*literal, self.potentials.waste(push.from, to))
            });
            let wasted: Vec<(Literal, u32)> = wasted.collect();
            self.counter.add_step(&mut self.engine, &wasted);
        }
        for index in 0..self.cuts.len() {
            self.state_cut(number, index);
        }
    }

    fn behind(&self, push: Push) -> Square {
        let behind = self.task.board.neighbour(push.from, push.direction.opposite());
        behind.expect("only pushes with room for the keeper have a variable")
    }

    /// Adds the preconditions and effects of a push.
    fn state_push(&mut self, number: usize, index: usize) {
        let board = self.task.board;
        let (push, literal) = self.steps[number].pushes[index];
        let to = board.neighbour(push.from, push.direction).expect("the push has room").index();
        let (behind, from) = (self.behind(push).index(), push.from.index());
        let (before, after) = (&self.planes[number], &self.planes[number + 1]);
        let needs = self.steps[number].needs[behind];
        let holds = [
            before.boxes[from],
            before.boxes[to].map(|it| !it),
            before.boxes[behind].map(|it| !it),
            after.boxes[to],
            after.boxes[from].map(|it| !it),
            Some(after.stands[from]),
            needs,
        ];
        for fact in holds.into_iter().flatten() {
            self.engine.clause([!literal, fact]);
        }
    }

    /// Adds the frame axioms: nothing else changes, and nothing is needed without a push that needs
    /// it.
    fn state_frame(&mut self, number: usize) {
        let board = self.task.board;
        let count = board.square_count();
        let mut from: Vec<Vec<Literal>> = vec![Vec::new(); count];
        let (mut to, mut needing) = (from.clone(), from.clone());
        for &(push, literal) in &self.steps[number].pushes {
            let end = board.neighbour(push.from, push.direction).expect("the push has room");
            from[push.from.index()].push(literal);
            to[end.index()].push(literal);
            needing[self.behind(push).index()].push(literal);
        }
        let (before, after) = (&self.planes[number], &self.planes[number + 1]);
        let engine = &mut self.engine;
        for square in board.squares() {
            let at = square.index();
            if let (Some(was), Some(is)) = (before.boxes[at], after.boxes[at]) {
                engine.clause([!was, is].into_iter().chain(from[at].iter().copied()));
                engine.clause([was, !is].into_iter().chain(to[at].iter().copied()));
            }
            engine.clause([!after.stands[at]].into_iter().chain(from[at].iter().copied()));
            let Some(need) = self.steps[number].needs[at] else { continue };
            engine.clause([!need].into_iter().chain(needing[at].iter().copied()));
            // A keeper that is not there yet arrives over a free square.
            let beside = Direction::ORTHOGONAL.into_iter();
            let beside: Vec<Square> = beside.filter_map(|it| board.neighbour(square, it)).collect();
            let boxes: Option<Vec<Literal>> =
                beside.iter().map(|it| before.boxes[it.index()].map(|it| !it)).collect();
            if let Some(boxes) = boxes {
                engine.clause([!need, before.stands[at]].into_iter().chain(boxes));
            }
        }
    }

    fn add_cut(&mut self, cut: Cut) {
        if self.cuts.contains(&cut) {
            return;
        }
        self.cuts.push(cut);
        for number in 0..self.steps.len() {
            self.state_cut(number, self.cuts.len() - 1);
        }
    }

    /// Adds the clauses of a cut before a push.
    fn state_cut(&mut self, number: usize, index: usize) {
        let (cut, plane, step) = (&self.cuts[index], &self.planes[number], &self.steps[number]);
        let engine = &mut self.engine;
        let (stands_in, needed_in) = (engine.variable(), engine.variable());
        let board = self.task.board;
        for square in board.squares() {
            let is_in = cut.inside.contains(square);
            let stands = plane.stands[square.index()];
            engine.clause([!stands, if is_in { stands_in } else { !stands_in }]);
            if let Some(need) = step.needs[square.index()] {
                engine.clause([!need, if is_in { needed_in } else { !needed_in }]);
            }
        }
        let boxes: Option<Vec<Literal>> =
            cut.boxes.iter().map(|it| plane.boxes[it.index()].map(|it| !it)).collect();
        let Some(boxes) = boxes else { return };
        engine.clause(boxes.iter().copied().chain([!stands_in, needed_in]));
        engine.clause(boxes.iter().copied().chain([stands_in, !needed_in]));
    }

    /// Whether there is a solution of this many pushes, as far as the cuts decide.
    fn ask(&mut self, pushes: u32) -> Result<SatResult, Stop> {
        let last = &self.planes[pushes as usize];
        let goals = self.task.board.goals();
        let mut wanted = Vec::new();
        for square in self.task.board.squares() {
            if let Some(literal) = last.boxes[square.index()] {
                wanted.push(if goals.contains(square) { literal } else { !literal });
            }
        }
        if self.task.options.disabled.enables(Heuristic::Waste) && pushes > 0 {
            let slack = i64::from(pushes) - self.potentials.promise;
            let Ok(slack) = usize::try_from(slack) else { return Ok(SatResult::Refuted) };
            wanted.push(self.counter.at_most(&mut self.engine, slack));
        }
        self.engine.solve(&wanted)
    }

    /// The pushes of the last model.
    fn play(&self) -> Vec<Push> {
        let made = |step: &Step| {
            let mut pushes = step.pushes.iter();
            let made = pushes.find(|(_, literal)| self.engine.holds(*literal));
            made.expect("one push a step").0
        };
        self.steps.iter().map(made).collect()
    }
}
