//! Levels without some of their pieces.

use sokolab_core::{Edge, Ground, Level, Occupant, Picture, Place, check, enclosed_floor};

use super::{Piece, PieceKind};

/// The level without some of its pieces, drawn in a tight frame of walls. Where a goal or a wall
/// was is floor, and floor behind walls is floor; beyond the walls of a level is nothing but wall.
/// `None` if the level cannot be played as it is, or is too large to be drawn.
///
/// What is left may be unplayable: a level needs a goal.
#[must_use]
pub fn without(level: &Level, removed: &[Piece]) -> Option<Level> {
    let (board, state) = check(level).ok()?;
    // A wall at the edge may go, so there must be one more behind it.
    let (width, height) = (board.width() + 2, board.height() + 2);
    if width.checked_mul(height)? > Picture::PLACES_MAX {
        return None;
    }
    let walls = vec![Place::bare(Ground::Wall); width * height];
    let mut picture = Picture::new(width, walls, Edge::Solid);
    let drawn = Picture::of_board(&board, &state);
    let inside = enclosed_floor(&level.picture, level.rules);
    for (place, is_inside) in inside.into_iter().enumerate() {
        let (x, y) = (place % board.width(), place / board.width());
        let is_square = board.square_at(x, y).is_some();
        if is_square || is_inside {
            let seen = if is_square { drawn.at(x, y) } else { level.picture.at(x, y) };
            picture.put(x + 1, y + 1, seen);
        }
    }
    for piece in removed {
        let place = picture.at(piece.x + 1, piece.y + 1);
        let left = match piece.kind {
            PieceKind::Box => Place { occupant: Occupant::Nothing, ..place },
            PieceKind::Goal => Place { ground: Ground::Floor, ..place },
            PieceKind::Wall => Place::bare(Ground::Floor),
        };
        picture.put(piece.x + 1, piece.y + 1, left);
    }
    let changed = Level::from_picture(picture, level.rules);
    let Ok((board, state)) = check(&changed) else { return Some(changed) };
    let picture = Picture::of_puzzle(&board, &state);
    Some(Level { title: level.title.clone(), ..Level::from_picture(picture, level.rules) })
}

#[cfg(test)]
mod tests {
    use super::super::pieces;
    use super::without;
    use sokolab_core::testing::{drawn_rows, level};
    use sokolab_core::{check, is_won};

    #[test]
    fn what_is_drawn_behind_a_wall_is_floor_without_it() {
        let pocket = level(
            "
            ####
            #.##
            # ##
            ####
            #$##
            #@##
            ####",
        );
        let pieces = pieces(&pocket);
        let named = |square: &str| pieces.iter().find(|it| it.square() == square).copied();
        assert_eq!(named("b3"), None, "it is floor");
        let wall = named("b4").expect("a wall");
        let left = without(&pocket, &[wall]).expect("a small level");
        let rows = ["###", "#.#", "# #", "# #", "#$#", "#@#", "###"];
        assert_eq!(drawn_rows(&left.picture), rows);
    }

    #[test]
    fn each_piece_can_be_taken_away() {
        let level = level(
            "
            #####
            #@$.#
            #####",
        );
        let gone = |square: &str| {
            let pieces = pieces(&level);
            let piece = pieces.iter().find(|it| it.square() == square).expect("a piece");
            without(&level, &[*piece]).expect("a small level")
        };
        assert_eq!(drawn_rows(&gone("e2").picture), ["######", "#@$. #", "######"]);
        assert_eq!(drawn_rows(&gone("c1").picture)[1..3], ["## ##", "#@$.#"]);
        // A corner alone opens nothing.
        assert_eq!(drawn_rows(&gone("a1").picture), drawn_rows(&level.picture));
        let (board, state) = check(&gone("c2")).expect("a level without boxes");
        assert!(is_won(&board, &state));
        assert!(check(&gone("d2")).is_err(), "a level needs a goal");
    }
}
