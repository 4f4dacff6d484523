//! The writer of certificates, which a search calls while it runs.

mod block;
mod encode;

pub use self::block::{Form, WriteError, copy_plain};

use std::io::Write;

use sokolab_core::{Board, GoalKind, Square, SquareSet, State};

use self::block::write_block;
use self::encode::{header_text, put_number, put_reason, put_signed};
use crate::block::{Kind, MAGIC};
use crate::bytes::{put_aims, put_squares};
use crate::distances::aims;
use crate::facts::{PriceKind, PriceList};
use crate::header::{Claim, Header};
use crate::reason::Reason;

/// The size at which a block is closed.
const CONTENT_FULL: usize = 1 << 18;

/// A state or a pattern, and the reasons why it leads to no solution.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The boxes.
    pub boxes: &'a SquareSet,
    /// The filled holes; ignored for a pattern.
    pub filled: &'a SquareSet,
    /// The keeper: on the first square of its region, except in a proof about moves.
    pub keeper: Square,
    /// The cost; ignored for a pattern.
    pub cost: u32,
    /// A square of each part of the PI-corral; empty if all pushes are considered.
    pub corral: &'a [Square],
    /// One reason for each considered push.
    pub reasons: &'a [Reason],
}

/// Writes a certificate.
pub struct Writer<'a> {
    sink: &'a mut dyn Write,
    square_count: usize,
    aims: Vec<Square>,
    has_holes: bool,
    claim: Claim,
    form: Form,
    lists: Vec<u8>,
    patterns: Vec<u8>,
    states: Vec<u8>,
    /// Price lists, patterns and states.
    counts: [u64; 3],
    bytes: u64,
    bytes_max: u64,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Writer").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// Begins a certificate about a level of at most `bytes_max` bytes.
    ///
    /// # Errors
    ///
    /// If the output fails or the certificate becomes too large.
    pub fn new(
        sink: &'a mut dyn Write,
        board: &Board,
        start: &State,
        header: &Header,
        form: Form,
        bytes_max: u64,
    ) -> Result<Writer<'a>, WriteError> {
        sink.write_all(MAGIC).map_err(WriteError::Failed)?;
        let mut writer = Writer {
            sink,
            square_count: board.square_count(),
            aims: aims(board, start),
            has_holes: board.rules().goal() == GoalKind::Fill,
            claim: header.claim,
            form,
            lists: Vec::new(),
            patterns: Vec::new(),
            states: Vec::new(),
            counts: [0; 3],
            bytes: MAGIC.len() as u64,
            bytes_max,
        };
        writer.block(Kind::Header, header_text(header).as_bytes())?;
        Ok(writer)
    }

    /// Adds a price list and returns its number.
    ///
    /// # Errors
    ///
    /// If the output fails or the certificate becomes too large.
    pub fn list(&mut self, list: &PriceList) -> Result<u32, WriteError> {
        self.lists.push(u8::from(list.kind == PriceKind::Reach));
        for &price in &list.prices {
            put_signed(&mut self.lists, i64::from(price));
        }
        self.counts[0] += 1;
        if self.lists.len() > CONTENT_FULL {
            self.flush_lists()?;
        }
        Ok(self.counts[0] as u32 - 1)
    }

    /// Adds a pattern.
    ///
    /// # Errors
    ///
    /// If the output fails or the certificate becomes too large.
    pub fn pattern(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        put_squares(&mut self.patterns, self.square_count, record.boxes);
        put_number(&mut self.patterns, record.keeper.index() as u64);
        put_end(&mut self.patterns, record);
        self.counts[1] += 1;
        if self.patterns.len() > CONTENT_FULL {
            let content = std::mem::take(&mut self.patterns);
            self.block(Kind::Patterns, &content)?;
        }
        Ok(())
    }

    /// Adds a state.
    ///
    /// # Errors
    ///
    /// If the output fails or the certificate becomes too large.
    pub fn state(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        put_squares(&mut self.states, self.square_count, record.boxes);
        if self.has_holes {
            put_aims(&mut self.states, &self.aims, record.filled);
        }
        put_number(&mut self.states, record.keeper.index() as u64);
        if self.claim != Claim::Unsolvable {
            put_number(&mut self.states, u64::from(record.cost));
        }
        put_end(&mut self.states, record);
        self.counts[2] += 1;
        if self.states.len() > CONTENT_FULL {
            self.flush_lists()?;
            let content = std::mem::take(&mut self.states);
            self.block(Kind::States, &content)?;
        }
        Ok(())
    }

    /// Ends the certificate with the reason why the start is covered or, if it is cyclic, the
    /// reasons for the pushes of the start. Returns the size of the certificate.
    ///
    /// # Errors
    ///
    /// If the output fails or the certificate becomes too large.
    pub fn end(mut self, start: &[Reason]) -> Result<u64, WriteError> {
        self.flush_lists()?;
        for (kind, content) in [
            (Kind::Patterns, std::mem::take(&mut self.patterns)),
            (Kind::States, std::mem::take(&mut self.states)),
        ] {
            if !content.is_empty() {
                self.block(kind, &content)?;
            }
        }
        let mut content = Vec::new();
        for reason in start {
            put_reason(&mut content, reason);
        }
        for count in self.counts {
            put_number(&mut content, count);
        }
        self.block(Kind::End, &content)?;
        Ok(self.bytes)
    }

    /// The numbers of price lists, patterns and states so far.
    #[must_use]
    pub const fn counts(&self) -> [u64; 3] {
        self.counts
    }

    fn flush_lists(&mut self) -> Result<(), WriteError> {
        let content = std::mem::take(&mut self.lists);
        if content.is_empty() { Ok(()) } else { self.block(Kind::Lists, &content) }
    }

    fn block(&mut self, kind: Kind, content: &[u8]) -> Result<(), WriteError> {
        let written = write_block(self.sink, kind, content, self.form);
        self.bytes += written.map_err(WriteError::Failed)?;
        if self.bytes > self.bytes_max { Err(WriteError::TooLarge) } else { Ok(()) }
    }
}

/// The end of every record: the corral and the reasons.
fn put_end(bytes: &mut Vec<u8>, record: &Record<'_>) {
    put_number(bytes, record.corral.len() as u64);
    for square in record.corral {
        put_number(bytes, square.index() as u64);
    }
    for reason in record.reasons {
        put_reason(bytes, reason);
    }
}
