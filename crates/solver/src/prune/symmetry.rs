//! Symmetry reduction: states that are symmetric images of each other are stored once.
//!
//! A symmetry of the board preserves walls and goals, so a state and its image need equally many
//! pushes and moves. The image with the least key represents all of them. Keeps every solution in
//! forward searches. Symmetries need not preserve the start, so a backward search must not merge
//! images.

use crate::leg::{Action, Leg};
use sokolab_analysis::symmetries;
use sokolab_core::{Board, Direction};

use sokolab_field::{Bits, Field, Key, Keys, Place};

/// The symmetries of a field, except the identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    list: Vec<Image>,
}

/// A symmetry: the image and the preimage of each place, and the preimage of each direction.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    to: Vec<Place>,
    from: Vec<Place>,
    way_from: [Direction; 8],
}

impl Image {
    /// The leg whose image `leg` is.
    pub(crate) fn undo(&self, leg: Leg) -> Leg {
        let action = match leg.action {
            Action::Push(way) => Action::Push(self.way_from[way.index()]),
            action @ (Action::Deliver | Action::Walk) => action,
        };
        Leg { from: self.from[usize::from(leg.from)], action }
    }
}

impl Images {
    /// The symmetries of `board` that map the places of `keys` onto themselves.
    pub(crate) fn new<const N: usize>(board: &Board, field: &Field<N>, keys: &Keys<N>) -> Images {
        let mut list = Vec::new();
        for symmetry in symmetries(board).into_iter().skip(1) {
            let mut to = vec![0; N * 64];
            let mut from = vec![0; N * 64];
            for square in board.squares() {
                let (place, image) =
                    (field.place(square), field.place(symmetry.image[square.index()]));
                to[usize::from(place)] = image;
                from[usize::from(image)] = place;
            }
            let is_closed = keys.places().iter().all(|&it| keys.has(to[usize::from(it)]));
            if !is_closed {
                continue;
            }
            let mut way_from = [Direction::Left; 8];
            for direction in Direction::ALL {
                way_from[symmetry.turn.direction(direction).index()] = direction;
            }
            list.push(Image { to, from, way_from });
        }
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

#[cfg(test)]
mod tests {
    use super::super::rule::{Pruning, Rule};
    use crate::contract::Keeps;
    use crate::meter::SearchMeter;
    use crate::problem::Problem;
    use crate::search::best_first;
    use crate::search::frontier::Order;
    use crate::space::pushes::PushSpace;
    use sokolab_core::testing::level;
    use sokolab_core::{Budget, check};

    /// The nodes and the cost of A* with and without symmetry reduction.
    fn figures(picture: &str) -> [(u64, Option<u32>); 2] {
        let level = level(picture);
        let (board, state) = check(&level).expect("a playable level");
        let problem =
            Problem::<4>::new(&board, &state, 1 << 30, &mut || true).expect("no plain deadlock");
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
        let [(merged, cost), (all, cost_of_all)] = figures(picture);
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
}
