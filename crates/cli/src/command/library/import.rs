//! `soko library import`: add levels and their solutions.

use std::path::{Path, PathBuf};

use sokolab::text::Alphabet;
use sokolab::{Notes, Snapshot, quantity};
use sokolab_library::{Import as Numbered, Library, NotStorable};
use sokolab_wire::{ClaimLine, LibraryImportLine, Solutions};

use super::format::LibraryFormat;
use crate::exit::{self, Exit};
use crate::input::claims::claims_for;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::library_file::LibraryFile;
use crate::terminal::diagnostics;
use crate::terminal::progress::ProgressLine;

/// Number of levels per transaction; other writers wait at most for one transaction.
const BATCH_LEVELS: usize = 1000;

/// Number of places per transaction.
const BATCH_PLACES: usize = 4_000_000;

/// Add levels, with the solutions stored with them, to a collection of the library.
///
/// The line about a file is printed when all of it is stored durably. Importing a file again
/// changes nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct Import {
    #[command(flatten)]
    input: Input,

    /// More solutions: the output of `solve --format jsonl` or `--format lurd`, or one solution per
    /// line.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,

    #[command(flatten)]
    library: LibraryFile,

    /// The collection that the levels belong to; by default, it has the name of the file.
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LibraryFormat,
}

/// The levels of one file so far.
struct File {
    entries: Vec<Entry>,
    places: usize,
    line: LibraryImportLine,
}

impl Import {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let (levels, path) = (&self.input.levels, self.solutions.as_deref());
        let mut claims = claims_for(levels, None, path, Alphabet::Lurd)?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut library = self.library.open_to_write()?;
        let mut progress = ProgressLine::new("importing".to_owned(), output);
        let (mut verdict, mut count) = (exit::DONE, 0);
        let mut file: Option<File> = None;
        while let Some(mut entry) = levels.next(output) {
            count += 1;
            progress.show_count(count, None);
            let is_next = file.as_ref().is_some_and(|it| it.line.file != entry.place.file);
            if let Some(done) = file.take_if(|_| is_next) {
                verdict = verdict.and(self.finish(done, &mut library, output)?);
            }
            let file = file.get_or_insert_with(|| self.begin(&entry.place.file));
            if let Some(claims) = &mut claims {
                file.line.refused += add_claims(&mut entry, claims);
            }
            file.places += entry.level.picture.places().len();
            file.entries.push(entry);
            if file.entries.len() >= BATCH_LEVELS || file.places >= BATCH_PLACES {
                file.store(&mut library)?;
            }
        }
        drop(progress);
        if let Some(done) = file {
            verdict = verdict.and(self.finish(done, &mut library, output)?);
        }
        Ok(levels.exit().and(verdict))
    }

    fn begin(&self, name: &str) -> File {
        let stem = Path::new(name).file_stem().map(|it| it.to_string_lossy().into_owned());
        let stem = stem.filter(|_| name != "-").unwrap_or("standard input".to_owned());
        let line = LibraryImportLine {
            schema: "sokolab/library-import/1".to_owned(),
            file: name.to_owned(),
            collection: self.collection.clone().unwrap_or(stem),
            ..LibraryImportLine::default()
        };
        File { entries: Vec::new(), places: 0, line }
    }

    /// Stores the rest of a file and reports it.
    fn finish(
        &self,
        mut file: File,
        library: &mut Library,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        file.store(library)?;
        let line = file.line;
        match self.format {
            LibraryFormat::Jsonl => output.json(&line)?,
            LibraryFormat::Text => output.line(&text(&line))?,
        }
        let is_negative = line.invalid > 0 || line.refused > 0;
        Ok(if is_negative { exit::NEGATIVE } else { exit::DONE })
    }
}

impl File {
    /// Stores the levels read so far.
    fn store(&mut self, library: &mut Library) -> anyhow::Result<()> {
        let entries = std::mem::take(&mut self.entries);
        self.places = 0;
        let numbered = entries.iter();
        let numbered = numbered.map(|it| Numbered { number: it.place.level, level: &it.level });
        let numbered: Vec<Numbered<'_>> = numbered.collect();
        if numbered.is_empty() {
            return Ok(());
        }
        let added = library.import(&self.line.collection, &numbered)?;
        for (entry, added) in entries.iter().zip(added) {
            self.line.levels += 1;
            match added {
                Ok(added) => {
                    self.line.new += usize::from(added.is_new);
                    self.line.solutions += added.solutions;
                    self.line.refused += added.refused;
                }
                Err(why) => {
                    self.line.invalid += 1;
                    report(entry, &why);
                }
            }
        }
        Ok(())
    }
}

/// Adds the claimed solutions of a level. Returns how many cannot be read.
fn add_claims(entry: &mut Entry, claims: &mut Solutions) -> usize {
    let mut unreadable = 0;
    for ClaimLine { claim, .. } in claims.take(&entry.place, &entry.level) {
        match claim.moves() {
            Some(Ok(moves)) => {
                let (title, moves) = ("Solution".to_owned(), moves.to_string());
                entry.level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
            }
            Some(Err(_)) => unreadable += 1,
            None => {}
        }
    }
    unreadable
}

/// Reports why a level is not imported.
fn report(entry: &Entry, why: &NotStorable) {
    if let NotStorable::Invalid(findings) = why {
        diagnostics::print_findings(&entry.place.file, &entry.level, findings);
        return;
    }
    let name = format!("{}#{}", entry.place.file, entry.place.level);
    diagnostics::print_error(&anyhow::anyhow!("{name}: {why}"));
}

fn text(line: &LibraryImportLine) -> String {
    let mut text = format!(
        "{}: {} in {:?}, {} new, {}",
        line.file,
        quantity(line.levels - line.invalid, "level"),
        line.collection,
        line.new,
        quantity(line.solutions, "better solution"),
    );
    if line.invalid > 0 {
        text.push_str(&format!(", {} not imported", quantity(line.invalid, "level")));
    }
    if line.refused > 0 {
        text.push_str(&format!(", {} refused", quantity(line.refused, "solution")));
    }
    text
}
