//! The sources of solutions.

/// The source of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It was stored in a file.
    Imported,
    /// A search found it.
    Solved,
    /// A player found it.
    Played,
}

impl Origin {
    /// All origins.
    pub const ALL: [Origin; 3] = [Origin::Imported, Origin::Solved, Origin::Played];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Origin::Imported => "imported",
            Origin::Solved => "solved",
            Origin::Played => "played",
        }
    }

    /// The origin with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Origin> {
        Origin::ALL.into_iter().find(|it| it.name() == name)
    }
}
