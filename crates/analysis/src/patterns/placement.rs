//! Finds where the patterns of a library fit on a board.
//!
//! Walls never change, so a pattern is placed wherever its walls match; what remains is a set of
//! boxes that are dead together. Extra walls, goals under its floor and more boxes change nothing,
//! but goals where its boxes can be left may: the leftovers of the pattern decide.

use sokolab_core::{Board, Directions, GoalKind, Square, SquareSet, State};

use super::form::{Form, SIDE};
use super::library::PatternLibrary;
use super::pattern::bits;

/// The boxes of a pattern on a board: dead together unless the keeper is on a spared square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Index of the pattern in its library.
    pub pattern: usize,
    /// Where its boxes are, ascending.
    pub boxes: Vec<Square>,
    /// Squares of its closed parts, from which the keeper may still rescue the boxes.
    pub spared: Vec<Square>,
}

impl Placement {
    /// Whether it proves a state of its board dead, provided that [`suits_patterns`] holds.
    #[must_use]
    pub fn holds(&self, state: &State) -> bool {
        self.boxes.iter().all(|it| state.boxes.contains(*it))
            && !self.spared.contains(&state.keeper)
    }
}

/// Whether pattern verdicts apply to a level: four directions, boxes that stay on goals, and no
/// spare boxes.
#[must_use]
pub fn suits_patterns(board: &Board, state: &State) -> bool {
    let rules = board.rules();
    rules.goal() == GoalKind::Keep
        && rules.steps() == Directions::Four
        && rules.pushes() == Directions::Four
        && state.boxes.len() <= board.goals().len()
}

/// The placements of a library on a board, ordered by number of boxes, without those implied by
/// others. No box ever stands on `shut` squares, so placements that need one there are omitted.
/// `None` if there are more than `count_max`.
///
/// They are proofs if every box is needed and the rules have four directions and boxes that stay on
/// goals.
#[must_use]
pub fn placements(
    board: &Board,
    shut: &SquareSet,
    library: &PatternLibrary,
    count_max: usize,
) -> Option<Vec<Placement>> {
    let walls = Walls::new(board);
    let mut kept: Vec<Placement> = Vec::new();
    let mut with_square: Vec<Vec<u32>> = vec![Vec::new(); board.square_count()];
    for form in library.forms() {
        for corner in walls.corners(form) {
            let Some(placement) = place(board, shut, form, corner) else { continue };
            let is_told = placement.boxes.iter().any(|it| {
                with_square[it.index()].iter().any(|&at| implies(&kept[at as usize], &placement))
            });
            if is_told {
                continue;
            }
            if kept.len() >= count_max {
                return None;
            }
            for square in &placement.boxes {
                with_square[square.index()].push(kept.len() as u32);
            }
            kept.push(placement);
        }
    }
    Some(kept)
}

/// Whether one placement implies another.
fn implies(one: &Placement, other: &Placement) -> bool {
    one.boxes.iter().all(|it| other.boxes.contains(it))
        && one.spared.iter().all(|it| other.spared.contains(it) || other.boxes.contains(it))
}

/// The walls of a board in all 4 × 4 windows, including those that overlap its edge.
struct Walls {
    columns: usize,
    masks: Vec<u16>,
}

impl Walls {
    fn new(board: &Board) -> Walls {
        let (columns, rows) = (board.width() + SIDE, board.height() + SIDE);
        let mut masks = Vec::with_capacity(columns * rows);
        for y in 0..rows {
            for x in 0..columns {
                let mut mask = 0;
                for place in 0..SIDE * SIDE {
                    let at = (x + place % SIDE, y + place / SIDE);
                    mask |= u16::from(square(board, at).is_none()) << place;
                }
                masks.push(mask);
            }
        }
        Walls { columns, masks }
    }

    /// The corners of the windows where the walls of a form match and its boxes can stand.
    fn corners<'a>(&'a self, form: &Form) -> impl Iterator<Item = (usize, usize)> + 'a {
        let (walls, boxes) = (form.walls, form.boxes);
        let fits = move |mask: u16| walls & !mask == 0 && boxes & mask == 0;
        let corners = self.masks.iter().enumerate().filter(move |(_, mask)| fits(**mask));
        corners.map(|(index, _)| (index % self.columns, index / self.columns))
    }
}

/// The square at a place, with coordinates offset so that no window has a negative corner.
fn square(board: &Board, (x, y): (usize, usize)) -> Option<Square> {
    board.square_at(x.checked_sub(SIDE)?, y.checked_sub(SIDE)?)
}

fn place(
    board: &Board,
    shut: &SquareSet,
    form: &Form,
    corner: (usize, usize),
) -> Option<Placement> {
    let width = form.pattern.size().0;
    let at = |place: u8| {
        let offset = (usize::from(place % width), usize::from(place / width));
        square(board, (corner.0 + offset.0, corner.1 + offset.1))
    };
    let boxes: Option<Vec<Square>> = bits(form.pattern.boxes())
        .into_iter()
        .map(|it| at(it).filter(|it| !shut.contains(*it)))
        .collect();
    let mut boxes = boxes?;
    boxes.sort_unstable();
    let (mut goals, floor) =
        (0, (1_u64 << (u32::from(width) * u32::from(form.pattern.size().1))) - 1);
    for place in bits(floor & !form.pattern.walls()) {
        let is_goal = at(place).is_some_and(|it| board.goals().contains(it));
        goals |= u64::from(is_goal) << place;
    }
    if !form.rooms[0].is_dead(goals) {
        return None;
    }
    let alive = form.rooms[1..].iter().filter(|room| !room.is_dead(goals));
    let spared = alive.filter_map(|room| room.pocket).flat_map(bits).filter_map(at).collect();
    Some(Placement { pattern: form.number, boxes, spared })
}

#[cfg(test)]
mod tests {
    use super::{placements, suits_patterns};
    use crate::patterns::PatternLibrary;
    use crate::test_positions::{random_positions, small_worlds};
    use crate::{KeeperWay, PushDistances, dead_squares};
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{GroundTruth, board};
    use sokolab_core::{Board, Rules};

    fn all(board: &Board) -> Vec<super::Placement> {
        let library = PatternLibrary::embedded();
        placements(board, &board.no_squares(), library, 1 << 20).expect("the board is small")
    }

    #[test]
    fn nothing_solvable_matches_a_pattern_on_small_worlds() {
        let mut dead = 0;
        for world in small_worlds(59).filter(|it| it.board.rules() == Rules::OFFICIAL) {
            let found = all(&world.board);
            for (state, truth) in GroundTruth::of(&world.board, 2).states() {
                if suits_patterns(&world.board, state) && found.iter().any(|it| it.holds(state)) {
                    dead += 1;
                    assert_eq!(truth, None, "{:?} {state:?}", world.board);
                }
            }
        }
        assert!(dead > 1_000, "{dead}");
    }

    #[test]
    fn nothing_solvable_matches_a_pattern_on_random_boards() {
        let mut dead = 0;
        for (_, board, state) in random_positions(400) {
            if suits_patterns(&board, &state) && all(&board).iter().any(|it| it.holds(&state)) {
                dead += 1;
                assert_eq!(fewest_pushes(&board, &state), None, "{board:?} {state:?}");
            }
        }
        assert!(dead > 100, "{dead}");
    }

    #[test]
    fn a_room_holds_pattern_a_in_its_corner_but_not_where_goals_are() {
        let room = board(
            "
            ########
            #      #
            #      #
            #      #
            #  @   #
            #    ..#
            ########",
        );
        let dead = dead_squares(&room, &PushDistances::new(&room, KeeperWay::Walking));
        let library = PatternLibrary::embedded();
        let found = placements(&room, &room.no_squares(), library, 1 << 20).expect("few");
        let at = |x, y| room.square_at(x, y).expect("floor");
        let a = found.iter().find(|it| it.boxes == [at(2, 1), at(1, 2)]);
        assert_eq!(a.map(|it| it.spared.clone()), Some(vec![at(1, 1)]));
        assert!(!found.iter().any(|it| it.boxes == [at(6, 4), at(5, 5)]));
        // Its boxes stand on dead squares anyway.
        let found = placements(&room, &dead, library, 1 << 20).expect("few");
        assert!(found.iter().all(|it| it.boxes.iter().all(|&it| !dead.contains(it))));
        assert_eq!(placements(&room, &dead, library, 1), None);
    }
}
