//! The byte format of cached tables, and the key that ties them to a board.
//!
//! Cached tables are used as proofs, so a table must never be mistaken for that of another board or
//! version. The bytes therefore carry a tag with a version, a key computed from the whole board,
//! and a checksum. Reading never panics, whatever the bytes.

use std::fmt;

use sokolab_core::{Board, Square, SquareSet};

/// A hash of everything that a board consists of: rules, size, floor, goals, exits, doorways and
/// dead fields. Programs store cached tables under it.
///
/// It is FNV-1a with 128 bits: equal on every machine, but no protection against forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardKey(u128);

impl BoardKey {
    /// The key of `board`.
    #[must_use]
    pub fn of(board: &Board) -> BoardKey {
        let mut bytes = board.rules().name().as_bytes().to_vec();
        for number in [board.width(), board.height(), board.square_count()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        for square in board.squares() {
            let (x, y) = board.position(square);
            bytes.extend((x as u32).to_le_bytes());
            bytes.extend((y as u32).to_le_bytes());
        }
        for set in [board.goals(), board.exits(), board.doors(), board.dead_fields()] {
            set.words().iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        BoardKey(hash(&bytes))
    }
}

impl fmt::Display for BoardKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.0)
    }
}

fn hash(bytes: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

/// Why cached bytes cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheError {
    /// They hold another kind of data, or another version of it.
    OtherKind,
    /// They were made for another board.
    OtherBoard,
    /// They are incomplete or corrupt.
    Damaged,
}

impl fmt::Display for CacheError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            CacheError::OtherKind => "the bytes hold something else or another version of it",
            CacheError::OtherBoard => "the bytes were made for another board",
            CacheError::Damaged => "the bytes are incomplete or altered",
        })
    }
}

impl std::error::Error for CacheError {}

/// Assembles the bytes.
#[derive(Debug)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn new(tag: [u8; 8], board: &Board) -> Writer {
        let mut bytes = tag.to_vec();
        bytes.extend(BoardKey::of(board).0.to_le_bytes());
        Writer(bytes)
    }

    pub(crate) fn number(&mut self, number: usize) {
        self.0.extend((number as u64).to_le_bytes());
    }

    pub(crate) fn numbers(&mut self, numbers: &[u32]) {
        self.number(numbers.len());
        for number in numbers {
            self.0.extend(number.to_le_bytes());
        }
    }

    pub(crate) fn sets(&mut self, sets: &[SquareSet]) {
        self.number(sets.len());
        for word in sets.iter().flat_map(SquareSet::words) {
            self.0.extend(word.to_le_bytes());
        }
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        let mut bytes = self.0;
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Parses the bytes.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    board: &'a Board,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        tag: [u8; 8],
        board: &'a Board,
        bytes: &'a [u8],
    ) -> Result<Reader<'a>, CacheError> {
        let (found, rest) = bytes.split_first_chunk::<8>().ok_or(CacheError::OtherKind)?;
        if *found != tag {
            return Err(CacheError::OtherKind);
        }
        let (rest, checksum) = rest.split_last_chunk::<16>().ok_or(CacheError::Damaged)?;
        let checked = &bytes[..bytes.len() - checksum.len()];
        if hash(checked) != u128::from_le_bytes(*checksum) {
            return Err(CacheError::Damaged);
        }
        let (key, rest) = rest.split_first_chunk::<16>().ok_or(CacheError::Damaged)?;
        if BoardKey::of(board).0 != u128::from_le_bytes(*key) {
            return Err(CacheError::OtherBoard);
        }
        Ok(Reader { board, rest })
    }

    pub(crate) fn number(&mut self) -> Result<usize, CacheError> {
        let (number, rest) = self.rest.split_first_chunk::<8>().ok_or(CacheError::Damaged)?;
        self.rest = rest;
        usize::try_from(u64::from_le_bytes(*number)).map_err(|_| CacheError::Damaged)
    }

    fn take(&mut self, count: usize, size: usize) -> Result<&'a [u8], CacheError> {
        let length = count.checked_mul(size).ok_or(CacheError::Damaged)?;
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(CacheError::Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn numbers(&mut self) -> Result<Vec<u32>, CacheError> {
        let count = self.number()?;
        let (numbers, _) = self.take(count, 4)?.as_chunks::<4>();
        Ok(numbers.iter().map(|&number| u32::from_le_bytes(number)).collect())
    }

    pub(crate) fn sets(&mut self) -> Result<Vec<SquareSet>, CacheError> {
        let count = self.number()?;
        let words_each = self.board.no_squares().words().len();
        if words_each == 0 {
            return Err(CacheError::Damaged);
        }
        let bytes = self.take(count, words_each * 8)?;
        bytes.chunks_exact(words_each * 8).map(|bytes| self.set(bytes)).collect()
    }

    fn set(&self, bytes: &[u8]) -> Result<SquareSet, CacheError> {
        let mut set = self.board.no_squares();
        for (index, byte) in bytes.iter().enumerate() {
            for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                set.insert(self.square(index * 8 + bit)?);
            }
        }
        Ok(set)
    }

    /// The square with this index, if the board has one.
    pub(crate) fn square(&self, index: usize) -> Result<Square, CacheError> {
        let exists = index < self.board.square_count();
        exists.then(|| self.board.square(index)).ok_or(CacheError::Damaged)
    }

    /// Checks that all bytes have been read.
    pub(crate) fn finish(self) -> Result<(), CacheError> {
        if self.rest.is_empty() { Ok(()) } else { Err(CacheError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardKey, CacheError, Reader, Writer};
    use sokolab_core::testing::{board, position_in};
    use sokolab_core::{Board, Rules};

    const TAG: [u8; 8] = *b"test\0\0\0\x01";

    fn written(board: &Board) -> Vec<u8> {
        let mut writer = Writer::new(TAG, board);
        writer.number(7);
        writer.numbers(&[1, u32::MAX]);
        writer.sets(&[board.goals().clone(), board.no_squares()]);
        writer.finish()
    }

    fn read(board: &Board, bytes: &[u8]) -> Result<(), CacheError> {
        let mut reader = Reader::new(TAG, board, bytes)?;
        assert_eq!(reader.number(), Ok(7));
        assert_eq!(reader.numbers(), Ok(vec![1, u32::MAX]));
        assert_eq!(reader.sets(), Ok(vec![board.goals().clone(), board.no_squares()]));
        reader.finish()
    }

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is() {
        let one = board("#####\n#@$.#\n#####");
        let two = board("#####\n#@ $#\n# . #\n#####");
        let bytes = written(&one);
        assert_eq!(read(&one, &bytes), Ok(()));
        assert_eq!(read(&two, &bytes), Err(CacheError::OtherBoard));
        assert_eq!(read(&one, b"something else"), Err(CacheError::OtherKind));
        for index in 8..bytes.len() {
            let mut altered = bytes.clone();
            altered[index] ^= 1;
            assert_eq!(read(&one, &altered), Err(CacheError::Damaged));
            assert!(read(&one, &bytes[..index]).is_err());
        }
    }

    #[test]
    fn a_key_depends_on_rules_and_goals_but_not_on_boxes() {
        let key = |text: &str, rules| BoardKey::of(&position_in(text, rules).0);
        let first = key("#####\n#@$.#\n#####", Rules::OFFICIAL);
        assert_eq!(first, key("#####\n# @*#\n#####", Rules::OFFICIAL));
        assert_ne!(first, key("#####\n#@$.#\n#####", Rules::SINK));
        assert_ne!(first, key("#####\n#@.$#\n#####", Rules::OFFICIAL));
        assert_eq!(first.to_string().len(), 32);
    }
}
