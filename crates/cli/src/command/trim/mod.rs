//! `soko trim`: the same puzzle with less waste.

use std::path::PathBuf;

use clap::ValueEnum;
use sokolab::insight::rating::NotRated;
use sokolab::insight::trim::{Change, Condition, NotTrimmed, Prelude, Trimmed, trim};
use sokolab::text::{Format, WriteOptions, write_level};
use sokolab::{Level, Notes, Observer, Snapshot, noun_for, quantity};
use sokolab_wire::{Place, TrimLine};

use super::convert::warn_of_left_out;
use super::render::plain_rows;
use crate::arguments;
use crate::boundary::{self, FailureForm};
use crate::command::explain::report::beside;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::files::holds_one;
use crate::io::output::Output;
use crate::search::limits::SearchLimits;
use crate::terminal::diagnostics;

/// Make the same puzzle of less: smaller storage, no spare floor.
///
/// A storage that holds more boxes than are ever needed, or is larger than a chamber that holds as
/// many, is replaced by a smaller one from the catalogue. An empty chamber with two doors is
/// replaced by a smaller one that does the same for its neighbours. Floor that the puzzle can do
/// without is filled. Of chambers in which boxes or goals are at the start only such floor goes.
///
/// After each change the level is solved again, and the change stays only if every solution still
/// needs as many boxes in each storage at once, which is proved by all states of the level, and if
/// the boxes of a shortest solution cross from chamber to chamber as they did before. The fewest
/// pushes may fall by shorter ways inside what was replaced, never by filling. Filling, and a
/// smaller chamber between others, may neither lower the grade nor force more pushes than were
/// forced before; a smaller storage may. Levels with too many states are left as they are.
#[derive(Debug, clap::Args)]
#[command(after_long_help = MEASURES)]
pub(crate) struct Trim {
    #[command(flatten)]
    input: Input,

    /// Let the level begin after the moves that no solution avoids.
    #[arg(long, conflicts_with = "prelude")]
    no_prelude: bool,

    /// Let the level begin up to so many pushes earlier, all of them forced.
    #[arg(long, value_name = "PUSHES")]
    prelude: Option<usize>,

    #[command(flatten)]
    limits: SearchLimits,

    /// The most states of a level, all of which are looked at.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "300K")]
    states: u64,

    /// How to print the results.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TrimFormat,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TrimFormat {
    /// Before and after, for a person.
    Text,
    /// One JSON object a level.
    Jsonl,
    /// The levels as they are now, with their solutions; those that could not be trimmed as they
    /// were.
    Sok,
    /// The same as maps of NetHack.
    NethackMap,
    /// The same as a level description for NetHack 3.4.3, 4 or 3.6.
    NethackDes,
    /// One level as a level description for NetHack 3.7.
    NethackLua,
}

impl TrimFormat {
    /// The format of levels that is meant, if it is one.
    fn of_levels(self) -> Option<Format> {
        match self {
            TrimFormat::Text | TrimFormat::Jsonl => None,
            TrimFormat::Sok => Some(Format::Sok),
            TrimFormat::NethackMap => Some(Format::NethackMap),
            TrimFormat::NethackDes => Some(Format::NethackDes),
            TrimFormat::NethackLua => Some(Format::NethackLua),
        }
    }
}

/// What the measures mean, for the help.
const MEASURES: &str = "\
The measures:
  squares            floor squares
  spare squares      those that were filled; the keeper and boxes may use them, the puzzle
                     does not need them
  fewest pushes      the pushes of a shortest solution, proved
  grade              how hard it is, from 1 to 10, as `soko rate` says
  crossings          how often a box of that solution comes to another chamber
  prelude            pushes at the start that no solution avoids
  forced pushes      all pushes that lead to positions no solution avoids
  slack of storages  boxes that storages hold beyond those needed
  waste of storages  ten for each of these boxes, and one for each square more than the
                     smallest storage that holds what is needed";

impl Trim {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.take().as_deref())?;
        let mut verdict = exit::DONE;
        let mut count = 0;
        while let Some(Entry { place, level }) = levels.next(output) {
            count += 1;
            if count > 1 && self.format.of_levels().is_some_and(holds_one) {
                anyhow::bail!("such a file holds one level: pick it, as in {}#1", place.file);
            }
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = match self.format {
                TrimFormat::Text => FailureForm::Text,
                TrimFormat::Jsonl => FailureForm::Json("sokolab/trim/1"),
                _ => FailureForm::Nothing,
            };
            let trimmed = boundary::around(&place, &level, form, output, |output| {
                self.trim_one(&level, &place, output)
            })?;
            let Some(trimmed) = trimmed else { continue };
            verdict = verdict.and(code(&trimmed));
            self.print(place, &level, &trimmed, output)?;
        }
        if self.format == TrimFormat::Text {
            output.remark("`soko trim --help` explains the measures");
        }
        Ok(levels.exit().and(verdict))
    }

    fn trim_one(
        &self,
        level: &Level,
        place: &Place,
        output: &Output,
    ) -> Result<Trimmed, NotTrimmed> {
        let mut watch = self.limits.watch(place, output);
        let limits = self.limits.with_states(self.states);
        let prelude = match (self.no_prelude, self.prelude) {
            (true, _) => Prelude::Remove,
            (false, Some(pushes)) => Prelude::Extend(pushes),
            (false, None) => Prelude::Keep,
        };
        let observer: &mut Observer<'_> = &mut |progress| watch.look(progress);
        trim(level, prelude, &limits, observer)
    }

    fn print(
        &self,
        place: Place,
        level: &Level,
        trimmed: &Result<Trimmed, NotTrimmed>,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let now = trimmed.as_ref().map_or(level, |it| &it.level);
        if self.format == TrimFormat::Jsonl {
            return output.json(&TrimLine::new(place, level, trimmed, now));
        }
        if let Err(NotTrimmed::NotRated(NotRated::Invalid(findings))) = trimmed {
            diagnostics::print_findings(&place.file, level, findings);
        }
        let Some(format) = self.format.of_levels() else {
            return output.write(&describe(&place, level, trimmed));
        };
        let mut now = now.clone();
        if let Ok(found) = trimmed {
            let (title, moves) = ("Solution".to_owned(), found.solution.moves().to_string());
            now.snapshots = vec![Snapshot { title, moves, notes: Notes::default() }];
        } else {
            let why = why_not(trimmed.as_ref().err());
            diagnostics::print_error(&anyhow::anyhow!("{}#{}: {why}", place.file, place.level));
        }
        let mut text = String::new();
        let options = WriteOptions::new(format);
        write_level(&now, place.level, &options, &mut text).map_err(|error| {
            let others = "take --format nethack-map, nethack-des or nethack-lua";
            anyhow::anyhow!("{}#{}: {error}: {others}", place.file, place.level)
        })?;
        warn_of_left_out(&place, &now, &options, output);
        output.write(&text)
    }
}

fn code(trimmed: &Result<Trimmed, NotTrimmed>) -> Exit {
    match trimmed {
        Ok(Trimmed { stopped: None, .. }) => exit::DONE,
        Ok(_) | Err(NotTrimmed::Unknown(_) | NotTrimmed::NotRated(NotRated::Stopped(_))) => {
            exit::UNDECIDED
        }
        Err(NotTrimmed::NotRated(NotRated::Invalid(_) | NotRated::Unsolvable)) => exit::NEGATIVE,
    }
}

fn why_not(why: Option<&NotTrimmed>) -> String {
    match why {
        Some(NotTrimmed::Unknown(why)) => {
            format!("not trimmed: what it needs was not worked out ({why})")
        }
        Some(NotTrimmed::NotRated(NotRated::Unsolvable)) => "proved unsolvable".to_owned(),
        Some(NotTrimmed::NotRated(NotRated::Stopped(reason))) => {
            format!("not trimmed: no shortest solution found, {reason}")
        }
        Some(NotTrimmed::NotRated(NotRated::Invalid(findings))) => {
            let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
            format!("invalid: {}", reasons.join("; "))
        }
        None => String::new(),
    }
}

/// What came of a level, for a person.
fn describe(place: &Place, level: &Level, trimmed: &Result<Trimmed, NotTrimmed>) -> String {
    let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
    let name = format!("{}#{}{title}", place.file, place.level);
    let found = match trimmed {
        Ok(found) => found,
        Err(why) => return format!("{name}: {}\n", why_not(Some(why))),
    };
    let mut text = String::new();
    if found.changes.is_empty() {
        let so_far = if found.stopped.is_some() {
            "stopped, nothing trimmed yet"
        } else {
            "nothing to trim"
        };
        text.push_str(&format!("{name}: {so_far}\n"));
    } else {
        text.push_str(&format!("{name}: trimmed\n\n"));
        let rows = [level, &found.level].map(|it| plain_rows(it, &it.picture));
        for row in beside(&rows[0], &rows[1]) {
            text.push_str(format!("    {row}").trim_end());
            text.push('\n');
        }
        text.push('\n');
        for change in &found.changes {
            text.push_str(&format!("  {}\n", sentence(change)));
        }
    }
    if found.changes.is_empty() {
        text.push_str(&measures(&[("", &found.before)]));
    } else {
        text.push('\n');
        text.push_str(&measures(&[("before", &found.before), ("after", &found.after)]));
    }
    for storage in &found.after.storages {
        text.push_str(&format!(
            "  {}: holds {}, {} needed at once in every solution (proved)\n",
            storage.name, storage.capacity, storage.needed
        ));
    }
    if let Some(reason) = found.stopped {
        text.push_str(&format!("  {reason}: more may be possible\n"));
    }
    text
}

fn sentence(change: &Change) -> String {
    let squares = |count: usize| quantity(count, "square");
    match change {
        Change::Storage { name, before, after } => format!(
            "{name}: {} for {} replaced by {} for {}",
            squares(before.0),
            before.1,
            squares(after.0),
            after.1
        ),
        Change::Chamber { name, before, after } => {
            format!("{name}: {} replaced by {} that do the same", squares(*before), squares(*after))
        }
        Change::Filled(count) => {
            format!("{count} spare {} of floor filled", noun_for(*count, "square"))
        }
        Change::PreludeRemoved(count) => {
            format!("begins {} later, after its prelude", quantity(*count, "push"))
        }
        Change::PreludeExtended(count) => {
            format!("begins {} earlier", quantity(*count, "forced push"))
        }
    }
}

/// The measures of one condition or of several, as a table.
fn measures(columns: &[(&str, &Condition)]) -> String {
    type Measure = (&'static str, fn(&Condition) -> usize);
    let measures: [Measure; 9] = [
        ("squares", |it| it.squares),
        ("spare squares", |it| it.spare),
        ("fewest pushes", |it| it.pushes),
        ("grade of 10", |it| usize::from(it.grade)),
        ("crossings", |it| it.crossings),
        ("prelude", |it| it.prelude),
        ("forced pushes", |it| it.forced),
        ("slack of storages", Condition::slack),
        ("waste of storages", Condition::waste),
    ];
    let mut text = String::new();
    if columns.len() > 1 {
        let names: Vec<String> = columns.iter().map(|it| format!("{:>8}", it.0)).collect();
        text.push_str(&format!("  {:<17}{}\n", "", names.concat()));
    }
    for (name, measure) in measures {
        let numbers = columns.iter().map(|it| format!("{:>8}", measure(it.1)));
        text.push_str(&format!("  {name:<17}{}\n", numbers.collect::<String>()));
    }
    text
}
