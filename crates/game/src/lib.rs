//! One person's game on one level, under any rule set. It is independent of terminals, pages,
//! clocks and files.
//!
//! A [`Game`] keeps everything that was ever played. Its history is a tree of [`Moment`]s: undo
//! loses nothing, and a different move starts a branch. Clicks walk ([`Game::walk_to`]) and push
//! ([`Game::push_box`]) along shortest paths. [`Game::to_text`] writes the whole game as one short
//! text and [`Game::from_text`] reads it, so that a stateless service can carry a game from request
//! to request.
//!
//! ```
//! use sokolab_core::{Direction, read_level};
//! use sokolab_game::{PushPreference, Game, Stride};
//!
//! let level = read_level("#######\n#@ $ .#\n#     #\n#######\n").expect("one level");
//! let mut game = Game::new(&level).expect("a playable level");
//! let (from, to) = (game.square("d2").expect("floor"), game.square("f2").expect("floor"));
//! game.push_box(from, to, PushPreference::Pushes).expect("a free way");
//! assert!(game.is_won());
//! assert_eq!(game.moves().to_string(), "rRR");
//!
//! game.undo(Stride::Push);
//! game.go(Direction::Left).expect("free floor");
//! assert_eq!(game.to_text(), "rR(R)l");
//! let again = Game::from_text(&level, &game.to_text()).expect("its own text");
//! assert_eq!(again.to_text(), game.to_text());
//! ```

mod bookmark;
mod box_line;
mod clicks;
mod effect;
mod game;
mod history;
mod limits;
mod metrics;
mod reach;
mod refused;
mod text;

pub use bookmark::{BookmarkError, Bookmarks};
pub use box_line::{BoxLine, box_lines};
pub use effect::{Effect, PlayedMove};
pub use game::{Game, Stride};
pub use history::Moment;
pub use limits::{BOOKMARK_NAME_MAX, BOOKMARKS_MAX, MOVES_MAX, TEXT_BYTES_MAX};
pub use metrics::{Metric, MetricKind, metrics};
pub use reach::{BoxReach, Cost, PushPreference};
pub use refused::{GameRefusal, IllegalMove};
pub use text::{GameTextError, GameTextMistake};
