//! The states and moves of a chamber, seen from its ports: boxes are bits of a word, and corridors
//! are places where boxes vanish and appear.
//!
//! Outside each port there is one place for the keeper; the places of different ports are connected
//! only through the chamber. [`BehindPort`] says what lies behind a port: an unknown rest of the
//! level, where boxes come and go; something that only takes boxes; nothing; or an [`Annex`],
//! another chamber reduced to the boxes it takes and returns.
//!
//! [`Parking`] says whether a doorway is a square on which boxes may stand or a part of the
//! corridor. Descriptions without parking are sound for proving that something can be done, those
//! with parking for proving that something must be done.

use sokolab_core::{Direction, GoalKind, Rules};

use crate::annex::Annex;
use crate::shape::{ChamberShape, PORTS_MAX};

/// Whether boxes may stand in doorways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parking {
    /// Doorways are corridor: a box that is pushed onto one is outside.
    Forbidden,
    /// Doorways are squares of the chamber, and every port has one.
    Allowed,
    /// Squares are as drawn, and boxes may stand on each of them.
    AsDrawn,
}

/// What lies behind a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BehindPort {
    /// Boxes may leave and enter in any order.
    Anything,
    /// Boxes may leave; none comes back.
    Taker,
    /// The keeper may walk there, but boxes cannot pass.
    Nothing,
    /// Another chamber, or a supply of boxes.
    Annex(Annex),
}

/// The event of a move, as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A box is pushed inside.
    Push,
    /// A box leaves by the port with this number.
    Leave(u8),
    /// A box enters by the port with this number, followed by the keeper.
    Enter(u8),
}

/// A state of a chamber: its boxes, the first square of the keeper's region, the goals filled, and
/// the nodes of the annexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChamberState {
    /// The squares with boxes.
    pub boxes: u64,
    /// Filled holes.
    pub filled: u64,
    /// The first place of the keeper's region; places outside are numbered after all squares.
    pub keeper: u8,
    /// For each port, the node of its annex.
    pub annexes: [u8; PORTS_MAX],
}

/// A port, with what the space needs to know about it.
#[derive(Clone, Debug)]
struct Gate {
    inner: usize,
    outside: usize,
    outward: Direction,
    beyond: BehindPort,
}

const NO_PLACE: u8 = u8::MAX;

/// The states and moves of one chamber.
#[derive(Clone, Debug)]
pub struct Space {
    shape: ChamberShape,
    /// The number here of each square of the given shape; `None` for squares that have become
    /// corridor.
    numbers: Vec<Option<usize>>,
    walk: Vec<u64>,
    next: Vec<[u8; 8]>,
    gates: Vec<Gate>,
    pushes: &'static [Direction],
    goal: GoalKind,
    /// The largest number of boxes of a state; moves to states with more are not listed.
    boxes_max: usize,
    /// Squares onto which no box is pushed.
    barred: u64,
}

impl Space {
    /// The space of `shape` with the same surroundings at each of its ports.
    #[must_use]
    pub fn with_all_ports(
        shape: &ChamberShape,
        rules: Rules,
        parking: Parking,
        beyond: BehindPort,
    ) -> Space {
        Space::new(shape, rules, parking, &vec![beyond; shape.ports().len()])
    }

    /// The space of `shape` with `beyond` behind its ports, in their order.
    ///
    /// # Panics
    ///
    /// If the numbers of surroundings and ports differ.
    #[must_use]
    pub fn new(
        shape: &ChamberShape,
        rules: Rules,
        parking: Parking,
        beyond: &[BehindPort],
    ) -> Space {
        assert_eq!(shape.ports().len(), beyond.len(), "one for each port");
        let (shape, numbers) = match parking {
            Parking::Allowed => shape.with_doorways(),
            Parking::Forbidden => shape.without_doorways(),
            Parking::AsDrawn => (shape.clone(), (0..shape.area()).map(Some).collect()),
        };
        let count = shape.area();
        let mut places: Vec<(i32, i32)> =
            shape.squares().iter().map(|&(x, y)| (x as i32, y as i32)).collect();
        let mut gates: Vec<Gate> = Vec::new();
        for (port, beyond) in shape.ports().iter().zip(beyond) {
            let inner = shape.square_at(port.inner).expect("a port is at a square");
            let outside = places.len();
            places.push(port.outer());
            gates.push(Gate { inner, outside, outward: port.outward, beyond: beyond.clone() });
        }
        // From a corridor, the keeper reaches only its own port and, diagonally, the squares beside
        // that port.
        let is_near = |outside: usize, square: usize| {
            let (inner, place) = (places[gates[outside - count].inner], places[square]);
            (inner.0 - place.0).abs().max((inner.1 - place.1).abs()) <= 1
        };
        let neighbour = |from: usize, direction: Direction| {
            let (x, y) = places[from];
            let place = (x + direction.dx(), y + direction.dy());
            let found = places.iter().position(|&it| it == place);
            found.filter(|&to| match (from < count, to < count) {
                (true, true) => true,
                (true, false) => is_near(to, from),
                (false, true) => is_near(from, to),
                (false, false) => false,
            })
        };
        let next = (0..places.len()).map(|from| {
            Direction::ALL.map(|it| neighbour(from, it).map_or(NO_PLACE, |to| to as u8))
        });
        let next: Vec<[u8; 8]> = next.collect();
        // Without squeezing, a diagonal step leads only where two orthogonal steps lead as well.
        let steps = rules.pushes().list();
        let walk = next.iter().map(|next| {
            let ways = steps.iter().map(|it| next[it.index()]).filter(|&it| it != NO_PLACE);
            ways.fold(0, |set, it| set | 1u64 << it)
        });
        let walk = walk.collect();
        let pushes = rules.pushes().list();
        let goal = rules.goal();
        Space { shape, numbers, walk, next, gates, pushes, goal, boxes_max: count, barred: 0 }
    }

    /// The same space with at most `boxes_max` boxes inside.
    #[must_use]
    pub fn with_boxes_max(mut self, boxes_max: usize) -> Space {
        self.boxes_max = boxes_max;
        self
    }

    /// The same space, with the squares of `barred` forbidden for boxes.
    #[must_use]
    pub fn with_barred(mut self, barred: u64) -> Space {
        self.barred = barred;
        self
    }

    /// The shape as it is played, with or without doorways.
    #[must_use]
    pub const fn shape(&self) -> &ChamberShape {
        &self.shape
    }

    /// A set of squares of the given shape in the numbering of the space. Doorways that are
    /// corridor are left out.
    #[must_use]
    pub fn played(&self, given: u64) -> u64 {
        let chosen = self.numbers.iter().enumerate().filter(|(it, _)| given >> it & 1 == 1);
        chosen.filter_map(|(_, &number)| number).fold(0, |set, it| set | 1 << it)
    }

    /// A set of squares in the numbering of the given shape. Doorways that the given shape does not
    /// have are left out.
    #[must_use]
    pub fn given(&self, played: u64) -> u64 {
        let is_chosen = |number: Option<usize>| number.is_some_and(|it| played >> it & 1 == 1);
        let chosen = self.numbers.iter().enumerate().filter(|(_, it)| is_chosen(**it));
        chosen.fold(0, |set, (it, _)| set | 1 << it)
    }

    /// The keeper's place outside the port with this number.
    #[must_use]
    pub fn outside(&self, port: usize) -> usize {
        self.gates[port].outside
    }

    /// The state with these boxes and the keeper at `keeper`, with all holes open and every annex
    /// in its initial state.
    #[must_use]
    pub fn state(&self, boxes: u64, keeper: usize) -> ChamberState {
        let mut annexes = [0; PORTS_MAX];
        for (annex, gate) in annexes.iter_mut().zip(&self.gates) {
            if let BehindPort::Annex(it) = &gate.beyond {
                *annex = it.start();
            }
        }
        let state = ChamberState { boxes, filled: 0, keeper: keeper as u8, annexes };
        self.normalized(state)
    }

    /// The state without boxes and with the keeper outside the first port.
    #[must_use]
    pub fn empty(&self) -> ChamberState {
        self.state(0, self.outside(0))
    }

    /// The places the keeper can walk to.
    #[must_use]
    pub fn region(&self, state: &ChamberState) -> u64 {
        let mut blocked = state.boxes;
        if self.goal == GoalKind::Fill {
            blocked |= self.shape.goals() & !state.filled;
        }
        let mut region = 1u64 << state.keeper;
        let mut pending = region;
        while pending != 0 {
            let place = pending.trailing_zeros() as usize;
            let fresh = self.walk[place] & !blocked & !region;
            region |= fresh;
            pending = (pending & (pending - 1)) | fresh;
        }
        region
    }

    /// The state with the keeper on the first place of its region.
    #[must_use]
    pub fn normalized(&self, mut state: ChamberState) -> ChamberState {
        state.keeper = self.region(&state).trailing_zeros() as u8;
        state
    }

    /// Whether the keeper, in a state with this region, can be outside the port with this number.
    #[must_use]
    pub fn is_outside(&self, region: u64, port: usize) -> bool {
        region >> self.gates[port].outside & 1 == 1
    }

    /// Whether the keeper, in a state with this region, can be outside a port that boxes can pass.
    #[must_use]
    pub fn is_outside_open_port(&self, state: &ChamberState) -> bool {
        let region = self.region(state);
        let is_open = |gate: &&Gate| gate.beyond != BehindPort::Nothing;
        self.gates.iter().filter(is_open).any(|gate| region >> gate.outside & 1 == 1)
    }

    /// Whether the square at the port with this number has no box.
    #[must_use]
    pub fn is_free_at(&self, state: &ChamberState, port: usize) -> bool {
        state.boxes >> self.gates[port].inner & 1 == 0
    }

    /// Whether the keeper can walk from each port to every other one.
    #[must_use]
    pub fn is_passable(&self, state: &ChamberState) -> bool {
        let region = self.region(state);
        (0..self.gates.len()).all(|port| self.is_outside(region, port))
    }

    /// Whether every annex has returned all its boxes.
    #[must_use]
    pub fn annexes_are_empty(&self, state: &ChamberState) -> bool {
        self.gates.iter().zip(state.annexes).all(|(gate, node)| match &gate.beyond {
            BehindPort::Annex(annex) => annex.is_empty(node),
            _ => true,
        })
    }

    /// The moves from `state`: each event, and the normalised state after it.
    pub fn successors(&self, state: &ChamberState, each: &mut dyn FnMut(Event, ChamberState)) {
        let region = self.region(state);
        let mut boxes = state.boxes;
        while boxes != 0 {
            let square = boxes.trailing_zeros() as usize;
            boxes &= boxes - 1;
            for direction in self.pushes {
                let behind = self.next[square][direction.opposite().index()];
                let ahead = self.next[square][direction.index()];
                if behind == NO_PLACE || ahead == NO_PLACE || region >> behind & 1 == 0 {
                    continue;
                }
                self.push(state, square, usize::from(ahead), *direction, each);
            }
        }
        for port in 0..self.gates.len() {
            if self.is_outside(region, port) {
                self.enter(state, port, each);
            }
        }
    }

    fn push(
        &self,
        state: &ChamberState,
        square: usize,
        ahead: usize,
        direction: Direction,
        each: &mut dyn FnMut(Event, ChamberState),
    ) {
        let mut after = *state;
        after.boxes &= !(1 << square);
        after.keeper = square as u8;
        if ahead >= self.shape.area() {
            let port = ahead - self.shape.area();
            // A box can be pushed on around the corner only if the keeper can step behind it.
            let is_round = direction != self.gates[port].outward;
            if is_round && after.boxes >> self.gates[port].inner & 1 == 1 {
                return;
            }
            self.leave(after, port, each);
            return;
        }
        if after.boxes >> ahead & 1 == 1 || self.barred >> ahead & 1 == 1 {
            return;
        }
        self.place(&mut after, ahead);
        each(Event::Push, self.normalized(after));
    }

    /// Places a box, which may fill a hole.
    fn place(&self, state: &mut ChamberState, square: usize) {
        let is_goal = self.shape.goals() >> square & 1 == 1;
        match self.goal {
            GoalKind::Fill if is_goal && state.filled >> square & 1 == 0 => {
                state.filled |= 1 << square;
            }
            GoalKind::Sink if is_goal => {}
            _ => state.boxes |= 1 << square,
        }
    }

    fn leave(&self, after: ChamberState, port: usize, each: &mut dyn FnMut(Event, ChamberState)) {
        let event = Event::Leave(port as u8);
        match &self.gates[port].beyond {
            BehindPort::Nothing => {}
            BehindPort::Anything | BehindPort::Taker => each(event, self.normalized(after)),
            BehindPort::Annex(annex) => {
                for &node in annex.taking(after.annexes[port]) {
                    let mut after = after;
                    after.annexes[port] = node;
                    each(event, self.normalized(after));
                }
            }
        }
    }

    fn enter(&self, state: &ChamberState, port: usize, each: &mut dyn FnMut(Event, ChamberState)) {
        let gate = &self.gates[port];
        let has_room = (state.boxes.count_ones() as usize) < self.boxes_max;
        if !has_room || (state.boxes | self.barred) >> gate.inner & 1 == 1 {
            return;
        }
        let mut after = *state;
        self.place(&mut after, gate.inner);
        after.keeper = gate.outside as u8;
        let event = Event::Enter(port as u8);
        match &gate.beyond {
            BehindPort::Nothing | BehindPort::Taker => {}
            BehindPort::Anything => each(event, self.normalized(after)),
            BehindPort::Annex(annex) => {
                for &node in annex.giving(state.annexes[port]) {
                    let mut after = after;
                    after.annexes[port] = node;
                    each(event, self.normalized(after));
                }
            }
        }
    }

    /// The normalised states from which one move leads to `state`. Holes are not supported.
    pub fn predecessors(&self, state: &ChamberState, each: &mut dyn FnMut(ChamberState)) {
        let region = self.region(state);
        for square in (0..self.shape.area()).filter(|it| region >> it & 1 == 1) {
            for direction in self.pushes {
                let behind = self.next[square][direction.opposite().index()];
                let ahead = self.next[square][direction.index()];
                if behind == NO_PLACE || ahead == NO_PLACE || state.boxes >> behind & 1 == 1 {
                    continue;
                }
                let mut before = *state;
                before.boxes |= 1 << square;
                before.keeper = behind;
                if usize::from(ahead) >= self.shape.area() {
                    let port = usize::from(ahead) - self.shape.area();
                    self.unleave(before, port, *direction, each);
                } else if state.boxes >> ahead & 1 == 1 {
                    before.boxes &= !(1 << ahead);
                    each(self.normalized(before));
                }
            }
        }
        for port in 0..self.gates.len() {
            if self.is_outside(region, port) {
                self.unenter(state, port, each);
            }
        }
    }

    /// A box that has left is at the port again.
    fn unleave(
        &self,
        before: ChamberState,
        port: usize,
        direction: Direction,
        each: &mut dyn FnMut(ChamberState),
    ) {
        let gate = &self.gates[port];
        let is_round = direction != gate.outward;
        let is_hindered = is_round && before.boxes >> gate.inner & 1 == 1;
        if is_hindered || before.boxes.count_ones() as usize > self.boxes_max {
            return;
        }
        match &gate.beyond {
            BehindPort::Nothing => {}
            BehindPort::Anything | BehindPort::Taker => each(self.normalized(before)),
            BehindPort::Annex(annex) => {
                for node in annex.before_taking(before.annexes[port]) {
                    let mut before = before;
                    before.annexes[port] = node;
                    each(self.normalized(before));
                }
            }
        }
    }

    /// The box at the port, with the keeper behind it, has not entered yet.
    fn unenter(&self, state: &ChamberState, port: usize, each: &mut dyn FnMut(ChamberState)) {
        let gate = &self.gates[port];
        if state.boxes >> gate.inner & 1 == 0 {
            return;
        }
        let mut before = *state;
        before.boxes &= !(1 << gate.inner);
        before.keeper = gate.outside as u8;
        match &gate.beyond {
            BehindPort::Nothing | BehindPort::Taker => {}
            BehindPort::Anything => each(self.normalized(before)),
            BehindPort::Annex(annex) => {
                for node in annex.before_giving(before.annexes[port]) {
                    let mut before = before;
                    before.annexes[port] = node;
                    each(self.normalized(before));
                }
            }
        }
    }
}
