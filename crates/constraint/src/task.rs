//! The task for a technique, and its answer.

use sokolab_core::{Board, Directions, GoalKind, Moves, Objective, Push, State, Stop};

use crate::judge::Judge;
use crate::priors::Priors;
use crate::tiles::TileRules;

sokolab_core::named! {
    /// A constraint technique.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Technique: "technique" {
        /// Breakout Model Synthesis over super tiles.
        Tiling = "tiling":
            "tiling over time by breakout; official rules, a goal for each box, else A*",
        /// Punch Out Model Synthesis over super tiles, in slabs of time.
        TilingPunchOut = "tiling-punch-out":
            "tiling over time by punch-out model synthesis; a baseline",
        /// Depth-first search over super tiles that remembers every state known to fail.
        TilingComplete = "tiling-complete":
            "tiling over time by complete search: fewest moves of small levels; else A*",
        /// SAT with one plane per move.
        SatSteps = "sat-steps":
            "SAT, one plane per move: fewest moves; official rules, a goal for each box, else A*",
        /// SAT with one plane per push.
        SatPushes = "sat-pushes":
            "SAT, one plane per push: fewest pushes; official rules, a goal for each box, else A*",
        /// Random pushes.
        Random = "random":
            "random pushes; official rules, a goal for each box, else A*",
        /// Monte Carlo tree search over pushes.
        TreeSearch = "tree-search":
            "Monte Carlo tree search over pushes; official rules, a goal for each box, else A*",
    }
}

sokolab_core::named! {
    /// A heuristic that can be disabled. None of them affects correctness, only the cost or, for
    /// incomplete techniques, whether a solution is found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Heuristic: "heuristic" {
        /// Boxes are kept off dead squares.
        DeadSquares = "dead-squares",
        /// Every plane has one keeper.
        KeeperCount = "keeper-count",
        /// Every plane has as many boxes as the first.
        BoxCount = "box-count",
        /// Boxes are only where they can have arrived from the start and can still reach a goal.
        BoxFlood = "box-flood",
        /// Known boxes must be able to reach distinct goals in time.
        Matching = "matching",
        /// No two planes are equal.
        NoRepeat = "no-repeat",
        /// The keeper does not step back immediately.
        NoReturn = "no-return",
        /// Only numbers of pushes with the right parity are tried.
        Parity = "parity",
        /// The waste of pushes is counted and bounded.
        Waste = "waste",
        /// Small groups of boxes that are dead together are forbidden.
        Blocks = "blocks",
        /// States with boxes frozen off the goals are abandoned.
        Freeze = "freeze",
        /// Pushes towards goals are preferred.
        Bias = "bias",
        /// Belief propagation chooses cells and tiles.
        Belief = "belief",
        /// If all but one box of a dead pattern are in place, the last one is excluded.
        Knockouts = "knockouts",
        /// From known planes, the keeper only walks on paths to boxes.
        NextBox = "next-box",
        /// From planes where the keeper is known, it is only where it can walk in time: the notes'
        /// "Maximum Player Move". Propagation with [`Heuristic::KeeperCount`] implies it.
        MaximumPlayerMove = "maximum-player-move",
        /// At each node of the tree search, boxes that stand for good become walls, and goals that
        /// they cut off leave the choices of the other boxes.
        Propagation = "propagation",
    }
}

/// The set of disabled heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DisabledHeuristics(u32);

impl DisabledHeuristics {
    /// No heuristic is disabled.
    pub const NONE: DisabledHeuristics = DisabledHeuristics(0);

    /// Disables heuristics that cost more than they gain (`no-repeat`) or whose benefit is unknown:
    /// `belief`, `knockouts` and `next-box`.
    pub const DEFAULT: DisabledHeuristics = DisabledHeuristics::NONE
        .disable(Heuristic::NoRepeat)
        .disable(Heuristic::Belief)
        .disable(Heuristic::Knockouts)
        .disable(Heuristic::NextBox)
        .disable(Heuristic::MaximumPlayerMove);

    /// This set with one more heuristic disabled.
    #[must_use]
    pub const fn disable(self, heuristic: Heuristic) -> DisabledHeuristics {
        DisabledHeuristics(self.0 | 1 << heuristic as u32)
    }

    /// This set with one heuristic enabled again.
    #[must_use]
    pub const fn enable(self, heuristic: Heuristic) -> DisabledHeuristics {
        DisabledHeuristics(self.0 & !(1 << heuristic as u32))
    }

    /// Whether a heuristic is enabled.
    #[must_use]
    pub const fn enables(self, heuristic: Heuristic) -> bool {
        self.0 >> heuristic as u32 & 1 == 0
    }
}

impl Default for DisabledHeuristics {
    fn default() -> DisabledHeuristics {
        DisabledHeuristics::DEFAULT
    }
}

/// A level and how to solve it.
///
/// The rules must have four directions and boxes that stay on goals, with as many boxes as goals
/// and no dead fields.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The board.
    pub board: &'a Board,
    /// The initial state.
    pub start: &'a State,
    /// The technique to use.
    pub technique: Technique,
    /// What to minimise; lower bounds are reported in its unit.
    pub objective: Objective,
    /// Further options.
    pub options: ConstraintOptions,
    /// The judge of tree search instead of the weights in `options`.
    pub judge: Option<&'a dyn Judge>,
}

impl<'a> Task<'a> {
    /// A task for any solution, with default options.
    #[must_use]
    pub fn new(board: &'a Board, start: &'a State, technique: Technique) -> Task<'a> {
        let (objective, options) = (Objective::Any, ConstraintOptions::default());
        Task { board, start, technique, objective, options, judge: None }
    }

    /// The same with another horizon.
    #[must_use]
    pub fn with_horizon(self, horizon: Option<u32>) -> Task<'a> {
        Task { options: ConstraintOptions { horizon, ..self.options }, ..self }
    }

    /// Whether the unit that the technique minimises is the one that the objective asks for.
    #[must_use]
    pub fn counts_objective(&self) -> bool {
        match self.objective {
            Objective::Any => false,
            Objective::Pushes => self.technique.unit() == Unit::Pushes,
            Objective::Moves => self.technique.unit() == Unit::Moves,
        }
    }
}

/// Options of the constraint methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintOptions {
    /// The maximum number of moves or pushes of a solution, in the technique's own unit. Techniques
    /// without a horizon ignore it.
    pub horizon: Option<u32>,
    /// The disabled heuristics.
    pub disabled: DisabledHeuristics,
    /// The moves that super tiles allow.
    pub tile_rules: TileRules,
    /// The seed of randomised techniques.
    pub seed: u64,
    /// The evaluation of states in tree search.
    pub priors: Priors,
    /// What a step between two pushes costs in tree search, in pushes; 0 by default, because
    /// searches that count steps find fewer solutions.
    pub step_cost: f64,
}

impl Default for ConstraintOptions {
    fn default() -> ConstraintOptions {
        ConstraintOptions {
            horizon: None,
            disabled: DisabledHeuristics::default(),
            tile_rules: TileRules::default(),
            seed: 0,
            priors: Priors::default(),
            step_cost: 0.0,
        }
    }
}

/// Larger boards are not supported: some tables have an entry for each pair of squares.
pub(crate) const SQUARES_MAX: usize = 1_500;

/// Whether the techniques support a level: four directions, boxes that stay, one goal for each, no
/// dead fields and not too many squares.
#[must_use]
pub fn suits(board: &Board, start: &State) -> bool {
    let rules = board.rules();
    rules.goal() == GoalKind::Keep
        && rules.steps() == Directions::Four
        && rules.pushes() == Directions::Four
        && start.boxes.len() == board.goals().len()
        && board.dead_fields().is_empty()
        && board.square_count() <= SQUARES_MAX
}

/// The unit in which a technique measures solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Moves of the keeper.
    Moves,
    /// Pushes.
    Pushes,
}

impl Technique {
    /// Whether it tries lengths in increasing order, so that a horizon ends it.
    #[must_use]
    pub const fn has_horizon(self) -> bool {
        !matches!(self, Technique::Random | Technique::TreeSearch)
    }

    /// The heuristics that it can use.
    #[must_use]
    pub const fn heuristics(self) -> &'static [Heuristic] {
        use Heuristic::{
            Belief, Bias, Blocks, BoxCount, BoxFlood, DeadSquares, Freeze, KeeperCount, Knockouts,
            Matching, MaximumPlayerMove, NextBox, NoRepeat, NoReturn, Parity, Propagation, Waste,
        };
        match self {
            Technique::Tiling => &[
                DeadSquares,
                KeeperCount,
                BoxCount,
                BoxFlood,
                Matching,
                NoRepeat,
                NoReturn,
                Belief,
                Knockouts,
                NextBox,
                MaximumPlayerMove,
            ],
            Technique::TilingPunchOut => &[DeadSquares, BoxFlood, Belief],
            Technique::TilingComplete => {
                &[DeadSquares, KeeperCount, BoxCount, BoxFlood, Matching, Knockouts]
            }
            Technique::SatSteps => &[DeadSquares, BoxFlood, NoReturn, Blocks],
            Technique::SatPushes => &[DeadSquares, Parity, Waste, Blocks],
            Technique::Random => &[DeadSquares, Blocks, Freeze, Bias],
            Technique::TreeSearch => &[DeadSquares, Blocks, Freeze, Matching, Propagation],
        }
    }

    /// Whether it uses super tiles, so that their rules matter.
    #[must_use]
    pub const fn has_tiles(self) -> bool {
        matches!(self, Technique::Tiling | Technique::TilingPunchOut | Technique::TilingComplete)
    }

    /// The unit in which it measures solutions.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Technique::Tiling
            | Technique::TilingPunchOut
            | Technique::TilingComplete
            | Technique::SatSteps => Unit::Moves,
            Technique::SatPushes | Technique::Random | Technique::TreeSearch => Unit::Pushes,
        }
    }
}

/// A candidate solution, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CandidateSolution {
    /// Only the pushes; the walks between them are free.
    Pushes(Vec<Push>),
    /// All moves.
    Moves(Moves),
}

/// The answer of a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TechniqueAnswer {
    /// A solution; `is_fewest` if it is proved that none has fewer of the technique's unit.
    Solved {
        /// The solution.
        way: CandidateSolution,
        /// Whether it is proved best.
        is_fewest: bool,
    },
    /// No solution has at most this many of the technique's unit. There may be longer ones.
    NoSolutionUpTo(u32),
    /// There is no solution at all.
    Unsolvable,
    /// A limit was reached first.
    Stopped {
        /// The limit.
        stop: Stop,
        /// What was proved until then: no solution has at most this many of the technique's unit.
        none_up_to: Option<u64>,
    },
}
