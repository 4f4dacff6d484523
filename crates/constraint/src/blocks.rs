//! Groups of boxes that can never all be brought to goals, as clauses: 2 × 2 squares, and every
//! dead pair and triple, from exact tables of a few boxes alone on the board.
//!
//! A state that contains such a group is dead: deleting the other boxes from a solution would solve
//! the group.

use sokolab_analysis::{PairTable, dead_triples};
use sokolab_core::{Board, Meter, Square, SquareSet, Stop};

use crate::task::{Heuristic, Task};

/// Boards with more pairs of live squares get no pair table.
const PAIRS_MAX: usize = 6_000;

/// Boards with more triples get no triple table.
const TRIPLES_MAX: usize = 25_000;

/// A group of boxes that is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) boxes: Vec<Square>,
    /// The keeper positions for which it is dead; `None` for all.
    pub(crate) keepers: Option<Vec<Square>>,
}

/// The blocks of a level, if they are enabled; no box ever stands on `shut` squares.
pub(crate) fn blocks(
    task: &Task<'_>,
    shut: &SquareSet,
    meter: &mut Meter<'_>,
) -> Result<Vec<Block>, Stop> {
    let mut blocks = Vec::new();
    if !task.options.disabled.enables(Heuristic::Blocks) {
        return Ok(blocks);
    }
    let (board, boxes) = (task.board, task.start.boxes.len());
    let live: Vec<Square> = board.squares().filter(|it| !shut.contains(*it)).collect();
    if boxes >= 2 && live.len() * live.len() / 2 <= PAIRS_MAX {
        let mut stopped = None;
        let mut keep_going = |_, _| {
            stopped = meter.ask().err();
            stopped.is_none()
        };
        let table = PairTable::build(board, PAIRS_MAX, &mut keep_going);
        let count = live.len();
        let triples = count * count.saturating_sub(1) * count.saturating_sub(2) / 6;
        let triples = if boxes >= 3 && triples <= TRIPLES_MAX {
            dead_triples(board, TRIPLES_MAX, &mut keep_going).unwrap_or_default()
        } else {
            Vec::new()
        };
        if let Some(stop) = stopped {
            return Err(stop);
        }
        if let Some(table) = table {
            add_pairs(board, &live, &table, &mut blocks);
        }
        for triple in triples {
            let free = board.square_count() - 3;
            let keepers: Vec<Square> = triple.keepers.iter().collect();
            let keepers = (keepers.len() < free).then_some(keepers);
            blocks.push(Block { boxes: triple.squares.to_vec(), keepers });
        }
    }
    add_squares(board, shut, &mut blocks);
    Ok(blocks)
}

fn add_pairs(board: &Board, live: &[Square], table: &PairTable, blocks: &mut Vec<Block>) {
    for (index, &one) in live.iter().enumerate() {
        for &two in &live[index + 1..] {
            if !table.partners(one).contains(two) {
                continue;
            }
            let free = || board.squares().filter(|&keeper| keeper != one && keeper != two);
            let keepers: Vec<Square> =
                free().filter(|&keeper| table.cost(one, two, keeper).is_none()).collect();
            if !keepers.is_empty() {
                let keepers = (keepers.len() < free().count()).then_some(keepers);
                blocks.push(Block { boxes: vec![one, two], keepers });
            }
        }
    }
}

/// Finds 2 × 2 squares of boxes and walls with a box off the goals.
fn add_squares(board: &Board, shut: &SquareSet, blocks: &mut Vec<Block>) {
    for y in 0..board.height().saturating_sub(1) {
        for x in 0..board.width().saturating_sub(1) {
            let places = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let squares = places.into_iter().filter_map(|(x, y)| board.square_at(x, y));
            let boxes: Vec<Square> = squares.collect();
            let is_dead = boxes.len() >= 2 && boxes.iter().any(|it| !board.goals().contains(*it));
            if is_dead && boxes.iter().all(|it| !shut.contains(*it)) {
                blocks.push(Block { boxes, keepers: None });
            }
        }
    }
}
