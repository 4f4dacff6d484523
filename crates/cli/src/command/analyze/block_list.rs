//! `--blocklist-number` and `--blocklist-distance`: the block list of a level.

use std::io::IsTerminal;

use indicatif::ProgressBar;
use sokolab::analysis::{Analysis, BlockEntry, BlockList, BlockRequest, block_list};
use sokolab::{Level, Square, quantity, square_name};

use super::facts::SHOWN;
use crate::io::interrupt;
use crate::io::output::Output;

/// The options that select a block list.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct BlockListArguments {
    /// List the placements of up to N boxes (from 2 to 4) that have no solution or cost more than
    /// the boxes separately.
    #[arg(long, help_heading = SHOWN, hide_short_help = true, value_name = "N",
        value_parser = clap::value_parser!(u8).range(2..=4))]
    blocklist_number: Option<u8>,

    /// How much the columns and the rows of the boxes may differ [default: 4]: 4 allows a window of
    /// 5 by 5 places.
    #[arg(long, help_heading = SHOWN, hide_short_help = true, value_name = "K")]
    blocklist_distance: Option<usize>,
}

impl BlockListArguments {
    /// Whether the command line asks for a list.
    pub(super) fn is_asked_for(&self) -> bool {
        self.blocklist_number.is_some()
    }

    /// The options as a word.
    pub(super) fn options_text(&self) -> String {
        let number = |it: Option<usize>| it.map_or("own".to_owned(), |it| it.to_string());
        let boxes = self.blocklist_number.map(usize::from);
        format!("{},{}", number(boxes), number(self.blocklist_distance))
    }

    /// The request for a level: the command line, else the level's own options; `None` if neither
    /// asks for a list.
    pub(super) fn request(&self, level: &Level) -> Option<BlockRequest> {
        let option = |key: &str| {
            let found = level.options.iter().find(|(name, _)| name == key);
            found.and_then(|(_, value)| value.parse::<usize>().ok())
        };
        let boxes = self.blocklist_number.map(usize::from).or(option("blocklist-number"))?;
        let reach = self.blocklist_distance.or(option("blocklist-distance"));
        let defaults = BlockRequest::default();
        let boxes = boxes.clamp(2, BlockRequest::BOXES_MAX);
        Some(BlockRequest { boxes, reach: reach.unwrap_or(defaults.reach), ..defaults })
    }
}

/// Finds the list, with a progress bar on a terminal; `None` if interrupted.
pub(super) fn find(facts: &Analysis, request: BlockRequest, output: &Output) -> Option<BlockList> {
    let is_wanted = !output.is_quiet() && std::io::stderr().is_terminal();
    let bar = is_wanted.then(|| ProgressBar::new(0));
    let list = block_list(&facts.board, request, &mut |done, total| {
        if let Some(bar) = &bar {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        }
        !interrupt::is_interrupted()
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    list
}

/// The placements as lines of a report.
pub(super) fn report(facts: &Analysis, list: &BlockList) -> String {
    let request = list.request();
    let mut text = format!(
        "  block list  {} of up to {}, columns and rows differing by at most {}\n",
        quantity(list.len(), "placement"),
        quantity(request.boxes, "box"),
        request.reach
    );
    if !list.is_complete() {
        text.push_str("    (too many placements of the larger sizes: they are left out)\n");
    }
    for index in 0..list.len() {
        let squares = list.squares(index);
        let name = |square: &Square| square_name(&facts.board, *square);
        let names: Vec<String> = squares.iter().map(name).collect();
        let verdicts = list.verdicts(index);
        let worst = verdicts.first().copied().unwrap_or(BlockEntry::Plain);
        let worst = match worst {
            BlockEntry::Plain => "nothing".to_owned(),
            BlockEntry::Dearer(pushes) => format!("{} more", quantity(pushes, "push")),
            BlockEntry::Dead => "no solution".to_owned(),
        };
        let sides = if verdicts.len() < 2 { "" } else { ", for some sides of the keeper" };
        text.push_str(&format!("    {}: {worst}{sides}\n", names.join(" ")));
    }
    text
}
