//! What an action means: a step or push in a direction, or a push of a named box.

use sokolab::{
    Board, Direction, GoalKind, Push, SquareSet, State, apply_push, is_won, region, try_push,
    try_step, walk,
};

use super::rewards::Event;

/// What actions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actions {
    /// A direction: the keeper steps, or pushes the box in the way.
    Moves {
        /// How many directions there are.
        directions: usize,
    },
    /// A box by its place in the frame of observations, and a direction.
    Pushes {
        /// How many directions there are.
        directions: usize,
        /// Columns of the frame.
        width: usize,
        /// Rows of the frame.
        height: usize,
    },
}

impl Actions {
    /// How many actions there are.
    pub(crate) const fn count(self) -> usize {
        match self {
            Actions::Moves { directions } => directions,
            Actions::Pushes { directions, width, height } => directions * width * height,
        }
    }

    /// The direction of an action.
    #[inline]
    pub(crate) fn direction(self, action: usize) -> Direction {
        match self {
            Actions::Moves { .. } => Direction::ALL[action],
            Actions::Pushes { directions, .. } => Direction::ALL[action % directions],
        }
    }

    /// Column and row of the box that an action names; `None` if it names none.
    #[inline]
    pub(crate) fn place(self, action: usize) -> Option<(usize, usize)> {
        match self {
            Actions::Moves { .. } => None,
            Actions::Pushes { directions, width, .. } => {
                let place = action / directions;
                Some((place % width, place / width))
            }
        }
    }

    /// Plays an action below [`Actions::count`]. An illegal action changes nothing.
    #[inline]
    pub(crate) fn play(self, board: &Board, state: &mut State, action: usize) -> Event {
        match self {
            Actions::Moves { .. } => go(board, state, Direction::ALL[action]),
            Actions::Pushes { .. } => {
                let (place, direction) = (self.place(action), self.direction(action));
                let push = place.and_then(|place| push_at(board, state, place, direction));
                let event = push.and_then(|push| walk_and_push(board, state, push));
                leave(board, state, event.unwrap_or_default())
            }
        }
    }

    /// Marks legal actions with 1 and the others with 0.
    pub(crate) fn mask(self, board: &Board, state: &State, mask: &mut [i8]) {
        match self {
            Actions::Moves { .. } => {
                for (allowed, direction) in mask.iter_mut().zip(Direction::ALL) {
                    *allowed = i8::from(may_go(board, state, direction));
                }
            }
            Actions::Pushes { directions, width, .. } => {
                mask.fill(0);
                let reached = region(board, state);
                for from in state.boxes.iter() {
                    let (x, y) = board.position(from);
                    let first = (y * width + x) * directions;
                    for (at, &direction) in Direction::ALL[..directions].iter().enumerate() {
                        let is_allowed = stands_behind(board, &reached, Push { from, direction })
                            && try_push(board, state, Push { from, direction }).is_ok();
                        mask[first + at] = i8::from(is_allowed);
                    }
                }
            }
        }
    }
}

fn stands_behind(board: &Board, reached: &SquareSet, push: Push) -> bool {
    let behind = board.neighbour(push.from, push.direction.opposite());
    behind.is_some_and(|it| reached.contains(it))
}

fn push_at(
    board: &Board,
    state: &State,
    (x, y): (usize, usize),
    direction: Direction,
) -> Option<Push> {
    let from = board.square_at(x, y).filter(|_| y < board.height())?;
    let push = Push { from, direction };
    (state.boxes.contains(from) && try_push(board, state, push).is_ok()).then_some(push)
}

/// Walks behind the box of a push and makes the push; `None` if the keeper cannot get there.
fn walk_and_push(board: &Board, state: &mut State, push: Push) -> Option<Event> {
    let behind = board.neighbour(push.from, push.direction.opposite())?;
    let steps = walk(board, state, behind)?.len() as u32;
    Some(Event { moves: steps + 1, ..shove(board, state, push) })
}

/// Lets the keeper walk to an exit within its region. No action names this walk, because it has no
/// push.
fn leave(board: &Board, state: &mut State, event: Event) -> Event {
    let way = |exit| Some((exit, walk(board, state, exit)?));
    let found = if event.is_won { None } else { board.exits().iter().find_map(way) };
    let Some((exit, steps)) = found else { return event };
    state.keeper = exit;
    Event { moves: event.moves + steps.len() as u32, is_won: is_won(board, state), ..event }
}

#[inline]
fn may_go(board: &Board, state: &State, direction: Direction) -> bool {
    match board.neighbour(state.keeper, direction) {
        None => false,
        Some(from) if state.boxes.contains(from) => {
            try_push(board, state, Push { from, direction }).is_ok()
        }
        _ => try_step(board, state, state.keeper, direction).is_ok(),
    }
}

#[inline]
fn go(board: &Board, state: &mut State, direction: Direction) -> Event {
    let Some(beside) = board.neighbour(state.keeper, direction) else { return Event::default() };
    if state.boxes.contains(beside) {
        let push = Push { from: beside, direction };
        return match try_push(board, state, push) {
            Ok(_) => shove(board, state, push),
            Err(_) => Event::default(),
        };
    }
    match try_step(board, state, state.keeper, direction) {
        Ok(to) => {
            state.keeper = to;
            // A step wins only in a level with exits.
            let is_won = !board.exits().is_empty() && is_won(board, state);
            Event { moves: 1, is_won, ..Event::default() }
        }
        Err(_) => Event::default(),
    }
}

/// Carries out a legal push.
#[inline]
fn shove(board: &Board, state: &mut State, push: Push) -> Event {
    let to = board.neighbour(push.from, push.direction).expect("a legal push stays on the floor");
    let goals = board.goals();
    let gain = match board.rules().goal() {
        GoalKind::Keep => i32::from(goals.contains(to)) - i32::from(goals.contains(push.from)),
        GoalKind::Fill => i32::from(state.is_open_hole(board, to)),
        GoalKind::Sink => i32::from(goals.contains(to)),
    };
    apply_push(board, state, push);
    Event { moves: 1, pushes: 1, gain, is_won: is_won(board, state) }
}
