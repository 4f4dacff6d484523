//! Which parts of the floor a person would call chambers; the others are niches and the exit.

use sokolab_core::{Board, State, column_name};

use super::{Chamber, Chambers};

/// How a person sees a chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Significance {
    /// A proper chamber.
    Chamber,
    /// A corner of a corridor, too small for anything.
    Niche,
    /// The exit and nothing else.
    Exit,
}

impl Significance {
    /// The name used in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Significance::Chamber => "chamber",
            Significance::Niche => "niche",
            Significance::Exit => "exit",
        }
    }
}

/// Maximum number of squares in a niche.
const NICHE_MAX: usize = 3;

impl Chamber {
    /// Whether it is so small that a box can only stand in its entrance.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.squares.len() <= NICHE_MAX && !self.ports.is_empty()
    }

    /// How a person sees it, in a level that begins with `start`.
    #[must_use]
    pub fn significance(&self, board: &Board, start: &State) -> Significance {
        let is_used = |&it| start.boxes.contains(it) || board.goals().contains(it);
        let has_exit = self.squares.iter().any(|&it| board.exits().contains(it));
        match (self.is_small() && !self.squares.iter().any(is_used), has_exit) {
            (false, _) => Significance::Chamber,
            (true, true) => Significance::Exit,
            (true, false) => Significance::Niche,
        }
    }
}

/// Number of chambers in a level, and of parts that a person would not call chambers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChamberCounts {
    /// Proper chambers.
    pub chambers: usize,
    /// Corners of corridors.
    pub niches: usize,
    /// Exits by themselves.
    pub exits: usize,
}

impl Chambers {
    /// Counts the chambers of a level that begins with `start`.
    #[must_use]
    pub fn counts(&self, board: &Board, start: &State) -> ChamberCounts {
        let mut counts = ChamberCounts::default();
        for chamber in self.chambers() {
            match chamber.significance(board, start) {
                Significance::Chamber => counts.chambers += 1,
                Significance::Niche => counts.niches += 1,
                Significance::Exit => counts.exits += 1,
            }
        }
        counts
    }

    /// A letter for each chamber of a level that begins with `start`. Proper chambers come first,
    /// so that the letters used in texts have no gaps.
    #[must_use]
    pub fn letters(&self, board: &Board, start: &State) -> Vec<String> {
        let mut order: Vec<usize> = (0..self.chambers().len()).collect();
        order.sort_by_key(|&it| {
            self.chambers()[it].significance(board, start) != Significance::Chamber
        });
        let mut letters = vec![String::new(); order.len()];
        for (place, index) in order.into_iter().enumerate() {
            letters[index] = column_name(place).to_uppercase();
        }
        letters
    }
}
