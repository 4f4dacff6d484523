//! `soko chamber`: what a drawn chamber does for its neighbours, and the catalogue of chambers.

mod catalogue;
mod filter;
mod format;
mod read;
mod svg;
mod text;

use std::path::PathBuf;

use sokolab::Rules;
use sokolab::chamber::describe::{DescribeOptions, STATES_MAX, describe};
use sokolab_wire::ChamberLine;

use self::filter::CatalogueFilter;
use self::format::ChamberFormat;
use self::read::NamedDrawing;
use crate::arguments;
use crate::exit::{self, Exit};
use crate::input::LevelArgument;
use crate::input::level_argument::level_argument;
use crate::io::interrupt;
use crate::io::output::Output;

/// Describe a chamber drawn with corridors: what it stores, feeds and demands, and which of its
/// squares are locked; or list the catalogue of chambers.
///
/// A drawing has walls - and |, floor ., boxes 0, goals ^, optionally the keeper @, and corridors
/// #### where boxes come and go. A file may contain several drawings, side by side or one below the
/// other. Locked squares are drawn as 8. Squares are named by column letter and row number of the
/// drawing as it is printed; a1 is at the top left.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Chamber {
    /// Files with drawings; `-` is standard input, `file#2` selects a chamber.
    #[arg(value_name = "FILE", value_parser = level_argument(), conflicts_with = "catalogue")]
    files: Vec<LevelArgument>,

    /// The rules to play by; several may be given [default: nethack].
    #[arg(long, value_name = "NAME")]
    rules: Vec<Rules>,

    /// Put a storage for N boxes behind each port in turn, instead of several small ones.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=20))]
    storage: Option<u8>,

    /// The largest number of states to explore for one question; beyond that, the answer is
    /// reported as unknown.
    #[arg(long, value_name = "N", value_parser = arguments::count, hide_short_help = true,
        default_value_t = STATES_MAX as u64)]
    states: u64,

    #[command(flatten)]
    filter: CatalogueFilter,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ChamberFormat,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  soko chamber room.txt               what the chamber does under NetHack's rules
  soko chamber room.txt --rules official --rules nethack
  soko chamber room.txt --storage 2   with a storage for two boxes behind each port
  soko chamber --catalogue --kind storage --capacity 3 --symmetric";

/// The largest permitted number of states: more do not fit into the memory of most machines.
const STATES_LIMIT: u64 = 50_000_000;

impl Chamber {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        interrupt::end_at_once();
        let rules = if self.rules.is_empty() { &[Rules::NETHACK][..] } else { &self.rules };
        if self.filter.is_asked_for() {
            output.redirect(self.output.as_deref())?;
            return catalogue::list(&self.filter, rules, self.format, output);
        }
        self.filter.refuse_without_catalogue()?;
        if self.states > STATES_LIMIT {
            anyhow::bail!("--states {} is too many: at most {STATES_LIMIT}", self.states);
        }
        let mut exit = exit::DONE;
        let drawings = read::drawings(&self.files, &mut exit)?;
        if drawings.is_empty() {
            return Ok(exit);
        }
        output.redirect(self.output.as_deref())?;
        if self.format == ChamberFormat::Svg && (drawings.len() > 1 || rules.len() > 1) {
            let file = &drawings[0].file;
            anyhow::bail!(
                "svg shows one chamber under one rule set: select it, as in {file}#1, and give \
                 --rules once"
            );
        }
        for drawing in &drawings {
            for &rules in rules {
                self.show(drawing, rules, output)?;
            }
        }
        Ok(exit)
    }

    fn show(&self, named: &NamedDrawing, rules: Rules, output: &mut Output) -> anyhow::Result<()> {
        let NamedDrawing { file, number, drawing } = named;
        let states_max = usize::try_from(self.states).unwrap_or(usize::MAX);
        let options = DescribeOptions { states_max, storage: self.storage };
        let found = describe(drawing, rules, options);
        match self.format {
            ChamberFormat::Text => output.write(&text::report(named, &found)),
            ChamberFormat::Json => output.json(&ChamberLine::new(file, *number, drawing, &found)),
            ChamberFormat::Svg => output.write(&svg::picture(drawing, &found)),
        }
    }
}
