//! Block lists: placements of a few boxes, close together, that are worse than their distances
//! show.
//!
//! This is the preprocessing of petersohn's solver: of all placements of n boxes whose columns and
//! whose rows differ by at most k (k = 4 is a window of 5 × 5), the list has those that are
//! unsolvable or cost more than the sum of the separate distances of their boxes. The original
//! solves every placement by itself; here all come from exact tables, computed by one retrograde
//! search for each number of boxes. Boxes may leave the window on their way.
//! [`PairTable`](crate::PairTable) defines what a solution is under each rule set.

mod find;
mod lookup;
#[cfg(test)]
mod tests;

use sokolab_core::{Board, Square};

use crate::cache::{CacheError, Reader, Writer};
use crate::tables::{DEAD, PLACEMENT_MAX, Sided};

pub use find::block_list;

/// Marks the bytes of a block list; the last byte is the version.
const TAG: [u8; 8] = *b"sokblok\x01";

/// Which placements a block list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listed {
    /// All that are unsolvable or cost more than the sum of the distances of their boxes.
    All,
    /// Only those that are not explained by a part of the placement: no part is unsolvable, and no
    /// division into two parts costs as much.
    Minimal,
}

/// Parameters of a block list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockRequest {
    /// Maximum number of boxes in a placement, n: from 2 to [`BlockRequest::BOXES_MAX`].
    pub boxes: usize,
    /// Maximum difference between columns and between rows, k.
    pub reach: usize,
    /// Maximum number of placements of one size on the whole board. Work and memory grow with it,
    /// at about 40 bytes each.
    pub placements_max: usize,
    /// Which placements to keep.
    pub listed: Listed,
}

impl BlockRequest {
    /// Maximum number of boxes in a placement.
    pub const BOXES_MAX: usize = PLACEMENT_MAX;
}

impl Default for BlockRequest {
    fn default() -> BlockRequest {
        BlockRequest { boxes: 2, reach: 4, placements_max: 4_000_000, listed: Listed::Minimal }
    }
}

/// The entry of a block list for a placement with the keeper on one side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockEntry {
    /// No entry: the distances, or a smaller placement, say as much.
    Plain,
    /// It costs this many pushes more than the sum of the distances.
    Dearer(u32),
    /// It has no solution.
    Dead,
}

impl BlockEntry {
    const fn from_value(value: u32) -> BlockEntry {
        match value {
            0 => BlockEntry::Plain,
            DEAD => BlockEntry::Dead,
            more => BlockEntry::Dearer(more),
        }
    }
}

/// The block list of a board: placements of 2, 3, … boxes that are unsolvable or cost more than the
/// sum of the distances of their boxes, each alone with the keeper on the same side.
///
/// Placements with a box that is lost alone are left out: that is a matter of dead squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockList {
    request: BlockRequest,
    is_complete: bool,
    state_count: usize,
    /// The squares of all placements, concatenated, and where each begins.
    squares: Vec<Square>,
    first_square: Vec<u32>,
    /// Excess over the distances by placement: 0 for no entry, [`DEAD`] if unsolvable.
    excess: Sided,
    /// The placements with a box on each square, concatenated, and where those of a square begin.
    with_square: Vec<u32>,
    first_with: Vec<u32>,
}

impl BlockList {
    /// The parameters of this list.
    #[must_use]
    pub fn request(&self) -> BlockRequest {
        self.request
    }

    /// Whether all requested sizes are included; a size with too many placements on the board is
    /// not.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Number of placements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.excess.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The squares of the placement with this index, ascending.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    #[inline]
    pub fn squares(&self, index: usize) -> &[Square] {
        &self.squares[self.first_square[index] as usize..self.first_square[index + 1] as usize]
    }

    /// The entry for the placement with this index, with the keeper on `keeper`.
    #[must_use]
    #[inline]
    pub fn verdict(&self, index: usize, keeper: Square) -> BlockEntry {
        BlockEntry::from_value(self.excess.value(index, keeper))
    }

    /// The entries for all sides, the worst first.
    #[must_use]
    pub fn verdicts(&self, index: usize) -> Vec<BlockEntry> {
        let mut verdicts: Vec<BlockEntry> =
            self.excess.values(index).map(BlockEntry::from_value).collect();
        verdicts.sort_unstable();
        verdicts.dedup();
        verdicts.reverse();
        verdicts
    }

    /// The indices of the placements with a box on `square`, ascending.
    #[must_use]
    #[inline]
    pub fn with_square(&self, square: Square) -> &[u32] {
        let first = self.first_with[square.index()] as usize;
        &self.with_square[first..self.first_with[square.index() + 1] as usize]
    }

    /// Completes this list with the index from squares to placements.
    fn indexed(mut self, board: &Board) -> BlockList {
        self.first_with = vec![0; board.square_count() + 1];
        for square in &self.squares {
            self.first_with[square.index() + 1] += 1;
        }
        for index in 1..self.first_with.len() {
            self.first_with[index] += self.first_with[index - 1];
        }
        let mut next = self.first_with.clone();
        self.with_square = vec![0; self.squares.len()];
        for (index, span) in self.first_square.windows(2).enumerate() {
            for square in &self.squares[span[0] as usize..span[1] as usize] {
                self.with_square[next[square.index()] as usize] = index as u32;
                next[square.index()] += 1;
            }
        }
        self
    }

    /// Serialises the list, to be stored under the [`BoardKey`](crate::BoardKey) of its board.
    #[must_use]
    pub fn to_bytes(&self, board: &Board) -> Vec<u8> {
        let BlockRequest { boxes, reach, placements_max, listed } = self.request;
        let mut writer = Writer::new(TAG, board);
        let listed = usize::from(listed == Listed::Minimal);
        let complete = usize::from(self.is_complete);
        for number in [boxes, reach, placements_max, listed, complete, self.state_count] {
            writer.number(number);
        }
        let squares: Vec<u32> = self.squares.iter().map(|it| it.index() as u32).collect();
        writer.numbers(&squares);
        writer.numbers(&self.first_square);
        self.excess.write(&mut writer);
        writer.finish()
    }

    /// Deserialises a list.
    ///
    /// # Errors
    /// If the bytes are not those of a block list of `board` in this version.
    pub fn from_bytes(board: &Board, bytes: &[u8]) -> Result<BlockList, CacheError> {
        let mut reader = Reader::new(TAG, board, bytes)?;
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = reader.number()?;
        }
        let [boxes, reach, placements_max, listed, complete, state_count] = numbers;
        let listed = if listed == 0 { Listed::All } else { Listed::Minimal };
        let request = BlockRequest { boxes, reach, placements_max, listed };
        let squares = reader.numbers()?;
        let squares: Result<Vec<Square>, CacheError> =
            squares.into_iter().map(|index| reader.square(index as usize)).collect();
        let (squares, first_square) = (squares?, reader.numbers()?);
        let excess = Sided::read(&mut reader)?;
        reader.finish()?;
        let fits = first_square.len() == excess.len() + 1
            && first_square.is_sorted()
            && first_square.first() == Some(&0)
            && first_square.last().map(|&last| last as usize) == Some(squares.len());
        if !fits {
            return Err(CacheError::Damaged);
        }
        let list = BlockList {
            request,
            is_complete: complete != 0,
            state_count,
            squares,
            first_square,
            excess,
            with_square: Vec::new(),
            first_with: Vec::new(),
        };
        Ok(list.indexed(board))
    }
}
