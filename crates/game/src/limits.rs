//! How large a game may grow. Every game within these limits can be written and read again.

/// The most moves that the history of a game holds, all branches together.
pub const MOVES_MAX: usize = 1_000_000;

/// The most bookmarks of a game.
pub const BOOKMARKS_MAX: usize = 1_000;

/// The most characters in the name of a bookmark.
pub const BOOKMARK_NAME_MAX: usize = 80;

/// The most bytes in the text of a game.
pub const TEXT_BYTES_MAX: usize = 4 << 20;

// A move takes a letter and at most a pair of parentheses, a bookmark four bytes a character.
const _: () = assert!(3 * MOVES_MAX + BOOKMARKS_MAX * (4 * BOOKMARK_NAME_MAX + 2) < TEXT_BYTES_MAX);
