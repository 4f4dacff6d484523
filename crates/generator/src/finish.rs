//! The last step of every generator: draws the level and has the referee verify its solution.

use sokolab_core::{Edge, Ground, Level, Picture, Place, check};

use crate::recipe::Finished;
use crate::winning_moves::WinningMoves;

sokolab_core::named! {
    /// How the walls around the floor are drawn.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Frame: "frame" {
        /// One wall around the floor, and nothing beyond it.
        #[default]
        Tight = "tight",
        /// The whole area, filled with walls.
        Full = "full",
    }
}

/// Redraws `level` and has the referee verify that `line` solves it. Floor that the keeper can
/// never reach becomes wall.
///
/// # Panics
/// If the moves do not solve the level, which would be a bug of the generator.
pub(crate) fn finish(level: &Level, line: WinningMoves, frame: Frame) -> Finished {
    let (board, state) = check(level).expect("generators make playable levels");
    let picture = match frame {
        Frame::Tight => Picture::of_puzzle(&board, &state),
        Frame::Full => {
            let wall = Place::bare(Ground::Wall);
            let places = board.width() * board.height();
            let mut picture = Picture::new(board.width(), vec![wall; places], Edge::Solid);
            for square in board.squares() {
                let (x, y) = board.position(square);
                picture.put(x, y, level.picture.at(x, y));
            }
            picture
        }
    };
    let level = Level { picture, ..level.clone() };
    let solution = line.on(&level);
    (level, solution)
}
