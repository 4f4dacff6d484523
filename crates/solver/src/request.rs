//! What is asked of the solver.

use sokolab_constraint::{ConstraintOptions, Technique};
use sokolab_core::{Budget, Level, Objective};

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The method that suits the request.
    #[default]
    Auto,
    /// Plain breadth-first search without any pruning.
    BreadthFirst,
    /// A*.
    AStar,
    /// Iterative-deepening A*.
    IdaStar,
    /// A* from both ends.
    Bidirectional,
    /// Feature space search by a packing plan.
    Fess,
    /// Feature space search by layers of goals.
    Layers,
    /// Layers of hauls, each no wider than a beam.
    Beam,
    /// Two feature space searches by way of an imagined board.
    Imagined,
    /// The same, with the imagined board as far from the goals as a matching tells.
    ImaginedFar,
    /// The same, with the imagined board found forwards.
    ImaginedBack,
    /// To the door of a storeroom, and inside, as two problems.
    GoalPushing,
    /// Best-first search backwards, by the bound above all.
    Pulls,
    /// The same, undoing only pushes that PI-corrals allow.
    PullsInTurn,
    /// Best-first search by the bound above all.
    Greedy,
    /// The same, with boxes that go straight into holes.
    Filling,
    /// Chamber by chamber.
    Chambers,
    /// A technique of constraints or chance.
    Constrained(Technique),
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 24] = [
        Method::Auto,
        Method::AStar,
        Method::IdaStar,
        Method::Bidirectional,
        Method::Fess,
        Method::Layers,
        Method::Beam,
        Method::Imagined,
        Method::ImaginedFar,
        Method::ImaginedBack,
        Method::GoalPushing,
        Method::Pulls,
        Method::PullsInTurn,
        Method::Greedy,
        Method::Filling,
        Method::Chambers,
        Method::BreadthFirst,
        Method::Constrained(Technique::SatPushes),
        Method::Constrained(Technique::SatSteps),
        Method::Constrained(Technique::TreeSearch),
        Method::Constrained(Technique::Random),
        Method::Constrained(Technique::Tiling),
        Method::Constrained(Technique::TilingComplete),
        Method::Constrained(Technique::TilingPunchOut),
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::BreadthFirst => "breadth-first",
            Method::Chambers => "chambers",
            Method::AStar => "astar",
            Method::IdaStar => "idastar",
            Method::Bidirectional => "bidirectional",
            Method::Fess => "fess",
            Method::Layers => "layers",
            Method::Beam => "beam",
            Method::Imagined => "imagined",
            Method::ImaginedFar => "imagined-far",
            Method::ImaginedBack => "imagined-back",
            Method::GoalPushing => "goal-pushing",
            Method::Pulls => "pulls",
            Method::PullsInTurn => "pulls-in-turn",
            Method::Greedy => "greedy",
            Method::Filling => "filling",
            Method::Constrained(technique) => technique.name(),
        }
    }

    /// Whether, given time and memory enough, it finds a solution or proves that there is none.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        matches!(self, Method::Constrained(Technique::TreeSearch))
            || !matches!(self, Method::Constrained(_))
    }

    /// Whether it takes the first solution that it finds, and proves nothing best.
    pub(crate) const fn is_greedy(self) -> bool {
        matches!(
            self,
            Method::Fess
                | Method::Layers
                | Method::Beam
                | Method::Imagined
                | Method::ImaginedFar
                | Method::ImaginedBack
                | Method::GoalPushing
                | Method::Pulls
                | Method::PullsInTurn
                | Method::Greedy
                | Method::Filling
        )
    }

    /// A line on what it is good for.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Method::Auto => "the method that suits the request",
            Method::BreadthFirst => {
                "every state in order of pushes or moves, without pruning: the reference"
            }
            Method::AStar => "A* with every sound bound, deadlock test and pruning rule",
            Method::IdaStar => {
                "A* by depth-first searches with growing limits, which memory does not end"
            }
            Method::Bidirectional => {
                "A* from both ends where boxes stay and there is one for each goal, else A*"
            }
            Method::Fess => {
                "FESS by a packing plan found backwards; by what is needed where boxes vanish"
            }
            Method::Layers => {
                "FESS by layers of goals, without a plan; where boxes stay, else greedy"
            }
            Method::Beam => {
                "the best states of each number of hauls, ever more; where boxes stay, else greedy"
            }
            Method::Imagined => {
                "FESS backwards to an open board, then to that board; where boxes stay, else greedy"
            }
            Method::ImaginedFar => {
                "the same, to a board far from the goals; where boxes stay, else greedy"
            }
            Method::ImaginedBack => {
                "FESS to an open board, then backwards to it; where boxes stay, else greedy"
            }
            Method::GoalPushing => {
                "to the door of a storeroom, and inside, as two problems; else from both ends"
            }
            Method::Pulls => {
                "backwards, what seems nearest to the start first; where boxes stay, else greedy"
            }
            Method::PullsInTurn => {
                "the same, undoing only pushes that PI-corrals allow; where boxes stay, else greedy"
            }
            Method::Greedy => {
                "A* out of order: what seems nearest to a solution first; proves nothing best"
            }
            Method::Filling => "the same, with boxes that go straight into holes; else greedy",
            Method::Chambers => {
                "describes each chamber, then combines; where a level does not split, auto"
            }
            Method::Constrained(technique) => technique.summary(),
        }
    }

    /// The method with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// A level to solve and what may be spent on it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The level.
    pub level: &'a Level,
    /// What is wanted.
    pub objective: Objective,
    /// How.
    pub method: Method,
    /// What may be spent.
    pub budget: Budget,
    /// How many threads may be used. With one, equal requests expand equal nodes.
    pub threads: usize,
    /// Options of the constraint methods.
    pub constraint: ConstraintOptions,
}

impl<'a> Request<'a> {
    /// Any solution on one thread, with 2 GiB and no other limit.
    #[must_use]
    pub fn new(level: &'a Level) -> Request<'a> {
        Request {
            level,
            objective: Objective::Any,
            method: Method::Auto,
            budget: Budget::default(),
            threads: 1,
            constraint: ConstraintOptions::default(),
        }
    }
}
