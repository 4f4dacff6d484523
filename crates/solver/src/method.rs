//! The methods: one list that the dispatcher, `--method list` and the documentation read.

use std::fmt;

use sokolab_constraint::Technique;

/// What a method guarantees, given enough time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// An optimal solution for the objective, or a proof that there is none.
    Best,
    /// Any solution, or a proof that there is none.
    Any,
    /// Nothing: it may find a solution, or prove that there is no short one.
    Nothing,
}

/// What a method requires of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelRequirement {
    /// Nothing: it handles every level.
    Nothing,
    /// Boxes that stay on goals, and as many goals as boxes.
    BoxesStay,
    /// Boxes that stay on goals and as many goals as boxes, or a board that is not large.
    BoxesStayOrSmall,
    /// NetHack rules: boxes fill holes.
    Holes,
    /// Official rules, as many goals as boxes, no dead fields, and a limited number of squares.
    Official,
    /// Corridors that divide the level into chambers.
    Chambers,
}

impl fmt::Display for LevelRequirement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            LevelRequirement::Nothing => "nothing",
            LevelRequirement::BoxesStay => "boxes that stay on goals, and a goal for each",
            LevelRequirement::BoxesStayOrSmall => {
                "boxes that stay on goals and a goal for each, or a smaller board"
            }
            LevelRequirement::Holes => "holes",
            LevelRequirement::Official => {
                "official rules, a goal for each box, no dead fields and at most 1500 squares"
            }
            LevelRequirement::Chambers => "corridors that divide it into chambers",
        })
    }
}

/// Declares the methods: variant, name, promise, needs and a one-line summary. The list at the end
/// names the constraint and sampling techniques, whose own table is in `sokolab-constraint`.
macro_rules! methods {
    ($($(#[$attribute:meta])*
       $variant:ident $name:literal $promise:ident $needs:ident $summary:literal;)*
     [$($technique:ident)*]) => {
        /// How to search.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Method {
            $(#[doc = $summary] $(#[$attribute])* $variant,)*
            /// A constraint or sampling technique of `sokolab-constraint`.
            Constrained(Technique),
        }

        impl Method {
            /// All methods, in the order in which they are listed.
            pub const ALL: [Method; methods!(@count $($variant)* $($technique)*)] = [
                $(Method::$variant,)*
                $(Method::Constrained(Technique::$technique),)*
            ];

            /// The name used on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Method::$variant => $name,)*
                    Method::Constrained(technique) => technique.name(),
                }
            }

            /// A one-line summary of what it does and where it applies.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Method::$variant => $summary,)*
                    Method::Constrained(technique) => technique.summary(),
                }
            }

            /// What it guarantees, given enough time and memory.
            #[must_use]
            pub const fn promise(self) -> Promise {
                match self {
                    $(Method::$variant => Promise::$promise,)*
                    Method::Constrained(Technique::TreeSearch) => Promise::Any,
                    Method::Constrained(_) => Promise::Nothing,
                }
            }

            /// What it requires of a level; other levels are left to another method.
            #[must_use]
            pub const fn needs(self) -> LevelRequirement {
                match self {
                    $(Method::$variant => LevelRequirement::$needs,)*
                    Method::Constrained(_) => LevelRequirement::Official,
                }
            }
        }
    };
    (@count) => { 0 };
    (@count $first:ident $($rest:ident)*) => { 1 + methods!(@count $($rest)*) };
}

methods! {
    #[default]
    Auto "auto" Best Nothing
        "the method that suits the request";
    AStar "astar" Best Nothing
        "A* with every sound bound, deadlock test and pruning rule";
    IdaStar "idastar" Best Nothing
        "A* by depth-first searches with growing limits, which memory does not end";
    Bidirectional "bidirectional" Best BoxesStay
        "A* from both ends where boxes stay and there is one for each goal, else A*";
    Fess "fess" Any BoxesStayOrSmall
        "FESS by a packing plan found backwards; by what is needed where boxes vanish";
    Layers "layers" Any BoxesStay
        "FESS by layers of goals, without a plan; where boxes stay, else greedy";
    Beam "beam" Any BoxesStay
        "the best states of each number of hauls, ever more; where boxes stay, else greedy";
    Imagined "imagined" Any BoxesStay
        "FESS backwards to an open board, then to that board; where boxes stay, else greedy";
    ImaginedFar "imagined-far" Any BoxesStay
        "the same, to a board far from the goals; where boxes stay, else greedy";
    ImaginedBack "imagined-back" Any BoxesStay
        "FESS to an open board, then backwards to it; where boxes stay, else greedy";
    GoalPushing "goal-pushing" Any BoxesStay
        "to the door of a storeroom, and inside, as two problems; else from both ends";
    Pulls "pulls" Any BoxesStay
        "backwards, what seems nearest to the start first; where boxes stay, else greedy";
    PullsInTurn "pulls-in-turn" Any BoxesStay
        "the same, undoing only pushes that PI-corrals allow; where boxes stay, else greedy";
    Greedy "greedy" Any Nothing
        "A* out of order: what seems nearest to a solution first; proves nothing best";
    Filling "filling" Any Holes
        "the same, with boxes that go straight into holes; else greedy";
    Chambers "chambers" Any Chambers
        "describes each chamber, then combines; where a level does not split, auto";
    Petersohn "petersohn" Nothing Nothing
        "A* of petersohn's solver with its default parts, to compare; not all are sound";
    BreadthFirst "breadth-first" Best Nothing
        "every state in order of pushes or moves, without pruning: the reference";
    [SatPushes SatSteps TreeSearch Random Tiling TilingComplete TilingPunchOut]
}

impl Method {
    /// Whether it finds a solution or proves that there is none, given enough time and memory.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.promise() != Promise::Nothing
    }

    /// Whether it returns the first solution it finds and proves no solution optimal.
    pub(crate) fn is_greedy(self) -> bool {
        self.promise() == Promise::Any
    }
}

sokolab_core::named!(impl Method: "method", summary);

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
