//! Reading after writing a `.sok` collection changes nothing that its author said.
//!
//! Levels that cannot be played or have findings are left out: what they say is not all kept.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::text::{
    Format, ReadOptions, RowEncoding, Text, WriteOptions, read_text, write_collection,
};
use sokolab_core::{Level, check};

fuzz_target!(|bytes: &[u8]| {
    let mut text = read_sok(bytes);
    text.levels.retain(|level| level.findings.is_empty() && check(level).is_ok());
    for encoding in [RowEncoding::Plain, RowEncoding::RunLength] {
        let options = WriteOptions { encoding, ..WriteOptions::new(Format::Sok) };
        let written = write_collection(&text.header, &text.levels, &options)
            .expect("every level that was read can be written");
        let again = read_sok(written.as_bytes());
        let before: Vec<_> = text.levels.iter().map(author_of).collect();
        let after: Vec<_> = again.levels.iter().map(author_of).collect();
        assert_eq!(before, after, "written as:\n{written}");
    }
});

fn read_sok(bytes: &[u8]) -> Text {
    read_text(bytes, ReadOptions { format: Some(Format::Sok), legend: None })
}

/// What the author of a level said.
fn author_of(level: &Level) -> impl PartialEq + std::fmt::Debug + use<'_> {
    (&level.title, &level.picture, &level.notes, &level.snapshots)
}
