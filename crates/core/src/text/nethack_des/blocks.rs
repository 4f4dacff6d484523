//! Braces in a description: which alternative of a random choice the reader is in.

use crate::finding::Location;

/// A pair of braces that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// Commands that are carried out.
    Plain,
    /// An alternative of a choice that was not taken.
    Skipped,
    /// The cases of a `SWITCH`: the first is taken.
    Switch { cases: u32 },
    /// A list, or what is inside a container.
    Contents,
}

/// The outermost block that commands stand in.
#[derive(Clone, Copy, Debug)]
struct Outermost {
    location: Location,
    /// How many kept lines come before it.
    position: usize,
    is_choice: bool,
    is_reported: bool,
}

/// The braces that are open.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    /// How many of them hold commands that are not taken, and how many hold contents.
    skipped: usize,
    contents: usize,
    /// What the next brace will be.
    next: Option<Block>,
    outermost: Option<Outermost>,
}

impl Blocks {
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether commands here are carried out in the first alternative of every choice.
    pub(super) fn is_taken(&self) -> bool {
        self.skipped == 0
    }

    /// Whether what stands here is not on the map.
    pub(super) fn is_contents(&self) -> bool {
        self.contents > 0
    }

    /// How many kept lines come before the outermost block; `None` outside of blocks.
    pub(super) fn position(&self) -> Option<usize> {
        let outermost = self.outermost.filter(|_| !self.is_empty());
        outermost.map(|outermost| outermost.position)
    }

    /// The choice this stands in, the first time it is asked for.
    pub(super) fn unreported_choice(&mut self) -> Option<Location> {
        let outermost = self.outermost.as_mut().filter(|it| it.is_choice && !it.is_reported)?;
        if self.open.is_empty() {
            return None;
        }
        outermost.is_reported = true;
        Some(outermost.location)
    }

    /// Takes in a word that comes before a brace. `position` is that of a word outside of blocks.
    pub(super) fn keyword(&mut self, word: &str, location: Location, position: Option<usize>) {
        self.next = match word {
            "ELSE" => Some(Block::Skipped),
            "SWITCH" => Some(Block::Switch { cases: 0 }),
            // In `ELSE IF` the `ELSE` counts.
            "IF" if self.next == Some(Block::Skipped) => return,
            _ => Some(Block::Plain),
        };
        if let Some(position) = position {
            let is_choice = matches!(word, "IF" | "SWITCH");
            let is_reported = false;
            self.outermost = Some(Outermost { location, position, is_choice, is_reported });
        }
    }

    /// Says that the next brace holds the contents of a container.
    pub(super) fn announce_contents(&mut self) {
        self.next = Some(Block::Contents);
    }

    /// Takes in `CASE` or `DEFAULT`.
    pub(super) fn case(&mut self) {
        if let Some(Block::Switch { cases }) = self.open.last_mut() {
            *cases = cases.saturating_add(1);
            if *cases == 2 {
                self.skipped += 1;
            }
        }
    }

    /// Takes in a brace.
    pub(super) fn open(&mut self) {
        if self.open.is_empty() && self.next.is_none() {
            self.outermost = None;
        }
        let block = self.next.take().unwrap_or(Block::Plain);
        self.skipped += usize::from(block == Block::Skipped);
        self.contents += usize::from(block == Block::Contents);
        self.open.push(block);
    }

    /// Takes in the brace of a list.
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
