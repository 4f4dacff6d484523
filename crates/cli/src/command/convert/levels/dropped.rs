//! The parts of levels that the new format cannot express.

use sokolab::Level;
use sokolab::text::Format;

use crate::io::message;
use crate::io::output::Output;

/// What is dropped, with the number of levels that have it.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    solutions: usize,
    notes: usize,
    titles: usize,
    rules: usize,
}

impl Dropped {
    pub(super) fn count(&mut self, level: &Level, format: Format) {
        if matches!(format, Format::Sok | Format::JsonLines) {
            return;
        }
        let has_notes = !matches!(format, Format::Boxoban | Format::Petersohn);
        self.solutions += usize::from(!level.snapshots.is_empty());
        self.notes += usize::from(!level.notes.0.is_empty() && !has_notes);
        self.titles += usize::from(level.title.is_some() && !has_notes);
        // The other formats name the rules of a level.
        let names_no_rules = matches!(format, Format::Boxoban | Format::Petersohn);
        self.rules += usize::from(names_no_rules && level.rules != format.rules());
    }

    pub(super) fn warn(&self, format: Format, output: &Output) {
        let levels =
            |count: usize| if count == 1 { "1 level".into() } else { format!("{count} levels") };
        let parts = [
            (self.solutions, "solutions"),
            (self.notes, "notes"),
            (self.titles, "titles"),
            (self.rules, "rules"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{what} of {}", levels(count)))
            .collect();
        if !parts.is_empty() && !output.is_quiet() {
            let parts = parts.join(", ");
            message::line!("warning: {format} cannot hold everything; left out: {parts}");
        }
    }
}
