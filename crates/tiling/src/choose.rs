//! Chooses the next cell to settle, and its tile.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::belief::beliefs;
use crate::grid::Grid;
use sokolab_core::{Meter, Stop};

/// How the next cell is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// The one with the least entropy plus random noise; its tile is drawn by weight.
    LeastEntropy {
        /// Amplitude of the noise.
        noise: f64,
    },
    /// The first in order; its tile is drawn by weight.
    InOrder,
    /// The one with the most certain belief after some rounds of belief propagation; its tile is
    /// drawn by its belief.
    Belief {
        /// Number of rounds.
        rounds: u32,
    },
}

/// A cell, and its tile as an index into the cell's palette. `None` if no cell of `among` is
/// undecided.
pub(crate) fn choose(
    grid: &Grid<'_>,
    choice: Choice,
    among: &[usize],
    chance: &mut Pcg64Mcg,
    meter: &mut Meter<'_>,
) -> Result<Option<(usize, usize)>, Stop> {
    let mut open = among.iter().copied().filter(|&cell| grid.count(cell) > 1);
    let cell = match choice {
        Choice::InOrder => open.next(),
        Choice::LeastEntropy { noise } => {
            let scored = open.map(|cell| (entropy(grid, cell) + noise * unit(chance), cell));
            least(scored)
        }
        Choice::Belief { rounds } => return surest((grid, rounds), open, chance, meter),
    };
    let Some(cell) = cell else { return Ok(None) };
    let weights = grid.network().weights(cell);
    let shares: Vec<(usize, f64)> = grid.bits_of(cell).map(|bit| (bit, weights[bit])).collect();
    Ok(Some((cell, draw(&shares, chance))))
}

fn surest(
    (grid, rounds): (&Grid<'_>, u32),
    open: impl Iterator<Item = usize>,
    chance: &mut Pcg64Mcg,
    meter: &mut Meter<'_>,
) -> Result<Option<(usize, usize)>, Stop> {
    let beliefs = beliefs(grid, rounds, meter)?;
    let doubt = |cell: usize| {
        let best = beliefs[cell].iter().map(|(_, share)| *share).fold(0.0, f64::max);
        1.0 - best
    };
    // A little noise, so that runs with different seeds differ.
    let scored = open.map(|cell| (doubt(cell) + 1e-3 * unit(chance), cell));
    let Some(cell) = least(scored) else { return Ok(None) };
    let bits = grid.bits_of(cell).zip(&beliefs[cell]);
    let shares: Vec<(usize, f64)> = bits.map(|(bit, (_, share))| (bit, *share)).collect();
    Ok(Some((cell, draw(&shares, chance))))
}

fn least(scored: impl Iterator<Item = (f64, usize)>) -> Option<usize> {
    scored.min_by(|one, two| one.0.total_cmp(&two.0)).map(|(_, cell)| cell)
}

/// The entropy of a cell's tiles by their weights.
fn entropy(grid: &Grid<'_>, cell: usize) -> f64 {
    let (weights, of_weights) = (grid.network().weights(cell), grid.network().logs(cell));
    let (mut sum, mut logs) = (0.0, 0.0);
    for bit in grid.bits_of(cell) {
        sum += weights[bit];
        logs += of_weights[bit];
    }
    f64::ln(sum) - logs / sum
}

/// Draws an item by its share.
fn draw(shares: &[(usize, f64)], chance: &mut Pcg64Mcg) -> usize {
    let sum: f64 = shares.iter().map(|(_, share)| share).sum();
    let mut rest = unit(chance) * sum;
    for &(bit, share) in shares {
        rest -= share;
        if rest < 0.0 {
            return bit;
        }
    }
    shares.last().map_or(0, |(bit, _)| *bit)
}

/// A random number in [0, 1).
pub(crate) fn unit(chance: &mut Pcg64Mcg) -> f64 {
    chance.random::<f64>()
}
