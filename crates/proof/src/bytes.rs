//! Numbers and sets of squares as bytes.

use sokolab_core::{Board, Square, SquareSet};

/// Appends a set of squares, one bit per square.
pub(crate) fn put_squares(bytes: &mut Vec<u8>, count: usize, squares: &SquareSet) {
    let words = squares.words().iter().flat_map(|word| word.to_le_bytes());
    bytes.extend(words.take(count.div_ceil(8)));
}

/// Appends those of `aims` that are in `squares`, one bit per aim.
pub(crate) fn put_aims(bytes: &mut Vec<u8>, aims: &[Square], squares: &SquareSet) {
    for eight in aims.chunks(8) {
        let bit = |(index, &aim): (usize, &Square)| u8::from(squares.contains(aim)) << index;
        bytes.push(eight.iter().enumerate().map(bit).sum());
    }
}

/// A reader of bytes. Every method returns `None` if the bytes end early or are invalid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(front)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number, which must be below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> Option<usize> {
        let number = usize::try_from(self.number()?).ok()?;
        (number < limit).then_some(number)
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    pub(crate) fn square(&mut self, board: &Board) -> Option<Square> {
        self.below(board.square_count()).map(|index| board.square(index))
    }

    /// A set of squares; bits beyond the board are invalid.
    pub(crate) fn squares(&mut self, board: &Board) -> Option<SquareSet> {
        let all: Vec<Square> = board.squares().collect();
        self.chosen(board, &all)
    }

    /// A subset of `from`.
    pub(crate) fn chosen(&mut self, board: &Board, from: &[Square]) -> Option<SquareSet> {
        let bytes = self.take(from.len().div_ceil(8))?;
        let mut squares = board.no_squares();
        for (index, byte) in bytes.iter().enumerate() {
            for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                squares.insert(*from.get(8 * index + bit)?);
            }
        }
        Some(squares)
    }
}
