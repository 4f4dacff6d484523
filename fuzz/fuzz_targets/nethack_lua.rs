//! The reader of NetHack's `.lua` level descriptions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::text::Format;
use sokolab_fuzz::read_and_use;

fuzz_target!(|bytes: &[u8]| read_and_use(bytes, Some(Format::NethackLua)));
