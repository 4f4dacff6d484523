//! Preprocessing of a level that all techniques share.

use std::cell::{Cell, RefCell};

use sokolab_analysis::{KeeperWay, PushDistances, dead_squares, matching_bound};
use sokolab_core::{Direction, Meter, Objective, SquareSet, Stop, is_won};

use crate::pruned::Pruned;
use crate::task::{CandidateSolution, Heuristic, Task, Technique, TechniqueAnswer, Unit};
use crate::visits::{TriedLength, Visits};

/// A preprocessed level.
#[derive(Debug)]
pub(crate) struct PreprocessedLevel {
    pub(crate) distances: PushDistances,
    /// Squares that no box may be pushed onto, if the heuristic is enabled.
    pub(crate) shut: SquareSet,
    /// Lower bound on the number of pushes.
    pub(crate) pushes_min: u32,
    technique: Technique,
    objective: Objective,
    /// Lower bound on the cost of a solution in the technique's unit, as far as known.
    bound: Cell<u64>,
    /// What the technique pruned, if it counts that.
    pub(crate) pruned: Cell<Option<Pruned>>,
    /// What a watcher sees, if there is one.
    visits: Option<RefCell<Visits>>,
}

impl PreprocessedLevel {
    /// Records every state that the technique visits.
    pub(crate) fn watched(self) -> PreprocessedLevel {
        PreprocessedLevel { visits: Some(RefCell::default()), ..self }
    }

    /// What the watcher saw.
    pub(crate) fn into_visits(self) -> Visits {
        self.visits.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Reports to the watcher, if there is one.
    pub(crate) fn show(&self, show: impl FnOnce(&mut Visits)) {
        if let Some(visits) = &self.visits {
            show(&mut visits.borrow_mut());
        }
    }

    /// Raises the lower bound, in the technique's unit. The observer receives it in the unit of the
    /// objective: there are at least as many moves as pushes.
    pub(crate) fn raise_bound(&self, least: u64, meter: &mut Meter<'_>) {
        self.show(|visits| {
            visits.ladder.push(TriedLength { length: least, nodes: meter.progress.nodes });
        });
        self.bound.set(self.bound.get().max(least));
        meter.progress.lower_bound = match (self.objective, self.technique.unit()) {
            (Objective::Any | Objective::Pushes, Unit::Moves) => u64::from(self.pushes_min),
            _ => self.bound.get(),
        };
    }

    /// The answer of a technique that was stopped.
    pub(crate) fn stopped(&self, stop: Stop) -> TechniqueAnswer {
        let is_proved = self.technique.has_horizon() && self.bound.get() > 0;
        TechniqueAnswer::Stopped { stop, none_up_to: is_proved.then(|| self.bound.get() - 1) }
    }
}

/// Preprocesses a level; returns an answer if that already decides it.
pub(crate) fn preprocess(task: &Task<'_>) -> Result<PreprocessedLevel, TechniqueAnswer> {
    let (board, start) = (task.board, task.start);
    if is_won(board, start) {
        return Err(TechniqueAnswer::Solved {
            way: CandidateSolution::Pushes(Vec::new()),
            is_fewest: true,
        });
    }
    let mut ways = Direction::ORTHOGONAL.into_iter();
    if !ways.any(|way| board.neighbour(start.keeper, way).is_some()) {
        return Err(TechniqueAnswer::Unsolvable);
    }
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let Some(pushes_min) = matching_bound(board, &distances, start) else {
        return Err(TechniqueAnswer::Unsolvable);
    };
    let shut = if task.options.disabled.enables(Heuristic::DeadSquares) {
        dead_squares(board, &distances)
    } else {
        board.no_squares()
    };
    let pushes_min = u32::try_from(pushes_min).unwrap_or(u32::MAX);
    if let Some(horizon) = task.options.horizon
        && task.technique.has_horizon()
        && horizon < pushes_min
    {
        return Err(TechniqueAnswer::NoSolutionUpTo(horizon));
    }
    let Task { technique, objective, .. } = *task;
    Ok(PreprocessedLevel {
        distances,
        shut,
        pushes_min,
        technique,
        objective,
        bound: Cell::new(0),
        pruned: Cell::new(None),
        visits: None,
    })
}
