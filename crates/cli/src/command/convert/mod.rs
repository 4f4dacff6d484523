//! `soko convert`: levels and moves from one format to another.
//!
//! Each target has a file with a function `convert`.

mod levels;
mod pddl;
mod plan;
mod stored;
mod tiling;
mod turn;
mod writable;

use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::text::{Alphabet, Dialect, Format, Legend};

use self::turn::Degrees;
use crate::arguments;
use crate::command::help::OUTPUT;
use crate::exit::Exit;
use crate::input::{Input, InputFormat};
use crate::io::output::Output;
use crate::search::tiling::TilingForm;

/// Write levels in another format, export them to planners, or turn a plan into moves.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,

    /// The format to write.
    ///
    /// pddl: a domain and a problem for each level. tiling: one level as a problem for the tiling
    /// engine. poms: the same for Punch Out Model Synthesis, the program of the Sokoita notes.
    /// lurd: the moves of a plan, or the solutions stored with the levels, one per line.
    #[arg(long, help_heading = OUTPUT, value_name = "NAME", value_parser = target())]
    to: Target,

    /// Write run-length encoded rows (sok).
    #[arg(long, help_heading = OUTPUT)]
    rle: bool,

    /// The characters of the rows to write (sok).
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_name = "LEGEND",
        value_parser = arguments::legend)]
    write_legend: Option<Legend>,

    /// Turn levels clockwise, together with their stored solutions.
    ///
    /// 45 makes the diagonal twin of a level with nethack rules: every other place becomes a wall,
    /// and under nethack-diagonal the twin has the same solutions.
    #[arg(long, help_heading = OUTPUT, value_name = "DEGREES")]
    turn: Option<Degrees>,

    /// The NetHack version to write level descriptions for (nethack-des).
    #[arg(long, value_name = "VERSION", value_parser = arguments::des_version())]
    des_version: Option<Dialect>,

    /// The letters of the moves to write (lurd).
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: Alphabet,

    /// The number of moves of the sequences to tile (tiling, poms) [default: the fewest].
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    length: Option<u32>,

    /// Write to a file; for pddl, and for several levels in a format with one level per file, to a
    /// folder.
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Levels(Format),
    Pddl,
    Tiling(TilingForm),
    Lurd,
}

fn target() -> impl TypedValueParser<Value = Target> {
    let formats = arguments::names(&Format::ALL).into_iter();
    let mut targets: Vec<(PossibleValue, Target)> =
        formats.map(|(name, format)| (name, Target::Levels(format))).collect();
    for (name, target) in [
        ("pddl", Target::Pddl),
        ("tiling", Target::Tiling(TilingForm::Engine)),
        ("poms", Target::Tiling(TilingForm::Poms)),
        ("lurd", Target::Lurd),
    ] {
        targets.push((PossibleValue::new(name), target));
    }
    arguments::named(targets)
}

impl Convert {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.turn.is_some() && !matches!(self.to, Target::Levels(_)) {
            anyhow::bail!("--turn turns levels: write them in a format of levels first");
        }
        match (self.input.from, self.to) {
            (Some(InputFormat::PddlPlan), Target::Lurd) => plan::convert(&self, output),
            (Some(InputFormat::PddlPlan), _) => {
                anyhow::bail!("a plan holds moves: convert it with --to lurd")
            }
            (_, Target::Lurd) => stored::convert(&self, output),
            (_, Target::Pddl) => pddl::convert(&self, output),
            (_, Target::Tiling(form)) => tiling::convert(&self, form, output),
            (_, Target::Levels(format)) => levels::convert(&self, format, output),
        }
    }
}
