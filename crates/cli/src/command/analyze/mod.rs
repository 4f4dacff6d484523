//! `soko analyze`: everything a level tells before it is played.

mod block_list;
mod table;

use std::path::PathBuf;

use clap::ValueEnum;
use sokolab::analysis::locks::{GroupLimits, LockKind, LockSetting, explain};
use sokolab::analysis::{Analysis, Significance, analyse};
use sokolab::render::{Drawing, Theme, svg};
use sokolab::{Level, Square, place_by_name, quantity, square_by_name, square_name};
use sokolab_wire::{AnalyzeLine, InvalidLine, Place};

use self::block_list::BlockListArguments;
use crate::boundary::{self, FailureForm};
use crate::command::render::named_rows;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::layers;
use crate::terminal::diagnostics;

/// Show what a level tells before it is played: locked squares and why, tunnels, chambers,
/// symmetries, distances and measures.
///
/// Squares are named by column letter and row number; a1 is the top left place. Several levels are
/// shown as a table, unless --details or one of the facts is asked for. With --format svg and
/// several levels, one picture follows the other.
#[derive(Debug, clap::Args)]
pub(crate) struct Analyze {
    #[command(flatten)]
    input: Input,

    /// How to show it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnalyzeFormat,

    /// Show everything about every level, not a table of several.
    #[arg(long)]
    details: bool,

    /// Show or draw locked squares.
    #[arg(long)]
    locks: bool,

    /// Show or draw tunnels.
    #[arg(long)]
    tunnels: bool,

    /// Show or draw chambers.
    #[arg(long)]
    chambers: bool,

    /// Draw the pushes of a lone box to the nearest goal.
    #[arg(long)]
    distances: bool,

    /// Say in a sentence why a square is locked; c2 is in the third column and the second row.
    #[arg(long, value_name = "SQUARE")]
    explain: Option<String>,

    /// Look further for groups of boxes that lock each other: some seconds on levels with many
    /// boxes. Without it a list that may not be complete says so.
    #[arg(long)]
    thorough: bool,

    #[command(flatten)]
    blocks: BlockListArguments,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The levels shown so far, where several are a table.
#[derive(Debug, Default)]
struct Shown {
    /// The first level, as long as it is the only one.
    waiting: Option<(Place, Level, Analysis)>,
    last: Option<Place>,
    rows: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnalyzeFormat {
    /// A report for a person.
    Text,
    /// One JSON object a level, with every fact.
    Json,
    /// A picture with the facts laid over it.
    Svg,
}

impl Analyze {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        interrupt::end_at_once();
        if let Some(name) = self.explain.as_deref().filter(|name| place_by_name(name).is_none()) {
            anyhow::bail!("{name:?} is not the name of a square: {SQUARE_NAMES}");
        }
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.as_deref())?;
        let mut verdict = exit::DONE;
        let mut shown = Shown::default();
        while let Some(Entry { place, level }) = levels.next(output) {
            let form = match self.format {
                AnalyzeFormat::Json => FailureForm::Json("sokolab/analyze/1"),
                AnalyzeFormat::Text => FailureForm::Text,
                AnalyzeFormat::Svg => FailureForm::Nothing,
            };
            let facts = boundary::around(&place, &level, form, output, |output| {
                let facts = analyse(&level, self.limits());
                facts.map(|it| self.take(place.clone(), level.clone(), it, &mut shown, output))
            })?;
            match facts {
                None => {}
                Some(Ok(shown)) => verdict = verdict.and(shown?),
                Some(Err(findings)) => {
                    if self.format == AnalyzeFormat::Json {
                        let schema = "sokolab/analyze/1";
                        output.json(&InvalidLine::new(schema, place.clone(), &level, &findings))?;
                    }
                    diagnostics::print_findings(&place.file, &level, &findings);
                    verdict = exit::NEGATIVE;
                }
            }
        }
        let verdict = verdict.and(self.finish(shown, output)?);
        Ok(levels.exit().and(verdict))
    }

    /// Shows a level. Where several are a table, the first waits until there is a second.
    fn take(
        &self,
        place: Place,
        level: Level,
        facts: Analysis,
        shown: &mut Shown,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        if !self.may_be_a_table() {
            return self.show(place, &level, &facts, output);
        }
        if shown.last.is_none() {
            shown.last = Some(place.clone());
            shown.waiting = Some((place, level, facts));
            return Ok(exit::DONE);
        }
        if let Some((place, level, facts)) = shown.waiting.take() {
            output.line(&table::heading())?;
            output.line(&table::row(&place, &level, &facts))?;
            shown.rows += 1;
        }
        output.line(&table::row(&place, &level, &facts))?;
        shown.rows += 1;
        shown.last = Some(place);
        Ok(exit::DONE)
    }

    fn finish(&self, shown: Shown, output: &mut Output) -> anyhow::Result<Exit> {
        match (shown.waiting, shown.last) {
            (Some((place, level, facts)), _) => self.show(place, &level, &facts, output),
            (None, Some(last)) => {
                output.line(&table::advice(shown.rows, &last))?;
                Ok(exit::DONE)
            }
            (None, None) => Ok(exit::DONE),
        }
    }

    /// Whether several levels are shown as a table.
    fn may_be_a_table(&self) -> bool {
        self.format == AnalyzeFormat::Text
            && self.wants_all()
            && !self.details
            && self.explain.is_none()
            && !self.blocks.is_asked_for()
    }

    fn show(
        &self,
        place: Place,
        level: &Level,
        facts: &Analysis,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        if let Some(name) = &self.explain {
            return explain_square(name, (&place, level), facts, output);
        }
        let request = self.blocks.request(level).filter(|_| self.format != AnalyzeFormat::Svg);
        let list = request.and_then(|request| block_list::find(facts, request, output));
        match self.format {
            AnalyzeFormat::Json => {
                let line = AnalyzeLine::new(place, level, facts);
                match &list {
                    Some(list) => output.json(&line.with_block_list(facts, list))?,
                    None => output.json(&line)?,
                }
            }
            AnalyzeFormat::Text => {
                let mut text = self.report(&place, level, facts);
                text.push_str(&list.map_or(String::new(), |list| block_list::report(facts, &list)));
                text.push('\n');
                output.write(&text)?;
            }
            AnalyzeFormat::Svg => output.write(&self.draw(level, facts))?,
        }
        Ok(exit::DONE)
    }

    fn limits(&self) -> GroupLimits {
        if self.thorough { GroupLimits::default() } else { GroupLimits::QUICK }
    }

    /// Whether nothing in particular was asked for.
    fn wants_all(&self) -> bool {
        !(self.locks || self.tunnels || self.chambers || self.distances)
    }

    fn draw(&self, level: &Level, facts: &Analysis) -> String {
        let mut drawing = Drawing {
            picture: &level.picture,
            rules: level.rules,
            title: level.title.as_deref(),
            layers: Vec::new(),
            theme: Theme::LIGHT,
        };
        if self.chambers {
            drawing.layers.push(layers::chambers(facts));
        }
        if self.distances {
            drawing.layers.push(layers::distances(facts, level.rules));
        }
        if self.tunnels || self.wants_all() {
            drawing.layers.push(layers::tunnels(facts));
        }
        if self.locks || self.wants_all() {
            drawing.layers.push(layers::locks(facts));
        }
        svg(&drawing)
    }

    fn report(&self, place: &Place, level: &Level, facts: &Analysis) -> String {
        let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
        let mut text = format!("{}#{}{title}\n", place.file, place.level);
        for row in named_rows(level, &level.picture) {
            text.push_str(&format!("  {row}\n"));
        }
        if self.wants_all() {
            text.push_str(&level.rules.told(&overview(level, facts)));
        }
        if self.locks || self.wants_all() {
            text.push_str(&level.rules.told(&locks(facts)));
        }
        if self.tunnels || self.wants_all() {
            text.push_str(&tunnels(facts));
        }
        if self.chambers || self.wants_all() {
            text.push_str(&chambers(facts));
        }
        text
    }
}

/// How squares are named, for those who name one.
const SQUARE_NAMES: &str = "write the column letter and the row number, as in c2; a1 is the top \
                            left place, and soko render --coordinates shows them all";

/// Says why a square is locked, below a picture that shows where it is.
fn explain_square(
    name: &str,
    (place, level): (&Place, &Level),
    facts: &Analysis,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let Some(square) = square_by_name(&facts.board, name) else {
        let level = format!("{}#{}", place.file, place.level);
        let error = anyhow::anyhow!("{level}: there is no floor at {name}: {SQUARE_NAMES}");
        diagnostics::print_error(&error);
        return Ok(exit::NEGATIVE);
    };
    let setting = LockSetting::of_level(&facts.board, &facts.state);
    let why = explain(&setting, &facts.locked.any, square);
    output.line(&level.rules.told(&why))?;
    for row in named_rows(level, &level.picture) {
        output.line(&format!("  {row}"))?;
    }
    Ok(exit::DONE)
}

fn overview(level: &Level, facts: &Analysis) -> String {
    let it = &facts.measures;
    let bound = match it.matching_bound {
        Some(bound) => format!("at least {}", quantity(bound, "push")),
        None => "no way to serve every goal: unsolvable".to_owned(),
    };
    let symmetries: Vec<String> =
        facts.symmetries.iter().skip(1).map(|symmetry| format!("{:?}", symmetry.turn)).collect();
    let symmetries = if symmetries.is_empty() { "none".to_owned() } else { symmetries.join(", ") };
    let mut text = format!("  id          {}\n  rules       {}\n", facts.id, level.rules);
    text.push_str(&format!(
        "  size        {} by {} with its walls, {}, {}, {}\n",
        it.width + 2,
        it.height + 2,
        quantity(it.squares, "floor square"),
        quantity(it.boxes, "box"),
        quantity(it.goals, "goal")
    ));
    text.push_str(&format!("  bound       {bound}\n  symmetries  {symmetries}\n"));
    text
}

fn named(facts: &Analysis, squares: impl Iterator<Item = Square>) -> String {
    let names: Vec<String> = squares.map(|square| square_name(&facts.board, square)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

fn locks(facts: &Analysis) -> String {
    let share = 100.0 * facts.measures.lock_share;
    let total = quantity(facts.measures.locks.total(), "square");
    let mut text = format!("  locked      {total}, {share:.0} % of the floor\n");
    for kind in LockKind::ALL {
        let is_kind = |square: &Square| facts.lock_kinds[square.index()] == Some(kind);
        let squares = named(facts, facts.board.squares().filter(is_kind));
        text.push_str(&format!("    {:<14}{squares}\n", kind.name()));
    }
    if !facts.frozen.is_empty() {
        text.push_str(&format!("  frozen      {}\n", named(facts, facts.frozen.iter())));
    }
    let lost = &facts.crate_locks.lost;
    if !lost.is_empty() {
        text.push_str(&format!("  lost        {}\n", named(facts, lost.iter())));
    }
    for group in &facts.crate_locks.groups {
        let boxes = named(facts, group.boxes.iter());
        text.push_str(&format!("  crate lock  {boxes}: at least {} lost\n", group.lost_min));
    }
    if !facts.crate_locks.is_complete {
        text.push_str(
            "  crate lock  (perhaps not all groups: a limit was met; --thorough looks further)\n",
        );
    }
    let goal_locks = facts.goal_locks.goals.iter().filter(|lock| !lock.locks.is_empty());
    for lock in goal_locks {
        let goal = square_name(&facts.board, lock.goal);
        let locked = named(facts, lock.locks.iter());
        text.push_str(&format!("  goal lock   a box on {goal} locks {locked}\n"));
    }
    text
}

fn tunnels(facts: &Analysis) -> String {
    let mut text = format!("  cut squares {}\n", named(facts, facts.cut_squares.iter()));
    for tunnel in facts.tunnels.list() {
        let kind = if tunnel.is_straight() { "tunnel" } else { "bent" };
        let squares = named(facts, tunnel.squares().iter().copied());
        text.push_str(&format!("  {kind:<12}{squares}\n"));
    }
    text
}

fn chambers(facts: &Analysis) -> String {
    let counts = facts.chambers.counts(&facts.board, &facts.state);
    let mut text = format!("  chambers    {}", counts.chambers);
    for (count, one, many) in [(counts.niches, "niche", "niches"), (counts.exits, "exit", "exits")]
    {
        if count > 0 {
            text.push_str(&format!(", {count} {}", if count == 1 { one } else { many }));
        }
    }
    let loops = facts.chambers.chambers().iter().filter(|it| it.merged > 1).count();
    text.push_str(&match loops {
        0 => "; a tree\n".to_owned(),
        1 => "; a tree, 1 chamber with a loop inside\n".to_owned(),
        _ => format!("; a tree, {loops} chambers with loops inside\n"),
    });
    let letters = facts.chambers.letters(&facts.board, &facts.state);
    let mut lettered: Vec<_> = letters.iter().zip(facts.chambers.chambers()).collect();
    lettered.sort_by_key(|it| (it.0.len(), it.0));
    for (letter, chamber) in lettered {
        let ports = named(facts, chamber.ports.iter().map(|port| port.square));
        let size = quantity(chamber.squares.len(), "square");
        let what = match chamber.significance(&facts.board, &facts.state) {
            Significance::Chamber => "",
            Significance::Niche => " (niche)",
            Significance::Exit => " (exit)",
        };
        text.push_str(&format!("    {letter:<4}{size}{what}, ports {ports}\n"));
    }
    for corridor in facts.chambers.corridors() {
        let [one, two] = corridor.ends.map(|end| &letters[end.chamber]);
        let squares = named(facts, corridor.squares.iter().copied());
        text.push_str(&if corridor.squares.is_empty() {
            format!("    {one}-{two} without a corridor between them\n")
        } else {
            format!("    {one}-{two} by {squares}\n")
        });
    }
    text
}
