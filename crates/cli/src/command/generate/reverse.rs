//! `soko generate reverse`.

use std::ops::RangeInclusive;

use sokolab::Rules;
use sokolab::generator::reverse::{GoalLayout, Profile, Search, Start};
use sokolab::generator::{
    Frame, OutlineStyle, OutlineSymmetry, Reverse, ReverseOptions, Selection, Span,
};

use super::arguments::GenerateArgs;
use super::report::print_report;
use super::run::{Run, run};
use crate::arguments;
use crate::exit::Exit;
use crate::io::output::Output;

/// Make levels backwards: floor and goals are random, and pulls from the solved board lead to the
/// start that is farthest from it.
///
/// The solution then has the fewest possible pushes. Under rules with holes, the holes lie in a
/// corridor to the exit if there is room.
#[derive(Debug, clap::Args)]
pub(crate) struct ReverseCommand {
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "official")]
    rules: Rules,

    /// The kind of levels to imitate: boxoban is 10 by 10 with four boxes [default: boxoban with
    /// --split, if no size is given].
    #[arg(long, value_name = "boxoban")]
    profile: Option<Profile>,

    /// Number of columns, including walls; with a range, each trial picks a number at random
    /// [default: 9, or 12 under rules with holes].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    width: Option<RangeInclusive<usize>>,

    /// Number of rows, including walls [default: 9].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    height: Option<RangeInclusive<usize>>,

    /// Number of boxes [default: 3].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    boxes: Option<RangeInclusive<usize>>,

    /// How the floor is made: by a random walk, by rooms and corridors, by templates, or by any of
    /// these [default: any].
    #[arg(long, value_name = "walk|rooms|templates|any")]
    outline: Option<OutlineStyle>,

    /// Whether the floor is symmetric [default: none].
    #[arg(long, value_name = "none|mirror|turn")]
    symmetry: Option<OutlineSymmetry>,

    /// How goals are placed: scattered, in a group, in a corridor (holes only), or as suits the
    /// rules [default: any].
    #[arg(long, value_name = "scattered|grouped|corridor|any")]
    goals: Option<GoalLayout>,

    /// Which start to choose: the one with the most pushes (the farthest), moves, lines or changes
    /// of box; or random backward play, which is fast [default: pushes; play if more than five
    /// boxes may stay on goals].
    #[arg(long, value_name = "MEASURE")]
    start: Option<Start>,

    /// The largest number of states to explore for one level.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    nodes: Option<u64>,

    /// The number of boards to try for one level; the best is kept [default: 8].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    tries: Option<u16>,

    /// What to draw around the floor: one wall, or the whole area [default: tight].
    #[arg(long, value_name = "tight|full")]
    frame: Option<Frame>,

    #[command(flatten)]
    args: GenerateArgs,
}

impl ReverseCommand {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let recipe = self.recipe()?;
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
        let span = |range: &Option<RangeInclusive<usize>>| range.as_ref().map(Span::from);
        let options = ReverseOptions {
            rules: Some(self.rules),
            profile: self.profile.or(is_data_set.then_some(Profile::Boxoban)),
            width: span(&self.width),
            height: span(&self.height),
            boxes: span(&self.boxes),
            outline: self.outline,
            symmetry: self.symmetry,
            goals: self.goals,
            start: self.start,
            nodes: self.nodes.map(|it| usize::try_from(it).unwrap_or(usize::MAX)),
            tries: self.tries.map(usize::from),
            frame: self.frame,
        };
        let recipe = options.recipe()?;
        if self.nodes.is_some() && recipe.search == Search::Play {
            anyhow::bail!("--nodes is for starts that are searched, not for play");
        }
        Ok(recipe)
    }
}
