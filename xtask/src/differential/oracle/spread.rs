//! A fast hasher for situations.

use std::hash::Hasher;

/// A few multiplications: situations are already well distributed.
#[derive(Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only situations are hashed");
    }

    fn write_u128(&mut self, value: u128) {
        let folded = (value as u64) ^ ((value >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = u128::from(folded).wrapping_mul(0xD6E8_FEB8_6659_FD93_A5A5_A5A5_5A5A_5A5B);
        self.0 = (mixed >> 64) as u64 ^ mixed as u64;
    }
}
