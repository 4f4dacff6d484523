//! Every resulting tiling satisfies all rules and restrictions, no solvable problem is refuted, and
//! equal seeds give equal runs. The tile sets are random.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sokolab_core::{Budget, Meter, Stop};
use sokolab_tiling::{
    Axis, Breakout, Choice, Contradiction, Direction, Event, GlobalRule, Grid, GridShape, Problem,
    PunchOut, Reason, Rules, Sweep, Tile, TileSet, TilingOutcome, Trace, break_out, punch_out,
};

/// A random tile set that allows `share` percent of pairs.
fn drawn(chance: &mut Pcg64Mcg, dimensions: usize, count: u32, share: u32) -> TileSet {
    let mut tiles = TileSet::new(dimensions);
    for tile in 0..count {
        tiles.add(&tile.to_string(), f64::from(1 + tile % 3));
    }
    for axis in 0..dimensions as u8 {
        for one in 0..count {
            for two in 0..count {
                if chance.random_range(0..100) < share {
                    tiles.allow(one, two, Axis::new(axis).forward());
                }
            }
        }
    }
    tiles
}

fn fits(tiles: &TileSet, shape: &GridShape, tiling: &[Tile]) -> bool {
    (0..shape.cells()).all(|cell| {
        Direction::all(shape.dimensions()).all(|way| {
            let beside = shape.neighbour(cell, way);
            beside.is_none_or(|beside| tiles.allows(tiling[cell], tiling[beside], way))
        })
    })
}

/// Whether there is any tiling, by exhaustive search cell by cell.
fn exists(tiles: &TileSet, shape: &GridShape, grid: &Grid<'_>, tiling: &mut Vec<Tile>) -> bool {
    let cell = tiling.len();
    if cell == shape.cells() {
        return true;
    }
    let candidates: Vec<Tile> = grid.tiles(cell).collect();
    candidates.into_iter().any(|tile| {
        let agrees = (0..shape.dimensions() as u8).all(|axis| {
            let way = Axis::new(axis).backward();
            let beside = shape.neighbour(cell, way);
            beside.is_none_or(|beside| tiles.allows(tile, tiling[beside], way))
        });
        tiling.push(tile);
        let found = agrees && exists(tiles, shape, grid, tiling);
        tiling.pop();
        found
    })
}

/// What is left when tiles without a supporting neighbour are removed one at a time.
fn slowly(tiles: &TileSet, problem: &Problem) -> Vec<Vec<Tile>> {
    let shape = problem.network().shape();
    let grid = problem.grid();
    let mut left: Vec<Vec<Tile>> = (0..shape.cells()).map(|it| grid.tiles(it).collect()).collect();
    loop {
        let before = left.clone();
        for cell in 0..shape.cells() {
            for way in Direction::all(shape.dimensions()) {
                let Some(beside) = shape.neighbour(cell, way) else { continue };
                let others = left[beside].clone();
                left[cell].retain(|&it| others.iter().any(|&other| tiles.allows(it, other, way)));
            }
        }
        if left == before {
            return left;
        }
    }
}

#[test]
fn propagation_leaves_what_the_slow_way_leaves() {
    let mut chance = Pcg64Mcg::seed_from_u64(1);
    let mut refuted = 0;
    for round in 0..300 {
        let dimensions = 1 + round % 3;
        let count = chance.random_range(2..80);
        let tiles = drawn(&mut chance, dimensions, count, 8);
        let shape = GridShape::new(&[4, 3, 2][..dimensions]).expect("small");
        let mut problem = Problem::new(&tiles, shape.clone());
        problem.pin(0, 1);
        problem.remove(shape.cells() - 1, 0);
        let slow = slowly(&tiles, &problem);
        let mut grid = problem.grid();
        if grid
            .propagate(&mut [], &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None), &mut None)
            .is_ok()
        {
            for (cell, expected) in slow.iter().enumerate() {
                assert_eq!(&grid.tiles(cell).collect::<Vec<_>>(), expected, "round {round}");
            }
        } else {
            refuted += 1;
            assert!(slow.iter().any(Vec::is_empty), "round {round}");
        }
    }
    assert!((30..270).contains(&refuted), "{refuted} of 300 refuted");
}

#[test]
fn breakouts_keep_every_rule_and_refute_nothing_that_exists() {
    let mut chance = Pcg64Mcg::seed_from_u64(2);
    let (mut tiled, mut refuted) = (0, 0);
    for round in 0..200 {
        let dimensions = 2 + round % 2;
        let tiles = drawn(&mut chance, dimensions, 6, 45);
        let shape = GridShape::new(&[4, 3, 2][..dimensions]).expect("small");
        let mut problem = Problem::new(&tiles, shape.clone());
        problem.pin(2, 3);
        problem.remove(5, 0);
        let how = Breakout {
            block: vec![round % 2; dimensions],
            soften: vec![1; dimensions],
            softenings_max: Some(20),
            choice: [
                Choice::LeastEntropy { noise: 0.1 },
                Choice::InOrder,
                Choice::Belief { rounds: 5 },
            ][round % 3],
            seed: round as u64,
            ..Breakout::new(dimensions)
        };
        let break_out_again = || {
            let mut observer = |_: &_| None;
            let mut meter = Meter::new(Budget::of_nodes(3_000), &mut observer);
            break_out(&problem, &how, &mut [], &mut meter, None)
        };
        let run = break_out_again();
        let exists = exists(&tiles, &shape, &problem.grid(), &mut Vec::new());
        match &run.outcome {
            TilingOutcome::Tiled(tiling) => {
                assert!(fits(&tiles, &shape, tiling), "round {round}");
                assert_eq!(tiling[2], 3);
                assert_ne!(tiling[5], 0);
                tiled += 1;
            }
            TilingOutcome::Refuted => {
                assert!(!exists, "round {round}");
                refuted += 1;
            }
            TilingOutcome::Stopped(stop) => assert_eq!((*stop, run.choices), (Stop::Nodes, 3_000)),
        }
        assert_eq!(break_out_again(), run, "equal seeds, equal runs");
    }
    assert!(tiled > 60 && refuted > 10, "{tiled} tiled, {refuted} refuted");
}

#[test]
fn punching_out_keeps_every_rule() {
    let mut chance = Pcg64Mcg::seed_from_u64(3);
    let mut tiled = 0;
    for round in 0..60 {
        let tiles = drawn(&mut chance, 2, 5, 55);
        let shape = GridShape::new(&[9, 7]).expect("small");
        let mut problem = Problem::new(&tiles, shape.clone());
        problem.pin(10, 3);
        let how = PunchOut {
            patch: vec![4, 3],
            sweep: [Sweep::Anywhere, Sweep::FromFirst, Sweep::FromLast][round % 3],
            breakout: Breakout { seed: round as u64, ..Breakout::new(2) },
            ..PunchOut::new(2)
        };
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::of_nodes(20_000), &mut observer);
        let run = punch_out(&problem, &how, &mut meter, None);
        assert_eq!(run.choices, meter.progress.nodes, "round {round}");
        if let TilingOutcome::Tiled(tiling) = &run.outcome {
            assert!(fits(&tiles, &shape, tiling), "round {round}");
            assert_eq!(tiling[10], 3);
            tiled += 1;
        }
        if run.outcome == TilingOutcome::Refuted {
            assert!(!exists(&tiles, &shape, &problem.grid(), &mut Vec::new()), "round {round}");
        }
    }
    assert!(tiled > 20, "{tiled} of 60");
}

#[test]
fn the_caller_stops_a_run() {
    let mut chance = Pcg64Mcg::seed_from_u64(4);
    let tiles = drawn(&mut chance, 2, 40, 70);
    let problem = Problem::new(&tiles, GridShape::new(&[60, 60]).expect("3,600 cells"));
    let mut questions = 0;
    let mut observer = |_: &_| {
        questions += 1;
        (questions == 3).then_some(Stop::Interrupted)
    };
    let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
    let run = break_out(&problem, &Breakout::new(2), &mut [], &mut meter, None);
    assert_eq!(run.outcome, TilingOutcome::Stopped(Stop::Interrupted));
    assert_eq!(questions, 3);
}

/// A rule that exactly one cell of the grid holds tile 0.
struct Single;

impl GlobalRule for Single {
    fn name(&self) -> &'static str {
        "single"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        _changed: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let cells = grid.network().shape().cells();
        let sure: Vec<usize> = (0..cells).filter(|&cell| grid.tile(cell) == Some(0)).collect();
        let maybe: Vec<usize> =
            (0..cells).filter(|&cell| grid.tiles(cell).any(|tile| tile == 0)).collect();
        if sure.len() > 1 || maybe.is_empty() {
            return Err(Contradiction { cell: None });
        }
        let reason = Reason::Global(self.name());
        for cell in 0..cells {
            if sure.len() == 1 && cell != sure[0] {
                grid.drop_tiles(cell, &[1], reason, trace)?;
            }
            if maybe == [cell] {
                grid.keep(cell, &[1], reason, trace)?;
            }
        }
        Ok(())
    }
}

#[test]
fn a_rule_about_the_whole_grid_is_kept_and_traced() {
    let mut chance = Pcg64Mcg::seed_from_u64(5);
    let tiles = drawn(&mut chance, 2, 4, 100);
    let problem = Problem::new(&tiles, GridShape::new(&[5, 5]).expect("small"));
    for seed in 0..20 {
        let mut events: Vec<Event> = Vec::new();
        let how = Breakout { seed, ..Breakout::new(2) };
        let mut globals: Vec<Box<dyn GlobalRule>> = vec![Box::new(Single)];
        let run = break_out(
            &problem,
            &how,
            &mut globals,
            &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None),
            Some(&mut events),
        );
        let TilingOutcome::Tiled(tiling) = run.outcome else { panic!("there are many") };
        assert_eq!(tiling.iter().filter(|&&tile| tile == 0).count(), 1);
        let chosen = events.iter().filter(|it| matches!(it, Event::Chosen { .. })).count();
        assert_eq!(chosen as u64, run.choices);
        let of_rule = |event: &&Event| {
            matches!(event, Event::Removed { reason: Reason::Global("single"), .. })
        };
        assert_eq!(events.iter().filter(of_rule).count(), 24 - lost_by_choice(&events));
    }
}

/// Number of cells that lost tile 0 by a choice.
fn lost_by_choice(events: &[Event]) -> usize {
    let by_choice =
        |it: &&Event| matches!(it, Event::Removed { tile: 0, reason: Reason::Choice, .. });
    events.iter().filter(by_choice).count()
}
