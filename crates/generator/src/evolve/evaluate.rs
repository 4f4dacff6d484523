//! From ground to level: boxes and keeper where they are farthest from a win.

use sokolab_analysis::{CanonicalForm, LevelId, Turn};
use sokolab_core::{
    Edge, GoalKind, Ground, Level, Occupant, Picture, Place, Rules, Solution, Square, check,
};
use sokolab_solver::field::{Field, words_needed};
use sokolab_solver::moves_of;

use super::genome::{Genome, Habitat};
use super::objective::Aim;
use crate::finish::{Frame, finish};
use crate::graph::{on_board, pull_closure};
use crate::rating::{Known, RatingLimits, RatingMeasures, Trace, rate_known};
use crate::recipe::KeepGoing;
use crate::settings::by_words;

/// How many of the farthest starts are compared by their lines.
const COMPARED_MAX: usize = 24;

/// A level that evolved.
#[derive(Clone, Debug)]
pub struct Evolved {
    pub(super) genome: Genome,
    /// The level.
    pub level: Level,
    /// A solution of it, proved by the referee.
    pub solution: Solution,
    /// Its measures, those that need all states apart.
    pub measures: RatingMeasures,
    /// What it has of each aim.
    pub values: Vec<i64>,
    /// Its name up to symmetry.
    pub id: LevelId,
    /// A name for the structure of its solution: which boxes are pushed which way in which order,
    /// up to symmetry.
    pub structure: u64,
    /// Which level of the run it was, counted from 1.
    pub index: u64,
    /// The line it comes from: levels with the same number have an ancestor in common.
    pub lineage: u64,
}

/// What a genome is judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement<'a> {
    pub(super) habitat: &'a Habitat,
    pub(super) rules: Rules,
    pub(super) boxes: usize,
    pub(super) nodes_max: usize,
    pub(super) aims: &'a [Aim],
}

/// Why nothing came of a genome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It gives no level.
    Barren,
    /// Somebody wanted to stop.
    Stopped,
}

impl Judgement<'_> {
    /// The hardest level on the ground of `genome`.
    pub(super) fn judge(
        &self,
        genome: Genome,
        (index, lineage): (u64, u64),
        keep_going: KeepGoing<'_>,
    ) -> Result<Evolved, Failure> {
        let (level, solution) = self.hardest(&genome, keep_going)?;
        let limits = RatingLimits::DEFAULT.without_states();
        let known = Known { solution, optimal: true, nodes: None };
        let rating = rate_known(&level, known, &limits, &mut |_| None);
        let rating = rating.map_err(|_| Failure::Barren)?;
        let id = CanonicalForm::of_level(&level).map_err(|_| Failure::Barren)?.id();
        let measures = rating.measures;
        Ok(Evolved {
            genome,
            structure: structure(&level, &rating.solution),
            solution: rating.solution,
            values: self.aims.iter().map(|aim| aim.value(&measures)).collect(),
            measures,
            level,
            id,
            index,
            lineage,
        })
    }

    fn hardest(
        &self,
        genome: &Genome,
        keep_going: KeepGoing<'_>,
    ) -> Result<(Level, Solution), Failure> {
        let width = self.habitat.template.width;
        let places = genome.places.iter().map(|&ground| Place::bare(ground)).collect();
        let mut picture = Picture::new(width, places, Edge::Solid);
        let is_floor = |place: &usize| genome.places[*place] == Ground::Floor;
        let keeper = (0..genome.places.len()).find(is_floor).ok_or(Failure::Barren)?;
        let (x, y) = (keeper % width, keeper / width);
        picture.put(x, y, Place::with_keeper(Ground::Floor));
        let bare = Level::from_picture(picture.clone(), self.rules);
        picture.put(x, y, Place::bare(Ground::Floor));
        let (board, _) = check(&bare).map_err(|_| Failure::Barren)?;
        by_words!(words_needed(&board), N => {
            let field = Field::<N>::new(&board);
            let closure = pull_closure(&field, self.boxes, self.nodes_max, keep_going);
            let closure = closure.ok_or(Failure::Stopped)?;
            let mut starts = (0..closure.len()).rev().filter(|&it| closure.is_start(it));
            let farthest = starts.next().ok_or(Failure::Barren)?;
            let distance = closure.distance(farthest);
            if distance == 0 {
                return Err(Failure::Barren);
            }
            let equal = starts.take_while(|&it| closure.distance(it) == distance);
            let lines = |number: &usize| {
                let pushes = closure.pushes_from(*number);
                let turns = pushes.windows(2).filter(|pair| {
                    pair[0].1 != pair[1].1
                        || field.go(pair[0].0, usize::from(pair[0].1)) != pair[1].0
                });
                turns.count()
            };
            let all = std::iter::once(farthest).chain(equal).take(COMPARED_MAX);
            let best = all.max_by_key(lines).ok_or(Failure::Barren)?;
            let (boxes, keeper) = (closure.boxes(best), closure.keeper(best));
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
            let level = Level::from_picture(picture, self.rules);
            let (start_board, start) = check(&level).map_err(|_| Failure::Barren)?;
            let pushes = on_board(&board, &field, &closure.pushes_from(best));
            let moves = moves_of(&start_board, &start, pushes);
            Ok(finish(&level, &moves, Frame::Tight))
        }, Failure::Barren)
    }
}

/// A name for the structure of a solution: the lines of boxes in the order of play, boxes named by
/// the order in which they are first pushed, the smallest of the eight ways to look at it.
fn structure(level: &Level, solution: &Solution) -> u64 {
    let Ok((board, start)) = check(level) else { return 0 };
    let trace = Trace::new(&board, &start, solution.moves());
    let mut names: Vec<usize> = Vec::new();
    let mut lines: Vec<(usize, sokolab_core::Direction)> = Vec::new();
    let mut last: Option<Square> = None;
    for push in &trace.pushes {
        let known = names.iter().position(|&it| it == push.box_index);
        let name = known.unwrap_or_else(|| {
            names.push(push.box_index);
            names.len() - 1
        });
        let goes_on = last == Some(push.from) && lines.last() == Some(&(name, push.direction));
        if !goes_on {
            lines.push((name, push.direction));
        }
        last = Some(push.to);
    }
    let seen = |turn: Turn| -> Vec<(usize, usize)> {
        lines.iter().map(|&(name, way)| (name, turn.direction(way).index())).collect()
    };
    let word = Turn::ALL.into_iter().map(seen).min().unwrap_or_default();
    let mix = |hash: u64, (name, way): (usize, usize)| {
        (hash ^ (name * 8 + way) as u64).wrapping_mul(0x0000_0100_0000_01B3)
    };
    word.into_iter().fold(0xCBF2_9CE4_8422_2325, mix)
}

/// How many goals a level with so many boxes has.
pub(super) fn goal_count(rules: Rules, boxes: usize) -> usize {
    match rules.goal() {
        GoalKind::Keep | GoalKind::Fill => boxes,
        GoalKind::Sink => 1 + boxes / 4,
    }
}
