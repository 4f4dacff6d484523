//! The seed of a generator: a number, or a new random one each time.

use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

use crate::io::message;
use crate::io::output::Output;

/// The seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seed {
    /// The user chose it.
    Given(u64),
    /// It was picked at random; the program prints it, so that the levels can be reproduced.
    Drawn(u64),
}

impl Seed {
    /// The number itself.
    pub(super) const fn value(self) -> u64 {
        match self {
            Seed::Given(seed) | Seed::Drawn(seed) => seed,
        }
    }

    /// Prints the seed on standard error if it was picked at random.
    pub(super) fn announce(self, output: &Output) {
        if let Seed::Drawn(seed) = self
            && !output.is_quiet()
        {
            message::line!("seed {seed} was picked; --seed {seed} makes the same levels again");
        }
    }
}

/// Reads a seed: a number or `random`.
pub(super) fn seed(text: &str) -> Result<Seed, String> {
    if text == "random" {
        return Ok(Seed::Drawn(drawn()));
    }
    u64::from_str(text).map(Seed::Given).map_err(|_| {
        format!("{text:?} is neither a whole number below 2^64 nor random, which draws one")
    })
}

/// A random number that is short enough to be typed. The keys of the standard library's hash maps
/// come from the operating system.
fn drawn() -> u64 {
    RandomState::new().hash_one(0) >> 32
}

#[cfg(test)]
mod tests {
    use super::{Seed, drawn, seed};

    #[test]
    fn a_seed_is_a_number_or_drawn() {
        assert_eq!(seed("7"), Ok(Seed::Given(7)));
        assert_eq!(seed("18446744073709551615"), Ok(Seed::Given(u64::MAX)));
        assert!(matches!(seed("random"), Ok(Seed::Drawn(0..=0xffff_ffff))));
        for text in ["", "-1", "Random", "1.5", "18446744073709551616"] {
            assert!(seed(text).is_err(), "{text}");
        }
        assert!((0..4).any(|_| drawn() != drawn()), "not always the same");
    }
}
