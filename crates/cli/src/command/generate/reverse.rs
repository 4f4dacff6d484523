//! `soko generate reverse`.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::generator::reverse::{GoalLayout, Search};
use sokolab::generator::{Frame, OutlineStyle, OutlineSymmetry, Reverse, Score, Selection};
use sokolab::{GoalKind, Rules};

use super::arguments::{GenerateArgs, scores};
use super::murase::FrameName;
use super::report::print_report;
use super::run::{Run, run};
use crate::arguments;
use crate::exit::Exit;
use crate::io::output::Output;

/// Make levels backwards: floor and goals are laid by chance, and pulls from the solved board lead
/// to the start that is farthest from it.
///
/// The solution then has the fewest pushes there are. Under rules with holes, these lie in a
/// corridor to the exit if the area has room for it.
#[derive(Debug, clap::Args)]
pub(crate) struct ReverseCommand {
    /// The rule set.
    #[arg(long, value_name = "NAME", value_parser = arguments::rules(), default_value = "official")]
    rules: Rules,

    /// What other levels these should look like: boxoban is 10 by 10 with four boxes
    /// [default: boxoban with --split, if no size is given].
    #[arg(long, value_name = "boxoban")]
    profile: Option<Profile>,

    /// Columns, walls included; a range is drawn from for each trial [default: 9, or 12 where
    /// there are holes].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    width: Option<RangeInclusive<usize>>,

    /// Rows, walls included [default: 9].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    height: Option<RangeInclusive<usize>>,

    /// Boxes [default: 3].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    boxes: Option<RangeInclusive<usize>>,

    /// How floor is laid: by a random walk, by rooms and corridors, by templates, or by any of
    /// these [default: any].
    #[arg(long, value_name = "walk|rooms|templates|any")]
    outline: Option<OutlineName>,

    /// Whether the floor is symmetric [default: none].
    #[arg(long, value_name = "none|mirror|turn")]
    symmetry: Option<SymmetryName>,

    /// How goals lie: scattered, in a group, in a corridor (holes only), or what suits the rules
    /// [default: any].
    #[arg(long, value_name = "scattered|grouped|corridor|any")]
    goals: Option<GoalsName>,

    /// Which start is taken: the one with the most pushes (the farthest), moves, lines or changes
    /// of box; or play backwards by chance, which is fast [default: pushes; play if there may be
    /// more than five boxes that stay].
    #[arg(long, value_name = "MEASURE", value_parser = start())]
    start: Option<StartName>,

    /// The most states to look at for one level.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    nodes: Option<u64>,

    /// Boards to try for one level; the best is kept [default: 8].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    tries: Option<u16>,

    /// What to draw around the floor: one wall, or the whole area [default: tight].
    #[arg(long, value_name = "tight|full")]
    frame: Option<FrameName>,

    #[command(flatten)]
    args: GenerateArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Profile {
    Boxoban,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutlineName {
    Walk,
    Rooms,
    Templates,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    None,
    Mirror,
    Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GoalsName {
    Scattered,
    Grouped,
    Corridor,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartName {
    Best(Score),
    Play,
}

fn start() -> impl TypedValueParser<Value = StartName> {
    let measures = scores().into_iter().map(|(name, score)| (name, StartName::Best(score)));
    let play = (PossibleValue::new("play"), StartName::Play);
    arguments::named(measures.chain([play]).collect())
}

/// The most boxes for which starts are searched if nothing is said.
const BOXES_LISTED_MAX: usize = 5;

/// The states looked at if nothing is said.
const NODES_DEFAULT: usize = 60_000;

impl ReverseCommand {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let recipe = self.recipe()?;
        recipe.check()?;
        let selection = Selection::default();
        let ready = Run {
            recipe: &recipe,
            rules: recipe.rules,
            selection,
            trials_per_level: 100,
            witness: &mut |_| (),
        };
        let (funnel, exit) = run(ready, &self.args, output)?;
        if let Some(format) = self.args.report {
            print_report(format, ("reverse", self.args.seed.value()), &funnel, None)?;
        }
        Ok(exit)
    }

    fn recipe(&self) -> anyhow::Result<Reverse> {
        let has_size = self.width.is_some() || self.height.is_some() || self.frame.is_some();
        let is_data_set = self.args.destination.is_data_set() && !has_size;
        let profile = self.profile.or(is_data_set.then_some(Profile::Boxoban));
        let base = match profile {
            Some(Profile::Boxoban) => Reverse { rules: self.rules, ..Reverse::boxoban() },
            None => Reverse::new(self.rules),
        };
        let nodes = self.nodes.map(|it| usize::try_from(it).unwrap_or(usize::MAX));
        let boxes = self.boxes.clone().unwrap_or(base.boxes);
        // With many boxes the states nearest to a win are all that can be listed.
        let is_large = *boxes.end() > BOXES_LISTED_MAX && self.rules.goal() == GoalKind::Keep;
        let usual = if is_large && nodes.is_none() { Search::Play } else { base.search };
        let search = match (self.start, usual) {
            (Some(StartName::Play), _) | (None, Search::Play) => {
                if nodes.is_some() {
                    anyhow::bail!("--nodes is for starts that are searched, not for play");
                }
                Search::Play
            }
            (Some(StartName::Best(score)), _) => {
                Search::Closure { nodes_max: nodes.unwrap_or(NODES_DEFAULT), score }
            }
            (None, Search::Closure { nodes_max, score }) => {
                Search::Closure { nodes_max: nodes.unwrap_or(nodes_max), score }
            }
        };
        Ok(Reverse {
            width: self.width.clone().unwrap_or(base.width),
            height: self.height.clone().unwrap_or(base.height),
            boxes,
            outline: self.outline.map_or(base.outline, |it| match it {
                OutlineName::Walk => OutlineStyle::Walk,
                OutlineName::Rooms => OutlineStyle::Rooms,
                OutlineName::Templates => OutlineStyle::Templates,
                OutlineName::Any => OutlineStyle::Any,
            }),
            symmetry: self.symmetry.map_or(base.symmetry, |it| match it {
                SymmetryName::None => OutlineSymmetry::None,
                SymmetryName::Mirror => OutlineSymmetry::Mirror,
                SymmetryName::Turn => OutlineSymmetry::Turn,
            }),
            goals: self.goals.map_or(base.goals, |it| match it {
                GoalsName::Scattered => GoalLayout::Scattered,
                GoalsName::Grouped => GoalLayout::Grouped,
                GoalsName::Corridor => GoalLayout::Corridor,
                GoalsName::Any => GoalLayout::Any,
            }),
            search,
            tries: self.tries.map_or(base.tries, usize::from),
            frame: self.frame.map_or(base.frame, Frame::from),
            rate: base.rate,
            rules: base.rules,
        })
    }
}
