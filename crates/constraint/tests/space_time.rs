//! The tile model is exact: every legal game is a tiling, compiled palettes lose nothing against
//! the full tile set, and no palette has more than 112 tiles.

use sokolab_constraint::space_time::SpaceTime;
use sokolab_constraint::tiles::{EMPTY, Piece, SuperTiles, TileClass, TileRules};
use sokolab_core::testing::{Chance, is_slow, position_in, random_levels};
use sokolab_core::{
    Board, Budget, Direction, Meter, Push, Rules, State, apply_push, check, try_push,
};
use sokolab_tiling::{Direction as Way, GridShape, Network, Problem, Rules as _, Tile};

/// The tiles that show a state; `None` if a box stands in a corner, since such tiles are left out.
fn plane(board: &Board, state: &State) -> Option<Vec<Tile>> {
    let mut space = SpaceTime::new(board, state, TileRules::Corrected, &board.no_squares());
    let problem = space.problem(1);
    let grid = problem.grid();
    (0..space.area()).map(|cell| grid.tile(cell)).collect()
}

/// The state after a move, if the rules allow it.
fn after(board: &Board, state: &State, direction: Direction) -> Option<State> {
    let to = board.neighbour(state.keeper, direction)?;
    let mut after = state.clone();
    if state.boxes.contains(to) {
        let push = Push { from: to, direction };
        try_push(board, state, push).ok()?;
        apply_push(board, &mut after, push);
    } else {
        after.keeper = to;
    }
    Some(after)
}

#[test]
fn every_random_play_keeps_every_rule() {
    let tiles = SuperTiles::with(TileRules::Corrected);
    let mut chance = Chance::new(11);
    let mut moves = 0;
    for level in random_levels(Rules::OFFICIAL, 40) {
        let (board, mut state) = check(&level).expect("playable");
        let space = SpaceTime::new(&board, &state, TileRules::Corrected, &board.no_squares());
        let shape = GridShape::new(&[space.size().0, space.size().1]).expect("small");
        let mut before = plane(&board, &state);
        for _ in 0..10 {
            let way = Direction::ORTHOGONAL[chance.below(4)];
            let Some(next) = self::after(&board, &state, way) else { continue };
            state = next;
            let after = plane(&board, &state);
            if let (Some(before), Some(after)) = (&before, &after) {
                moves += 1;
                for cell in 0..shape.cells() {
                    assert!(tiles.successors(before[cell]).contains(&after[cell]));
                    for way in Way::all(2) {
                        let beside = shape.neighbour(cell, way);
                        assert!(beside.is_none_or(|it| tiles.allows(after[cell], after[it], way)));
                    }
                }
            }
            before = after;
        }
    }
    assert!(moves > 50, "{moves} moves");
}

#[test]
fn no_cell_knows_more_than_112_tiles_and_an_open_one_knows_as_many() {
    let open = "
        #######
        #@    #
        #   $ #
        #   . #
        #     #
        #######";
    let (board, start) = position_in(open, Rules::OFFICIAL);
    let space = SpaceTime::new(&board, &start, TileRules::Corrected, &board.no_squares());
    assert_eq!(space.palette_sizes().max(), Some(112));
}

/// The level set up as in the notes, with the same tiles in every cell: all of them with two walls
/// or more, as every cell of a corridor has; with `SOKO_SLOW`, all 9,370.
fn with_all_tiles(space: &mut SpaceTime<'_>, moves: usize) -> Problem {
    let tiles = space.tiles();
    let (width, height) = space.size();
    let compiled = space.problem(moves);
    let shape = GridShape::new(&[width, height, moves + 1]).expect("small");
    let has_walls = |tile: &Tile| {
        let pieces = tiles.cross(*tile).into_iter().flatten();
        *tile == EMPTY || pieces.filter(|piece| **piece == Piece::Wall).count() >= 2
    };
    let palette: Vec<Tile> =
        (0..tiles.tile_count() as Tile).filter(|tile| is_slow() || has_walls(tile)).collect();
    let cells = vec![0; shape.cells()];
    let mut problem = Problem::of(Network::new(tiles, shape, &[palette], cells));
    let first = compiled.grid();
    for cell in 0..compiled.network().shape().cells() {
        let pinned = first.tile(cell).filter(|_| cell < space.area());
        let is_last = cell >= moves * space.area();
        problem.retain(cell, |tile| {
            let class = tiles.class(tile);
            let is_over = class == Some(TileClass::Neutral) || class == Some(TileClass::Goal);
            tile != EMPTY
                && class != Some(TileClass::Trap)
                && pinned.is_none_or(|pinned| pinned == tile)
                && (!is_last || is_over)
        });
    }
    problem
}

#[test]
fn compiled_cells_come_to_rest_where_uncompiled_ones_do() {
    let corridor = "
        ######
        #@$ .#
        ######";
    let (board, start) = position_in(corridor, Rules::OFFICIAL);
    for (moves, is_solved) in [(1, false), (2, true), (3, false)] {
        let mut space = SpaceTime::new(&board, &start, TileRules::Corrected, &board.no_squares());
        let (compiled, whole) = (space.problem(moves), with_all_tiles(&mut space, moves));
        let (mut one, mut two) = (compiled.grid(), whole.grid());
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
        let rest = one.propagate(&mut [], &mut meter, &mut None).is_ok();
        assert_eq!(rest, two.propagate(&mut [], &mut meter, &mut None).is_ok(), "{moves}");
        if !rest {
            assert!(!is_solved, "{moves} moves");
            continue;
        }
        for cell in 0..compiled.network().shape().cells() {
            let (one, two): (Vec<Tile>, Vec<Tile>) =
                (one.tiles(cell).collect(), two.tiles(cell).collect());
            assert_eq!(one, two, "{moves} moves, cell {cell}");
        }
        if is_solved {
            let way = one.tiling().and_then(|tiling| space.moves_of(&tiling));
            assert_eq!(way.map(|way| way.to_string()).as_deref(), Some("RR"));
        }
    }
}
