//! From ground to level: finds goals, boxes and keeper with the longest solution.
//!
//! Pulls from the goals find the boxes that are farthest from them; pushes from those boxes find
//! squares that are farther still, and the goals move there. Every sweep can only lengthen the
//! solution, and a few of them find far more than random moves of goals.

use sokolab_core::{
    Board, Edge, GoalKind, Ground, Level, Occupant, Picture, Place, check, lay_out,
};
use sokolab_field::{Bits, Field, FieldPush, words_needed};
use sokolab_insight::Assessed;

use super::genome::Genome;
use super::judgement::{Failure, GenomeCriteria};
use crate::finish::{Frame, finish};
use crate::graph::{Closure, farthest_boxes, pull_closure};
use crate::recipe::KeepGoing;
use crate::settings::by_words;
use crate::winning_moves::WinningMoves;

/// Number of the farthest starts that are compared by their box lines.
const COMPARED_MAX: usize = 24;

/// Maximum number of times that goals move.
const SWEEPS_MAX: usize = 6;

/// The hardest level found on a ground.
pub(super) struct Hardest {
    /// The ground, with the final positions of the goals.
    pub(super) genome: Genome,
    pub(super) level: Level,
    pub(super) solution: Assessed,
}

impl GenomeCriteria<'_> {
    /// The hardest level on the ground of `genome`.
    pub(super) fn hardest(
        &self,
        genome: Genome,
        keep_going: KeepGoing<'_>,
    ) -> Result<Hardest, Failure> {
        let width = self.habitat.template.width;
        let places = genome.places.iter().map(|&ground| Place::bare(ground)).collect();
        let mut picture = Picture::new(width, places, Edge::Solid);
        let is_floor = |place: &usize| genome.places[*place] == Ground::Floor;
        let keeper = (0..genome.places.len()).find(is_floor).ok_or(Failure::Barren)?;
        picture.put(keeper % width, keeper / width, Place::with_keeper(Ground::Floor));
        let bare = Level::from_picture(picture, self.rules);
        let (board, _) = lay_out(&bare).map_err(|_| Failure::Barren)?;
        by_words!(words_needed(&board), N => {
            let mut field = Field::<N>::new(&board);
            let closure = self.sweep(&board, &mut field, keep_going)?;
            let start = most_lines(&field, &closure);
            let genome = self.with_goals(genome, &board, &field);
            let level = self.level(&genome, (&board, &field), &closure, start);
            let (start_board, state) = check(&level).map_err(|_| Failure::Barren)?;
            let pushes = closure.winning_from(&field, start);
            // Where the exit can be reached past an open hole, starts are not as far as they seem.
            if !pushes.is_fewest() {
                return Err(Failure::Barren);
            }
            let line = WinningMoves::from_graph((&board, &field), &pushes, (&start_board, &state));
            let (level, solution) = finish(&level, line, Frame::Tight);
            Ok(Hardest { genome, level, solution })
        }, Failure::Barren)
    }

    /// Moves the goals of `field` until the farthest start is no farther for it.
    fn sweep<const N: usize>(
        &self,
        board: &Board,
        field: &mut Field<N>,
        keep_going: KeepGoing<'_>,
    ) -> Result<Closure<N>, Failure> {
        let (fixed, free) = self.goal_places(board, field);
        let can_move = field.goal_kind() == GoalKind::Keep && fixed != field.goals;
        for sweep in 0.. {
            let closure = pull_closure(field, self.boxes, self.nodes_max, keep_going);
            let closure = closure.ok_or(Failure::Stopped)?;
            let farthest = closure.farthest_starts().next().ok_or(Failure::Barren)?;
            let distance = closure.distance(farthest);
            if distance == 0 {
                return Err(Failure::Barren);
            }
            if !can_move || distance < self.sweep_from || sweep == SWEEPS_MAX {
                return Ok(closure);
            }
            let may_end = |it: &Bits<N>| fixed.is_subset(it) && it.is_subset(&(fixed | free));
            let found = farthest_boxes(field, &closure, farthest, may_end, keep_going);
            match found.ok_or(Failure::Stopped)? {
                (there, goals) if there > distance => field.goals = goals,
                _ => return Ok(closure),
            }
        }
        Err(Failure::Barren)
    }

    /// The goals that are fixed, and the places where others may go.
    fn goal_places<const N: usize>(&self, board: &Board, field: &Field<N>) -> (Bits<N>, Bits<N>) {
        let places = &self.habitat.template.places;
        let with = |wanted: Option<Ground>| {
            let squares = board.squares();
            let fits = squares.filter(|&it| places[self.place_of(board.position(it))] == wanted);
            fits.map(|it| field.place(it)).collect::<Bits<N>>()
        };
        (with(Some(Ground::Goal)), with(None))
    }

    fn place_of(&self, (x, y): (usize, usize)) -> usize {
        y * self.habitat.template.width + x
    }

    /// The genome with the goals of `field`.
    fn with_goals<const N: usize>(
        &self,
        mut genome: Genome,
        board: &Board,
        field: &Field<N>,
    ) -> Genome {
        for square in board.squares() {
            let ground = &mut genome.places[self.place_of(board.position(square))];
            if field.goals.contains(field.place(square)) {
                *ground = Ground::Goal;
            } else if *ground == Ground::Goal {
                *ground = Ground::Floor;
            }
        }
        genome
    }

    /// The level that begins with a state.
    fn level<const N: usize>(
        &self,
        genome: &Genome,
        (board, field): (&Board, &Field<N>),
        closure: &Closure<N>,
        start: usize,
    ) -> Level {
        let (boxes, keeper) = (closure.boxes(start), closure.keeper(start));
        let places = genome.places.iter().map(|&ground| Place::bare(ground)).collect();
        let mut picture = Picture::new(self.habitat.template.width, places, Edge::Solid);
        for square in board.squares() {
            let (x, y) = board.position(square);
            let place = field.place(square);
            let occupant = if boxes.contains(place) {
                Occupant::Box
            } else if place == keeper {
                Occupant::Keeper
            } else {
                continue;
            };
            picture.put(x, y, Place { occupant, ..picture.at(x, y) });
        }
        Level::from_picture(picture, self.rules)
    }
}

/// The one of the farthest starts whose solution has the most box lines.
fn most_lines<const N: usize>(field: &Field<N>, closure: &Closure<N>) -> usize {
    let lines = |number: &usize| {
        let pushes = closure.pushes_from(*number);
        let is_turn = |pair: &&[FieldPush]| {
            let (one, two) = (pair[0], pair[1]);
            one.way != two.way || field.go(one.from, one.way) != two.from
        };
        pushes.windows(2).filter(is_turn).count()
    };
    closure.farthest_starts().take(COMPARED_MAX).max_by_key(lines).unwrap_or(0)
}
