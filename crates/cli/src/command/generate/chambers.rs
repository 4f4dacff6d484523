//! `soko generate chambers`.

use std::ops::RangeInclusive;

use clap::value_parser;
use sokolab::Rules;
use sokolab::generator::{ChambersOptions, Frame, Guard, PlanKinds, Selection, Span, Symmetry};
use sokolab::text::{Dialect, Teleport};

use super::arguments::GenerateArgs;
use super::branch::{BranchStyle, run_branch};
use super::report::print_report;
use super::run::{Run, run};
use crate::arguments;
use crate::exit::Exit;
use crate::io::output::Output;

/// Compose levels from chambers: plan a solution, pick chambers that force it, and put them
/// together.
///
/// Every level has storage that must be used: the generator proves that there is no solution
/// without it, or that boxes must wait in the goal chamber. The notes of each level contain the
/// plan and the proofs.
#[derive(Debug, clap::Args)]
pub(crate) struct ChambersCommand {
    /// The rule set; sink is not supported [default: nethack, or nethack-game with --branch].
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,

    /// The number of goals that get a box [default: 2-5].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    boxes: Option<RangeInclusive<usize>>,

    /// Plans to choose from, or with no- before each, plans to forbid [default: all].
    ///
    /// row: directed chambers in a row with a storage that they demand. Under official rules also
    /// lock: a goal lock between a feed and a storage; forked-lock: a goal lock with two storages;
    /// hybrid: a goal lock with one connection, which is its own storage; packing: a goal chamber
    /// where boxes must wait before goals are filled.
    #[arg(long, value_name = "NAMES")]
    plan: Option<PlanKinds>,

    /// The number of boxes beyond the number of holes [default: 0].
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(..=4))]
    spare: Option<u8>,

    /// The number of boxes that must be in storage at once [default: 1-2 for rows; locks determine
    /// it].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    stored: Option<RangeInclusive<usize>>,

    /// The number of storages, each behind chambers of its own that demand it [default: 1 for rows;
    /// locks determine it].
    #[arg(long, value_name = "RANGE", value_parser = arguments::range)]
    storages: Option<RangeInclusive<usize>>,

    /// The largest number of columns, walls included [default: 76].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(..=200))]
    width: Option<u16>,

    /// The largest number of rows, walls included [default: 21].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(..=200))]
    height: Option<u16>,

    /// How many chambers compete for each part of the plan; the hardest is used [default: 2].
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=50))]
    difficulty: Option<u8>,

    /// The percentage of levels in which two storages hide how many boxes each must take [default:
    /// 15].
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u8).range(..=100))]
    splits: Option<u8>,

    /// The percentage of levels with a storage that is proved unnecessary [default: 10].
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u8).range(..=100))]
    decoys: Option<u8>,

    /// The percentage of levels with a bent corridor that boxes pass [default: 15].
    #[arg(long, value_name = "PERCENT", value_parser = value_parser!(u8).range(..=100))]
    bends: Option<u8>,

    /// The guard against levitation: a box in front of the last hole, which must be pushed
    /// [default: none, or levitation with --branch].
    #[arg(long, value_name = "none|levitation")]
    guard: Option<Guard>,

    /// Symmetry of the floor [default: none].
    ///
    /// mirror puts chambers that are mirror images of themselves in a row.
    #[arg(long, value_name = "none|mirror")]
    symmetry: Option<Symmetry>,

    /// What to draw around the floor: one wall, or the whole area [default: tight].
    #[arg(long, value_name = "tight|full")]
    frame: Option<Frame>,

    /// Make a whole Sokoban branch: two levels for each of its four storeys.
    ///
    /// The levels have stairs, regions, a zoo and a prize, and are written as nethack-des (one
    /// file) or nethack-lua (a folder). Levels with lower grades are on lower storeys. --count
    /// makes several branches, each in a folder of its own. In the source of NetHack 3.4.3 and 3.6,
    /// replace dat/sokoban.des; in that of NetHack 4, libnethack/dat/sokoban.des; in that of 3.7,
    /// dat/soko1-1.lua to dat/soko4-2.lua. Then build and install the game.
    #[arg(long, help_heading = "Branch", conflicts_with = "index")]
    branch: bool,

    /// Where the hero can teleport: inside the puzzle, with a region of its own beyond the last
    /// hole, or nowhere.
    #[arg(
        long,
        value_name = "region|none",
        default_value = "region",
        requires = "branch",
        help_heading = "Branch"
    )]
    teleport: Teleport,

    /// The version of nethack-des [default: 3.6].
    #[arg(long, value_name = "VERSION", value_parser = arguments::des_version(),
        requires = "branch", help_heading = "Branch")]
    des_version: Option<Dialect>,

    #[command(flatten)]
    args: GenerateArgs,
}

impl ChambersCommand {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let options = self.options();
        let is_of_game = |rules| [Rules::NETHACK, Rules::NETHACK_GAME].contains(&rules);
        if self.branch && !options.rules.is_some_and(is_of_game) {
            anyhow::bail!(
                "boulders of the game are pushed in four directions, into holes: a branch is made \
                 with --rules nethack-game or nethack"
            );
        }
        let recipe = options.recipe()?;
        let selection = Selection::default();
        let ready = Run {
            recipe: &recipe,
            rules: recipe.rules,
            selection,
            trials_per_level: 100,
            witness: &mut |_| (),
        };
        let (funnel, exit) = if self.branch {
            let style = BranchStyle { teleport: self.teleport, dialect: self.des_version };
            run_branch(ready, &self.args, style, output)?
        } else {
            run(ready, &self.args, output)?
        };
        if let Some(format) = self.args.report {
            print_report(format, ("chambers", self.args.seed.value()), &funnel, None)?;
        }
        Ok(exit)
    }

    fn options(&self) -> ChambersOptions {
        let usual = if self.branch { Rules::NETHACK_GAME } else { Rules::NETHACK };
        let span = |range: &Option<RangeInclusive<usize>>| range.as_ref().map(Span::from);
        ChambersOptions {
            rules: Some(self.rules.unwrap_or(usual)),
            boxes: span(&self.boxes),
            spare: self.spare.map(usize::from),
            plan: self.plan,
            stored: span(&self.stored),
            storages: span(&self.storages),
            width: self.width.map(usize::from),
            height: self.height.map(usize::from),
            difficulty: self.difficulty.map(usize::from),
            splits: self.splits.map(usize::from),
            decoys: self.decoys.map(usize::from),
            bends: self.bends.map(usize::from),
            guard: self.guard.or(self.branch.then_some(Guard::Levitation)),
            symmetry: self.symmetry,
            frame: self.frame,
        }
    }
}
