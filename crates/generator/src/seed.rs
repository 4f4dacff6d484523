//! Random numbers from a seed: the same on every machine, for every number of threads.
//!
//! A trial has its own random stream, identified by the user's seed, the index of the trial and the
//! generator. The identification is hashed with SHA-256, and the digest seeds a PCG. Both
//! algorithms are fixed by their publications; the sampling ([`Chance::below`] and what builds on
//! it) is implemented here, because the sampling of general libraries may change with their
//! versions.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use sha2::{Digest, Sha256};

/// The revision of the generators' output. It is raised whenever a seed would give another level or
/// another solution.
pub const REVISION: u32 = 3;

/// The revision of the numbers themselves. It is part of every seed, so raising it changes all
/// levels; a change that affects only a few levels raises [`REVISION`] alone.
const NUMBERS_REVISION: u32 = 1;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Chance(Pcg64);

impl Chance {
    /// The stream of trial `index` of `generator` under the user's `seed`.
    #[must_use]
    pub fn new(seed: u64, generator: &str, index: u64) -> Chance {
        let digest = Sha256::new()
            .chain_update(seed.to_le_bytes())
            .chain_update(index.to_le_bytes())
            .chain_update(NUMBERS_REVISION.to_le_bytes())
            .chain_update(generator.as_bytes())
            .finalize();
        Chance(Pcg64::from_seed(digest.into()))
    }

    /// A uniform 64-bit number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `limit`, uniform up to a bias below 2^-32.
    ///
    /// # Panics
    /// If `limit` is 0 or above 2^32.
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "there is no number below 0");
        assert!(limit as u64 <= 1 << 32, "limits are small");
        // The upper half of a product: no division, and a negligible bias.
        ((u128::from(self.number()) * limit as u128) >> 64) as usize
    }

    /// A number in a range.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn within(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// True with this probability in percent.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random element of `items`; `None` if it is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Shuffles `items`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;

    #[test]
    fn the_numbers_of_a_trial_never_change() {
        // These literals hold on every machine and for every version of the dependencies: if they
        // change, every recorded seed gives other levels, and both revisions must be raised.
        let mut chance = Chance::new(1, "murase", 17);
        let numbers = [chance.number(), chance.number(), chance.number()];
        assert_eq!(
            numbers,
            [9_505_856_546_218_242_086, 1_750_620_611_191_502_745, 4_828_527_602_460_762_840]
        );
        assert_eq!([6, 6, 100].map(|limit| chance.below(limit)), [1, 4, 99]);
    }

    #[test]
    fn seed_generator_and_index_all_matter() {
        let first = |seed, generator, index| Chance::new(seed, generator, index).number();
        let base = first(1, "murase", 1);
        assert_eq!(first(1, "murase", 1), base);
        for other in [first(2, "murase", 1), first(1, "reverse", 1), first(1, "murase", 2)] {
            assert_ne!(other, base);
        }
    }

    #[test]
    fn numbers_below_a_limit_are_spread_evenly() {
        let mut chance = Chance::new(3, "spread", 0);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[chance.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(chance.within(&(5..=5)), 5);
        assert!((0..100).all(|_| (3..=5).contains(&chance.within(&(3..=5)))));
        assert_eq!(chance.pick::<u8>(&[]), None);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<usize> = (0..50).collect();
        Chance::new(4, "shuffle", 0).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
