//! `soko analyze`: facts about a level before play.

mod after;
mod block_list;
mod corrals;
mod distances;
mod facts;
mod format;
mod json;
mod report;
mod result;
mod run;
mod square;
mod square_names;
mod svg;
mod table;
mod text;

use std::path::PathBuf;

use anyhow::Context;
use sokolab::analysis::analyse;
use sokolab::analysis::locks::GroupLimits;
use sokolab::place_by_name;
use sokolab::text::{Alphabet, parse_moves_in};

use self::block_list::BlockListArguments;
use self::facts::{FactArgs, SHOWN};
use self::format::AnalyzeFormat;
use self::json::SCHEMA;
use self::result::AnalyzedLevel;
use self::run::{Done, Run};
use self::square::SQUARE_NAMES;
use self::table::Layout;
use crate::batch::{self, BatchArgs, Judged, OptionsText, Stream};
use crate::boundary::contain_level;
use crate::exit::Exit;
use crate::export::Exporter;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::interrupt;
use crate::io::output::Output;

/// Show facts about levels before play: locked squares with reasons, tunnels, chambers, symmetries,
/// distances and measures.
///
/// Squares are named by column letter and row number; a1 is at the top left. Several levels are
/// shown as a table, unless --details or a fact is given. With --format svg, the pictures of
/// several levels follow one another.
#[derive(Debug, clap::Args)]
pub(crate) struct Analyze {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    batch: BatchArgs,

    /// Output format [default: text].
    #[arg(long, value_name = "FORMAT")]
    format: Option<AnalyzeFormat>,

    /// Show every fact about every level instead of a table.
    #[arg(long, help_heading = SHOWN)]
    details: bool,

    #[command(flatten)]
    facts: FactArgs,

    /// Explain in a sentence why a square is locked; c2 is in the third column and the second row.
    #[arg(long, help_heading = SHOWN, value_name = "SQUARE", conflicts_with = "resume")]
    explain: Option<String>,

    /// Search longer for groups of boxes that lock each other, which takes seconds on levels with
    /// many boxes. Without this option, the list may be incomplete, and says so.
    #[arg(long, help_heading = SHOWN)]
    thorough: bool,

    /// Analyse the state after these moves.
    #[arg(long, help_heading = SHOWN, value_name = "MOVES", conflicts_with = "resume")]
    after: Option<String>,

    #[command(flatten)]
    blocks: BlockListArguments,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE", conflicts_with = "resume")]
    output: Option<PathBuf>,
}

impl Analyze {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        interrupt::end_at_once();
        if let Some(name) = self.explain.as_deref().filter(|name| place_by_name(name).is_none()) {
            anyhow::bail!("{name:?} is not the name of a square: {SQUARE_NAMES}");
        }
        let format = self.batch.format(self.format, AnalyzeFormat::Text, AnalyzeFormat::Json)?;
        let after = self.after.as_deref().map(|it| parse_moves_in(it, Alphabet::Lurd));
        let after = after.transpose().context("--after")?;
        let levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.as_deref())?;
        let options = self.options_text();
        let judged = Judged { schema: SCHEMA, exit: result::earlier_exit };
        let stream = Stream::begin(levels, &self.batch, &options, judged, output)?;
        let exporter = self.exporter(format);
        let mut run = Run { stream, exporter, after, output };
        batch::run(&mut run, self.batch.jobs(), &|Entry { place, level }| {
            let facts = contain_level(&place, || analyse(&level, self.limits()));
            Done { place, level, facts }
        })?;
        let verdict = run.exporter.end(run.output)?;
        Ok(run.stream.end(run.output)?.and(verdict))
    }

    /// Everything on the command line that affects the results, except the levels.
    fn options_text(&self) -> OptionsText {
        OptionsText::new(&self.input)
            .with("groups", if self.thorough { "thorough" } else { "quick" })
            .with("blocks", self.blocks.options_text())
    }

    fn exporter(&self, form: AnalyzeFormat) -> Box<dyn Exporter<AnalyzedLevel>> {
        match &self.explain {
            Some(name) => Box::new(square::Square::new(name, form.failure_form())),
            None => form.exporter(self.facts, self.blocks, self.layout()),
        }
    }

    /// How several levels are shown: as a table, unless some fact is selected.
    fn layout(&self) -> Layout {
        let is_table = self.facts.is_all() && !self.details && !self.blocks.is_asked_for();
        if is_table { Layout::Table } else { Layout::Reports }
    }

    fn limits(&self) -> GroupLimits {
        if self.thorough { GroupLimits::default() } else { GroupLimits::QUICK }
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;
    use sokolab::analysis::locks::GroupLimits;

    use crate::command::{Command, Program};

    #[test]
    fn issue_16_groups_are_looked_for_quickly_unless_more_is_asked_for() {
        let limits = |arguments: &[&str]| {
            let matches = Program::definition().try_get_matches_from(arguments);
            let program = Program::from_arg_matches(&matches.expect("a call")).expect("a program");
            match program.command {
                Some(Command::Analyze(analyze)) => analyze.limits(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(limits(&["soko", "analyze"]), GroupLimits::QUICK);
        assert_eq!(limits(&["soko", "analyze", "--thorough"]), GroupLimits::default());
    }
}
