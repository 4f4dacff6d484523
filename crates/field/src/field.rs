//! A board laid out for the inner loops: a grid with a wall between any two rows.
//!
//! Every square has a place in the grid. The neighbour in a direction is always the same number of
//! places away, so whole sets of squares move by a shift, and a single place by an addition. The
//! grid is cut to the floor; rows follow each other with one column of wall between them, so that
//! a shift never runs from the end of one row into the next.

use std::sync::LazyLock;

use sokolab_core::{Board, Direction, Directions, GoalKind, Rules, Square, SquareSet, Squeezing};

use crate::bits::Bits;

/// A square in the grid of a field.
pub type Place = u16;

/// No place.
pub const NOWHERE: Place = Place::MAX;

/// A push of one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPush {
    /// Where the box is before it, and the keeper afterwards.
    pub from: Place,
    /// Its direction.
    pub way: Direction,
}

/// Walks over all words of a wide field before its floor is walked place by place.
const SWEEPS_MAX: usize = 48;

/// The board as the searches see it.
#[derive(Clone, Debug)]
pub struct Field<const N: usize> {
    /// The rule set.
    pub rules: Rules,
    /// Places from one row to the next.
    pub stride: usize,
    /// What to add to a place, wrapping, to go in a direction.
    pub delta: [Place; 8],
    /// Where anything can stand.
    pub floor: Bits<N>,
    /// Goals: holes or sinks, as the rule set says.
    pub goals: Bits<N>,
    /// Exits.
    pub exits: Bits<N>,
    /// Doorways.
    pub doors: Bits<N>,
    /// Where a box may be pushed: floor without dead fields.
    pub takes_box: Bits<N>,
    places: Vec<Place>,
    squares: Vec<Place>,
}

/// Computed once: fields of small boards are made by the thousand.
static DETOURS: LazyLock<[bool; 256]> = LazyLock::new(detours);

/// How many words the grid of `board` takes.
pub fn words_needed(board: &Board) -> usize {
    let (_, width, height) = frame(board);
    ((width + 1) * (height + 2) + 1).div_ceil(64)
}

/// The corner and the size of the smallest rectangle around the floor.
fn frame(board: &Board) -> ((usize, usize), usize, usize) {
    let columns = || board.squares().map(|it| board.position(it).0);
    let rows = || board.squares().map(|it| board.position(it).1);
    let (left, top) = (columns().min().unwrap_or(0), rows().min().unwrap_or(0));
    let (right, bottom) = (columns().max().unwrap_or(0), rows().max().unwrap_or(0));
    ((left, top), right - left + 1, bottom - top + 1)
}

impl<const N: usize> Field<N> {
    /// Lays out a board that needs at most `N` words.
    ///
    /// # Panics
    /// If it needs more: see [`words_needed`].
    pub fn new(board: &Board) -> Field<N> {
        assert!(words_needed(board) <= N, "the grid fits the words");
        let ((left, top), width, _) = frame(board);
        let stride = width + 1;
        let mut squares = vec![NOWHERE; N * 64];
        let mut places = Vec::with_capacity(board.square_count());
        for square in board.squares() {
            let (x, y) = board.position(square);
            let place = (y - top + 1) * stride + (x - left) + 1;
            places.push(place as Place);
            squares[place] = square.index() as Place;
        }
        let delta = Direction::ALL.map(|it| (it.dx() + it.dy() * stride as i32) as Place);
        let set = |set: &SquareSet| set.iter().map(|it| places[it.index()]).collect::<Bits<N>>();
        let floor: Bits<N> = places.iter().copied().collect();
        Field {
            rules: board.rules(),
            stride,
            delta,
            floor,
            goals: set(board.goals()),
            exits: set(board.exits()),
            doors: set(board.doors()),
            takes_box: floor & !set(board.dead_fields()),
            places,
            squares,
        }
    }

    /// The bytes of its tables.
    pub fn bytes(&self) -> u64 {
        2 * (self.places.len() + self.squares.len()) as u64
    }

    /// The place beside `place` in the direction with this index.
    #[inline]
    pub fn go(&self, place: Place, way: Direction) -> Place {
        place.wrapping_add(self.delta[way.index()])
    }

    /// The place on the other side.
    #[inline]
    pub fn back(&self, place: Place, way: Direction) -> Place {
        place.wrapping_sub(self.delta[way.index()])
    }

    /// Where a square of the board lies.
    #[inline]
    pub fn place(&self, square: Square) -> Place {
        self.places[square.index()]
    }

    /// The index of the square of the board that lies at a place of the floor.
    #[inline]
    pub fn square_index(&self, place: Place) -> usize {
        usize::from(self.squares[usize::from(place)])
    }

    /// The places of a set of squares.
    pub fn set(&self, squares: &SquareSet) -> Bits<N> {
        squares.iter().map(|it| self.place(it)).collect()
    }

    /// What a goal does.
    pub fn goal_kind(&self) -> GoalKind {
        self.rules.goal()
    }

    /// The directions of pushes.
    #[inline]
    pub fn push_ways(&self) -> &'static [Direction] {
        self.rules.pushes().list()
    }

    /// The directions of steps.
    #[inline]
    pub fn step_ways(&self) -> &'static [Direction] {
        self.rules.steps().list()
    }

    /// Whether keeper and boxes go along rows and columns only.
    pub fn is_orthogonal(&self) -> bool {
        self.rules.steps() == Directions::Four && self.rules.pushes() == Directions::Four
    }

    /// The places beside those of a set, along rows and columns; walls and the set's own places
    /// may be among them.
    #[inline]
    pub fn beside(&self, set: &Bits<N>) -> Bits<N> {
        set.up(1) | set.down(1) | set.up(self.stride) | set.down(self.stride)
    }

    /// Where the keeper can walk from `keeper` without pushing, its own place included. Boxes and
    /// open holes are in the way.
    #[inline]
    pub fn region(&self, keeper: Place, boxes: &Bits<N>, holes: &Bits<N>) -> Bits<N> {
        let open = self.floor & !*boxes;
        self.spread(Bits::of(keeper), &(open & !*holes), &open)
    }

    /// Where the keeper can walk after a push from `from` to `to`, given where it could before.
    /// `boxes` and `holes` are those after the push.
    #[inline]
    pub fn region_after(
        &self,
        before: &Bits<N>,
        (boxes, holes): (&Bits<N>, &Bits<N>),
        from: Place,
        to: Place,
    ) -> Bits<N> {
        let open = self.floor & !*boxes;
        let mut seed = Bits::of(from);
        if self.is_orthogonal() {
            let stays = !before.contains(to) || !boxes.contains(to) || {
                let ring =
                    |way: Direction| usize::from(before.contains(self.go(to, way))) << way.index();
                DETOURS[Direction::ALL.into_iter().map(ring).sum::<usize>()]
            };
            if stays {
                // What was in reach still is: the box cuts nothing off.
                seed |= *before;
            }
        }
        let free = open & !*holes;
        self.spread(seed & free, &free, &open)
    }

    /// Everything that hangs together with `seed`, a part of it, on the floor `free`. What is
    /// `open` but not free are holes.
    #[inline]
    pub fn spread(&self, seed: Bits<N>, free: &Bits<N>, open: &Bits<N>) -> Bits<N> {
        debug_assert!(seed.is_subset(free));
        let mut reached = self.spread_straight(seed, free);
        if self.rules.steps() == Directions::Four {
            return reached;
        }
        let holes = *open & !*free;
        loop {
            let askew = self.diagonals(&reached, &holes) & *free;
            if askew.is_subset(&reached) {
                return reached;
            }
            reached = self.spread_straight(reached | askew, free);
        }
    }

    /// The same, along rows and columns only.
    #[inline]
    pub fn spread_straight(&self, seed: Bits<N>, free: &Bits<N>) -> Bits<N> {
        if self.stride < 64 {
            return seed.fill(free, self.stride);
        }
        let mut reached = seed & *free;
        if reached.fill_wide(free, self.stride, SWEEPS_MAX) {
            return reached;
        }
        let mut pending: Vec<Place> = reached.iter().collect();
        while let Some(place) = pending.pop() {
            for way in Direction::ORTHOGONAL {
                let beside = self.go(place, way);
                if free.contains(beside) && !reached.contains(beside) {
                    reached.insert(beside);
                    pending.push(beside);
                }
            }
        }
        reached
    }

    /// The places one diagonal step away from those of `from`, as far as no steps along rows and
    /// columns lead there. `holes` are neither wall nor box, but cannot be walked on.
    ///
    /// Without squeezing a diagonal needs one of its two corners open. A corner that can be walked
    /// on is a detour, so only holes count; and neither end may be a doorway.
    fn diagonals(&self, from: &Bits<N>, holes: &Bits<N>) -> Bits<N> {
        let stride = self.stride;
        if self.rules.squeezing() == Squeezing::Allowed {
            let rows = from.up(stride) | from.down(stride);
            return rows.up(1) | rows.down(1);
        }
        if holes.is_empty() {
            return Bits::EMPTY;
        }
        let start = *from & !self.doors;
        let sides = (start.down(1) | start.up(1)) & *holes;
        let ends = (start.down(stride) | start.up(stride)) & *holes;
        let through_sides = sides.up(stride) | sides.down(stride);
        let through_ends = ends.up(1) | ends.down(1);
        (through_sides | through_ends) & !self.doors
    }
}

/// For each choice of places around one that are in reach: whether those beside it, along rows and
/// columns, hang together without it.
fn detours() -> [bool; 256] {
    // Around the middle: left, up-left, up, up-right, right, down-right, down, down-left.
    const RING: [usize; 8] = [0, 4, 1, 5, 2, 7, 3, 6];
    let mut result = [false; 256];
    for (free, entry) in result.iter_mut().enumerate() {
        let is_free = |at: usize| free >> RING[at % 8] & 1 == 1;
        // The sides fall apart where the ring is broken: count the runs that hold a side.
        let is_side = |at: usize| at.is_multiple_of(2);
        let breaks = (0..8).filter(|&at| !is_free(at)).count();
        let mut runs = 0;
        for start in (0..8).filter(|&at| is_free(at) && !is_free(at + 7)) {
            let run = (start..start + 8).take_while(|&at| is_free(at));
            runs += usize::from(run.into_iter().any(is_side));
        }
        *entry = breaks == 0 || runs <= 1;
    }
    result
}
