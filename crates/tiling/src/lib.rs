//! Constraint-based tiling: every cell of a grid gets a tile, and rules say which tiles may be
//! adjacent in which direction.
//!
//! A [`TileSet`] (or any other implementation of [`Rules`]) defines what fits, a [`GridShape`] the
//! size of the grid, in any number of dimensions, and a [`Problem`] which tiles each cell may hold.
//! Arc consistency, 64 tiles at a time, removes what fits nowhere ([`Grid`]); [`break_out`] and
//! [`punch_out`] search for a complete tiling by random choices and repair. Both take a seed, read
//! no clock and can be stopped.
//!
//! ```
//! use sokolab_core::{Budget, Meter};
//! use sokolab_tiling::{Axis, Breakout, TilingOutcome, Problem, GridShape, TileSet, break_out};
//!
//! // Black and white, never two alike side by side: a chessboard.
//! let mut tiles = TileSet::new(2);
//! let (black, white) = (tiles.add("#", 1.0), tiles.add(".", 1.0));
//! for axis in [Axis::new(0), Axis::new(1)] {
//!     tiles.allow(black, white, axis.forward());
//!     tiles.allow(white, black, axis.forward());
//! }
//! let shape = GridShape::new(&[4, 2]).expect("a small grid");
//! let mut problem = Problem::new(&tiles, shape);
//! problem.pin(0, black);
//! let mut observer = |_: &_| None;
//! let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
//! let run = break_out(&problem, &Breakout::new(2), &mut [], &mut meter, None);
//! let TilingOutcome::Tiled(tiling) = run.outcome else { panic!("there is one") };
//! let text: Vec<&str> = tiling.iter().map(|&tile| tiles.name(tile)).collect();
//! assert_eq!(text.concat(), "#.#..#.#");
//! ```

mod belief;
mod breakout;
mod choose;
mod file;
mod grid;
mod network;
mod poms;
mod problem;
mod propagate;
mod punch_out;
mod queue;
mod sample;
mod shape;
mod tile_set;
mod trace;

pub use belief::beliefs;
pub use breakout::{Breakout, TilingOutcome, TilingRun, break_out};
pub use choose::Choice;
pub use file::{FileError, read_problem, write_problem};
pub use grid::{Contradiction, Grid, Mark};
pub use network::Network;
pub use poms::write_poms;
pub use problem::Problem;
pub use propagate::{GlobalRule, Halt};
pub use punch_out::{PunchOut, Sweep, punch_out};
pub use sample::{Sample, SampleError};
pub use shape::{Axis, Direction, GridShape, ShapeError};
pub use tile_set::{Rules, Tile, TileSet};
pub use trace::{Event, Reason, Trace};
