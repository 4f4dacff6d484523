//! `soko analyze`: everything a level tells before it is played.

use std::path::PathBuf;

use clap::ValueEnum;
use sokolab::analysis::locks::{GroupLimits, LockKind, LockSetting, explain};
use sokolab::analysis::{Analysis, analyse};
use sokolab::render::{Drawing, Theme, svg};
use sokolab::{Level, Occupant, Square, square_by_name, square_name};
use sokolab_wire::{AnalyzeLine, InvalidLine, Place};

use crate::block_list::{self, BlockListArguments};
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::output::Output;
use crate::{diagnostics, interrupt, layers};

/// Show what a level tells before it is played: locked squares and why, tunnels, chambers,
/// symmetries, distances and measures.
///
/// Squares are named by column letter and row number; a1 is the top left place. With --format svg
/// and several levels, one picture follows the other.
#[derive(Debug, clap::Args)]
pub(crate) struct Analyze {
    #[command(flatten)]
    input: Input,

    /// How to show it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnalyzeFormat,

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

    /// Say in a sentence why a square is locked.
    #[arg(long, value_name = "SQUARE")]
    explain: Option<String>,

    #[command(flatten)]
    blocks: BlockListArguments,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
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
        output.redirect(self.output.as_deref())?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            match analyse(&level, limits(&level)) {
                Ok(facts) => self.show(place, &level, &facts, output)?,
                Err(findings) => {
                    if self.format == AnalyzeFormat::Json {
                        output.json(&InvalidLine::new(place.clone(), &level, &findings))?;
                    }
                    diagnostics::print_findings(&place.file, &level, &findings);
                    verdict = exit::NEGATIVE;
                }
            }
        }
        Ok(levels.exit().and(verdict))
    }

    fn show(
        &self,
        place: Place,
        level: &Level,
        facts: &Analysis,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        if let Some(name) = &self.explain {
            let square = square_by_name(&facts.board, name);
            let square = square.ok_or_else(|| anyhow::anyhow!("there is no floor at {name}"))?;
            let setting = LockSetting::of_level(&facts.board, &facts.state);
            return output.line(&explain(&setting, &facts.locked.any, square));
        }
        let request = self.blocks.request(level).filter(|_| self.format != AnalyzeFormat::Svg);
        let list = request.and_then(|request| block_list::find(facts, request, output));
        match self.format {
            AnalyzeFormat::Json => {
                let line = AnalyzeLine::new(place, level, facts);
                match &list {
                    Some(list) => output.json(&line.with_block_list(facts, list)),
                    None => output.json(&line),
                }
            }
            AnalyzeFormat::Text => {
                let mut text = self.report(&place, level, facts);
                text.push_str(&list.map_or(String::new(), |list| block_list::report(facts, &list)));
                text.push('\n');
                output.write(&text)
            }
            AnalyzeFormat::Svg => output.write(&self.draw(level, facts)),
        }
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
            drawing.layers.push(layers::distances(facts));
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
        if self.wants_all() {
            text.push_str(&overview(level, facts));
        }
        if self.locks || self.wants_all() {
            text.push_str(&locks(facts));
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

/// Groups of boxes are looked for thoroughly where that takes a moment, else quickly.
fn limits(level: &Level) -> GroupLimits {
    let is_box = |place: &&sokolab::Place| place.occupant == Occupant::Box;
    let boxes = level.picture.places().iter().filter(is_box).count();
    if level.picture.places().len() * boxes <= 10_000 {
        GroupLimits::default()
    } else {
        GroupLimits::QUICK
    }
}

fn overview(level: &Level, facts: &Analysis) -> String {
    let it = &facts.measures;
    let bound = match it.matching_bound {
        Some(bound) => format!("at least {bound} pushes"),
        None => "no way to serve every goal: unsolvable".to_owned(),
    };
    let symmetries: Vec<String> =
        facts.symmetries.iter().skip(1).map(|symmetry| format!("{:?}", symmetry.turn)).collect();
    let symmetries = if symmetries.is_empty() { "none".to_owned() } else { symmetries.join(", ") };
    let mut text = format!("  name        {}\n  rules       {}\n", facts.id, level.rules);
    text.push_str(&format!(
        "  size        {} by {}, {} floor squares, {} boxes, {} goals\n",
        it.width, it.height, it.squares, it.boxes, it.goals
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
    let total = facts.measures.locks.total();
    let mut text = format!("  locked      {total} squares, {share:.0} % of the floor\n");
    for kind in LockKind::ALL {
        let is_kind = |square: &Square| facts.lock_kinds[square.index()] == Some(kind);
        let squares = named(facts, facts.board.squares().filter(is_kind));
        text.push_str(&format!("    {:<14}{squares}\n", kind.name()));
    }
    if !facts.frozen.is_empty() {
        text.push_str(&format!("  frozen      {}\n", named(facts, facts.frozen.iter())));
    }
    for group in &facts.crate_locks.groups {
        let boxes = named(facts, group.boxes.iter());
        text.push_str(&format!("  crate lock  {boxes}: at least {} lost\n", group.lost_min));
    }
    if !facts.crate_locks.is_complete {
        text.push_str("  crate lock  (the search for groups stopped at its limit)\n");
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
    let shape = if facts.chambers.is_tree() { "a tree" } else { "with loops" };
    let count = facts.chambers.chambers().len();
    let mut text = format!("  chambers    {count}, {shape}\n");
    for (index, chamber) in facts.chambers.chambers().iter().enumerate() {
        let letter = sokolab::column_name(index).to_uppercase();
        let ports = named(facts, chamber.ports.iter().map(|port| port.square));
        let size = chamber.squares.len();
        text.push_str(&format!("    {letter:<4}{size} squares, ports {ports}\n"));
    }
    for corridor in facts.chambers.corridors() {
        let [one, two] = corridor.ends.map(|end| sokolab::column_name(end.chamber).to_uppercase());
        let squares = named(facts, corridor.squares.iter().copied());
        text.push_str(&format!("    {one}-{two} by {squares}\n"));
    }
    text
}
