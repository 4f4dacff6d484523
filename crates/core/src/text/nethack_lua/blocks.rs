//! Tracks blocks of a Lua program: which branch of a condition the reader is in.

use crate::finding::Location;

/// An open block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// The first branch of a condition.
    Taken,
    /// Another branch.
    Skipped,
    /// A loop or a function.
    Other,
}

/// The outermost open condition.
#[derive(Clone, Copy, Debug)]
struct Choice {
    location: Location,
    /// Number of kept lines before it.
    position: usize,
    /// Number of blocks open around it.
    depth: usize,
    is_reported: bool,
}

/// The stack of open blocks.
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

    /// Whether calls here are executed when the first branch of every condition is taken.
    pub(super) fn is_taken(&self) -> bool {
        self.skipped == 0
    }

    /// Number of kept lines before the outermost condition; `None` outside of conditions.
    pub(super) fn position(&self) -> Option<usize> {
        self.choice.map(|choice| choice.position)
    }

    /// The outermost condition, if it has not been reported before.
    pub(super) fn unreported_choice(&mut self) -> Option<Location> {
        let choice = self.choice.as_mut().filter(|choice| !choice.is_reported)?;
        choice.is_reported = true;
        Some(choice.location)
    }

    /// Processes `if`. `position` is set for an outermost one.
    pub(super) fn choose(&mut self, location: Location, position: Option<usize>) {
        if let Some(position) = position {
            let depth = self.open.len();
            self.choice = Some(Choice { location, position, depth, is_reported: false });
        }
        self.open.push(Block::Taken);
    }

    /// Forgets the open choice, because positions now count other lines.
    pub(super) fn forget_choice(&mut self) {
        self.choice = None;
    }

    /// Processes any other keyword.
    pub(super) fn word(&mut self, word: &str) {
        match word {
            // `for` and `while` are counted by their `do`.
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
