//! `soko convert`: levels and moves from one format to another.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::text::{
    Format, Legend, RowEncoding, WriteOptions, left_out, pddl_domain, pddl_problem, plan_to_moves,
    write_footer, write_header, write_level, write_moves_in,
};
use sokolab::{
    Finding, LetterCase, Level, Moves, Note, Notes, Rules, Severity, parse_moves, verify,
};
use sokolab_wire::Place;

use crate::arguments;
use crate::arguments::{AlphabetName, DesVersion};
use crate::boundary::{self, FailureForm};
use crate::command::trace::show::tiling_text;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, InputFormat, Levels, WithoutFile};
use crate::io::files::{FileSize, ending, holds_one, is_folder, write_one_of_many};
use crate::io::output::Output;
use crate::io::standard_input;
use crate::terminal::diagnostics;

/// Write levels in another format, export them to planners, or turn a plan into moves.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,

    /// The format to write.
    ///
    /// pddl is a domain and a problem for each level, tiling one level as a problem for the tiling
    /// engine, lurd the moves of a plan or the solutions that are stored with levels, one a line.
    #[arg(long, value_name = "NAME", value_parser = target())]
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

fn target() -> impl TypedValueParser<Value = Target> {
    let formats = arguments::formats().into_iter();
    let mut targets: Vec<(PossibleValue, Target)> =
        formats.map(|(name, format)| (name, Target::Levels(format))).collect();
    for (name, target) in
        [("pddl", Target::Pddl), ("tiling", Target::Tiling), ("lurd", Target::Lurd)]
    {
        targets.push((PossibleValue::new(name), target));
    }
    arguments::named(targets)
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

    fn write_options(&self, format: Format) -> WriteOptions {
        WriteOptions {
            format,
            legend: self.write_legend.clone(),
            dialect: self.des_version.map(DesVersion::dialect),
            encoding: if self.rle { RowEncoding::RunLength } else { RowEncoding::Plain },
            branch: None,
        }
    }

    fn levels(&self, format: Format, output: &mut Output) -> anyhow::Result<Exit> {
        let options = self.write_options(format);
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let folder = self.output.as_deref().filter(|path| holds_one(format) && is_folder(path));
        if folder.is_none() {
            output.redirect(self.output.as_deref())?;
        }
        let mut names = FileNames::default();
        let mut dropped = Dropped::default();
        let mut size = FileSize::new(format);
        // A file for one level is written only when it is certain that there is one.
        let mut only: Option<String> = None;
        let mut written = 0;
        let mut verdict = exit::DONE;
        while let Some((place, level)) = next_sound(&mut levels, &mut verdict, output) {
            let mut text = String::new();
            if written == 0 {
                write_header(&level.collection, &options, &mut text);
            }
            let level = with_own_notes(level, written == 0);
            let wrote = boundary::around(&place, &level, FailureForm::Nothing, output, |_| {
                write_level(&level, written + 1, &options, &mut text)
            })?;
            let Some(wrote) = wrote else { continue };
            if let Err(error) = wrote {
                refuse(&place, &error);
                verdict = exit::NEGATIVE;
                continue;
            }
            written += 1;
            dropped.count(&level, format);
            warn_of_left_out(&place, &level, &options, output);
            match folder.map(|folder| folder.join(names.choose(&level, &place, format))) {
                Some(path) => write_one_of_many(&path, &text)?,
                None if holds_one(format) && written > 1 => {
                    anyhow::bail!("a {format} file holds one level: name a folder with -o FOLDER/");
                }
                None if holds_one(format) => only = Some(text),
                None => {
                    size.add(&text)?;
                    output.write(&text)?;
                }
            }
        }
        if let Some(text) = only {
            output.write(&text)?;
        }
        dropped.warn(format, output);
        let mut footer = String::new();
        write_footer(&options, &mut footer);
        if written > 0 && !footer.is_empty() {
            output.write(&footer)?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn tiling(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.as_deref())?;
        let mut verdict = exit::DONE;
        let mut only = None;
        while let Some((place, level)) = next_sound(&mut levels, &mut verdict, output) {
            if only.is_some() {
                anyhow::bail!("a tiling holds one level: pick it, as in {}#1", place.file);
            }
            only = Some(tiling_text(&level, self.length)?);
        }
        if let Some(text) = only {
            output.write(&text)?;
        }
        Ok(levels.exit().and(verdict))
    }

    /// A domain for all levels and a problem for each, in files of their own as planners want it.
    fn pddl(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let Some(folder) = &self.output else {
            anyhow::bail!(
                "planners read the domain and each problem from files of their own: name a folder \
                 with -o FOLDER/"
            );
        };
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
            if written == 0 {
                write_one_of_many(&folder.join("domain.pddl"), &domain)?;
            }
            write_one_of_many(&folder.join(format!("problem-{number}.pddl")), &problem)?;
            written += 1;
        }
        Ok(levels.exit().and(verdict))
    }

    fn plan(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut plans: Vec<anyhow::Result<(String, String)>> = Vec::new();
        for argument in &self.input.levels {
            plans.push(argument.read_to_string().map(|text| (argument.name(), text)));
        }
        if plans.is_empty()
            && let Some(reader) = standard_input::offered()?
        {
            let bytes = standard_input::read_to_end(reader).context("cannot read the plan")?;
            plans.push(Ok(("-".to_owned(), String::from_utf8_lossy(&bytes).into_owned())));
        }
        if plans.is_empty() {
            anyhow::bail!("name a plan file, or - for standard input");
        }
        output.redirect(self.output.as_deref())?;
        let mut verdict = exit::DONE;
        for plan in plans {
            let moves = plan.and_then(|(name, text)| {
                plan_to_moves(&text).map_err(|error| anyhow::anyhow!("{name}: {error}"))
            });
            match moves {
                Ok(moves) => output.line(&write_moves_in(&moves, self.moves_alphabet.into()))?,
                Err(error) => {
                    diagnostics::print_error(&error);
                    verdict = exit::USAGE;
                }
            }
        }
        Ok(verdict)
    }

    /// One line a level: the first solution stored with it. A level without one gets an empty
    /// line only if another follows, so that line i stays that of level i.
    fn stored_solutions(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.as_deref())?;
        let (mut verdict, mut empty_lines) = (exit::DONE, 0_usize);
        while let Some(Entry { place, level }) = levels.next(output) {
            match stored_solution(&level) {
                Ok(moves) => {
                    let empty = "\n".repeat(std::mem::take(&mut empty_lines));
                    let moves = write_moves_in(&moves, self.moves_alphabet.into());
                    output.line(&format!("{empty}{moves}"))?;
                }
                Err(why) => {
                    let place = format!("{}#{}", place.file, place.level);
                    diagnostics::print_error(&anyhow::anyhow!("{place}: {why}"));
                    empty_lines += 1;
                    verdict = exit::NEGATIVE;
                }
            }
        }
        Ok(levels.exit().and(verdict))
    }
}

/// The first solution that is stored with a level; else why there is none, and what to do.
fn stored_solution(level: &Level) -> Result<Moves, String> {
    let mut refused = None;
    for snapshot in &level.snapshots {
        let moves = parse_moves(&snapshot.moves).map_err(|letter| letter.to_string());
        let verdict = moves.and_then(|moves| {
            verify(level, &moves, LetterCase::Corrected).map_err(|refusal| refusal.to_string())
        });
        match verdict {
            Ok(verdict) => return Ok(verdict.solution.moves().clone()),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    let find = "soko solve --format lurd finds one";
    Err(match refused {
        None => format!("no solution is stored with this level: {find}"),
        Some(why) => format!("the moves stored with this level are no solution ({why}): {find}"),
    })
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

/// What levels say that their new format has no place for, by the number of levels.
#[derive(Debug, Default)]
struct Dropped {
    solutions: usize,
    notes: usize,
    titles: usize,
    rules: usize,
}

impl Dropped {
    fn count(&mut self, level: &Level, format: Format) {
        if matches!(format, Format::Sok | Format::JsonLines) {
            return;
        }
        let has_comments = matches!(format, Format::NethackDes | Format::NethackLua);
        let keeps_note = |note: &Note| match note {
            Note::Field { key, .. } => {
                has_comments || (format == Format::Slc && key == "Copyright")
            }
            Note::Comment(_) => has_comments,
        };
        self.solutions += usize::from(!level.snapshots.is_empty());
        self.notes += usize::from(!level.notes.0.iter().all(keeps_note));
        let has_titles = !matches!(format, Format::Boxoban | Format::Petersohn);
        self.titles += usize::from(level.title.is_some() && !has_titles);
        // The other formats name the rules of a level.
        let names_no_rules = matches!(format, Format::Boxoban | Format::Petersohn);
        self.rules += usize::from(names_no_rules && level.rules != format.rules());
    }

    fn warn(&self, format: Format, output: &Output) {
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
            anstream::eprintln!("warning: the format {format} has no place for these: {parts}");
        }
    }
}

/// Says what of a level's description is not written, because another version of the game would not
/// understand it.
pub(crate) fn warn_of_left_out(
    place: &Place,
    level: &Level,
    options: &WriteOptions,
    output: &Output,
) {
    let commands = left_out(level, options).into_iter().map(|(name, count)| match count {
        1 => name,
        _ => format!("{name} ({count} times)"),
    });
    let commands: Vec<String> = commands.collect();
    if !commands.is_empty() && !output.is_quiet() {
        anstream::eprintln!(
            "warning: {}#{}: only the puzzle is taken to {}; left out of the description: {}; \
             soko generate chambers --branch writes furnished levels for every version of the game",
            place.file,
            place.level,
            options.format,
            commands.join(", ")
        );
    }
}

fn refuse(place: &Place, error: &sokolab::text::WriteError) {
    let place = format!("{}#{}", place.file, place.level);
    diagnostics::print_error(&anyhow::anyhow!("{place}: {error}"));
}

/// The names of files that were given out, and the number with which each would come again.
#[derive(Debug, Default)]
struct FileNames(BTreeMap<String, usize>);

impl FileNames {
    /// A name for the file of a level, different from all before.
    fn choose(&mut self, level: &Level, place: &Place, format: Format) -> String {
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
