//! Objectives: what a search minimises.

/// What a solver should minimise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Any solution.
    #[default]
    Any,
    /// The fewest pushes, whatever the number of moves.
    Pushes,
    /// The fewest moves.
    Moves,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Objective; 3] = [Objective::Any, Objective::Pushes, Objective::Moves];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Any => "any",
            Objective::Pushes => "pushes",
            Objective::Moves => "moves",
        }
    }

    /// The objective with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Objective> {
        Objective::ALL.into_iter().find(|objective| objective.name() == name)
    }
}
