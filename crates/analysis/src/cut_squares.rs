//! Cut squares: floor squares whose removal disconnects the floor.
//!
//! A box on a cut square separates the keeper from what lies behind it. Cut squares are the
//! articulation points of the floor graph, found by one depth-first search (Hopcroft and Tarjan,
//! 1973). It is iterative because a corridor may be as long as a board allows.

use sokolab_core::{Board, Square, SquareSet};

use crate::floor_graph::beside;

/// The cut squares of `board`: a box on one disconnects some two other squares that were connected.
/// Holes count as filled.
#[must_use]
pub fn cut_squares(board: &Board) -> SquareSet {
    let mut search = Search {
        board,
        order: vec![0; board.square_count()],
        lowest: vec![0; board.square_count()],
        cut: board.no_squares(),
    };
    let mut visited = 0;
    for root in board.squares() {
        if search.order[root.index()] == 0 {
            search.run(root, &mut visited);
        }
    }
    search.cut
}

struct Search<'a> {
    board: &'a Board,
    /// Discovery time of each square, from 1; 0 if not yet visited.
    order: Vec<u32>,
    /// The earliest discovery time reachable from a square or its subtree.
    lowest: Vec<u32>,
    cut: SquareSet,
}

impl Search<'_> {
    fn run(&mut self, root: Square, visited: &mut u32) {
        let mut branches = 0;
        let mut path = vec![(root, 0)];
        self.enter(root, visited);
        while let Some((from, tried)) = path.last_mut() {
            let (square, next) = (*from, beside(self.board, *from).nth(*tried));
            *tried += 1;
            let Some(to) = next else {
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    self.leave(square, before, root);
                }
                continue;
            };
            if self.order[to.index()] == 0 {
                branches += usize::from(square == root);
                self.enter(to, visited);
                path.push((to, 0));
            } else {
                let seen = self.order[to.index()];
                let lowest = &mut self.lowest[square.index()];
                *lowest = (*lowest).min(seen);
            }
        }
        if branches > 1 {
            self.cut.insert(root);
        }
    }

    fn enter(&mut self, square: Square, visited: &mut u32) {
        *visited += 1;
        self.order[square.index()] = *visited;
        self.lowest[square.index()] = *visited;
    }

    /// Finishes `square`, which was entered from `before`; its subtree is complete.
    fn leave(&mut self, square: Square, before: Square, root: Square) {
        let lowest = self.lowest[square.index()];
        if before != root && lowest >= self.order[before.index()] {
            self.cut.insert(before);
        }
        let known = &mut self.lowest[before.index()];
        *known = (*known).min(lowest);
    }
}

#[cfg(test)]
mod tests {
    use super::cut_squares;
    use crate::floor_graph::Parts;
    use crate::test_boards::boards;
    use sokolab_core::testing::{draw, picture, position_in};
    use sokolab_core::{Board, Rules, SquareSet};

    /// `expected` is the board alone, with an `x` on every cut square.
    #[track_caller]
    fn check_picture(rules: Rules, level: &str, expected: &str) {
        let board = position_in(level, rules).0;
        assert_eq!(draw(&board, &cut_squares(&board), 'x'), picture(expected));
    }

    #[test]
    fn a_doorway_between_two_rooms_is_one_and_so_are_its_sills() {
        check_picture(
            Rules::OFFICIAL,
            "
            #########
            #   #   #
            #@$     #
            #   #  .#
            #########",
            "
            #########
            #   #   #
            #  xxx  #
            #   #  .#
            #########",
        );
    }

    #[test]
    fn a_ring_has_none_but_its_branches_have() {
        check_picture(
            Rules::OFFICIAL,
            "
            #######
            #@  $ #
            # ### #
            #     #
            ## ####
            ##.####
            #######",
            "
            #######
            #     #
            # ### #
            # x   #
            ##x####
            ##.####
            #######",
        );
    }

    #[test]
    fn one_may_squeeze_past_a_corner_only_where_the_rules_allow_it() {
        let level = "
            #####
            #@$.#
            ### #
            ### #
            #####";
        let corner = "
            #####
            # xx#
            ###x#
            ### #
            #####";
        let squeezed = "
            #####
            # x.#
            ###x#
            ### #
            #####";
        check_picture(Rules::NETHACK_GAME, level, corner);
        check_picture(Rules::NETHACK_DIAGONAL, level, squeezed);
    }

    /// The definition: without the square there are more connected parts.
    fn by_definition(board: &Board) -> SquareSet {
        let before = Parts::of(board, |_| false);
        let mut cut = board.no_squares();
        for square in board.squares() {
            // An isolated square is a part of its own and disappears with the square.
            let alone = before.part_of.iter().filter(|&&it| it == before.part_of[square.index()]);
            let without = Parts::of(board, |it| it == square).count;
            if without + usize::from(alone.count() == 1) > before.count {
                cut.insert(square);
            }
        }
        cut
    }

    #[test]
    fn they_are_the_squares_whose_loss_splits_the_floor() {
        for rules in Rules::ALL {
            for board in boards(rules, 5, 500) {
                assert_eq!(cut_squares(&board), by_definition(&board));
            }
        }
    }
}
