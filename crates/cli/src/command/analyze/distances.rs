//! `--distances` as text: the pushes of a lone box to the nearest goal, and how they depend on the
//! part of the floor that the keeper is on.

use sokolab::analysis::{Analysis, Barred, Sides};
use sokolab::{Square, square_name};

/// The distances as a table with one cell per place, and below it the squares on which a box
/// divides the floor into parts with different distances.
pub(super) fn distances(facts: &Analysis) -> String {
    let board = &facts.board;
    let least = |square: Square| facts.distances.least_nearest(square);
    let places: Vec<(usize, usize)> = board.squares().map(|it| board.position(it)).collect();
    let left = places.iter().map(|it| it.0).min().unwrap_or(0);
    let right = places.iter().map(|it| it.0).max().unwrap_or(0);
    let top = places.iter().map(|it| it.1).min().unwrap_or(0);
    let bottom = places.iter().map(|it| it.1).max().unwrap_or(0);
    let most = board.squares().filter_map(least).max().unwrap_or(0);
    let width = most.to_string().len().max(1) + 1;
    let mut text =
        "  distances   pushes of a lone box to the nearest goal; - if it cannot reach one\n"
            .to_owned();
    for y in top..=bottom {
        let cell = |x: usize| match board.square_at(x, y) {
            None => format!("{:>width$}", ""),
            Some(square) => match least(square) {
                None => format!("{:>width$}", "-"),
                Some(pushes) => format!("{pushes:>width$}"),
            },
        };
        let row: String = (left..=right).map(cell).collect();
        text.push_str(format!("   {row}").trim_end());
        text.push('\n');
    }
    let sides = Sides::walking(board, &Barred::nothing(board));
    let parted = board.squares().filter_map(|it| by_part(facts, &sides, it));
    let parted: Vec<String> = parted.collect();
    if parted.is_empty() {
        text.push_str("    the same wherever the keeper is\n");
    }
    for line in parted {
        text.push_str(&format!("    {line}\n"));
    }
    text
}

/// The distances of a box on `square` by the part of the floor that the keeper is on; `None` if
/// they are all equal.
fn by_part(facts: &Analysis, sides: &Sides, square: Square) -> Option<String> {
    let board = &facts.board;
    let beside = board.rules().steps().list().iter();
    let beside = beside.filter_map(|&it| board.neighbour(square, it));
    let mut parts: Vec<(usize, Vec<Square>, Option<u16>)> = Vec::new();
    for keeper in beside {
        let Some(node) = sides.node(square, keeper) else { continue };
        let pushes = facts.distances.nearest(square, keeper);
        match parts.iter_mut().find(|it| (it.0, it.2) == (node, pushes)) {
            Some(part) => part.1.push(keeper),
            None => parts.push((node, vec![keeper], pushes)),
        }
    }
    let first = parts.first()?.2;
    if parts.iter().all(|it| it.2 == first) {
        return None;
    }
    let part = |(_, squares, pushes): &(usize, Vec<Square>, Option<u16>)| {
        let names: Vec<String> = squares.iter().map(|&it| square_name(board, it)).collect();
        let pushes = pushes.map_or("none".to_owned(), |it| it.to_string());
        format!("{pushes} with the keeper at {}", names.join(" "))
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    Some(format!("{}: {}", square_name(board, square), parts.join(", ")))
}
