//! Belief propagation: how likely each tile is, given its neighbours.
//!
//! Every cell sends each neighbour a message about the neighbour's tiles, computed from the
//! messages of the others; after some rounds, the product of all messages is a cell's belief. This
//! is exact where the network has no loops, and an approximation on grids.

use crate::grid::Grid;
use crate::propagate::REVISION;
use crate::shape::Direction;
use crate::tile_set::Tile;
use sokolab_core::{Meter, Stop};

/// The share of the previous message that is kept, which damps oscillation.
const DAMPING: f64 = 0.3;

/// Number of tile pairs that take about as long as one revision.
const PAIRS_A_UNIT: u64 = 64;

/// The belief of each cell after `rounds` rounds: its remaining tiles, with probabilities that add
/// up to 1. A cell whose neighbours together exclude everything believes in all its tiles equally.
///
/// # Errors
/// If the meter stops.
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
    // The messages to a cell from each direction, about each remaining tile.
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

/// The product of the messages to a cell from every direction but one.
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
    use crate::shape::{Axis, GridShape};
    use crate::tile_set::TileSet;
    use sokolab_core::{Budget, Meter};

    #[test]
    fn on_a_row_beliefs_are_the_shares_of_all_tilings() {
        // No two adjacent 1s: for three cells, 000 001 010 100 101 are the tilings.
        let mut tiles = TileSet::new(1);
        let (zero, one) = (tiles.add("0", 1.0), tiles.add("1", 1.0));
        for (left, right) in [(zero, zero), (zero, one), (one, zero)] {
            tiles.allow(left, right, Axis::new(0).forward());
        }
        let problem = Problem::new(&tiles, GridShape::new(&[3]).expect("a row"));
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
