//! A board as small tables, and positions on it, for the search that writes certificates.

use sokolab_core::{Board, Direction, Directions, GoalKind, Square, SquareSet, Squeezing, State};
use sokolab_proof::{Symmetries, aims};

use super::distances::Distances;

/// Stands for "no square".
pub(super) const NO_SQUARE: u16 = u16::MAX;

/// The index of the opposite direction.
pub(super) const fn back(way: usize) -> usize {
    Direction::ALL[way].opposite().index()
}

/// A board as tables by square.
#[derive(Debug)]
pub(super) struct ProofBoard<'a> {
    pub(super) board: &'a Board,
    pub(super) start: &'a State,
    pub(super) count: usize,
    near: Vec<[u16; 8]>,
    step_ways: usize,
    pub(super) push_ways: usize,
    is_squeezing: bool,
    is_door: Vec<bool>,
    pub(super) is_goal: Vec<bool>,
    pub(super) is_dead: Vec<bool>,
    is_dead_field: Vec<bool>,
    /// The squares of the aims, in ascending order.
    pub(super) aims: Vec<u16>,
    /// The number of the aim at each square.
    pub(super) aim_at: Vec<Option<u16>>,
    pub(super) goal_kind: GoalKind,
    /// The symmetries that move something, by number, with where each square goes.
    pub(super) symmetries: Vec<(u8, Vec<u16>)>,
    pub(super) distances: Distances,
}

impl<'a> ProofBoard<'a> {
    /// The tables of a level, still without distances.
    pub(super) fn new(
        board: &'a Board,
        start: &'a State,
        symmetries: &Symmetries,
    ) -> ProofBoard<'a> {
        let rules = board.rules();
        let squares = || board.squares();
        let index = |square: Option<Square>| square.map_or(NO_SQUARE, |it| it.index() as u16);
        let near = |square| Direction::ALL.map(|way| index(board.neighbour(square, way)));
        let flags = |set: &SquareSet| squares().map(|it| set.contains(it)).collect::<Vec<_>>();
        let aims: Vec<u16> = aims(board, start).iter().map(|it| it.index() as u16).collect();
        let mut aim_at = vec![None; board.square_count()];
        for (number, &aim) in aims.iter().enumerate() {
            aim_at[usize::from(aim)] = Some(number as u16);
        }
        let symmetry = |number: u8| {
            let to = symmetries.get(usize::from(number))?;
            Some((number, to.iter().map(|it| it.index() as u16).collect()))
        };
        let ways = |directions: Directions| directions.list().len();
        ProofBoard {
            board,
            start,
            count: board.square_count(),
            near: squares().map(near).collect(),
            step_ways: ways(rules.steps()),
            push_ways: ways(rules.pushes()),
            is_squeezing: rules.squeezing() == Squeezing::Allowed,
            is_door: flags(board.doors()),
            is_goal: flags(board.goals()),
            is_dead: Vec::new(),
            is_dead_field: flags(board.dead_fields()),
            aims,
            aim_at,
            goal_kind: rules.goal(),
            symmetries: (1..8).filter_map(symmetry).collect(),
            distances: Distances::default(),
        }
    }

    /// The same with the push distances of a lone box, and the dead squares.
    pub(super) fn with_distances(mut self, distances: Distances) -> ProofBoard<'a> {
        self.is_dead = (0..self.count as u16).map(|square| distances.is_dead(square)).collect();
        self.distances = distances;
        self
    }

    /// Whether a box vanishes on a square whatever has vanished there.
    pub(super) fn swallows(&self, square: u16) -> bool {
        self.goal_kind == GoalKind::Sink && self.is_goal[usize::from(square)]
    }

    /// The neighbour of a square; `NO_SQUARE` if it is a wall.
    #[inline]
    pub(super) fn beside(&self, square: u16, way: usize) -> u16 {
        self.near[usize::from(square)][way]
    }

    /// Whether steps and pushes are orthogonal and there are no holes.
    pub(super) fn is_classical(&self) -> bool {
        self.step_ways == 4 && self.push_ways == 4 && self.goal_kind != GoalKind::Fill
    }

    /// Where a push would move the box on `from` if there were no other, wherever the keeper is.
    #[inline]
    pub(super) fn landing(&self, from: u16, way: usize) -> Option<u16> {
        let to = self.beside(from, way);
        (to != NO_SQUARE && !self.is_dead_field[usize::from(to)]).then_some(to)
    }

    /// Where a push would move the box on `from`, if nothing is in the way, wherever the keeper is.
    #[inline]
    pub(super) fn push_target(&self, position: &Position, from: u16, way: usize) -> Option<u16> {
        self.landing(from, way).filter(|&to| !position.is_box[usize::from(to)])
    }

    /// The number of parts into which a box on `square` divides the squares around it, if another
    /// box is on `taken`. If it is 1, the box divides no region of the keeper.
    pub(super) fn parts_around(&self, square: u16, taken: u16) -> usize {
        let is_free = |way: usize| {
            let beside = self.beside(square, way);
            beside != NO_SQUARE && beside != taken
        };
        // Left, up, right and down, each with the diagonal between it and the next.
        let corners = [(0, 4, 1), (1, 5, 2), (2, 7, 3), (3, 6, 0)];
        let (mut squares, mut joints) = (0, 0);
        for (one, corner, two) in corners {
            squares += usize::from(is_free(one));
            let has_sides = is_free(one) && is_free(two);
            if self.step_ways == 4 {
                joints += usize::from(has_sides && is_free(corner));
            } else if is_free(corner) {
                squares += 1;
                joints += usize::from(is_free(one)) + usize::from(is_free(two));
            } else {
                joints += usize::from(has_sides && self.is_squeezing);
            }
        }
        // As many joints as squares are a ring.
        squares - joints.min(squares.saturating_sub(1))
    }

    /// The square that a step from `from` leads to; `None` if the keeper may not take it.
    #[inline]
    fn step(&self, position: &Position, from: u16, way: usize) -> Option<u16> {
        let to = self.beside(from, way);
        if to == NO_SQUARE || position.is_box[usize::from(to)] || position.is_hole[usize::from(to)]
        {
            return None;
        }
        if way >= 4 && !self.is_squeezing {
            let is_obstacle = |part: usize| {
                let beside = self.beside(from, part);
                beside == NO_SQUARE || position.is_box[usize::from(beside)]
            };
            let parts = Direction::ALL[way].parts().unwrap_or([Direction::Left; 2]);
            let is_tight = parts.into_iter().all(|part| is_obstacle(part.index()));
            if is_tight || self.is_door[usize::from(from)] || self.is_door[usize::from(to)] {
                return None;
            }
        }
        Some(to)
    }

    /// Whether a box may not be pushed onto a square, or is lost there.
    pub(super) fn loses(&self, square: u16) -> bool {
        self.is_dead[usize::from(square)] || self.is_dead_field[usize::from(square)]
    }

    pub(super) fn square(&self, square: u16) -> Square {
        self.board.square(usize::from(square))
    }

    pub(super) fn set(&self, squares: &[u16]) -> SquareSet {
        let mut set = self.board.no_squares();
        set.extend(squares.iter().map(|&it| self.square(it)));
        set
    }
}

/// For every square without a box, a square of its region that all of the region share; `NO_SQUARE`
/// for squares with a box.
pub(super) fn region_labels(
    ground: &ProofBoard<'_>,
    position: &mut Position,
    walk: &mut Walk,
) -> Vec<u16> {
    let mut labels = vec![NO_SQUARE; ground.count];
    for square in 0..ground.count as u16 {
        if labels[usize::from(square)] != NO_SQUARE || position.is_box[usize::from(square)] {
            continue;
        }
        position.keeper = square;
        walk.spread(ground, position);
        for &reached in walk.squares() {
            labels[usize::from(reached)] = square;
        }
    }
    labels
}

/// Boxes, open holes and keeper.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// In ascending order.
    pub(super) boxes: Vec<u16>,
    pub(super) is_box: Vec<bool>,
    /// The open holes.
    pub(super) is_hole: Vec<bool>,
    pub(super) keeper: u16,
}

impl Position {
    /// A position without boxes and holes.
    pub(super) fn empty(ground: &ProofBoard<'_>) -> Position {
        let none = || vec![false; ground.count];
        Position { boxes: Vec::new(), is_box: none(), is_hole: none(), keeper: 0 }
    }

    pub(super) fn of_state(ground: &ProofBoard<'_>, state: &State) -> Position {
        let mut position = Position::empty(ground);
        position.place(state.boxes.iter().map(|it| it.index() as u16));
        position.keeper = state.keeper.index() as u16;
        for square in ground.board.squares() {
            position.is_hole[square.index()] = state.is_open_hole(ground.board, square);
        }
        position
    }

    /// Replaces the boxes by those given, which must be in ascending order.
    pub(super) fn place(&mut self, boxes: impl Iterator<Item = u16>) {
        for &square in &self.boxes {
            self.is_box[usize::from(square)] = false;
        }
        self.boxes.clear();
        self.boxes.extend(boxes);
        for &square in &self.boxes {
            self.is_box[usize::from(square)] = true;
        }
    }

    /// Removes the box from a square.
    pub(super) fn remove(&mut self, square: u16) {
        self.boxes.retain(|&it| it != square);
        self.is_box[usize::from(square)] = false;
    }

    /// Puts a box on a square.
    pub(super) fn insert(&mut self, square: u16) {
        let index = self.boxes.partition_point(|&it| it < square);
        self.boxes.insert(index, square);
        self.is_box[usize::from(square)] = true;
    }
}

/// The keeper's region, with the number of steps to each square.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    mark: Vec<u32>,
    stamp: u32,
    steps: Vec<u32>,
    pending: Vec<u16>,
}

impl Walk {
    pub(super) fn new(ground: &ProofBoard<'_>) -> Walk {
        let steps = vec![0; ground.count];
        Walk { mark: vec![0; ground.count], stamp: 0, steps, pending: Vec::new() }
    }

    /// Computes the region and returns its lowest square.
    pub(super) fn spread(&mut self, ground: &ProofBoard<'_>, position: &Position) -> u16 {
        if self.stamp == u32::MAX {
            self.mark.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.pending.clear();
        self.pending.push(position.keeper);
        self.mark[usize::from(position.keeper)] = self.stamp;
        self.steps[usize::from(position.keeper)] = 0;
        let mut first = position.keeper;
        let mut next = 0;
        while let Some(&from) = self.pending.get(next) {
            next += 1;
            for way in 0..ground.step_ways {
                // Most neighbours are known already, and the rules of a step cost more than a look.
                let beside = ground.beside(from, way);
                if beside == NO_SQUARE || self.mark[usize::from(beside)] == self.stamp {
                    continue;
                }
                let Some(to) = ground.step(position, from, way) else { continue };
                self.mark[usize::from(to)] = self.stamp;
                self.steps[usize::from(to)] = self.steps[usize::from(from)] + 1;
                first = first.min(to);
                self.pending.push(to);
            }
        }
        first
    }

    #[inline]
    pub(super) fn reaches(&self, square: u16) -> bool {
        square != NO_SQUARE && self.mark[usize::from(square)] == self.stamp
    }

    /// The number of steps to a square of the region.
    pub(super) fn steps(&self, square: u16) -> u32 {
        self.steps[usize::from(square)]
    }

    /// The squares of the region, nearest first.
    pub(super) fn squares(&self) -> &[u16] {
        &self.pending
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, ProofBoard, Walk, region_labels};
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Rules, check};
    use sokolab_proof::Symmetries;

    #[test]
    fn a_box_that_parts_nothing_leaves_regions_as_they_are() {
        let mut found = 0;
        for rules in Rules::ALL {
            for level in random_levels(rules, 200) {
                let (board, start) = check(&level).expect("a playable level");
                let symmetries = Symmetries::new(&board, &start);
                let ground = ProofBoard::new(&board, &start, &symmetries);
                let mut position = Position::empty(&ground);
                let mut walk = Walk::new(&ground);
                for one in 0..ground.count as u16 {
                    position.place([one].into_iter());
                    let alone = region_labels(&ground, &mut position, &mut walk);
                    for two in (one + 1..ground.count as u16)
                        .filter(|&two| ground.parts_around(two, one) == 1)
                    {
                        position.place([one, two].into_iter());
                        let both = region_labels(&ground, &mut position, &mut walk);
                        let rest = || (0..ground.count).filter(|&it| !position.is_box[it]);
                        for (first, second) in rest().flat_map(|it| rest().map(move |to| (it, to)))
                        {
                            let is_joined = |labels: &[u16]| labels[first] == labels[second];
                            assert_eq!(is_joined(&both), is_joined(&alone), "{level:?}");
                        }
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 1_000, "{found}");
    }
}
