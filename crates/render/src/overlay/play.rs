//! Facts about a state: lost boxes, where the keeper can walk, and the paths of the pieces.

use sokolab_analysis::Analysis;
use sokolab_core::{
    Direction, Hindrance, Level, MoveKind, Moves, Rules, Session, Square, SquareSet,
    region as region_of,
};

use super::COLORS;
use crate::layer::{Depth, Edge, Layer, Pattern};

/// Dead squares below the pieces, and lost boxes above them.
#[must_use]
pub fn deadlock(facts: &Analysis) -> Vec<Layer> {
    let (board, rules) = (&facts.board, facts.board.rules());
    let mut below = Layer::new("Dead squares");
    let dead = below.swatch(&rules.translate("a box here is lost"), "#c0392b", Pattern::Rising);
    mark_all(&mut below, facts, &facts.locked.any, dead);
    let mut above = Layer::new(&rules.translate("Lost boxes"));
    above.depth = Depth::Top;
    let frozen = above.swatch("frozen", "#c0392b", Pattern::Crossed);
    let lost = above.swatch(&rules.translate("reaches no goal"), "#d55e00", Pattern::Falling);
    let group = above.swatch("lock each other", "#8e44ad", Pattern::Dotted);
    let mut seen = board.no_squares();
    // A frozen box on a goal is where it belongs.
    let is_home = |square: Square| {
        rules.goal() == sokolab_core::GoalKind::Keep && board.goals().contains(square)
    };
    let groups = facts.crate_locks.groups.iter().flat_map(|it| it.boxes.iter());
    let frozen_boxes = facts.frozen.iter().filter(|&it| !is_home(it)).map(|it| (it, frozen));
    let lost_boxes = facts.crate_locks.lost.iter().map(|it| (it, lost));
    for (square, swatch) in frozen_boxes.chain(lost_boxes).chain(groups.map(|it| (it, group))) {
        if facts.state.boxes.contains(square) && seen.insert(square) {
            above.mark(board.position(square), swatch);
        }
    }
    vec![below, above]
}

/// Where the keeper can walk.
#[must_use]
pub fn region(facts: &Analysis) -> Layer {
    let mut layer = Layer::new("Keeper");
    let reached = layer.swatch("can walk here", "#0072b2", Pattern::Plain);
    mark_all(&mut layer, facts, &region_of(&facts.board, &facts.state), reached);
    layer
}

/// The parts of the floor that boxes and open holes close off from the keeper, each with a letter.
#[must_use]
pub fn corrals(facts: &Analysis) -> Layer {
    let (board, state) = (&facts.board, &facts.state);
    let mut layer = Layer::new("Corrals");
    let mut seen = region_of(board, state);
    let is_barrier = |it: Square| state.boxes.contains(it) || state.is_open_hole(board, it);
    let mut count = 0;
    for start in board.squares().filter(|&it| !is_barrier(it)) {
        if seen.contains(start) {
            continue;
        }
        let letter = sokolab_core::column_name(count).to_uppercase();
        let pattern = Pattern::HATCHED[count % Pattern::HATCHED.len()];
        let swatch = layer.swatch(&letter, COLORS[count % COLORS.len()], pattern);
        layer.mark_text(board.position(start), swatch, letter);
        count += 1;
        seen.insert(start);
        let mut pending = vec![start];
        while let Some(from) = pending.pop() {
            for direction in Direction::ORTHOGONAL {
                let Some(to) = board.neighbour(from, direction) else { continue };
                if !is_barrier(to) && seen.insert(to) {
                    layer.mark(board.position(to), swatch);
                    pending.push(to);
                }
            }
        }
    }
    layer
}

fn mark_all(layer: &mut Layer, facts: &Analysis, squares: &SquareSet, swatch: usize) {
    for square in squares.iter() {
        layer.mark(facts.board.position(square), swatch);
    }
}

/// A place on a board: column and row.
type Position = (usize, usize);

/// The paths of keeper and boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    walks: Vec<(Position, Position)>,
    pushes: Vec<(Position, Position)>,
}

impl Trail {
    /// The paths of `moves` from the start of `level`. A level that cannot be played has none.
    ///
    /// # Errors
    /// The number of the first move, from 0, that cannot be made, and what hinders it. A level
    /// that cannot be played has no ways.
    pub fn new(level: &Level, moves: &Moves) -> Result<Trail, (usize, Hindrance)> {
        let mut trail = Trail::default();
        let Ok(mut session) = Session::new(level) else { return Ok(trail) };
        for (index, it) in moves.as_slice().iter().enumerate() {
            let from = session.state().keeper;
            let kind = session.play(it.direction).map_err(|why| (index, why))?;
            let (board, to) = (session.board(), session.state().keeper);
            trail.walks.push((board.position(from), board.position(to)));
            if kind == MoveKind::Push
                && let Some(beyond) = board.neighbour(to, it.direction)
            {
                trail.pushes.push((board.position(to), board.position(beyond)));
            }
        }
        for ways in [&mut trail.walks, &mut trail.pushes] {
            // A path to a place and back is one line.
            for way in ways.iter_mut() {
                *way = (way.0.min(way.1), way.0.max(way.1));
            }
            ways.sort_unstable();
            ways.dedup();
        }
        Ok(trail)
    }
}

/// The paths of the keeper and of the boxes.
#[must_use]
pub fn path(trail: &Trail, rules: Rules) -> Layer {
    let mut layer = Layer::new("Ways");
    let pushed = layer.swatch(&rules.translate("boxes"), "#d55e00", Pattern::Plain);
    let walked = layer.swatch("keeper", "#0072b2", Pattern::Dotted);
    let edge = |swatch| move |&(from, to): &(Position, Position)| Edge { from, to, swatch };
    layer.edges.extend(trail.pushes.iter().map(edge(pushed)));
    layer.edges.extend(trail.walks.iter().map(edge(walked)));
    layer
}

#[cfg(test)]
mod tests {
    use sokolab_analysis::analyse;
    use sokolab_analysis::locks::GroupLimits;
    use sokolab_core::parse_moves;
    use sokolab_core::testing::level;

    use super::{Trail, corrals, deadlock, path, region};
    use crate::layer::Layer;

    fn places(layer: &Layer) -> Vec<(usize, usize)> {
        let mut places: Vec<_> = layer.marks.iter().map(|it| (it.x, it.y)).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn region_and_corrals_share_the_floor_without_boxes() {
        let level = level(
            "
            #######
            #@$ . #
            #######",
        );
        let facts = analyse(&level, GroupLimits::QUICK).expect("a level");
        assert_eq!(places(&region(&facts)), [(1, 1)]);
        assert_eq!(places(&corrals(&facts)), [(3, 1), (4, 1), (5, 1)]);
    }

    #[test]
    fn a_box_in_a_corner_is_lost_and_one_on_a_goal_is_not() {
        let level = level(
            "
            #######
            #$@   #
            # $ .*#
            #######",
        );
        let facts = analyse(&level, GroupLimits::QUICK).expect("a level");
        let layers = deadlock(&facts);
        assert_eq!(places(&layers[1]), [(1, 1)]);
        assert!(places(&layers[0]).contains(&(5, 1)), "the corner is dead");
    }

    #[test]
    fn ways_are_lines_and_moves_that_do_not_fit_are_named() {
        let level = level("#######\n#@$ . #\n#######\n");
        let trail = Trail::new(&level, &parse_moves("RRl").expect("letters")).expect("they fit");
        let layer = path(&trail, level.rules);
        assert_eq!(layer.edges.len(), 4, "two pushes, two steps; the way back is the same line");
        let wrong = Trail::new(&level, &parse_moves("Ru").expect("letters"));
        assert_eq!(wrong.map_err(|it| it.0), Err(1));
    }
}
