//! Goal pushing: to the door of the storeroom, and inside, as two problems.

use sokolab_core::{Ground, Level, Picture, Place as Drawn, Rules, check};

use super::Slice;
use super::best_first::BestFirst;
use super::fess::grove::Way;
use super::frontier::Order;
use super::meter::Meter;
use crate::plan::storeroom::Storeroom;
use crate::playback::pushes_along;
use crate::portfolio::strategy::Turned;
use crate::problem::Problem;
use crate::prune::symmetry::Images;
use crate::report::StopReason;
use crate::space::pushes::{Pruning, PushSpace};

/// A level with a storeroom.
#[derive(Debug)]
pub(crate) struct GoalPushing<const N: usize> {
    room: Storeroom<N>,
    /// The level before the door, where the door swallows every box.
    before: Level,
    pub(crate) lemma_nodes: u64,
}

impl<const N: usize> GoalPushing<N> {
    /// `None` if there is no storeroom.
    pub(crate) fn new(problem: &Problem<'_, N>) -> Option<GoalPushing<N>> {
        let room = Storeroom::find(problem)?;
        let mut picture = Picture::of_puzzle(problem.board, problem.start);
        let mut put = |place: u16, ground: Ground| {
            let (x, y) = problem.board.position(problem.square(place));
            picture.put(x, y, Drawn::bare(ground));
        };
        for place in room.inside.iter() {
            put(place, Ground::Wall);
        }
        put(room.door, Ground::Goal);
        let before = Level::from_picture(picture, Rules::SINK);
        Some(GoalPushing { room, before, lemma_nodes: 0 })
    }

    /// Searches anew with so many units: slices double, so that costs no more than twice.
    pub(crate) fn run(
        &mut self,
        problem: &Problem<'_, N>,
        meter: &mut Meter<'_, '_>,
        bytes_max: u64,
    ) -> Result<Turned, StopReason> {
        let Ok((board, start)) = check(&self.before) else { return Ok(Turned::Over) };
        let Ok(outer) = Problem::<N>::new(&board, &start, bytes_max, &mut || true) else {
            return Ok(Turned::Over);
        };
        let space = PushSpace::new(&outer, Pruning { symmetry: false, ..Pruning::ALL });
        let mut search = BestFirst::new(space, Order::GREEDY, true, bytes_max);
        let slice = search.run(meter)?;
        let finding = search.finding(None);
        self.lemma_nodes += finding.lemma_nodes;
        Ok(match (slice, finding.best) {
            (_, Some((way, _))) => Turned::Found(self.whole(problem, &outer, &way)),
            (Slice::Spent, None) => Turned::Spent,
            (Slice::Done, None) => Turned::Over,
        })
    }

    /// The pushes to the door, each box being brought to its goal when it arrives there.
    fn whole(&self, problem: &Problem<'_, N>, outer: &Problem<'_, N>, way: &Way) -> Way {
        let mut whole = Vec::new();
        let mut ways = self.room.ways.iter();
        for push in pushes_along(outer, &Images::default(), way, false) {
            let (x, y) = outer.board.position(push.from);
            let square = problem.board.square_at(x, y).expect("the door is on the board");
            let (from, way) = (problem.field.place(square), push.direction.index());
            whole.push((from, way as u8));
            if problem.field.go(from, way) == self.room.door {
                whole.extend(ways.next().into_iter().flatten());
            }
        }
        whole
    }
}
