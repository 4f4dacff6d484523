//! What the fuzz targets of the readers share.

use sokolab_core::text::{
    Format, Item, ReadOptions, Reader, Text, WriteOptions, read_text, write_level,
};
use sokolab_core::{Level, Rules, check, lint};

/// Reads `bytes` at once and in small portions, which must give the same, and uses every level.
///
/// # Panics
/// If that finds a fault of a reader.
pub fn read_and_use(bytes: &[u8], format: Option<Format>) {
    let options = ReadOptions { format, legend: None };
    let text = read_text(bytes, options.clone());
    assert_eq!(text, read_in_portions(bytes, options));
    for level in &text.levels {
        use_level(level);
    }
}

/// Portions of one to seven bytes cut lines, characters and line ends in every way.
fn read_in_portions(bytes: &[u8], options: ReadOptions) -> Text {
    let mut reader = Reader::new(options);
    let mut text = Text::default();
    for portion in bytes.chunks(1 + bytes.len() % 7) {
        reader.feed(portion);
        take_items(&mut reader, &mut text);
    }
    reader.finish();
    take_items(&mut reader, &mut text);
    text
}

fn take_items(reader: &mut Reader, text: &mut Text) {
    while let Some(item) = reader.next_item() {
        match item {
            Item::Header(notes) => text.header = notes,
            Item::Level(level) => text.levels.push(*level),
            Item::Finding(finding) => text.findings.push(finding),
        }
    }
}

/// Checks, lints and writes `level` in every way; being refused is fine.
fn use_level(level: &Level) {
    let _ = lint(level);
    for rules in Rules::ALL {
        if let Ok((board, state)) = check(&level.clone().with_rules(rules)) {
            assert!(state.boxes.len() < board.square_count(), "the keeper stands beside the boxes");
            assert!(!state.boxes.contains(state.keeper));
            assert!(state.filled.is_subset(board.goals()));
        }
    }
    for format in Format::ALL {
        let mut out = String::new();
        let result = write_level(level, 1, &WriteOptions::new(format), &mut out);
        assert!(result.is_ok() || out.is_empty(), "a refused level leaves no trace");
    }
}
