//! The header of a certificate: the claim, and the level that it is about.

use sokolab_core::{Moves, Rules, parse_moves};

/// What a certificate claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    Unsolvable,
    /// No solution has fewer pushes.
    Pushes(u32),
    /// No solution has fewer moves.
    Moves(u32),
}

impl Claim {
    /// The lower bound on the cost of every solution; `None` if there is no solution.
    #[must_use]
    pub const fn bound(self) -> Option<u32> {
        match self {
            Claim::Unsolvable => None,
            Claim::Pushes(count) | Claim::Moves(count) => Some(count),
        }
    }

    /// Whether moves count, so that the exact square of the keeper matters.
    #[must_use]
    pub const fn counts_moves(self) -> bool {
        matches!(self, Claim::Moves(_))
    }

    fn parse(text: &str) -> Option<Claim> {
        // Tables store a flag in the top bit of a cost.
        let count = |text: &str| text.parse().ok().filter(|&it: &u32| it < 1 << 30);
        match text.split_once(' ') {
            None if text == "unsolvable" => Some(Claim::Unsolvable),
            Some(("pushes", number)) => count(number).map(Claim::Pushes),
            Some(("moves", number)) => count(number).map(Claim::Moves),
            _ => None,
        }
    }
}

/// The level and the claim of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule set.
    pub rules: Rules,
    /// The claim.
    pub claim: Claim,
    /// The hash of the level's canonical form.
    pub id: String,
    /// The largest number of spare boxes for which the patterns hold.
    pub spare: u32,
    /// Whether a solution must have a push, even if the level starts solved.
    pub cyclic: bool,
    /// A solution that costs no more than the claim.
    pub solution: Option<Moves>,
    /// The level, as [`puzzle_rows`](crate::puzzle_rows) draws it.
    pub rows: Vec<String>,
}

impl Header {
    /// The header in `text`; `None` if it is invalid.
    pub(crate) fn parse(text: &str) -> Option<Header> {
        let mut lines = text.lines().peekable();
        let mut field = |name: &str| {
            let line = lines.next_if(|line| line.split(' ').next() == Some(name))?;
            Some(line.get(name.len() + 1..).unwrap_or("").to_owned())
        };
        let rules = field("rules")?.parse().ok()?;
        let claim = Claim::parse(&field("claim")?)?;
        let id = field("id")?;
        let spare = field("spare")?.parse().ok()?;
        let cyclic = field("cyclic").is_some();
        let solution = field("solution").map(|it| parse_moves(&it)).transpose().ok()?;
        field("board")?;
        let rows = lines.map(str::to_owned).collect();
        Some(Header { rules, claim, id, spare, cyclic, solution, rows })
    }
}
