//! Expands a node: either the stone pusher acts, or every push that the checkers let pass.

use sokolab_analysis::checker::{closed_corridor_published, detect_corridor, movable};
use sokolab_analysis::{
    Estimate, Manhattan, NearestGoals, PerPartition, PushDistances, matching_bound,
};
use sokolab_core::{
    Board, GoalKind, Push, Square, SquareSet, State, Stop, apply_push, normalized, region, try_push,
};

use super::block_store::StoredBlocks;
use crate::part_options::{Checker, PartHeuristic, PartOptions, StonePusher};

/// Squares of the board per work unit, for each state that is made.
const SQUARES_PER_UNIT: u64 = 4;

/// Counts work and the states that are held, and says whether to go on: a state with a thousand
/// boxes has thousands of successors.
pub(super) type Poll<'a> = dyn FnMut(u64, usize) -> Result<(), Stop> + 'a;

/// The most states that the corrected corridor checker visits.
const CORRIDOR_STATES_MAX: usize = 200;

/// The chosen components, prepared for one board.
pub(super) struct Components<'a> {
    pub(super) board: &'a Board,
    pub(super) options: PartOptions,
    pub(super) distances: PushDistances,
    pub(super) blocks: Option<StoredBlocks>,
    pub(super) dead: SquareSet,
    /// Whether every box is needed. If not, no checker may reject a state.
    pub(super) needs_every_box: bool,
}

/// A successor, reached by one push or by the pushes of the stone pusher.
pub(super) struct Successor {
    pub(super) state: State,
    pub(super) pushes: Vec<Push>,
    /// Whether the stone pusher made it; it is then the only successor.
    pub(super) is_by_pusher: bool,
    /// The estimate, or what rejected the state: a checker, or (`None`) the heuristic.
    pub(super) fate: Result<u32, Option<Checker>>,
}

impl Components<'_> {
    /// The pushes left in a state; `None` is a proof that it cannot be solved.
    pub(super) fn estimate(&self, state: &State) -> Option<u32> {
        let (board, distances) = (self.board, &self.distances);
        match self.options.heuristic {
            PartHeuristic::Manhattan => Manhattan::new(board).estimate(state),
            PartHeuristic::Nearest => NearestGoals::new(board, distances).estimate(state),
            PartHeuristic::Partition => PerPartition::new(board, distances).estimate(state),
            PartHeuristic::Matching => {
                matching_bound(board, distances, state).map(|it| it.min(u64::from(u32::MAX)) as u32)
            }
            PartHeuristic::BlockList => {
                let apart = PerPartition::new(board, distances).estimate(state)?;
                // Boxes fill holes on the way, so the excess of a group must not be added to the
                // distances there.
                let is_added = self.needs_every_box && board.rules().goal() != GoalKind::Fill;
                let Some(blocks) = self.blocks.as_ref().filter(|_| is_added) else {
                    return Some(apart);
                };
                let is_dead = blocks.is_dead(&state.boxes, state.keeper);
                (!is_dead).then(|| apart + blocks.excess(&state.boxes, state.keeper))
            }
        }
    }

    /// The work to make a state and look at it once, in the units of the meter.
    pub(super) fn work_per_state(&self, state: &State) -> u64 {
        1 + state.boxes.len() as u64 + self.board.square_count() as u64 / SQUARES_PER_UNIT
    }

    /// The successors of a state: that of the stone pusher if it acts, otherwise one for each push.
    ///
    /// # Errors
    /// If `poll` says so.
    pub(super) fn expand(
        &self,
        state: &State,
        poll: &mut Poll<'_>,
    ) -> Result<Vec<Successor>, Stop> {
        if let Some(child) = self.push_stones(state, poll)? {
            return Ok(vec![child]);
        }
        let work = self.work_per_state(state);
        let walked = region(self.board, state);
        let mut children = Vec::new();
        for from in state.boxes.iter() {
            for &direction in self.board.rules().pushes().list() {
                let push = Push { from, direction };
                let behind = self.board.neighbour(from, direction.opposite());
                let is_reached = behind.is_some_and(|it| walked.contains(it));
                if is_reached && try_push(self.board, state, push).is_ok() {
                    poll(work, children.len())?;
                    children.push(self.child(state, push));
                }
            }
        }
        Ok(children)
    }

    fn child(&self, state: &State, push: Push) -> Successor {
        let mut after = state.clone();
        apply_push(self.board, &mut after, push);
        let to = self.board.neighbour(push.from, push.direction).expect("a legal push");
        let fate = match self.rejecting(&after, to) {
            Some(checker) => Err(Some(checker)),
            None => self.estimate(&after).ok_or(None),
        };
        let state = normalized(self.board, &after);
        Successor { state, pushes: vec![push], is_by_pusher: false, fate }
    }

    /// The checker that rejects a state after a box was pushed onto `pushed`.
    fn rejecting(&self, state: &State, pushed: Square) -> Option<Checker> {
        if !self.needs_every_box || !state.boxes.contains(pushed) {
            return None;
        }
        let rejects = |checker: Checker| match checker {
            Checker::Movable => {
                let is_home = self.board.goals().contains(pushed);
                !is_home && !movable(self.board, &state.boxes, &self.dead).contains(pushed)
            }
            Checker::Corridor => {
                closed_corridor_published(self.board, &self.dead, state, pushed).is_some()
            }
            Checker::BlockList => {
                { self.blocks.as_ref() }.is_some_and(|it| it.is_dead(&state.boxes, state.keeper))
            }
            Checker::SoundCorridor => {
                let (board, most) = (self.board, CORRIDOR_STATES_MAX);
                detect_corridor(board, &self.dead, state, pushed, most).is_some()
            }
        };
        let chosen = Checker::ALL.into_iter().filter(|&it| self.options.checkers.has(it));
        { chosen }.find(|&it| rejects(it))
    }

    /// The state after every box that can go straight to a sink has been pushed there.
    ///
    /// A box that goes there alone, each push bringing it nearer, takes no more pushes than in any
    /// solution. It vanishes, so the keeper can walk back and every square is at least as free as
    /// before: every solution of the rest still works.
    fn push_stones(&self, state: &State, poll: &mut Poll<'_>) -> Result<Option<Successor>, Stop> {
        let is_sink = self.board.rules().goal() == GoalKind::Sink;
        if self.options.stone_pusher == StonePusher::Off || !is_sink {
            return Ok(None);
        }
        let mut now = state.clone();
        let mut pushes = Vec::new();
        while let Some(way) = self.next_straight_way(&now, poll)? {
            for push in way {
                apply_push(self.board, &mut now, push);
                pushes.push(push);
            }
        }
        if pushes.is_empty() {
            return Ok(None);
        }
        let fate = self.estimate(&now).ok_or(None);
        let state = normalized(self.board, &now);
        Ok(Some(Successor { state, pushes, is_by_pusher: true, fate }))
    }

    /// The pushes of the first box that can go straight to a sink.
    fn next_straight_way(
        &self,
        state: &State,
        poll: &mut Poll<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        for from in state.boxes.iter() {
            let way = self.straight_way(state, from, poll)?;
            if way.is_some() {
                return Ok(way);
            }
        }
        Ok(None)
    }

    /// The pushes that bring the box on `from` to a sink, each of them nearer, while no other box
    /// moves.
    fn straight_way(
        &self,
        state: &State,
        from: Square,
        poll: &mut Poll<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        let work = self.work_per_state(state);
        let mut tried: Vec<(Square, Square)> = Vec::new();
        let mut pending = vec![(state.clone(), from, Vec::new())];
        while let Some((now, square, way)) = pending.pop() {
            poll(work, pending.len())?;
            let Some(left) = self.distances.nearest(square, now.keeper) else { return Ok(None) };
            let walked = region(self.board, &now);
            for &direction in self.board.rules().pushes().list() {
                let push = Push { from: square, direction };
                let behind = self.board.neighbour(square, direction.opposite());
                let is_reached = behind.is_some_and(|it| walked.contains(it));
                let Some(to) = self.board.neighbour(square, direction) else { continue };
                if !is_reached || try_push(self.board, &now, push).is_err() {
                    continue;
                }
                let way: Vec<Push> = way.iter().copied().chain([push]).collect();
                if self.board.goals().contains(to) {
                    return Ok(Some(way));
                }
                let is_nearer = self.distances.nearest(to, square).is_some_and(|it| it + 1 == left);
                if is_nearer && !tried.contains(&(to, square)) {
                    tried.push((to, square));
                    let mut after = now.clone();
                    apply_push(self.board, &mut after, push);
                    pending.push((after, to, way));
                }
            }
        }
        Ok(None)
    }
}
