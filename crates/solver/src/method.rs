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
        "chooses the method that suits the request";
    AStar "astar" Best Nothing
        "A* with every sound bound, deadlock test and pruning rule";
    IdaStar "idastar" Best Nothing
        "iterative-deepening A*: depth-first searches with growing limits, in little memory";
    Bidirectional "bidirectional" Best BoxesStay
        "bidirectional A*; needs boxes that stay and a goal for each, else A*";
    Fess "fess" Any BoxesStayOrSmall
        "feature space search by a packing plan, or by demand where boxes vanish";
    Layers "layers" Any BoxesStay
        "feature space search by layers of goals; needs boxes that stay, else greedy";
    Beam "beam" Any BoxesStay
        "beam search over macro pushes, with growing width; needs boxes that stay, else greedy";
    Imagined "imagined" Any BoxesStay
        "backward search to an open board, then forward search to it; needs boxes that stay";
    ImaginedFar "imagined-far" Any BoxesStay
        "like imagined, but to a board far from the goals; needs boxes that stay";
    ImaginedBack "imagined-back" Any BoxesStay
        "forward search to an open board, then backward search to it; needs boxes that stay";
    GoalPushing "goal-pushing" Any BoxesStay
        "solves the way to a storeroom and the packing inside separately; else bidirectional";
    Pulls "pulls" Any BoxesStay
        "greedy best-first search backwards; needs boxes that stay, else greedy";
    PullsInTurn "pulls-in-turn" Any BoxesStay
        "like pulls, but undoes only pushes that PI-corrals allow; needs boxes that stay";
    Greedy "greedy" Any Nothing
        "greedy best-first search; any solution, not the best";
    Filling "filling" Any Holes
        "greedy, with delivery macros into holes; needs holes, else greedy";
    Chambers "chambers" Any Chambers
        "solves chamber by chamber and combines the results; else auto";
    Petersohn "petersohn" Nothing Nothing
        "A* with the default parts of petersohn's solver, for comparison; some are unsound";
    BreadthFirst "breadth-first" Best Nothing
        "breadth-first search without pruning: the reference";
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
