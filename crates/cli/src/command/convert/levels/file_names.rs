//! The names of files that hold one level each.

use std::collections::BTreeMap;
use std::path::Path;

use sokolab::Level;
use sokolab::text::Format;
use sokolab_wire::Place;

use crate::io::files::ending;

/// The file names in use, each with the number for its next repetition.
#[derive(Debug, Default)]
pub(super) struct FileNames(BTreeMap<String, usize>);

impl FileNames {
    /// A unique name for the file of a level.
    pub(super) fn choose(&mut self, level: &Level, place: &Place, format: Format) -> String {
        let stem = file_stem(level, place);
        let mut name = stem.clone();
        while self.0.contains_key(&name) {
            let number = self.0.entry(stem.clone()).or_insert(2);
            name = format!("{stem}-{number}");
            *number += 1;
        }
        self.0.insert(name.clone(), 2);
        format!("{name}.{}", ending(format))
    }
}

fn file_stem(level: &Level, place: &Place) -> String {
    let stem = Path::new(&place.file).file_stem().map(|it| it.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| stem != "-").unwrap_or_else(|| "level".to_owned());
    let name = level.nethack.as_ref().map(|text| text.name.clone());
    let name = name.filter(|it| !it.is_empty() && !it.contains(['/', '\\', '.']));
    name.unwrap_or_else(|| format!("{stem}-{}", place.level))
}
