//! The board as a bitboard grid with a column of wall between any two rows.
//!
//! Every square has a place in the grid. The neighbour in a given direction is always the same
//! number of places away, so a set of squares moves by a shift and a single place by an addition.
//! The grid is cropped to the floor, and a column of wall separates consecutive rows, so that a
//! shift never carries floor from the end of one row into the next.

use std::sync::LazyLock;

use sokolab_core::{Board, Direction, Directions, GoalKind, Rules, Square, SquareSet, Squeezing};

use crate::bits::Bits;

/// The index of a square in the grid of a field.
pub type Place = u16;

/// Stands for "no place" in tables indexed by place.
pub const NOWHERE: Place = Place::MAX;

/// A push of one box by one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPush {
    /// The box's place before the push, which is the keeper's place after it.
    pub from: Place,
    /// The direction of the push.
    pub way: Direction,
}

/// What the keeper cannot enter, besides walls.
#[derive(Clone, Copy, Debug)]
pub struct Obstacles<'a, const N: usize> {
    /// The boxes.
    pub boxes: &'a Bits<N>,
    /// The open holes.
    pub holes: &'a Bits<N>,
}

/// Sweeps that the flood fill of a wide field may take before a place-by-place search replaces it.
const SWEEPS_MAX: usize = 48;

/// The packed form of a board that the searches run on. `N` is the number of words of its sets.
#[derive(Clone, Debug)]
pub struct Field<const N: usize> {
    /// The rule set of the board.
    pub rules: Rules,
    /// The distance from a place to the one below it.
    pub stride: usize,
    /// The wrapping difference between a place and its neighbour, by direction index.
    pub delta: [Place; 8],
    /// All floor squares.
    pub floor: Bits<N>,
    /// All goals; the rule set says whether they are plain goals, holes or sinks.
    pub goals: Bits<N>,
    /// Squares on which the keeper wins under NetHack rules.
    pub exits: Bits<N>,
    /// Doorways, which allow no diagonal steps.
    pub doors: Bits<N>,
    /// Floor onto which a box may be pushed: all but the dead fields drawn in the level.
    pub takes_box: Bits<N>,
    places: Vec<Place>,
    squares: Vec<Place>,
}

/// Whether a box cuts off part of a region, by the eight places around it; see [`detours`].
/// Computed once, because some callers build thousands of small fields.
static DETOURS: LazyLock<[bool; 256]> = LazyLock::new(detours);

/// The number of words that the grid of `board` takes.
pub fn words_needed(board: &Board) -> usize {
    let (_, width, height) = frame(board);
    ((width + 1) * (height + 2) + 1).div_ceil(64)
}

/// The top left corner, width and height of the smallest rectangle around the floor.
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

    /// The memory that its tables take, in bytes.
    pub fn bytes(&self) -> u64 {
        2 * (self.places.len() + self.squares.len()) as u64
    }

    /// The neighbour of `place` in direction `way`.
    #[inline]
    pub fn go(&self, place: Place, way: Direction) -> Place {
        place.wrapping_add(self.delta[way.index()])
    }

    /// The neighbour of `place` opposite to direction `way`.
    #[inline]
    pub fn back(&self, place: Place, way: Direction) -> Place {
        place.wrapping_sub(self.delta[way.index()])
    }

    /// The place of a square of the board.
    #[inline]
    pub fn place(&self, square: Square) -> Place {
        self.places[square.index()]
    }

    /// The index of the board's square at a floor place.
    #[inline]
    pub fn square_index(&self, place: Place) -> usize {
        usize::from(self.squares[usize::from(place)])
    }

    /// The places of a set of squares of the board.
    pub fn set(&self, squares: &SquareSet) -> Bits<N> {
        squares.iter().map(|it| self.place(it)).collect()
    }

    /// What a goal does to a box that is pushed onto it.
    pub fn goal_kind(&self) -> GoalKind {
        self.rules.goal()
    }

    /// The directions in which boxes may be pushed.
    #[inline]
    pub fn push_ways(&self) -> &'static [Direction] {
        self.rules.pushes().list()
    }

    /// The directions in which the keeper may step.
    #[inline]
    pub fn step_ways(&self) -> &'static [Direction] {
        self.rules.steps().list()
    }

    /// Whether steps and pushes are both orthogonal only.
    pub fn is_orthogonal(&self) -> bool {
        self.rules.steps() == Directions::Four && self.rules.pushes() == Directions::Four
    }

    /// The orthogonal neighbours of the places in a set. They may include walls and places of the
    /// set itself.
    #[inline]
    pub fn beside(&self, set: &Bits<N>) -> Bits<N> {
        set.up(1) | set.down(1) | set.up(self.stride) | set.down(self.stride)
    }

    /// The keeper's region: the places it can walk to from `keeper` without pushing, `keeper`
    /// included. Boxes and open holes block it.
    #[inline]
    pub fn region(&self, keeper: Place, boxes: &Bits<N>, holes: &Bits<N>) -> Bits<N> {
        let open = self.floor & !*boxes;
        self.spread(Bits::of(keeper), &(open & !*holes), &open)
    }

    /// The keeper's region after a push from `from` to `to`, computed from the region `before` the
    /// push. The obstacles are those after the push.
    #[inline]
    pub fn region_after(
        &self,
        before: &Bits<N>,
        Obstacles { boxes, holes }: Obstacles<'_, N>,
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
                // The pushed box cuts nothing off, so the old region is still reachable.
                seed |= *before;
            }
        }
        let free = open & !*holes;
        self.spread(seed & free, &free, &open)
    }

    /// Flood fill over keeper steps: all of `free` that is reachable from `seed`, a subset of
    /// `free`. Places in `open` but not in `free` are holes.
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

    /// Flood fill along rows and columns only.
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

    /// The places one diagonal step away from those of `from` that orthogonal steps do not already
    /// cover. `holes` are neither wall nor box, but the keeper cannot walk on them.
    ///
    /// Without squeezing, a diagonal step needs one of its two corners open. If the keeper can walk
    /// on that corner, two orthogonal steps lead to the same place, so only corners that are holes
    /// matter. Neither end of the step may be a doorway.
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

/// For each set of reachable places around a centre: whether its reachable orthogonal neighbours
/// are connected without the centre.
fn detours() -> [bool; 256] {
    // Ring order: left, up-left, up, up-right, right, down-right, down, down-left.
    const RING: [usize; 8] = [0, 4, 1, 5, 2, 7, 3, 6];
    let mut result = [false; 256];
    for (free, entry) in result.iter_mut().enumerate() {
        let is_free = |at: usize| free >> RING[at % 8] & 1 == 1;
        // Gaps split the ring into runs; count the runs that contain an orthogonal neighbour.
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
