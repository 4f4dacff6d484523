//! What is asked of a technique, and what it answers.

use sokolab_core::{Board, Directions, GoalKind, Moves, Objective, Push, State, Stop};

use crate::priors::Priors;
use crate::tiles::TileRules;

/// How to go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Breakout Model Synthesis over super tiles.
    Tiling,
    /// Punch Out Model Synthesis over super tiles, in slabs of time.
    TilingPunchOut,
    /// Depth-first search over super tiles, with everything known to fail remembered.
    TilingComplete,
    /// SAT with a plane a move.
    SatSteps,
    /// SAT with a plane a push.
    SatPushes,
    /// Pushes drawn by lot.
    Random,
    /// Monte Carlo tree search over pushes.
    TreeSearch,
}

/// A heuristic that can be switched off. None of them changes what is true, only what it costs; or,
/// for those that guess, what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heuristic {
    /// Boxes are kept off squares from which they reach no goal.
    DeadSquares,
    /// There is one keeper in every plane.
    KeeperCount,
    /// There are as many boxes in every plane as at first.
    BoxCount,
    /// Boxes are only where they can have come from the start and can still come to a goal.
    BoxFlood,
    /// Boxes that are known must be able to come to goals of their own in time.
    Matching,
    /// No two planes are the same.
    NoRepeat,
    /// The keeper does not step back at once.
    NoReturn,
    /// Only every other number of pushes is tried.
    Parity,
    /// Pushes away from the goals are counted.
    Waste,
    /// Small groups of boxes that are dead together are forbidden.
    Blocks,
    /// States with boxes frozen off the goals are left.
    Freeze,
    /// Pushes towards goals are drawn more often.
    Bias,
    /// Cells and tiles are chosen by belief propagation.
    Belief,
    /// Where all boxes of a dead pattern but one are, the last one is not.
    Knockouts,
    /// From planes that are known, the keeper only walks on ways to boxes.
    NextBox,
    /// From planes where the keeper is known, it is only where it can walk in time: the notes'
    /// "Maximum Player Move". Propagation with [`Heuristic::KeeperCount`] implies it.
    MaximumPlayerMove,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Heuristic; 16] = [
        Heuristic::DeadSquares,
        Heuristic::KeeperCount,
        Heuristic::BoxCount,
        Heuristic::BoxFlood,
        Heuristic::Matching,
        Heuristic::NoRepeat,
        Heuristic::NoReturn,
        Heuristic::Parity,
        Heuristic::Waste,
        Heuristic::Blocks,
        Heuristic::Freeze,
        Heuristic::Bias,
        Heuristic::Belief,
        Heuristic::Knockouts,
        Heuristic::NextBox,
        Heuristic::MaximumPlayerMove,
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Heuristic::DeadSquares => "dead-squares",
            Heuristic::KeeperCount => "keeper-count",
            Heuristic::BoxCount => "box-count",
            Heuristic::BoxFlood => "box-flood",
            Heuristic::Matching => "matching",
            Heuristic::NoRepeat => "no-repeat",
            Heuristic::NoReturn => "no-return",
            Heuristic::Parity => "parity",
            Heuristic::Waste => "waste",
            Heuristic::Blocks => "blocks",
            Heuristic::Freeze => "freeze",
            Heuristic::Bias => "bias",
            Heuristic::Belief => "belief",
            Heuristic::Knockouts => "knockouts",
            Heuristic::NextBox => "next-box",
            Heuristic::MaximumPlayerMove => "maximum-player-move",
        }
    }

    /// The heuristic with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Heuristic> {
        Heuristic::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// The heuristics that are switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Without(u16);

impl Without {
    /// All are on.
    pub const NOTHING: Without = Without(0);

    /// Those are off that cost more than they give (`no-repeat`), that give nothing
    /// (`maximum-player-move`) or whose worth is not known: `belief`, `knockouts` and `next-box`.
    pub const USUAL: Without = Without::NOTHING
        .and(Heuristic::NoRepeat)
        .and(Heuristic::Belief)
        .and(Heuristic::Knockouts)
        .and(Heuristic::NextBox)
        .and(Heuristic::MaximumPlayerMove);

    /// One more is off.
    #[must_use]
    pub const fn and(self, heuristic: Heuristic) -> Without {
        Without(self.0 | 1 << heuristic as u16)
    }

    /// One fewer is off.
    #[must_use]
    pub const fn but(self, heuristic: Heuristic) -> Without {
        Without(self.0 & !(1 << heuristic as u16))
    }

    /// Whether a heuristic is left on.
    #[must_use]
    pub const fn keeps(self, heuristic: Heuristic) -> bool {
        self.0 >> heuristic as u16 & 1 == 0
    }
}

impl Default for Without {
    fn default() -> Without {
        Without::USUAL
    }
}

/// A level that the techniques can take, and how it is to be solved.
///
/// The rules must be those of four directions where boxes stay on goals, with as many boxes as
/// goals and no dead fields.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The board.
    pub board: &'a Board,
    /// The first state.
    pub start: &'a State,
    /// How.
    pub technique: Technique,
    /// What is wanted; lower bounds are told in its unit.
    pub objective: Objective,
    /// What else can be said to a technique.
    pub options: ConstraintOptions,
}

impl<'a> Task<'a> {
    /// Any solution, with the usual options.
    #[must_use]
    pub fn new(board: &'a Board, start: &'a State, technique: Technique) -> Task<'a> {
        let (objective, options) = (Objective::Any, ConstraintOptions::default());
        Task { board, start, technique, objective, options }
    }

    /// The same with another horizon.
    #[must_use]
    pub fn with_horizon(self, horizon: Option<u32>) -> Task<'a> {
        Task { options: ConstraintOptions { horizon, ..self.options }, ..self }
    }

    /// Whether what the technique proves to be the fewest is what the objective asks for.
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConstraintOptions {
    /// The most moves or pushes that a solution may have, in the technique's own unit. Techniques
    /// that have no horizon ignore it.
    pub horizon: Option<u32>,
    /// The heuristics that are switched off.
    pub without: Without,
    /// The moves that super tiles know.
    pub tile_rules: TileRules,
    /// The seed of randomised techniques.
    pub seed: u64,
    /// What states are worth to tree search.
    pub priors: Priors,
}

/// Boards with more squares are not for constraints: some tables have an entry for each pair.
pub(crate) const SQUARES_MAX: usize = 1_500;

/// Whether techniques can take a level: four directions, boxes that stay, one goal for each, no
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

/// What a technique counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Moves of the keeper.
    Moves,
    /// Pushes.
    Pushes,
}

impl Technique {
    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Technique::Tiling => "tiling",
            Technique::TilingPunchOut => "tiling-punch-out",
            Technique::TilingComplete => "tiling-complete",
            Technique::SatSteps => "sat-steps",
            Technique::SatPushes => "sat-pushes",
            Technique::Random => "random",
            Technique::TreeSearch => "tree-search",
        }
    }

    /// A line on what it is good for.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Technique::Tiling => {
                "super tiles over time by breakout; one goal a box and official rules, else A*"
            }
            Technique::TilingPunchOut => "the same by punch-out in slabs of time; a baseline",
            Technique::TilingComplete => {
                "the same by complete search: fewest moves of small levels; else A*"
            }
            Technique::SatSteps => {
                "SAT with a plane a move: fewest moves; one goal a box and official rules, else A*"
            }
            Technique::SatPushes => {
                "SAT with a plane a push: fewest pushes; one goal a box and official rules, else A*"
            }
            Technique::Random => "pushes drawn by lot; one goal a box and official rules, else A*",
            Technique::TreeSearch => {
                "Monte Carlo tree search over pushes; one goal a box and official rules, else A*"
            }
        }
    }

    /// Whether it looks for solutions of one length after the other, so that a horizon ends it.
    #[must_use]
    pub const fn has_horizon(self) -> bool {
        !matches!(self, Technique::Random | Technique::TreeSearch)
    }

    /// The heuristics that it can do with or without.
    #[must_use]
    pub const fn heuristics(self) -> &'static [Heuristic] {
        use Heuristic::{
            Belief, Bias, Blocks, BoxCount, BoxFlood, DeadSquares, Freeze, KeeperCount, Knockouts,
            Matching, NextBox, NoRepeat, NoReturn, Parity, Waste,
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
            ],
            Technique::TilingPunchOut => &[DeadSquares, BoxFlood, Belief],
            Technique::TilingComplete => {
                &[DeadSquares, KeeperCount, BoxCount, BoxFlood, Matching, Knockouts]
            }
            Technique::SatSteps => &[DeadSquares, BoxFlood, NoReturn, Blocks],
            Technique::SatPushes => &[DeadSquares, Parity, Waste, Blocks],
            Technique::Random => &[DeadSquares, Blocks, Freeze, Bias],
            Technique::TreeSearch => &[DeadSquares, Blocks, Freeze, Matching],
        }
    }

    /// Whether it is made of super tiles, so that their rules matter.
    #[must_use]
    pub const fn has_tiles(self) -> bool {
        matches!(self, Technique::Tiling | Technique::TilingPunchOut | Technique::TilingComplete)
    }

    /// What it counts.
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

/// A way that claims to solve a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// By its pushes; the walks between them are free.
    Pushes(Vec<Push>),
    /// By all its moves.
    Moves(Moves),
}

/// What a technique answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A solution; `is_fewest` if it is proved that none has fewer of the technique's unit.
    Solved {
        /// The solution.
        way: Way,
        /// Whether it is proved best.
        is_fewest: bool,
    },
    /// No solution has at most so many of the technique's unit. There may be longer ones.
    NoSolutionUpTo(u32),
    /// There is no solution at all.
    Unsolvable,
    /// Something ran out first.
    Stopped {
        /// What it was.
        stop: Stop,
        /// What was proved until then: no solution has at most so many of the technique's unit.
        none_up_to: Option<u64>,
    },
}
