//! Belief propagation: how likely each tile is, as its neighbours see it.
//!
//! Every cell tells each neighbour what it thinks of the neighbour's tiles, from what the others
//! have told it; after some rounds what all say together is a cell's belief. Exact where the
//! network has no loops, a guess on grids.

use crate::grid::Grid;
use crate::propagate::REVISION;
use crate::shape::Direction;
use crate::tile_set::Tile;
use sokolab_core::{Meter, Stop};

/// How much of a message is kept from the round before, so that rounds do not swing to and fro.
const DAMPING: f64 = 0.3;

/// Pairs of tiles that are looked at in about the time of one revision.
const PAIRS_A_UNIT: u64 = 64;

/// What each cell believes after so many rounds: its tiles left, with shares that sum to 1. A cell
/// whose neighbours exclude everything together believes in all its tiles alike.
///
/// # Errors
/// If the meter says stop.
pub fn beliefs(
    grid: &Grid<'_>,
    rounds: u32,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<(Tile, f64)>>, Stop> {
    let network = grid.network();
    let cells = network.shape().cells();
    let ways: Vec<Direction> = Direction::all(network.shape().dimensions()).collect();
    let bits: Vec<Vec<usize>> = (0..cells).map(|cell| grid.bits_of(cell).collect()).collect();
    let even = |cell: usize| vec![1.0 / bits[cell].len().max(1) as f64; bits[cell].len()];
    // What a cell was told from each direction, about each tile left in it.
    let mut told: Vec<Vec<f64>> =
        (0..cells).flat_map(|cell| ways.iter().map(move |_| cell)).map(even).collect();
    for _ in 0..rounds {
        let mut next = told.clone();
        for cell in 0..cells {
            for &way in &ways {
                let Some(link) = network.link(cell, way) else { continue };
                let to = link.to as usize;
                let pairs = bits[cell].len() * bits[to].len();
                meter.work(REVISION + pairs as u64 / PAIRS_A_UNIT)?;
                let own =
                    product(&told, cell, &bits[cell], network.weights(cell), &ways, Some(way));
                let mut message = vec![0.0; bits[to].len()];
                for (&bit, share) in bits[cell].iter().zip(&own) {
                    let row = network.row(link.table, bit);
                    for (sum, &other) in message.iter_mut().zip(&bits[to]) {
                        if row[other / 64] >> (other % 64) & 1 == 1 {
                            *sum += share;
                        }
                    }
                }
                normalize(&mut message);
                let slot = &mut next[to * ways.len() + way.opposite().index()];
                for (known, new) in slot.iter_mut().zip(message) {
                    *known = DAMPING * *known + (1.0 - DAMPING) * new;
                }
            }
        }
        told = next;
    }
    let belief = |cell: usize| {
        let shares = product(&told, cell, &bits[cell], network.weights(cell), &ways, None);
        grid.tiles(cell).zip(shares).collect()
    };
    Ok((0..cells).map(belief).collect())
}

/// What a cell makes of what it was told from every direction but one.
fn product(
    told: &[Vec<f64>],
    cell: usize,
    bits: &[usize],
    weights: &[f64],
    ways: &[Direction],
    but: Option<Direction>,
) -> Vec<f64> {
    let mut shares: Vec<f64> = bits.iter().map(|&bit| weights[bit]).collect();
    for &way in ways.iter().filter(|&&way| Some(way) != but) {
        for (share, said) in shares.iter_mut().zip(&told[cell * ways.len() + way.index()]) {
            *share *= said;
        }
    }
    normalize(&mut shares);
    shares
}

fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    let even = 1.0 / shares.len().max(1) as f64;
    for share in shares {
        *share = if sum > 0.0 { *share / sum } else { even };
    }
}

#[cfg(test)]
mod tests {
    use super::beliefs;
    use crate::problem::Problem;
    use crate::shape::{Axis, Shape};
    use crate::tile_set::TileSet;
    use sokolab_core::{Budget, Meter};

    #[test]
    fn on_a_row_beliefs_are_the_shares_of_all_tilings() {
        // No two 1s side by side: of three cells, 000 001 010 100 101 are the tilings.
        let mut tiles = TileSet::new(1);
        let (zero, one) = (tiles.add("0", 1.0), tiles.add("1", 1.0));
        for (left, right) in [(zero, zero), (zero, one), (one, zero)] {
            tiles.allow(left, right, Axis::new(0).forward());
        }
        let problem = Problem::new(&tiles, Shape::new(&[3]).expect("a row"));
        let mut grid = problem.grid();
        grid.propagate(&mut [], &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None), &mut None)
            .expect("there are tilings");
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
        let shares = beliefs(&grid, 60, &mut meter).expect("nobody stops it");
        for (cell, expected) in [(0, 2.0 / 5.0), (1, 1.0 / 5.0), (2, 2.0 / 5.0)] {
            assert!((shares[cell][1].1 - expected).abs() < 1e-6, "{shares:?}");
        }
    }
}
