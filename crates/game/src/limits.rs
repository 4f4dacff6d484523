//! Limits on the size of a game. Every game within these limits can be written and read back.

/// Maximum number of moves in the history of a game, all branches together.
pub const MOVES_MAX: usize = 1_000_000;

/// Maximum number of bookmarks in a game.
pub const BOOKMARKS_MAX: usize = 1_000;

/// Maximum number of characters in the name of a bookmark.
pub const BOOKMARK_NAME_MAX: usize = 80;

/// Maximum number of bytes in the text of a game.
pub const TEXT_BYTES_MAX: usize = 4 << 20;

// A move takes a letter and at most a pair of parentheses, a bookmark at most four bytes per
// character.
const _: () = assert!(3 * MOVES_MAX + BOOKMARKS_MAX * (4 * BOOKMARK_NAME_MAX + 2) < TEXT_BYTES_MAX);
