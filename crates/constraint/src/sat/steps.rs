//! The formula with one plane per move. The first length with a model is the fewest moves; smaller
//! lengths are refuted one by one.

use sokolab_core::{Direction, Meter, Move, MoveKind, Moves, Square, Stop};

use super::engine::{Engine, Literal, SatResult};
use crate::blocks::{Block, blocks};
use crate::lone_moves::LoneMoves;
use crate::preprocess::PreprocessedLevel;
use crate::task::{CandidateSolution, Heuristic, Task, TechniqueAnswer};

/// Searches for solutions of increasing numbers of moves.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let blocks = blocks(task, &ready.shut, meter)?;
    let flood = task.options.disabled.enables(Heuristic::BoxFlood);
    let lone = flood.then(|| LoneMoves::new(task.board, task.start, meter)).transpose()?;
    let mut formula = Formula {
        task,
        ready,
        blocks,
        lone,
        engine: Engine::new(meter),
        planes: Vec::new(),
        steps: Vec::new(),
    };
    formula.add_first_plane();
    for moves in ready.pushes_min.max(1).. {
        if let Some(horizon) = task.options.horizon
            && moves > horizon
        {
            return Ok(TechniqueAnswer::NoSolutionUpTo(horizon));
        }
        ready.raise_bound(u64::from(moves), formula.engine.meter());
        while formula.steps.len() < moves as usize {
            formula.add_step();
            formula.engine.ask()?;
        }
        match formula.ask()? {
            SatResult::Contradictory => return Ok(TechniqueAnswer::Unsolvable),
            SatResult::Refuted => {}
            SatResult::Satisfiable => {
                return Ok(TechniqueAnswer::Solved {
                    way: CandidateSolution::Moves(formula.play()),
                    is_fewest: true,
                });
            }
        }
    }
    Err(Stop::Horizon)
}

/// The variables of a plane, by square.
struct Plane {
    boxes: Vec<Option<Literal>>,
    keepers: Vec<Literal>,
}

/// The variables of a move.
struct Step {
    directions: [Literal; 4],
    is_push: Literal,
}

struct Formula<'a, 'm, 't> {
    task: &'a Task<'a>,
    ready: &'a PreprocessedLevel,
    blocks: Vec<Block>,
    lone: Option<LoneMoves>,
    engine: Engine<'m, 't>,
    planes: Vec<Plane>,
    steps: Vec<Step>,
}

impl Formula<'_, '_, '_> {
    fn add_first_plane(&mut self) {
        self.add_plane();
        let (board, start) = (self.task.board, self.task.start);
        for square in board.squares() {
            let (keeper, box_there) = {
                let plane = &self.planes[0];
                (plane.keepers[square.index()], plane.boxes[square.index()])
            };
            self.engine.clause([if square == start.keeper { keeper } else { !keeper }]);
            if let Some(literal) = box_there {
                let is_there = start.boxes.contains(square);
                self.engine.clause([if is_there { literal } else { !literal }]);
            }
        }
    }

    fn add_plane(&mut self) {
        let board = self.task.board;
        let boxes: Vec<Option<Literal>> = board
            .squares()
            .map(|it| (!self.ready.shut.contains(it)).then(|| self.engine.variable()))
            .collect();
        let keepers = self.engine.variables(board.square_count());
        self.engine.clause(keepers.iter().copied());
        self.engine.at_most_one(&keepers);
        for (keeper, box_there) in keepers.iter().zip(&boxes) {
            if let Some(box_there) = box_there {
                self.engine.clause([!*keeper, !*box_there]);
            }
        }
        for block in &self.blocks {
            let group: Option<Vec<Literal>> =
                block.boxes.iter().map(|it| boxes[it.index()].map(|it| !it)).collect();
            // Blocks that are dead for some keepers only are left out: the keeper stays in its
            // region during a walk, so their clauses would repeat each other plane by plane.
            if let (Some(group), None) = (group, &block.keepers) {
                self.engine.clause(group);
            }
        }
        if let Some(lone) = &self.lone {
            let plane = self.planes.len() as u32;
            for (at, literal) in boxes.iter().enumerate() {
                let is_early = lone.from_start[at].is_none_or(|moves| moves > plane);
                if let (Some(literal), true) = (literal, is_early) {
                    self.engine.clause([!*literal]);
                }
            }
        }
        self.planes.push(Plane { boxes, keepers });
    }

    /// Adds a move and the plane after it.
    fn add_step(&mut self) {
        self.add_plane();
        let directions = [(); 4].map(|()| self.engine.variable());
        let is_push = self.engine.variable();
        self.engine.clause(directions);
        self.engine.at_most_one(&directions);
        self.steps.push(Step { directions, is_push });
        let number = self.steps.len() - 1;
        if self.task.options.disabled.enables(Heuristic::NoReturn) && number > 0 {
            let before = &self.steps[number - 1];
            let (ways, was_push) = (before.directions, before.is_push);
            for direction in Direction::ORTHOGONAL {
                let back = directions[direction.opposite().index()];
                self.engine.clause([!ways[direction.index()], !back, was_push]);
            }
        }
        self.state_moves(number);
        self.state_frame(number);
    }

    /// Adds where the keeper goes, and what it pushes.
    fn state_moves(&mut self, number: usize) {
        let board = self.task.board;
        let Step { directions, is_push } = self.steps[number];
        let (before, after) = (&self.planes[number], &self.planes[number + 1]);
        let engine = &mut self.engine;
        for square in board.squares() {
            for way in Direction::ORTHOGONAL {
                let goes = [!before.keepers[square.index()], !directions[way.index()]];
                let Some(to) = board.neighbour(square, way) else {
                    engine.clause(goes);
                    continue;
                };
                engine.clause(goes.into_iter().chain([after.keepers[to.index()]]));
                let Some(box_there) = before.boxes[to.index()] else {
                    engine.clause(goes.into_iter().chain([!is_push]));
                    continue;
                };
                engine.clause(goes.into_iter().chain([box_there, !is_push]));
                let pushes = goes.into_iter().chain([!box_there]);
                engine.clause(pushes.clone().chain([is_push]));
                let beyond = board.neighbour(to, way).map(Square::index);
                match beyond.and_then(|it| Some((before.boxes[it]?, after.boxes[it]?))) {
                    None => engine.clause(pushes),
                    Some((was, is)) => {
                        engine.clause(pushes.clone().chain([!was]));
                        engine.clause(pushes.chain([is]));
                    }
                }
            }
        }
    }

    /// Adds the frame axioms: the keeper comes from an adjacent square, and boxes stay or are
    /// pushed.
    fn state_frame(&mut self, number: usize) {
        let board = self.task.board;
        let directions = self.steps[number].directions;
        let (before, after) = (&self.planes[number], &self.planes[number + 1]);
        let engine = &mut self.engine;
        for square in board.squares() {
            let at = square.index();
            let beside =
                Direction::ORTHOGONAL.into_iter().filter_map(|it| board.neighbour(square, it));
            let from = beside.map(|it| before.keepers[it.index()]);
            engine.clause([!after.keepers[at]].into_iter().chain(from));
            let (Some(was), Some(is)) = (before.boxes[at], after.boxes[at]) else { continue };
            engine.clause([!was, is, after.keepers[at]]);
            let mut ways = vec![was, !is];
            for way in Direction::ORTHOGONAL {
                let Some(from) = board.neighbour(square, way.opposite()) else { continue };
                let Some(box_there) = before.boxes[from.index()] else { continue };
                let pushed = engine.variable();
                engine.clause([!pushed, box_there]);
                engine.clause([!pushed, after.keepers[from.index()]]);
                engine.clause([!pushed, directions[way.index()]]);
                ways.push(pushed);
            }
            engine.clause(ways);
        }
    }

    /// Whether there is a solution of as many moves as there are steps.
    fn ask(&mut self) -> Result<SatResult, Stop> {
        let goals = self.task.board.goals();
        let last = self.planes.len() - 1;
        let mut wanted = Vec::new();
        for square in self.task.board.squares() {
            let at = square.index();
            if let Some(literal) = self.planes[last].boxes[at] {
                wanted.push(if goals.contains(square) { literal } else { !literal });
            }
            let Some(lone) = &self.lone else { continue };
            // Boxes that are too far from every goal for the remaining moves.
            let least = lone.to_goal[at].map_or(last, |moves| (moves as usize).min(last));
            let late = self.planes[(last + 1 - least).min(last)..last].iter();
            wanted.extend(late.filter_map(|plane| plane.boxes[at].map(|it| !it)));
        }
        self.engine.solve(&wanted)
    }

    /// The moves of the last model.
    fn play(&self) -> Moves {
        let made = |step: &Step| {
            let mut ways = Direction::ORTHOGONAL.into_iter();
            let way = ways.find(|it| self.engine.holds(step.directions[it.index()]));
            let direction = way.expect("one direction a step");
            let is_push = self.engine.holds(step.is_push);
            Move { direction, kind: if is_push { MoveKind::Push } else { MoveKind::Step } }
        };
        self.steps.iter().map(made).collect()
    }
}
