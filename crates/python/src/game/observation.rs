//! Observations of a state: planes, symbols or colours, in a frame that fits every level.
//!
//! Levels are at the top left of the frame; the rest is wall. An observation is updated in place,
//! square by square.

use sokolab::{Board, Square, State};

use super::prepared_level::{PreparedLevel, Spot};

/// The planes that every observation has, and those that some levels need.
pub(crate) const PLANES: [&str; 7] =
    ["wall", "goal", "box", "keeper", "exit", "door", "dead field"];

/// A symbol is the ground plus six times the object on it.
const GROUNDS: usize = 6;
const WALL: u8 = 0;
const FLOOR: u8 = 1;
const GOAL: u8 = 2;
const EXIT: u8 = 3;
const DOOR: u8 = 4;
const DEAD_FIELD: u8 = 5;

/// How states are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObservationForm {
    /// Zeros and ones in this many of [`PLANES`].
    Planes(usize),
    /// A number for each place.
    Symbols,
    /// Colours, with this many pixels per place in both directions.
    Colours(usize),
}

/// A frame of observations.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    pub(crate) form: ObservationForm,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The pixels of each symbol, row by row; empty for planes and symbols.
    tiles: Vec<Vec<u8>>,
}

impl Screen {
    /// A frame of this size.
    pub(crate) fn new(form: ObservationForm, width: usize, height: usize) -> Screen {
        let symbols = 0..(3 * GROUNDS) as u8;
        let tiles = match form {
            ObservationForm::Colours(pixels) => {
                symbols.map(|symbol| tile(symbol, pixels)).collect()
            }
            ObservationForm::Planes(_) | ObservationForm::Symbols => Vec::new(),
        };
        Screen { form, width, height, tiles }
    }

    /// The shape of an observation.
    pub(crate) fn shape(&self) -> Vec<usize> {
        match self.form {
            ObservationForm::Planes(count) => vec![count, self.height, self.width],
            ObservationForm::Symbols => vec![self.height, self.width],
            ObservationForm::Colours(pixels) => vec![self.height * pixels, self.width * pixels, 3],
        }
    }

    /// Bytes of an observation.
    pub(crate) fn size(&self) -> usize {
        self.shape().iter().product()
    }

    /// How the squares of a board are drawn.
    pub(crate) fn spots(&self, board: &Board) -> Box<[Spot]> {
        let spot = |square| {
            let (x, y) = board.position(square);
            Spot { place: (y * self.width + x) as u32, ground: ground(board, square) }
        };
        board.squares().map(spot).collect()
    }

    /// Draws a complete state of a level whose squares are at `spots`.
    pub(crate) fn draw(
        &self,
        level: &PreparedLevel,
        spots: &[Spot],
        state: &State,
        out: &mut [u8],
    ) {
        for place in 0..self.width * self.height {
            self.put(place, WALL, out);
        }
        for square in level.board.squares() {
            self.put(spots[square.index()].place as usize, symbol(spots, state, square), out);
        }
    }

    /// Draws one square again.
    #[inline]
    pub(crate) fn paint(
        &self,
        level: &PreparedLevel,
        state: &State,
        square: Square,
        out: &mut [u8],
    ) {
        let place = level.spots[square.index()].place as usize;
        self.put(place, symbol(&level.spots, state, square), out);
    }

    #[inline]
    fn put(&self, place: usize, symbol: u8, out: &mut [u8]) {
        let (ground, standing) = (symbol % GROUNDS as u8, symbol / GROUNDS as u8);
        match self.form {
            ObservationForm::Symbols => out[place] = symbol,
            ObservationForm::Planes(count) => {
                let size = self.width * self.height;
                out[place] = u8::from(ground == WALL);
                out[size + place] = u8::from(ground == GOAL);
                out[2 * size + place] = u8::from(standing == 1);
                out[3 * size + place] = u8::from(standing == 2);
                for (plane, wanted) in (4..count).zip([EXIT, DOOR, DEAD_FIELD]) {
                    out[plane * size + place] = u8::from(ground == wanted);
                }
            }
            ObservationForm::Colours(pixels) => {
                let (x, y) = (place % self.width, place / self.width);
                let (row, line) = (pixels * 3, self.width * pixels * 3);
                let tile = &self.tiles[usize::from(symbol)];
                for (at, colours) in tile.chunks_exact(row).enumerate() {
                    let begin = (y * pixels + at) * line + x * row;
                    out[begin..begin + row].copy_from_slice(colours);
                }
            }
        }
    }
}

/// The symbol of a square: its ground and the object on it.
#[inline]
fn symbol(spots: &[Spot], state: &State, square: Square) -> u8 {
    let mut ground = spots[square.index()].ground;
    if ground == GOAL && state.filled.contains(square) {
        ground = FLOOR;
    }
    if state.keeper == square {
        ground + 2 * GROUNDS as u8
    } else if state.boxes.contains(square) {
        ground + GROUNDS as u8
    } else {
        ground
    }
}

fn ground(board: &Board, square: Square) -> u8 {
    if board.goals().contains(square) {
        GOAL
    } else if board.exits().contains(square) {
        EXIT
    } else if board.doors().contains(square) {
        DOOR
    } else if board.dead_fields().contains(square) {
        DEAD_FIELD
    } else {
        FLOOR
    }
}

/// How many of [`PLANES`] a board needs.
pub(crate) fn planes_needed(board: &Board) -> usize {
    match () {
        () if !board.dead_fields().is_empty() => 7,
        () if !board.doors().is_empty() => 6,
        () if !board.exits().is_empty() => 5,
        () => 4,
    }
}

/// The pixels of a symbol: its ground, and on it a square for a box or a disc for the keeper, so
/// that shapes distinguish what colours may not.
fn tile(symbol: u8, pixels: usize) -> Vec<u8> {
    let (ground, standing) = (symbol % GROUNDS as u8, symbol / GROUNDS as u8);
    let base = match ground {
        WALL => colour::WALL,
        EXIT => colour::EXIT,
        DOOR | DEAD_FIELD => colour::GRID,
        _ => colour::FLOOR,
    };
    let (goal, keeper) = (colour::GOAL, colour::KEEPER);
    let filling = if ground == GOAL { colour::BOX_ON_GOAL } else { colour::BOX };
    let mut out = Vec::with_capacity(pixels * pixels * 3);
    for y in 0..pixels {
        for x in 0..pixels {
            // Twice the distance from the middle, so that all numbers are integers.
            let away = |at: usize| (2 * at + 1).abs_diff(pixels);
            let (dx, dy) = (away(x), away(y));
            let is_disc = |share: usize| (dx * dx + dy * dy) * 100 <= pixels * pixels * share;
            let is_inner = dx.max(dy) * 4 <= pixels * 3;
            let colour = match standing {
                1 if is_inner || pixels < 4 => filling,
                2 if is_disc(50) || pixels < 4 => keeper,
                _ if ground == GOAL && (is_disc(18) || pixels < 4) && standing == 0 => goal,
                _ if ground == GOAL && standing == 2 && is_disc(90) => goal,
                _ => base,
            };
            out.extend(colour);
        }
    }
    out
}

/// The colours of observations. They are part of the environment: the input of a trained agent must
/// not change with the themes of pictures.
mod colour {
    pub(super) const WALL: [u8; 3] = [0x46, 0x50, 0x5f];
    pub(super) const FLOOR: [u8; 3] = [0xef, 0xe9, 0xdc];
    pub(super) const GRID: [u8; 3] = [0xe0, 0xd8, 0xc6];
    pub(super) const GOAL: [u8; 3] = [0xb3, 0x42, 0x3a];
    pub(super) const EXIT: [u8; 3] = [0x7a, 0x4f, 0xa3];
    pub(super) const KEEPER: [u8; 3] = [0x2c, 0x6f, 0xb0];
    pub(super) const BOX: [u8; 3] = [0xd9, 0x96, 0x4a];
    pub(super) const BOX_ON_GOAL: [u8; 3] = [0x6f, 0xae, 0x6a];
}
