//! Goal pushing: solves the way to the storeroom's door and the storeroom itself as two problems.

use crate::leg::{Action, Leg};
use sokolab_core::{Ground, Level, Picture, Place as Drawn, Rules, Stop, check};

use super::best_first::BestFirst;
use super::frontier::Order;
use crate::contract::Keeps;
use crate::leg::Way;
use crate::meter::SearchMeter;
use crate::plan::storeroom::Storeroom;
use crate::playback::pushes_along;
use crate::problem::Problem;
use crate::prune::rule::{Pruning, Rule};
use crate::prune::symmetry::Images;
use crate::slice::Slice;
use crate::slice::SliceResult;
use crate::space::pushes::PushSpace;

/// The search on a level that may have a storeroom.
#[derive(Debug, Default)]
pub(crate) struct GoalPushing<const N: usize> {
    halves: Option<Halves<N>>,
    has_looked: bool,
    pub(crate) lemma_nodes: u64,
}

/// A level with a storeroom, split at the door.
#[derive(Debug)]
struct Halves<const N: usize> {
    room: Storeroom<N>,
    /// The level in front of the door, with the door as a sink.
    before: Level,
}

impl<const N: usize> GoalPushing<N> {
    /// Searches from scratch with the units of the current slice. Slices double, so this at most
    /// doubles the total work.
    pub(crate) fn search(
        &mut self,
        problem: &Problem<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        if !std::mem::replace(&mut self.has_looked, true) {
            let room = Storeroom::find(problem, meter)?;
            self.halves = room.map(|room| Halves::new(problem, room));
        }
        let Some(halves) = &self.halves else { return Ok(SliceResult::Over) };
        let Ok((board, start)) = check(&halves.before) else { return Ok(SliceResult::Over) };
        let Ok(outer) = Problem::<N>::new(&board, &start, bytes_max, &mut || true) else {
            return Ok(SliceResult::Over);
        };
        let pruning = Pruning::keeping(&outer, Keeps::FewestPushes).without(Rule::Symmetry);
        let space = PushSpace::new(&outer, pruning);
        let mut search = BestFirst::new(space, Order::Greedy, true, bytes_max);
        let slice = search.run(meter)?;
        let finding = search.finding(None);
        self.lemma_nodes += finding.lemma_nodes;
        Ok(match (slice, finding.best) {
            (_, Some((way, _))) => SliceResult::Found(halves.whole(problem, &outer, &way)),
            (Slice::Spent, None) => SliceResult::Spent,
            (Slice::Done, None) => SliceResult::Over,
        })
    }
}

impl<const N: usize> Halves<N> {
    fn new(problem: &Problem<'_, N>, room: Storeroom<N>) -> Halves<N> {
        let mut picture = Picture::of_board(problem.board, problem.start);
        let mut put = |place: u16, ground: Ground| {
            let (x, y) = problem.board.position(problem.square(place));
            picture.put(x, y, Drawn::bare(ground));
        };
        for place in room.inside.iter() {
            put(place, Ground::Wall);
        }
        put(room.door, Ground::Goal);
        let before = Level::from_picture(picture, Rules::SINK);
        Halves { room, before }
    }

    /// The pushes to the door, each box being brought to its goal as soon as it arrives.
    fn whole(&self, problem: &Problem<'_, N>, outer: &Problem<'_, N>, way: &Way) -> Way {
        let mut whole = Vec::new();
        let mut ways = self.room.ways.iter();
        for push in pushes_along(outer, &Images::default(), way, false) {
            let (x, y) = outer.board.position(push.from);
            let square =
                problem.board.square_at(x, y).expect("the part before the door is on the board");
            let (from, way) = (problem.field.place(square), push.direction);
            whole.push(Leg { from, action: Action::Push(way) });
            if problem.field.go(from, way) == self.room.door {
                whole.extend(ways.next().into_iter().flatten());
            }
        }
        whole
    }
}
