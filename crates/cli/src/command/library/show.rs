//! `soko library show`: everything that is known about levels.

use anyhow::Context;
use sokolab::analysis::{CanonicalForm, LevelId};
use sokolab::{Level, quantity};
use sokolab_library::{LevelKnowledge, Library};
use sokolab_wire::{LibraryShowLine, LibrarySolution, Place};

use super::format::LibraryFormat;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::library_file::LibraryFile;
use crate::terminal::level_drawing::named_rows;

/// Show what is known about levels: their best solutions, what is proved, and where they are.
///
/// Levels are found however they are drawn, and their solutions are shown for the given drawing.
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    #[command(flatten)]
    input: Input,

    /// A level by its id, as `soko library list` prints it, drawn as it was first imported.
    #[arg(long, value_name = "ID", value_parser = level_id, conflicts_with_all = ["levels", "from",
        "legend", "rules"])]
    id: Vec<LevelId>,

    #[command(flatten)]
    library: LibraryFile,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LibraryFormat,
}

fn level_id(text: &str) -> Result<LevelId, String> {
    LevelId::parse(text).ok_or_else(|| "an id is v1: and 32 hexadecimal digits".to_owned())
}

impl Show {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let library = self.library.open()?;
        for &id in &self.id {
            let stored = library.level(id)?;
            let stored = stored.with_context(|| format!("the library has no level {id}"))?;
            let first = stored.collections.first().cloned();
            let (file, level) = first.unwrap_or_else(|| (library.path().display().to_string(), 1));
            let place = Place { file, level };
            self.show(place, &stored.level, &library, output)?;
        }
        if !self.id.is_empty() {
            return Ok(exit::DONE);
        }
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            verdict = verdict.and(self.show(place, &level, &library, output)?);
        }
        Ok(levels.exit().and(verdict))
    }

    fn show(
        &self,
        place: Place,
        level: &Level,
        library: &Library,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let known = library.known(level)?;
        let line = line(place, level, known.as_ref(), library)?;
        match self.format {
            LibraryFormat::Jsonl => output.json(&line)?,
            LibraryFormat::Text => output.write(&text(&line, level))?,
        }
        Ok(if line.known { exit::DONE } else { exit::NEGATIVE })
    }
}

fn line(
    place: Place,
    level: &Level,
    known: Option<&LevelKnowledge>,
    library: &Library,
) -> anyhow::Result<LibraryShowLine> {
    let unknown = LibraryShowLine::unknown(place, level);
    let Some(known) = known else { return Ok(unknown) };
    let solutions = known.solutions.iter();
    let solutions = solutions.map(|it| LibrarySolution::new(&it.solution, it.origin.name()));
    let id = CanonicalForm::of_level(level).ok().map(|form| form.id());
    let stored = id.map(|id| library.level(id)).transpose()?.flatten();
    let solutions: Vec<LibrarySolution> = solutions.collect();
    Ok(LibraryShowLine {
        known: true,
        fewest_pushes: known.fewest_pushes,
        fewest_moves: known.fewest_moves,
        wins: known.wins,
        solution: solutions.first().map(|it| it.solution.clone()),
        solutions,
        collections: stored.map(|it| it.collections).unwrap_or_default(),
        ..unknown
    })
}

fn text(line: &LibraryShowLine, level: &Level) -> String {
    let subject = &line.subject;
    let mut text = format!("{}#{}", subject.place.file, subject.place.level);
    if let Some(title) = &subject.title {
        text.push_str(&format!(" {title}"));
    }
    text.push('\n');
    for row in named_rows(level, &level.picture) {
        text.push_str(&format!("  {row}\n"));
    }
    if !line.known {
        return text + "  not in the library\n";
    }
    let mut add = |name: &str, value: String| text.push_str(&format!("  {name:<14}{value}\n"));
    add("id", subject.id.clone().unwrap_or_default());
    add("rules", subject.rules.clone());
    for (name, number) in &line.collections {
        add("collection", format!("{name}, level {number}"));
    }
    for (name, proved) in
        [("fewest pushes", line.fewest_pushes), ("fewest moves", line.fewest_moves)]
    {
        if let Some(count) = proved {
            add(name, format!("{count}, proved"));
        }
    }
    add("won by you", quantity(line.wins, "time"));
    for it in &line.solutions {
        let size = format!("{}, {}", quantity(it.pushes, "push"), quantity(it.moves, "move"));
        add("solution", format!("{size}, {}\n    {}", it.origin, it.solution));
    }
    if line.solutions.is_empty() {
        add("solution", "none known".to_owned());
    }
    text
}
