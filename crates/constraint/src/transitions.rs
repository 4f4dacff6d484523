//! What a cross may become by one move of the keeper, wherever the keeper is.

use crate::piece::{BORDERS, CENTRE, Cross, Piece, TileRules};

/// The possible successors of a cross, possibly with repetitions or crosses that are not tiles.
pub(super) fn successors(cross: Cross, rules: TileRules) -> Vec<Cross> {
    let mut after = Vec::new();
    match cross.iter().position(|piece| piece.has_keeper()) {
        None => without_keeper(cross, &mut after),
        Some(CENTRE) => from_centre(cross, &mut after),
        Some(border) => from_border(cross, border, rules, &mut after),
    }
    after
}

/// Nothing happens, or something enters over a border.
fn without_keeper(cross: Cross, after: &mut Vec<Cross>) {
    after.push(cross);
    for border in BORDERS {
        let piece = cross[border];
        if piece == Piece::Wall {
            continue;
        }
        let with_keeper = with(cross, border, piece.with_keeper());
        after.push(with_keeper);
        if piece.has_box() && cross[CENTRE].is_free() {
            // The keeper comes onto the border and pushes the box into the centre.
            after.push(with(with_keeper, CENTRE, cross[CENTRE].with_box()));
        }
        if piece.is_free() {
            after.push(with(cross, border, piece.with_box()));
        }
    }
}

/// The keeper goes to a border; what it pushes beyond belongs to the neighbouring tile.
fn from_centre(cross: Cross, after: &mut Vec<Cross>) {
    let left = with(cross, CENTRE, cross[CENTRE].ground());
    for border in BORDERS {
        if cross[border] != Piece::Wall {
            after.push(with(left, border, cross[border].with_keeper()));
        }
    }
}

/// The keeper goes away, or to the centre, perhaps with a push.
fn from_border(cross: Cross, border: usize, rules: TileRules, after: &mut Vec<Cross>) {
    let left = with(cross, border, cross[border].ground());
    after.push(left);
    let (centre, beyond) = (cross[CENTRE], 4 - border);
    let in_centre = with(left, CENTRE, centre.with_keeper());
    match centre {
        Piece::Floor => after.push(in_centre),
        Piece::Goal if rules == TileRules::Corrected => after.push(in_centre),
        Piece::Box | Piece::BoxOnGoal if cross[beyond].is_free() => {
            after.push(with(in_centre, beyond, cross[beyond].with_box()));
        }
        _ => {}
    }
}

fn with(cross: Cross, place: usize, piece: Piece) -> Cross {
    let mut changed = cross;
    changed[place] = piece;
    changed
}
