//! The rows that every line of JSON has beside the names of squares: they give every square the
//! name that it has in the level as read.

use sokolab_core::testing::{Chance, is_slow, odd_level, with_margins};
use sokolab_core::text::{
    Format, ReadOptions, WriteOptions, level_rows, read_text, write_collection,
};
use sokolab_core::{
    Board, Edge, Ground, Level, Notes, Picture, Place, Rules, State, check, read_level,
};

/// The line of a level, and the level that is read from it; `None` if rows cannot show all of it.
fn again(level: &Level) -> Option<(String, Level)> {
    let options = WriteOptions::new(Format::JsonLines);
    let line = write_collection(&Notes::default(), std::slice::from_ref(level), &options).ok()?;
    let options = ReadOptions { format: Some(Format::JsonLines), legend: None };
    let mut levels = read_text(line.as_bytes(), options).levels;
    assert_eq!(levels.len(), 1, "{line}");
    Some((line, levels.remove(0)))
}

type NamedPlaces = Vec<((usize, usize), Place)>;

/// The places of the floor with what is on it.
fn named(board: &Board, state: &State) -> NamedPlaces {
    let picture = Picture::of_board(board, state);
    let place = |(x, y)| ((x, y), picture.at(x, y));
    board.squares().map(|square| place(board.position(square))).collect()
}

/// The same as far as XSB shows it, which has neither doorways nor exits.
fn as_in_xsb(mut named: NamedPlaces) -> NamedPlaces {
    for (_, place) in &mut named {
        if matches!(place.ground, Ground::Door | Ground::Exit) {
            place.ground = Ground::Floor;
        }
    }
    named
}

/// Whether XSB can only be written with one more wall to the left or above.
fn needs_wall(level: &Level) -> bool {
    let is_open = |it: &Place| it.ground != Ground::Wall;
    level.picture.edge() == Edge::Solid
        && (level.picture.rows().next().is_some_and(|row| row.iter().any(is_open))
            || level.picture.rows().any(|row| row.first().is_some_and(is_open)))
}

#[test]
fn rows_keep_the_frame_of_a_map() {
    let map = "---------\n---------\n---@.0.^|\n---------\n";
    let level = read_level(map).expect("a map");
    // A wall is drawn as its neighbours want it.
    let rows = ["---------", "---------", "--|@.0.^|", "---------"];
    assert_eq!(level_rows(&level).expect("a map"), rows);
    let edge = "-.----\n.@0^..\n|...|-\n------\n";
    let options = ReadOptions { format: Some(Format::NethackMap), legend: None };
    let level = read_text(edge.as_bytes(), options).levels.remove(0);
    let rows = ["-.-----", ".@0^..|", "-...---", "------"];
    assert_eq!(level_rows(&level).expect("a map"), rows);
    let (line, read) = again(&level).expect("a map");
    let before = check(&level).map(|(board, state)| named(&board, &state));
    assert_eq!(check(&read).map(|(board, state)| named(&board, &state)), before, "{line}");
}

#[test]
fn rows_of_any_level_give_its_squares_the_same_names() {
    let (mut count, mut maps) = (0, 0);
    for rules in Rules::ALL {
        let mut chance = Chance::new(2);
        for _ in 0..if is_slow() { 5_000 } else { 300 } {
            let mut level = odd_level(&mut chance, rules);
            let solid = level.picture.edge() == Edge::Solid;
            let filling = match (chance.below(4), solid) {
                (0, _) => None,
                (1, true) => Some(Ground::Rock),
                (1, false) => Some(Ground::Floor),
                _ => Some(Ground::Wall),
            };
            if let Some(filling) = filling {
                let margins = [0; 4].map(|_| chance.below(5));
                level.picture = with_margins(&level.picture, margins, Place::bare(filling));
            }
            let Ok((board, state)) = check(&level) else { continue };
            let Some((line, read)) = again(&level) else { continue };
            let is_map = !line.contains('#');
            if !is_map && needs_wall(&level) {
                continue;
            }
            let (other, start) = check(&read).expect("it is still playable");
            // A filled hole is written as floor, which is no square behind walls.
            let filled: Vec<_> = state.filled.iter().map(|it| board.position(it)).collect();
            let seen = |mut named: NamedPlaces| {
                named.retain(|(place, _)| !filled.contains(place));
                if is_map { named } else { as_in_xsb(named) }
            };
            let found = seen(named(&other, &start));
            assert_eq!(found, seen(named(&board, &state)), "{line}\n{level:?}");
            (count, maps) = (count + 1, maps + usize::from(is_map));
        }
    }
    assert!(maps > 400 && count > maps + 300, "{count} levels, {maps} of them maps");
}
