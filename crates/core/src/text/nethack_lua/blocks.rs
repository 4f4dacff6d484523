//! Blocks of a Lua program: which branch of a condition the reader is in.

use crate::finding::Location;

/// A block that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// The first branch of a condition.
    Taken,
    /// Another branch.
    Skipped,
    /// A loop or a function.
    Other,
}

/// The outermost condition that is open.
#[derive(Clone, Copy, Debug)]
struct Choice {
    location: Location,
    /// How many kept lines come before it.
    position: usize,
    /// How many blocks were open around it.
    depth: usize,
    is_reported: bool,
}

/// The blocks that are open.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    skipped: usize,
    choice: Option<Choice>,
}

impl Blocks {
    pub(super) fn is_outside_choices(&self) -> bool {
        self.choice.is_none()
    }

    /// Whether calls here are carried out in the first branch of every condition.
    pub(super) fn is_taken(&self) -> bool {
        self.skipped == 0
    }

    /// How many kept lines come before the outermost condition; `None` outside of conditions.
    pub(super) fn position(&self) -> Option<usize> {
        self.choice.map(|choice| choice.position)
    }

    /// The outermost condition, the first time it is asked for.
    pub(super) fn unreported_choice(&mut self) -> Option<Location> {
        let choice = self.choice.as_mut().filter(|choice| !choice.is_reported)?;
        choice.is_reported = true;
        Some(choice.location)
    }

    /// Takes in `if`. `position` is given for an outermost one.
    pub(super) fn choose(&mut self, location: Location, position: Option<usize>) {
        if let Some(position) = position {
            let depth = self.open.len();
            self.choice = Some(Choice { location, position, depth, is_reported: false });
        }
        self.open.push(Block::Taken);
    }

    /// Positions from here on count other lines.
    pub(super) fn forget_choice(&mut self) {
        self.choice = None;
    }

    /// Takes in any other word.
    pub(super) fn word(&mut self, word: &str) {
        match word {
            // `for` and `while` have their `do`.
            "function" | "do" | "repeat" => self.open.push(Block::Other),
            "else" | "elseif" => {
                if let Some(block @ Block::Taken) = self.open.last_mut() {
                    *block = Block::Skipped;
                    self.skipped += 1;
                }
            }
            "end" | "until" => {
                if self.open.pop() == Some(Block::Skipped) {
                    self.skipped -= 1;
                }
                self.choice = self.choice.filter(|choice| choice.depth < self.open.len());
            }
            _ => {}
        }
    }
}
