//! Boards of any size, to test limits and to keep commands busy.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The arrangement of walls on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walls {
    /// One empty room.
    Hall,
    /// One room with walls on about every eighth place.
    Pillars,
    /// Rooms of seven by seven places with doors between them.
    Rooms,
}

/// Parameters of a generated board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) walls: Walls,
    /// Number of columns and of rows, walls included.
    pub(super) side: usize,
    pub(super) boxes: usize,
}

/// Distance of boxes and goals from the outer walls, so that few boxes are lost initially.
const MARGIN: usize = 2;

/// Distance between the walls of adjacent rooms.
const ROOM: usize = 8;

impl Board {
    /// Its name, as in `hall-100x100-10`.
    pub(super) fn name(self) -> String {
        let walls = match self.walls {
            Walls::Hall => "hall",
            Walls::Pillars => "pillars",
            Walls::Rooms => "rooms",
        };
        format!("{walls}-{0}x{0}-{1}", self.side, self.boxes)
    }

    /// The level, equal for equal seeds.
    pub(super) fn draw(self, seed: u64) -> String {
        let mut chance = Pcg64Mcg::seed_from_u64(seed);
        let mut rows = vec![vec!['#'; self.side]; self.side];
        let inner = 1..self.side - 1;
        for (y, row) in rows.iter_mut().enumerate().filter(|(y, _)| inner.contains(y)) {
            for (x, place) in row.iter_mut().enumerate().filter(|(x, _)| inner.contains(x)) {
                *place = if self.is_wall(x, y, &mut chance) { '#' } else { ' ' };
            }
        }
        let mut free = self.places_inside(&rows);
        let count = self.boxes.min((free.len().saturating_sub(1)) / 2);
        for glyph in std::iter::repeat_n('$', count).chain(std::iter::repeat_n('.', count)) {
            let (x, y) = free.swap_remove(chance.random_range(0..free.len()));
            rows[y][x] = glyph;
        }
        let (x, y) = free.swap_remove(chance.random_range(0..free.len()));
        rows[y][x] = '@';
        text_of(&self.name(), &rows)
    }

    fn is_wall(self, x: usize, y: usize, chance: &mut Pcg64Mcg) -> bool {
        match self.walls {
            Walls::Hall => false,
            Walls::Pillars => chance.random_range(0..8) == 0,
            Walls::Rooms => {
                let is_door = x % ROOM == ROOM / 2 || y % ROOM == ROOM / 2;
                (x.is_multiple_of(ROOM) || y.is_multiple_of(ROOM)) && !is_door
            }
        }
    }

    fn places_inside(self, rows: &[Vec<char>]) -> Vec<(usize, usize)> {
        let inside = MARGIN..self.side.saturating_sub(MARGIN);
        let places = inside.clone().flat_map(|y| inside.clone().map(move |x| (x, y)));
        places.filter(|&(x, y)| rows[y][x] == ' ').collect()
    }
}

/// A hall in which every box is pushed two squares down, and the moves that do it.
pub(super) fn with_solution(side: usize, boxes: usize) -> (String, String) {
    let mut rows = vec![vec!['#'; side]; side];
    for row in &mut rows[1..side - 1] {
        row[1..side - 1].fill(' ');
    }
    rows[1][1] = '@';
    let (mut moves, mut left) = (String::new(), boxes);
    // The keeper walks along the row above a row of boxes and pushes them one by one.
    for y in (2..side - 3).step_by(4) {
        let columns: Vec<usize> = (2..side - 2).step_by(2).take(left).collect();
        let Some(&last) = columns.last() else { break };
        for &x in &columns {
            rows[y][x] = '$';
            rows[y + 2][x] = '.';
            moves.push_str(if x == 2 { "rDDuu" } else { "rrDDuu" });
        }
        moves.push_str(&"l".repeat(last - 1));
        moves.push_str("dddd");
        left -= columns.len();
    }
    // The win must hold after the last move, and the walk back is not needed.
    let end = moves.rfind('D').map_or(0, |at| at + 1);
    moves.truncate(end);
    (text_of("with a solution", &rows), moves)
}

/// `count` different small levels, each solved instantly.
pub(super) fn small_levels(count: usize) -> String {
    let level = |number: usize| {
        let length = 1 + number % 7;
        let (gap, wall) = (" ".repeat(length), "#".repeat(length + 5));
        format!("{wall}\n#@${gap}.#\n{wall}\nTitle: {number}\n\n")
    };
    (1..=count).map(level).collect()
}

/// `count` different levels, each with its solution.
pub(super) fn corridors(count: usize) -> String {
    let level = |number: usize| {
        let (walk, push) = (number % 100, number / 100 + 1);
        let wall = "#".repeat(walk + push + 4);
        let row = format!("#@{}${}.#", " ".repeat(walk), " ".repeat(push - 1));
        let moves = format!("{}{}", "r".repeat(walk), "R".repeat(push));
        format!("{wall}\n{row}\n{wall}\nTitle: {number}\nSolution\n{moves}\n\n")
    };
    (0..count).map(level).collect()
}

fn text_of(title: &str, rows: &[Vec<char>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{}\nTitle: {title}\n", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use sokolab_core::text::{ReadOptions, read_text};
    use sokolab_core::{LetterCase, check, parse_moves, verify};

    use super::{Board, Walls, corridors, small_levels, with_solution};

    #[test]
    fn boards_have_the_size_and_the_boxes_asked_for() {
        for walls in [Walls::Hall, Walls::Pillars, Walls::Rooms] {
            for (side, boxes) in [(10, 1), (10, 10), (50, 100), (200, 1000)] {
                let board = Board { walls, side, boxes };
                let text = board.draw(7);
                assert_eq!(text, board.draw(7));
                assert_eq!(text.matches('$').count(), boxes, "{}", board.name());
                assert_eq!(text.matches('.').count(), boxes, "{}", board.name());
                assert_eq!(text.lines().next().map(str::len), Some(side));
                let levels = read_text(text.as_bytes(), ReadOptions::default()).levels;
                assert!(levels.len() == 1 && check(&levels[0]).is_ok(), "{}", board.name());
            }
        }
    }

    #[test]
    fn the_moves_solve_the_hall() {
        for (side, boxes) in [(10, 1), (20, 8), (40, 100), (100, 1000)] {
            let (text, moves) = with_solution(side, boxes);
            let levels = read_text(text.as_bytes(), ReadOptions::default()).levels;
            let moves = parse_moves(&moves).expect("moves");
            let verdict = verify(&levels[0], &moves, LetterCase::Strict);
            assert_eq!(verdict.map(|it| it.solution.measures().pushes).ok(), Some(2 * boxes));
        }
    }

    #[test]
    fn corridors_differ_and_are_solved() {
        let levels = read_text(corridors(300).as_bytes(), ReadOptions::default()).levels;
        assert_eq!(levels.len(), 300);
        for level in &levels {
            let moves = parse_moves(&level.snapshots[0].moves).expect("moves");
            assert!(verify(level, &moves, LetterCase::Strict).is_ok());
        }
        assert!(levels.windows(2).all(|it| it[0].picture != it[1].picture));
    }

    #[test]
    fn small_levels_are_as_many_as_asked_for() {
        let text = small_levels(20);
        let levels = read_text(text.as_bytes(), ReadOptions::default()).levels;
        assert_eq!(levels.len(), 20);
        assert!(levels.iter().all(|level| check(level).is_ok()));
    }
}
