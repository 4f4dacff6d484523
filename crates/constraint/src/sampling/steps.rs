//! The keeper's steps to every square that it can reach.

use std::collections::VecDeque;

use sokolab_core::{Board, Direction, State};

/// The fewest steps from the keeper to each square; `None` where it cannot walk. Steps have four
/// directions.
pub(super) fn steps_from(board: &Board, state: &State) -> Vec<Option<u32>> {
    let mut steps = vec![None; board.square_count()];
    steps[state.keeper.index()] = Some(0);
    let mut pending = VecDeque::from([(state.keeper, 0)]);
    while let Some((from, count)) = pending.pop_front() {
        for direction in Direction::ORTHOGONAL {
            let Some(to) = board.neighbour(from, direction) else { continue };
            if steps[to.index()].is_none() && !state.boxes.contains(to) {
                steps[to.index()] = Some(count + 1);
                pending.push_back((to, count + 1));
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    use super::steps_from;

    #[test]
    fn steps_go_round_boxes() {
        let picture = "
            ######
            #@$ .#
            #    #
            ######";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let steps = steps_from(&board, &state);
        let at = |x, y| board.square_at(x, y).and_then(|it| steps[it.index()]);
        assert_eq!([at(1, 1), at(2, 1), at(3, 1), at(4, 1)], [Some(0), None, Some(4), Some(5)]);
    }
}
