//! Locked squares, by three definitions for a lone box.
//!
//! * `any`: wherever the keeper is, a box here reaches no wanted square. A proof.
//! * `storage`: no box from the starts can be brought here and then to a wanted square. A proof
//!   about those boxes.
//! * `visit`: what the `NetHack` 4 document draws as `8`. The keeper arrives from outside and finds
//!   a box here. Not a proof in a level, where the keeper may have come another way.
//!
//! All three come from one backward search from the wanted squares and one forward search from the
//! starts, over every square and every side of a box on it; under `Fill`, with one more search for
//! each hole, as for push distances.

use sokolab_core::{Direction, GoalKind, Square, SquareSet};

use super::LockSetting;
use crate::lone_box::{LoneBox, NEVER};
use crate::sides::{Barred, Sides};

/// The locked squares of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedSquares {
    /// Locked wherever the keeper is.
    pub any: SquareSet,
    /// Locked for boxes from the starts of the setting.
    pub storage: SquareSet,
    /// Locked for a keeper that arrives from outside.
    pub visit: SquareSet,
}

/// The locked squares of `setting`. Corridor squares and closed squares are in none of the sets.
#[must_use]
pub fn locked_squares(setting: &LockSetting<'_>) -> LockedSquares {
    let sides = Sides::walking(setting.board, &Barred::walls(setting.walls.clone()));
    let rescued = rescued_nodes(setting, &sides);
    let reached = reached_nodes(setting, &sides);
    let wanted = setting.wanted();
    let mut locked = LockedSquares {
        any: setting.board.no_squares(),
        storage: setting.board.no_squares(),
        visit: locked_on_visit(setting, &sides, &rescued),
    };
    for square in setting.floor().iter() {
        let mut nodes = sides.nodes(square);
        if !wanted.contains(square) && !nodes.clone().any(|node| rescued[node]) {
            locked.any.insert(square);
        }
        if !nodes.any(|node| rescued[node] && reached[node]) {
            locked.storage.insert(square);
        }
    }
    locked
}

/// For every node, whether pushes can bring its box to a wanted square.
fn rescued_nodes(setting: &LockSetting<'_>, sides: &Sides) -> Vec<bool> {
    let board = setting.board;
    let sinks = setting.sinks();
    let lone_box = LoneBox { board, sides, walls: &setting.walls, sinks: &sinks };
    let is_fill = board.rules().goal() == GoalKind::Fill;
    let ends = if is_fill { setting.corridor.clone() } else { setting.wanted() };
    let pushes = lone_box.pushes_to(ends.iter());
    let mut rescued: Vec<bool> = pushes.into_iter().map(|count| count != NEVER).collect();
    if !is_fill {
        return rescued;
    }
    for hole in setting.wanted().difference(&setting.corridor).iter() {
        let mut barred = Barred::walls(setting.walls.clone());
        barred.holes.insert(hole);
        let finer = Sides::walking(board, &barred);
        let pushes = LoneBox { sides: &finer, ..lone_box.clone() }.pushes_to([hole]);
        for node in sides.nodes(hole) {
            rescued[node] = true;
        }
        // Every side from which a push is possible has a square next to the box.
        for square in board.squares() {
            for &direction in board.rules().pushes().list() {
                if let Some(keeper) = board.neighbour(square, direction)
                    && let Some(node) = finer.node(square, keeper)
                    && pushes[node] != NEVER
                    && let Some(coarse) = sides.node(square, keeper)
                {
                    rescued[coarse] = true;
                }
            }
        }
    }
    rescued
}

/// For every node, whether a box from one of the starts can reach it.
fn reached_nodes(setting: &LockSetting<'_>, sides: &Sides) -> Vec<bool> {
    let sinks = setting.sinks();
    let lone_box = LoneBox { board: setting.board, sides, walls: &setting.walls, sinks: &sinks };
    let pushes = lone_box.pushes_from(setting.starts.iter().copied());
    pushes.into_iter().map(|count| count != NEVER).collect()
}

fn locked_on_visit(setting: &LockSetting<'_>, sides: &Sides, rescued: &[bool]) -> SquareSet {
    let board = setting.board;
    let floor = setting.floor();
    let mut inner = floor.clone();
    for square in floor.iter().filter(|&it| setting.doorway(it).is_some()) {
        inner.remove(square);
    }
    let arrivals = sides.count_on_sides(board, &setting.arrivals);
    let inside = sides.count_on_sides(board, &inner);
    let wanted = setting.wanted();
    let mut locked = board.no_squares();
    for square in floor.difference(&wanted).iter() {
        let is_visited = |node: &usize| arrivals[*node] > 0 && inside[*node] > 0;
        let nodes = sides.nodes(square);
        // If the box itself seals the chamber, assume that the keeper may be inside.
        let seals = !nodes.clone().any(|node| is_visited(&node));
        if !nodes.filter(|node| seals || is_visited(node)).any(|node| rescued[node]) {
            locked.insert(square);
        }
    }
    let own = locked.clone();
    for square in floor.iter() {
        if let Some(outward) = setting.doorway(square) {
            match inner_neighbour(setting, square, outward) {
                Some(behind) if !own.contains(behind) => locked.remove(square),
                _ => locked.insert(square),
            };
        }
    }
    locked
}

/// The first square behind a doorway that is not itself a doorway.
fn inner_neighbour(
    setting: &LockSetting<'_>,
    doorway: Square,
    outward: Direction,
) -> Option<Square> {
    let inward = outward.opposite();
    let mut behind = setting.beside(doorway, inward)?;
    while setting.doorway(behind) == Some(outward) {
        behind = setting.beside(behind, inward)?;
    }
    Some(behind)
}

#[cfg(test)]
mod tests {
    use super::locked_squares;
    use crate::dead_squares::dead_squares;
    use crate::locks::LockSetting;
    use crate::push_distance::{KeeperWay, PushDistances};
    use crate::test_positions::small_worlds;
    use sokolab_core::reference::layers;
    use sokolab_core::testing::GroundTruth;
    use sokolab_core::{Board, GoalKind, Square, State, check, normalized};

    fn lone(board: &Board, square: Square, keeper: Square) -> State {
        let mut boxes = board.no_squares();
        boxes.insert(square);
        normalized(board, &State { boxes, filled: board.no_squares(), keeper })
    }

    #[test]
    fn squares_locked_for_any_keeper_are_the_dead_squares() {
        for world in small_worlds(13) {
            let (board, state) = check(&world.level).expect("worlds are playable");
            let locked = locked_squares(&LockSetting::of_level(&board, &state));
            let dead = dead_squares(&board, &PushDistances::new(&board, KeeperWay::Walking));
            assert_eq!(locked.any, dead);
            assert!(locked.any.is_subset(&locked.storage));
            assert!(locked.any.is_subset(&locked.visit));
        }
    }

    #[test]
    fn levels_are_locked_as_exhaustive_search_says() {
        for world in small_worlds(43).filter(|it| it.board.rules().goal() != GoalKind::Fill) {
            let (board, start) = check(&world.level).expect("worlds are playable");
            let truth = GroundTruth::of(&board, 1);
            let is_sink = board.rules().goal() == GoalKind::Sink;
            let may_hold = |it: &Square| !(is_sink && board.goals().contains(*it));
            for first in board.squares().filter(|it| *it != start.keeper).filter(may_hold) {
                let state = lone(&board, first, start.keeper);
                let setting =
                    LockSetting::of_level(&board, &State { keeper: start.keeper, ..state.clone() });
                let locked = locked_squares(&setting);
                let mut stored = board.no_squares();
                for layer in layers(&board, &state) {
                    let good = layer.iter().filter(|it| truth.fewest_pushes(it).is_some());
                    good.for_each(|it| stored.extend(it.boxes.iter()));
                }
                for square in board.squares().filter(|it| !board.goals().contains(*it)) {
                    assert_eq!(locked.storage.contains(square), !stored.contains(square));
                    if square != start.keeper {
                        let visited = truth.fewest_pushes(&lone(&board, square, start.keeper));
                        assert_eq!(locked.visit.contains(square), visited.is_none());
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_locked_for_any_keeper_is_locked_in_every_chamber() {
        for world in small_worlds(17) {
            let mut corridor = world.board.no_squares();
            corridor.insert(world.board.square(0));
            let locked = locked_squares(&LockSetting::of_chamber(&world.board, corridor));
            assert!(locked.any.is_subset(&locked.storage));
            assert!(locked.any.is_subset(&locked.visit));
        }
    }
}
