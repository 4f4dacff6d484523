//! `soko generate murase`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use sokolab::Rules;
use sokolab::generator::murase::{Criteria, Detour, KeeperPolicy, LengthUnit, stages};
use sokolab::generator::{Drawings, Frame, Murase, Selection};

use super::arguments::GenerateArgs;
use super::grading::is_good;
use super::report::{PaperTable, print_report};
use super::run::{Run, run};
use crate::arguments;
use crate::exit::{self, Exit};
use crate::io::files::read_text;
use crate::io::output::Output;

/// Make levels as the program of Murase, Matsubara and Hiraga did (1996): a prototype and templates
/// give the floor, goals and boxes are put on it by chance, what has no solution or a dull one is
/// dropped.
#[derive(Debug, clap::Args)]
pub(crate) struct MuraseCommand {
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "official")]
    rules: Rules,

    /// Columns to build in, walls included; a range is drawn from for each trial.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, default_value = "8")]
    width: RangeInclusive<usize>,

    /// Rows to build in, walls included.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, default_value = "8")]
    height: RangeInclusive<usize>,

    /// Boxes.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, default_value = "3")]
    boxes: RangeInclusive<usize>,

    /// Everything as in the paper, as far as it is known: 8 by 8, three boxes, three templates;
    /// this is what is done without any option.
    #[arg(long, value_name = "murase1996", conflicts_with_all = ["rules", "width", "height",
        "boxes", "shapes", "template_count", "keeper", "nodes", "min_length", "length_unit",
        "min_changes", "detour", "min_detours"])]
    preset: Option<Preset>,

    /// A text file with the prototype and the templates: a line `prototype` or `template`, then
    /// rows of . for floor and # for wall, then an empty line.
    #[arg(long, value_name = "FILE")]
    shapes: Option<PathBuf>,

    /// How many templates to add, in turn [default: as many as there are].
    #[arg(long, value_name = "N")]
    template_count: Option<usize>,

    /// Where the keeper starts: anywhere, as in the paper, or where the longest solution starts.
    #[arg(long, value_name = "anywhere|best", default_value = "anywhere")]
    keeper: KeeperPolicy,

    /// The most states to look at before a level counts as unsolvable.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "20000")]
    nodes: u64,

    /// The least length of a solution.
    #[arg(long, value_name = "N", default_value_t = 7)]
    min_length: usize,

    /// What is counted as length.
    #[arg(long, value_name = "moves|pushes", default_value = "moves")]
    length_unit: LengthUnit,

    /// How often the direction of pushing must change.
    #[arg(long, value_name = "N", default_value_t = 4)]
    min_changes: usize,

    /// What is counted as detour: a walk that is longer than the way on empty floor, a push that
    /// brings its box no nearer to its goal, or either.
    #[arg(long, value_name = "walk|push|either", default_value = "walk")]
    detour: Detour,

    /// The least number of detours.
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_detours: usize,

    /// What to draw around the floor: one wall, or the whole area.
    #[arg(long, value_name = "tight|full", default_value = "tight")]
    frame: Frame,

    /// Draw the stages of one trial, as Figures 2 to 5 of the paper do, instead of making levels.
    #[arg(long, requires = "index")]
    stages: bool,

    #[command(flatten)]
    args: GenerateArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Preset {
    Murase1996,
}

impl MuraseCommand {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let recipe = self.recipe()?;
        recipe.check()?;
        let args = &self.args;
        if let Some(index) = args.index.filter(|_| self.stages) {
            for stage in stages(&recipe, args.seed.value(), index) {
                output.line(&stage.caption)?;
                for row in stage.rows {
                    output.line(&format!("  {row}"))?;
                }
                output.line("")?;
            }
            return Ok(exit::DONE);
        }
        let selection = Selection::default();
        let mut good = 0;
        let ready = Run {
            recipe: &recipe,
            rules: recipe.rules,
            selection,
            trials_per_level: 2_000,
            witness: &mut |made| good += u64::from(args.report.is_some() && is_good(made)),
        };
        let (funnel, exit) = run(ready, args, output)?;
        if let Some(format) = args.report {
            let table = Some(PaperTable { good: Some(good) });
            print_report(format, ("murase", args.seed.value()), &funnel, table)?;
        }
        Ok(exit)
    }

    fn recipe(&self) -> anyhow::Result<Murase> {
        let mut recipe = Murase { frame: self.frame, ..Murase::murase1996() };
        if self.preset == Some(Preset::Murase1996) {
            return Ok(recipe);
        }
        if let Some(path) = &self.shapes {
            let text = read_text(path)?;
            let drawn = Drawings::parse(&text);
            let drawn = drawn.with_context(|| path.display().to_string())?;
            recipe.prototype = drawn.prototype.unwrap_or(recipe.prototype);
            if !drawn.templates.is_empty() {
                recipe.template_count = drawn.templates.len();
                recipe.templates = drawn.templates;
            }
        }
        Ok(Murase {
            rules: self.rules,
            width: self.width.clone(),
            height: self.height.clone(),
            boxes: self.boxes.clone(),
            template_count: self.template_count.unwrap_or(recipe.template_count),
            keeper: self.keeper,
            nodes_max: usize::try_from(self.nodes).unwrap_or(usize::MAX),
            criteria: self.criteria(),
            ..recipe
        })
    }

    fn criteria(&self) -> Criteria {
        Criteria {
            length_min: self.min_length,
            length_unit: self.length_unit,
            changes_min: self.min_changes,
            detours_min: self.min_detours,
            detour: self.detour,
        }
    }
}
