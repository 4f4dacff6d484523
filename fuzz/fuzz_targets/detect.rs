//! Telling the format from the content, and then whatever reader that chooses.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_fuzz::read_and_use;

fuzz_target!(|bytes: &[u8]| read_and_use(bytes, None));
