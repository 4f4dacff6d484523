//! `soko generate murase`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use sokolab::Rules;
use sokolab::generator::murase::{
    Check, Criteria, Detour, KeeperPolicy, LengthUnit, Placing, stages,
};
use sokolab::generator::{Chance, Drawings, Frame, Murase, Recipe, Selection};

use super::arguments::GenerateArgs;
use super::grading::is_good;
use super::report::{PaperTable, print_report};
use super::run::{Run, run};
use crate::arguments;
use crate::exit::{self, Exit};
use crate::io::files::read_text;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// Maximum number of trials per level, if the user set no limit.
const TRIALS_PER_LEVEL: u64 = 2_000;

/// Make levels like the program of Murase, Matsubara and Hiraga (1996): a prototype and templates
/// form the floor, goals and boxes are placed at random, and levels that are unsolvable or dull are
/// dropped.
#[derive(Debug, clap::Args)]
pub(crate) struct MuraseCommand {
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "official")]
    rules: Rules,

    /// Number of columns, including walls; with a range, each trial picks a number at random.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, default_value = "8")]
    width: RangeInclusive<usize>,

    /// Number of rows, including walls.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, default_value = "8")]
    height: RangeInclusive<usize>,

    /// Boxes.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, default_value = "3")]
    boxes: RangeInclusive<usize>,

    /// The settings of the paper, as far as they are known: 8 by 8, three boxes, three templates.
    /// This is the default.
    #[arg(long, value_name = "murase1996", conflicts_with_all = ["rules", "width", "height",
        "boxes", "shapes", "template_count", "keeper", "placing", "check", "nodes", "min_length",
        "length_unit", "min_changes", "detour", "min_detours"])]
    preset: Option<Preset>,

    /// A text file with the prototype and the templates: a line `prototype` or `template`, then
    /// rows of . for floor and # for wall, then an empty line.
    #[arg(long, value_name = "FILE")]
    shapes: Option<PathBuf>,

    /// The number of templates to add, in turn [default: all; with --check solver one for every 4
    /// squares of the area].
    #[arg(long, value_name = "N")]
    template_count: Option<usize>,

    /// Where the keeper starts: anywhere, as in the paper, or where the longest solution starts
    /// [default: anywhere; with --check solver best].
    #[arg(long, value_name = "anywhere|best")]
    keeper: Option<KeeperPolicy>,

    /// Where goals and boxes go: anywhere, as in the paper, or the goals together and the boxes
    /// far from them [default: anywhere; with --check solver apart].
    #[arg(long, value_name = "anywhere|apart")]
    placing: Option<Placing>,

    /// How levels are checked: by breadth-first search, as in the paper, or by the solver, for
    /// larger levels with longer solutions.
    ///
    /// The solver looks for the fewest pushes; a solution without a proof that it has the fewest is
    /// accepted too, and marked. The defaults of --template-count, --keeper and --placing then
    /// favour long solutions.
    #[arg(long, value_name = "breadth-first|solver", default_value = "breadth-first")]
    check: Check,

    /// The number of states after which a level counts as unsolvable.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "20000")]
    nodes: u64,

    /// The minimum length of a solution.
    #[arg(long, value_name = "N", default_value_t = 7)]
    min_length: usize,

    /// The unit of the length.
    #[arg(long, value_name = "moves|pushes", default_value = "moves")]
    length_unit: LengthUnit,

    /// The minimum number of changes of direction between pushes.
    #[arg(long, value_name = "N", default_value_t = 4)]
    min_changes: usize,

    /// The definition of a detour.
    ///
    /// walk: a walk to a push that is longer than the distance between its ends along columns and
    /// rows; around: a walk that is longer than it would be without the boxes; push: a push that
    /// brings its box no nearer to its final square; route: a box with more pushes than it would
    /// need alone; either: walk or push.
    #[arg(long, value_name = "walk|around|push|route|either", default_value = "walk")]
    detour: Detour,

    /// The minimum number of detours.
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_detours: usize,

    /// What to draw around the floor: one wall, or the whole area.
    #[arg(long, value_name = "tight|full", default_value = "tight")]
    frame: Frame,

    /// Draw the stages of one trial, as in Figures 2 to 5 of the paper, instead of making levels:
    /// the trial of --index, or the first that makes a level.
    #[arg(long)]
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
        if self.stages {
            return self.draw_stages(&recipe, output);
        }
        let selection = Selection::default();
        let mut good = 0;
        let ready = Run {
            recipe: &recipe,
            rules: recipe.rules,
            selection,
            trials_per_level: TRIALS_PER_LEVEL,
            witness: &mut |made| good += u64::from(args.report.is_some() && is_good(made)),
        };
        let (funnel, exit) = run(ready, args, output)?;
        if let Some(format) = args.report {
            let table = Some(PaperTable { good: Some(good) });
            print_report(format, ("murase", args.seed.value()), &funnel, table)?;
        }
        Ok(exit)
    }

    /// Draws the stages of the requested trial, or of the first one that makes a level.
    fn draw_stages(&self, recipe: &Murase, output: &mut Output) -> anyhow::Result<Exit> {
        let seed = self.args.seed.value();
        let Some(index) = self.args.index.or_else(|| first_level(recipe, seed, &self.args)) else {
            if interrupt::is_interrupted() {
                return Ok(exit::DONE);
            }
            let error = anyhow::anyhow!("no trial made a level (allow more --trials)");
            diagnostics::print_error(&error);
            return Ok(exit::UNDECIDED);
        };
        output.line(&format!("Trial {index} of seed {seed}"))?;
        output.line("")?;
        for stage in stages(recipe, seed, index) {
            output.line(&stage.caption)?;
            for row in stage.rows {
                output.line(&format!("  {row}"))?;
            }
            output.line("")?;
        }
        Ok(exit::DONE)
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
        if self.check == Check::Solver {
            recipe = recipe.for_long_solutions(*self.width.end(), *self.height.end());
        }
        Ok(Murase {
            check: self.check,
            rules: self.rules,
            width: self.width.clone(),
            height: self.height.clone(),
            boxes: self.boxes.clone(),
            template_count: self.template_count.unwrap_or(recipe.template_count),
            keeper: self.keeper.unwrap_or(recipe.keeper),
            placing: self.placing.unwrap_or(recipe.placing),
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

/// The first trial that makes a level; `None` if none does or if interrupted.
fn first_level(recipe: &Murase, seed: u64, args: &GenerateArgs) -> Option<u64> {
    let name = recipe.describe().name;
    let keep_going = || !interrupt::is_interrupted();
    let makes_level = |&index: &u64| {
        let mut chance = Chance::new(seed, name, index);
        recipe.attempt(&mut chance, &keep_going).is_ok()
    };
    let trials = args.trials_max(Some(1), TRIALS_PER_LEVEL);
    (1..=trials).take_while(|_| keep_going()).find(makes_level)
}
