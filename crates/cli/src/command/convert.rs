//! `soko convert`: levels and moves from one format to another.

use std::path::{Path, PathBuf};

use sokolab::text::{
    Format, Legend, RowEncoding, WriteOptions, pddl_domain, pddl_problem, plan_to_moves,
    write_footer, write_header, write_level, write_moves_in,
};
use sokolab::{Finding, Level, Note, Notes, Rules, Severity};
use sokolab_wire::Place;

use crate::arguments::DesVersion;
use crate::command::verify::AlphabetName;
use crate::exit::{self, Exit};
use crate::files::{ending, holds_one, is_folder, write_file};
use crate::input::{Entry, Input, InputFormat, Levels, WithoutFile};
use crate::output::Output;
use crate::tracing::tiling_text;
use crate::{arguments, diagnostics};

/// Write levels in another format, export them to planners, or turn a plan into moves.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,

    /// The format to write: sok, xsb, boxoban, slc, nethack-map, nethack-des, nethack-lua,
    /// petersohn, pddl, tiling (one level as a problem for the tiling engine), or lurd for the
    /// moves of a plan or of stored solutions.
    #[arg(long, value_name = "NAME", value_parser = target)]
    to: Target,

    /// Write run-length encoded rows (sok).
    #[arg(long)]
    rle: bool,

    /// The characters of the rows to write (sok).
    #[arg(long, value_name = "LEGEND", value_parser = arguments::legend)]
    write_legend: Option<Legend>,

    /// The version of level description to write (nethack-des).
    #[arg(long, value_name = "VERSION")]
    des_version: Option<DesVersion>,

    /// The letters of the moves to write (lurd).
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: AlphabetName,

    /// The moves of the plays that are tiled (tiling); the fewest if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    length: Option<u32>,

    /// Write to a file; for pddl, and for several levels in a format that holds one a file, to a
    /// folder.
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Levels(Format),
    Pddl,
    Tiling,
    Lurd,
}

fn target(name: &str) -> Result<Target, String> {
    match name {
        "pddl" => Ok(Target::Pddl),
        "tiling" => Ok(Target::Tiling),
        "lurd" => Ok(Target::Lurd),
        _ => arguments::format(name)
            .map(Target::Levels)
            .map_err(|names| format!("{names}, pddl, tiling, lurd")),
    }
}

impl Convert {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        match (self.input.from, self.to) {
            (Some(InputFormat::PddlPlan), Target::Lurd) => self.plan(output),
            (Some(InputFormat::PddlPlan), _) => {
                anyhow::bail!("a plan holds moves: convert it with --to lurd")
            }
            (_, Target::Lurd) => self.stored_solutions(output),
            (_, Target::Pddl) => self.pddl(output),
            (_, Target::Tiling) => self.tiling(output),
            (_, Target::Levels(format)) => self.levels(format, output),
        }
    }

    fn levels(&self, format: Format, output: &mut Output) -> anyhow::Result<Exit> {
        let options = WriteOptions {
            format,
            legend: self.write_legend.clone(),
            dialect: self.des_version.map(DesVersion::dialect),
            encoding: if self.rle { RowEncoding::RunLength } else { RowEncoding::Plain },
            branch: None,
        };
        let folder = self.output.as_deref().filter(|path| holds_one(format) && is_folder(path));
        let alone = holds_one(format) && folder.is_none();
        if folder.is_none() && !alone {
            output.redirect(self.output.as_deref())?;
        }
        // A file for one level is written only when it is sure that there is one.
        let mut only: Option<String> = None;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut written = 0;
        let mut verdict = exit::DONE;
        while let Some((place, level)) = next_sound(&mut levels, &mut verdict, output) {
            let mut text = String::new();
            if written == 0 {
                write_header(&level.collection, &options, &mut text);
            }
            let level = with_own_notes(level, written == 0);
            if let Err(error) = write_level(&level, written + 1, &options, &mut text) {
                refuse(&place, &error);
                verdict = exit::NEGATIVE;
                continue;
            }
            written += 1;
            if let Some(folder) = folder {
                write_file(&folder.join(file_name(&level, &place, format)), &text)?;
            } else if alone && written > 1 {
                anyhow::bail!("a {format} file holds one level: name a folder with -o FOLDER/");
            } else if alone {
                only = Some(text);
            } else {
                output.write(&text)?;
            }
        }
        if let Some(text) = only {
            output.redirect(self.output.as_deref())?;
            output.write(&text)?;
        }
        let mut footer = String::new();
        write_footer(&options, &mut footer);
        if written > 0 && !footer.is_empty() {
            output.write(&footer)?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn tiling(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut verdict = exit::DONE;
        let mut only = None;
        while let Some((place, level)) = next_sound(&mut levels, &mut verdict, output) {
            if only.is_some() {
                anyhow::bail!("a tiling holds one level: pick it, as in {}#1", place.file);
            }
            only = Some(tiling_text(&level, self.length)?);
        }
        if let Some(text) = only {
            output.redirect(self.output.as_deref())?;
            output.write(&text)?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn pddl(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut verdict = exit::DONE;
        let mut rules: Option<Rules> = None;
        let mut written = 0;
        while let Some((place, level)) = next_sound(&mut levels, &mut verdict, output) {
            if *rules.get_or_insert(level.rules) != level.rules {
                anyhow::bail!("one domain is for one rule set: give --rules, or convert apart");
            }
            let number = written + 1;
            let problem = pddl_problem(&level, &format!("level-{number}"));
            let both = problem.and_then(|problem| Ok((pddl_domain(level.rules)?, problem)));
            let (domain, problem) = match both {
                Ok(both) => both,
                Err(error) => {
                    refuse(&place, &error);
                    verdict = exit::NEGATIVE;
                    continue;
                }
            };
            match &self.output {
                Some(folder) => {
                    write_file(&folder.join("domain.pddl"), &domain)?;
                    write_file(&folder.join(format!("problem-{number}.pddl")), &problem)?;
                }
                None if written == 0 => output.write(&format!("{domain}\n{problem}"))?,
                None => output.write(&format!("\n{problem}"))?,
            }
            written += 1;
        }
        Ok(levels.exit().and(verdict))
    }

    fn plan(&self, output: &mut Output) -> anyhow::Result<Exit> {
        output.redirect(self.output.as_deref())?;
        if self.input.levels.is_empty() {
            anyhow::bail!("name a plan file, or - for standard input");
        }
        for argument in &self.input.levels {
            let text = argument.read_to_string()?;
            let moves = plan_to_moves(&text)
                .map_err(|error| anyhow::anyhow!("{}: {error}", argument.name()))?;
            output.line(&write_moves_in(&moves, self.moves_alphabet.into()))?;
        }
        Ok(exit::DONE)
    }

    /// One line a level: the first solution stored with it, or nothing.
    fn stored_solutions(&self, output: &mut Output) -> anyhow::Result<Exit> {
        output.redirect(self.output.as_deref())?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        while let Some(Entry { level, .. }) = levels.next(output) {
            let stored = level.snapshots.first().map(|it| sokolab::parse_moves(&it.moves));
            let moves = stored.and_then(Result::ok).unwrap_or_default();
            output.line(&write_moves_in(&moves, self.moves_alphabet.into()))?;
        }
        Ok(levels.exit())
    }
}

/// The next level that was read without errors; those with errors are shown and passed over.
fn next_sound(levels: &mut Levels, verdict: &mut Exit, output: &Output) -> Option<(Place, Level)> {
    loop {
        let Entry { place, level } = levels.next(output)?;
        let is_error = |finding: &&Finding| finding.kind.severity() == Severity::Error;
        let errors: Vec<Finding> = level.findings.iter().filter(is_error).cloned().collect();
        if errors.is_empty() {
            if !output.is_quiet() {
                diagnostics::print_findings(&place.file, &level, &level.findings);
            }
            return Some((place, level));
        }
        diagnostics::print_findings(&place.file, &level, &errors);
        *verdict = exit::NEGATIVE;
    }
}

/// A level that no longer stands below its own collection's header takes along what it inherited.
fn with_own_notes(mut level: Level, is_below_header: bool) -> Level {
    if !is_below_header {
        for key in ["Author", "Copyright"] {
            let inherited = level.collection.field(key).map(str::to_owned);
            if let (None, Some(value)) = (level.notes.field(key), inherited) {
                level.notes.0.push(Note::Field { key: key.to_owned(), value });
            }
        }
        level.collection = Notes::default().into();
    }
    level
}

fn refuse(place: &Place, error: &sokolab::text::WriteError) {
    let place = format!("{}#{}", place.file, place.level);
    diagnostics::print_error(&anyhow::anyhow!("{place}: {error}"));
}

fn file_name(level: &Level, place: &Place, format: Format) -> String {
    let stem = Path::new(&place.file).file_stem().map(|it| it.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| stem != "-").unwrap_or_else(|| "level".to_owned());
    let name = level.nethack.as_ref().map(|text| text.name.clone());
    let name = name.filter(|it| !it.is_empty() && !it.contains(['/', '\\', '.']));
    let name = name.unwrap_or_else(|| format!("{stem}-{}", place.level));
    format!("{name}.{}", ending(format))
}
