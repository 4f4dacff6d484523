//! The number of levels in files, counted without keeping them.

use std::io::Read;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use sokolab::text::{Item, ReadOptions, Reader};

/// Bytes read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// Something that can be read a second time.
#[derive(Debug)]
pub(super) enum Again {
    File(PathBuf),
    Text(&'static str),
}

/// Files whose levels are to be counted.
#[derive(Debug)]
pub(crate) struct LevelCount {
    sources: Vec<(Again, Option<RangeInclusive<usize>>)>,
    options: ReadOptions,
}

impl LevelCount {
    pub(super) fn new(
        sources: Vec<(Again, Option<RangeInclusive<usize>>)>,
        options: ReadOptions,
    ) -> LevelCount {
        LevelCount { sources, options }
    }

    /// Reads everything and counts; `None` if something cannot be read.
    pub(crate) fn levels(self) -> Option<u64> {
        let mut sum = 0;
        for (source, numbers) in self.sources {
            let last = numbers.as_ref().map_or(usize::MAX, |it| *it.end());
            let bytes: Box<dyn Read> = match source {
                Again::File(path) => Box::new(std::fs::File::open(path).ok()?),
                Again::Text(text) => Box::new(text.as_bytes()),
            };
            let count = count_in(bytes, self.options.clone(), last)?;
            sum += match numbers {
                Some(numbers) => (count + 1).saturating_sub(*numbers.start()),
                None => count,
            } as u64;
        }
        Some(sum)
    }
}

/// The number of levels in a file, up to `last`.
fn count_in(mut bytes: Box<dyn Read>, options: ReadOptions, last: usize) -> Option<usize> {
    let mut reader = Reader::new(options);
    let mut chunk = vec![0; CHUNK_BYTES];
    let (mut count, mut is_at_end) = (0, false);
    loop {
        while let Some(item) = reader.next_item() {
            count += usize::from(matches!(item, Item::Level(_)));
            if count == last {
                return Some(count);
            }
        }
        if is_at_end || reader.is_finished() {
            return Some(count);
        }
        match bytes.read(&mut chunk).ok()? {
            0 => {
                reader.finish();
                is_at_end = true;
            }
            length => reader.feed(&chunk[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use sokolab::text::ReadOptions;

    use super::{Again, LevelCount};

    #[test]
    fn selections_count_what_they_select() {
        let text = "#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n";
        let count = |numbers| {
            LevelCount::new(vec![(Again::Text(text), numbers)], ReadOptions::default()).levels()
        };
        assert_eq!(count(None), Some(3));
        assert_eq!(count(Some(2..=3)), Some(2));
        assert_eq!(count(Some(2..=9)), Some(2));
        assert_eq!(count(Some(1..=1)), Some(1));
    }
}
