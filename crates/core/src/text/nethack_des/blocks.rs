//! Tracks braces in a description: which alternative of a random choice the reader is in.

use crate::finding::Location;

/// An open pair of braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// Commands that are executed.
    Plain,
    /// An alternative that is not taken.
    Skipped,
    /// The cases of a `SWITCH`: the first is taken.
    Switch { cases: u32 },
    /// A list, or the contents of a container.
    Contents,
}

/// The outermost open block of commands.
#[derive(Clone, Copy, Debug)]
struct Outermost {
    location: Location,
    /// Number of kept lines before it.
    position: usize,
    is_choice: bool,
    is_reported: bool,
}

/// The stack of open braces.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    /// Number of open braces with skipped commands, and with contents.
    skipped: usize,
    contents: usize,
    /// The kind of the next brace.
    next: Option<Block>,
    outermost: Option<Outermost>,
}

impl Blocks {
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether commands here are executed when the first alternative of every choice is taken.
    pub(super) fn is_taken(&self) -> bool {
        self.skipped == 0
    }

    /// Whether objects here are not on the map but in a container or list.
    pub(super) fn is_contents(&self) -> bool {
        self.contents > 0
    }

    /// Number of kept lines before the outermost block; `None` outside of blocks.
    pub(super) fn position(&self) -> Option<usize> {
        let outermost = self.outermost.filter(|_| !self.is_empty());
        outermost.map(|outermost| outermost.position)
    }

    /// The enclosing choice, if it has not been reported before.
    pub(super) fn unreported_choice(&mut self) -> Option<Location> {
        let outermost = self.outermost.as_mut().filter(|it| it.is_choice && !it.is_reported)?;
        if self.open.is_empty() {
            return None;
        }
        outermost.is_reported = true;
        Some(outermost.location)
    }

    /// Processes a keyword that precedes a brace. `position` is set for a keyword outside of
    /// blocks.
    pub(super) fn keyword(&mut self, word: &str, location: Location, position: Option<usize>) {
        self.next = match word {
            "ELSE" => Some(Block::Skipped),
            "SWITCH" => Some(Block::Switch { cases: 0 }),
            // In `ELSE IF`, the `ELSE` decides.
            "IF" if self.next == Some(Block::Skipped) => return,
            _ => Some(Block::Plain),
        };
        if let Some(position) = position {
            let is_choice = matches!(word, "IF" | "SWITCH");
            let is_reported = false;
            self.outermost = Some(Outermost { location, position, is_choice, is_reported });
        }
    }

    /// Declares that the next brace holds the contents of a container.
    pub(super) fn announce_contents(&mut self) {
        self.next = Some(Block::Contents);
    }

    /// Processes `CASE` or `DEFAULT`.
    pub(super) fn case(&mut self) {
        if let Some(Block::Switch { cases }) = self.open.last_mut() {
            *cases = cases.saturating_add(1);
            if *cases == 2 {
                self.skipped += 1;
            }
        }
    }

    /// Processes an opening brace.
    pub(super) fn open(&mut self) {
        if self.open.is_empty() && self.next.is_none() {
            self.outermost = None;
        }
        let block = self.next.take().unwrap_or(Block::Plain);
        self.skipped += usize::from(block == Block::Skipped);
        self.contents += usize::from(block == Block::Contents);
        self.open.push(block);
    }

    /// Processes the opening brace of a list.
    pub(super) fn open_list(&mut self) {
        self.announce_contents();
        self.open();
    }

    pub(super) fn close(&mut self) {
        match self.open.pop() {
            Some(Block::Skipped) => self.skipped -= 1,
            Some(Block::Switch { cases }) if cases >= 2 => self.skipped -= 1,
            Some(Block::Contents) => self.contents -= 1,
            _ => {}
        }
    }
}
