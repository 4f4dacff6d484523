//! Duplicates up to rotation and reflection.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sokolab::analysis::{CanonicalForm, LevelId};
use sokolab::{Finding, FindingKind, Level};
use sokolab_wire::Place;

/// The levels seen so far, to find duplicates up to rotation and reflection.
#[derive(Debug, Default)]
pub(super) struct Seen {
    files: Vec<String>,
    levels: BTreeMap<LevelId, (u32, u32)>,
}

impl Seen {
    /// A finding if `level` was seen before; otherwise it is recorded.
    pub(super) fn look(&mut self, level: &Level, place: &Place) -> Option<Finding> {
        if self.files.last() != Some(&place.file) {
            self.files.push(place.file.clone());
        }
        let id = CanonicalForm::of_level(level).ok()?.id();
        let here = (self.files.len() as u32 - 1, place.level as u32);
        match self.levels.entry(id) {
            Entry::Vacant(free) => {
                free.insert(here);
                None
            }
            Entry::Occupied(first) => {
                let (file, number) = *first.get();
                let other = format!("{}#{number}", self.files[file as usize]);
                Some(Finding::at(FindingKind::Duplicate(other), level.source.first_row()))
            }
        }
    }
}
