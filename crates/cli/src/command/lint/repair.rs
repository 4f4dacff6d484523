//! `soko lint --repair`: the smallest set of boxes and walls whose removal makes a level solvable.

use sokolab::insight::piece::{Piece, Repair, repair};
use sokolab::{Level, quantity};
use sokolab_wire::{Place, RepairLine};

use super::each_level::{Answered, each_level};
use super::format::LintFormat;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::export::json_lines::{JsonLines, JsonResult};
use crate::input::Levels;
use crate::io::output::Output;
use crate::search::limits::SearchLimits;
use crate::terminal::level_drawing::named_rows;

/// Looks for repairs of all levels.
pub(super) fn run(
    levels: Levels,
    limits: &SearchLimits,
    format: LintFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let exporter: Box<dyn Exporter<RepairedLevel>> = match format {
        LintFormat::Text => Box::new(RepairText),
        LintFormat::Jsonl => Box::new(JsonLines),
    };
    each_level(levels, exporter, output, |place, level, output| {
        let mut watch = limits.watch(place, output);
        let repair = repair(level, limits.budget(), &mut |progress| watch.look(progress));
        watch.hide();
        Ok(RepairedLevel { place: place.clone(), level: level.clone(), repair })
    })
}

/// A level with its repair.
#[derive(Debug)]
struct RepairedLevel {
    place: Place,
    level: Level,
    repair: Repair,
}

impl Answered for RepairedLevel {
    fn exit(&self) -> Exit {
        match &self.repair {
            Repair::NotNeeded(_) => exit::DONE,
            Repair::Found { undecided: None, .. } | Repair::Impossible => exit::NEGATIVE,
            Repair::Found { undecided: Some(_), .. } | Repair::Stopped { .. } => exit::UNDECIDED,
        }
    }
}

impl JsonResult for RepairedLevel {
    const SCHEMA: &'static str = RepairLine::SCHEMA;

    fn into_line(self) -> impl serde::Serialize {
        RepairLine::new(self.place, &self.level, &self.repair)
    }
}

/// Repairs for a person.
#[derive(Debug)]
struct RepairText;

impl Exporter<RepairedLevel> for RepairText {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, repaired: RepairedLevel, output: &mut Output) -> anyhow::Result<()> {
        let RepairedLevel { place, level, repair } = &repaired;
        let title = level.title.as_ref().map_or(String::new(), |it| format!(" {it}"));
        let text = level.rules.translate(&described(repair));
        output.line(&format!("{}#{}{title}: {text}", place.file, place.level))?;
        let Repair::Found { level: left, solution, .. } = repair else { return Ok(()) };
        for row in named_rows(level, &level.picture) {
            output.line(&format!("  {row}"))?;
        }
        output.line("without:")?;
        for row in named_rows(left, &left.picture) {
            output.line(&format!("  {row}"))?;
        }
        let pushes = quantity(solution.measures().pushes as u64, "push");
        output.line(&format!("solution ({pushes}): {}", solution.moves()))
    }
}

fn described(repair: &Repair) -> String {
    match repair {
        Repair::NotNeeded(_) => "it has a solution; there is nothing to repair".to_owned(),
        Repair::Found { removed, undecided, at_least, .. } => {
            let bound = match undecided {
                None if removed.len() == 1 => String::new(),
                None => ", and fewer do not suffice".to_owned(),
                Some(stop) => format!(
                    "; whether fewer suffice is undecided (a search was {stop}), but at least \
                     {at_least} must go"
                ),
            };
            format!("no solution, but one without {}{bound}", listed(removed))
        }
        Repair::Impossible => {
            "no repair: whatever boxes and walls beside the floor are removed, there is no \
             solution or nothing to push"
                .to_owned()
        }
        Repair::Stopped { stop, at_least: 0 } => format!("undecided, {stop}"),
        Repair::Stopped { stop, at_least } => {
            let pieces = quantity(*at_least as u64, "piece");
            format!("no solution; no repair found, {stop}; at least {pieces} must go")
        }
    }
}

/// `the box on c3 and the wall on d4`.
fn listed(pieces: &[Piece]) -> String {
    let name = |it: &Piece| format!("the {} on {}", it.kind.name(), it.square());
    let names: Vec<String> = pieces.iter().map(name).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.join(""),
    }
}
