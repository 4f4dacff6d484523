//! Symmetry reduction: states that are symmetric images of each other are stored once.
//!
//! A symmetry preserves play, so a state and its image need equally many pushes and moves. The
//! image with the least key represents all of them. Keeps every solution in forward searches.
//! Symmetries need not preserve the start, so a backward search must not merge images.
//!
//! The symmetries are those of the whole board and, on request, the group that they generate
//! together with swaps of two parts of the board. They form a group, so that equal states have the
//! same least image.

use std::collections::BTreeSet;

use crate::leg::{Action, Leg};
use crate::merging::Merging;
use crate::problem::Problem;
use sokolab_analysis::{swaps, symmetries};
use sokolab_core::{Direction, Square};

use sokolab_field::{Bits, Field, Key, Keys, Place};

/// The most images of a state that are compared, itself included. Every symmetry costs a key for
/// each state that is reached.
const IMAGES_MAX: usize = 32;

/// The symmetries of a field, except the identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    list: Vec<Image>,
}

/// A symmetry: the image and the preimage of each place.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    to: Vec<Place>,
    from: Vec<Place>,
}

impl Image {
    fn new<const N: usize>(problem: &Problem<'_, N>, image: &[Square]) -> Image {
        let mut to = vec![0; N * 64];
        let mut from = vec![0; N * 64];
        for square in problem.board.squares() {
            let place = problem.field.place(square);
            let there = problem.field.place(image[square.index()]);
            to[usize::from(place)] = there;
            from[usize::from(there)] = place;
        }
        Image { to, from }
    }

    /// The leg whose image `leg` is.
    pub(crate) fn undo<const N: usize>(&self, leg: Leg, field: &Field<N>) -> Leg {
        let from = self.from[usize::from(leg.from)];
        let action = match leg.action {
            Action::Push(way) => {
                let to = self.from[usize::from(field.go(leg.from, way))];
                let leads_there = |it: &Direction| field.go(from, *it) == to;
                let way = Direction::ALL.into_iter().find(leads_there);
                Action::Push(way.expect("a symmetry maps neighbours to neighbours"))
            }
            action @ (Action::Deliver | Action::Walk) => action,
        };
        Leg { from, action }
    }
}

impl Images {
    /// The symmetries that a level merges: those that map the places of boxes onto themselves.
    pub(crate) fn new<const N: usize>(problem: &Problem<'_, N>) -> Images {
        let Problem { board, field, keys, .. } = problem;
        let place_of = |square: Square| field.place(square);
        let is_closed = |image: &Vec<Square>| {
            board
                .squares()
                .all(|it| !keys.has(place_of(it)) || keys.has(place_of(image[it.index()])))
        };
        let whole = symmetries(board).into_iter().map(|it| it.image);
        let mut group: Vec<Vec<Square>> = whole.filter(is_closed).collect();
        if problem.merging == Merging::Parts {
            let moves_boxes = |image: &Vec<Square>| {
                board.squares().any(|it| keys.has(place_of(it)) && image[it.index()] != it)
            };
            let swaps = swaps(board).into_iter().map(|it| it.permutation(board));
            for swap in swaps.filter(|it| is_closed(it) && moves_boxes(it)) {
                group = joined(&group, &swap).unwrap_or(group);
            }
        }
        let list = group.iter().skip(1).map(|it| Image::new(problem, it)).collect();
        Images { list }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.list.iter().map(|image| 2 * (image.to.len() + image.from.len()) as u64).sum()
    }

    pub(crate) fn get(&self, index: usize) -> &Image {
        &self.list[index]
    }

    /// Finds the image that represents a state and replaces `key` and `keeper` by those of the
    /// image; `None` if the state represents itself. `walkable` are the places where the keeper may
    /// be.
    pub(crate) fn choose<const N: usize>(
        &self,
        keys: &Keys<N>,
        boxes: &Bits<N>,
        holes: &Bits<N>,
        walkable: &Bits<N>,
        (key, keeper): (&mut Key, &mut Place),
    ) -> Option<usize> {
        let mut chosen = None;
        let mut turned = Key::default();
        for (index, image) in self.list.iter().enumerate() {
            let turn = |bits: &Bits<N>| bits.iter().map(|it| image.to[usize::from(it)]).collect();
            keys.pack(&turn(boxes), &turn(holes), &mut turned);
            if turned.words > key.words {
                continue;
            }
            let there = walkable.iter().map(|it| image.to[usize::from(it)]).min();
            let there = there.expect("the keeper is somewhere");
            if turned.words < key.words || there < *keeper {
                std::mem::swap(key, &mut turned);
                *keeper = there;
                chosen = Some(index);
            }
        }
        chosen
    }
}

/// The group generated by a group and one more symmetry, the identity first; `None` if it is too
/// large.
fn joined(group: &[Vec<Square>], more: &[Square]) -> Option<Vec<Vec<Square>>> {
    let mut known: BTreeSet<Vec<Square>> = group.iter().cloned().collect();
    let mut all = group.to_vec();
    if known.insert(more.to_vec()) {
        all.push(more.to_vec());
    }
    let mut next = 0;
    while let Some(first) = all.get(next).cloned() {
        next += 1;
        for then in group.iter().map(Vec::as_slice).chain([more]) {
            let both: Vec<Square> = first.iter().map(|it| then[it.index()]).collect();
            if known.insert(both.clone()) {
                all.push(both);
            }
        }
        if all.len() > IMAGES_MAX {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::super::rule::{Pruning, Rule};
    use crate::contract::Keeps;
    use crate::merging::Merging;
    use crate::meter::SearchMeter;
    use crate::playback::{Mirrored, moves_along};
    use crate::problem::{PrepareError, Problem};
    use crate::search::best_first;
    use crate::search::frontier::Order;
    use crate::space::pushes::PushSpace;
    use crate::space::walks::WalkSpace;
    use sokolab_analysis::swaps;
    use sokolab_core::testing::{GroundTruth, is_slow, level, worlds};
    use sokolab_core::{Board, Budget, MoveKind, Rules, State, check};

    /// The nodes and the cost of A* with and without symmetry reduction.
    fn figures(picture: &str, merging: Merging) -> [(u64, Option<u32>); 2] {
        let level = level(picture);
        let (board, state) = check(&level).expect("a playable level");
        let mut problem =
            Problem::<4>::new(&board, &state, 1 << 30, &mut || true).expect("no plain deadlock");
        problem.merging = merging;
        [true, false].map(|symmetry| {
            let observer = &mut |_: &_| None;
            let mut meter = SearchMeter::new(Budget::default(), observer);
            let all = Pruning::keeping(&problem, Keeps::FewestPushes);
            let pruning = if symmetry { all } else { all.without(Rule::Symmetry) };
            let space = PushSpace::new(&problem, pruning);
            let found = best_first::search(space, Order::Exact, false, &mut meter);
            (meter.progress.nodes, found.best.map(|(_, cost)| cost))
        })
    }

    /// Checks that symmetry reduction keeps the result and divides the nodes by at least `tenths` /
    /// 10.
    fn check_images(picture: &str, pushes: Option<u32>, tenths: u64) {
        let [(merged, cost), (all, cost_of_all)] = figures(picture, Merging::Board);
        assert_eq!((cost, cost_of_all), (pushes, pushes), "{picture}");
        assert!(merged * tenths <= all * 10, "{merged} of {all} nodes: {picture}");
    }

    #[test]
    fn a_symmetric_start_halves_the_nodes() {
        check_images(
            "
            ###########
            #         #
            #         #
            #  $...$  #
            # $##$##$ #
            ##   @   ##
            #   . .   #
            ##       ##
            ###########",
            Some(21),
            18,
        );
    }

    #[test]
    fn a_keeper_beside_the_axis_hinders_nothing() {
        check_images(
            "
            ###########
            ##   .@  ##
            ##       ##
            ##$ .$. $##
            #    #    #
            #. $   $ .#
            ###########",
            Some(20),
            18,
        );
        check_images(
            "
            ###########
            #    #    #
            #   $ $   #
            #@ #   #  #
            #.  $$$  .#
            # # # # # #
            # #     # #
            #   ...   #
            ###########",
            Some(25),
            18,
        );
    }

    #[test]
    fn two_axes_leave_a_quarter_of_the_nodes() {
        check_images(
            "
            ###########
            #   . .   #
            # $  #  $ #
            #  # # #  #
            # $  #@ $ #
            #   . .   #
            ###########",
            Some(18),
            36,
        );
    }

    #[test]
    fn a_proof_that_there_is_no_solution_is_shorter_too() {
        check_images(
            "
            #########
            #   @   #
            # $$#$$ #
            #   .   #
            #  #.#  #
            #   .   #
            # # . # #
            #       #
            #########",
            None,
            18,
        );
    }

    #[test]
    fn the_halves_of_a_room_are_swapped() {
        let picture = "
            #############
            #####    @ ##
            ##### #$ $ ##
            #  .#  $ $ ##
            #       $$ ##
            #  .#      ##
            ######### ###
            ########   ##
            #######.   .#
            #######     #
            ####### . . #
            #############";
        let [(merged, cost), (all, cost_of_all)] = figures(picture, Merging::Parts);
        assert_eq!(cost, cost_of_all);
        assert_eq!(figures(picture, Merging::Board)[0], (all, cost));
        assert!(merged < all, "{merged} of {all} nodes");
    }

    /// The fewest pushes and the fewest moves from a state; the paths are played.
    fn fewest(board: &Board, state: &State, merging: Merging) -> [Option<u32>; 2] {
        let mut problem = match Problem::<2>::new(board, state, 1 << 30, &mut || true) {
            Ok(problem) => problem,
            Err(PrepareError::Unsolvable) => return [None; 2],
            Err(PrepareError::Stopped) => panic!("nobody stops it"),
        };
        problem.merging = merging;
        let mut observer = |_: &_| None;
        let mut meter = SearchMeter::new(Budget::default(), &mut observer);
        let pruning = Pruning::keeping(&problem, Keeps::FewestPushes);
        let space = PushSpace::new(&problem, pruning);
        let pushes = best_first::search(space, Order::Exact, false, &mut meter).best;
        let space = WalkSpace::new(&problem);
        let moves = best_first::search(space, Order::Exact, false, &mut meter).best;
        let played = |best: Option<(Vec<_>, u32)>, counts_moves| {
            let (way, cost) = best?;
            let moves = moves_along(&problem, Mirrored::Merged, &way, counts_moves);
            let count = if counts_moves {
                moves.len()
            } else {
                moves.as_slice().iter().filter(|it| it.kind == MoveKind::Push).count()
            };
            assert_eq!(count, cost as usize, "the path is as long as its cost");
            Some(cost)
        };
        [played(pushes, false), played(moves, true)]
    }

    fn check_swaps_under(rules: Rules) {
        let mut count = 0;
        for world in worlds(rules).step_by(if is_slow() { 1 } else { 11 }) {
            if swaps(&world.board).is_empty() {
                continue;
            }
            for (state, pushes) in GroundTruth::of(&world.board, 2).states() {
                let [found, moves] = fewest(&world.board, state, Merging::Parts);
                let context = || format!("{rules}: {state:?} in {:?}", world.level.picture);
                assert_eq!(found.map(|it| it as usize), pushes, "{}", context());
                let whole = fewest(&world.board, state, Merging::Board);
                assert_eq!(whole, [found, moves], "{}", context());
                count += 1;
            }
        }
        assert!(count > 200, "{rules}: only {count} states");
    }

    #[test]
    fn swapped_parts_keep_the_fewest_pushes_and_moves_under_official_rules() {
        check_swaps_under(Rules::OFFICIAL);
    }

    #[test]
    fn swapped_parts_keep_the_fewest_pushes_and_moves_where_holes_are_filled() {
        check_swaps_under(Rules::NETHACK);
    }

    #[test]
    fn swapped_parts_keep_the_fewest_pushes_and_moves_with_diagonal_steps() {
        check_swaps_under(Rules::NETHACK_GAME);
    }

    #[test]
    fn swapped_parts_keep_the_fewest_pushes_and_moves_with_diagonal_pushes() {
        check_swaps_under(Rules::NETHACK_DIAGONAL);
    }

    #[test]
    fn swapped_parts_keep_the_fewest_pushes_and_moves_with_sinks() {
        check_swaps_under(Rules::SINK);
    }
}
