//! `--catalogue`: chambers of the catalogue, drawn side by side or as JSON lines.

use sokolab::chamber::catalogue::{Catalogue, Entry, EntryRole, Manner};
use sokolab::{Directions, Rules, quantity};
use sokolab_wire::CatalogueLine;

use super::filter::CatalogueFilter;
use super::format::ChamberFormat;
use crate::exit::{self, Exit};
use crate::io::output::Output;

/// The default number of chambers drawn as text.
const COUNT_DEFAULT: usize = 12;

/// Lists the chambers that match `filter` under `rules`, the smallest first.
pub(super) fn list(
    filter: &CatalogueFilter,
    rules: &[Rules],
    format: ChamberFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    if format == ChamberFormat::Svg {
        anyhow::bail!(
            "the catalogue is listed as text or json; draw one of its chambers as in soko chamber \
             --catalogue --entry 1 | soko chamber - --format svg"
        );
    }
    let entries = Catalogue::embedded().entries();
    let directions: Vec<Directions> = rules.iter().map(|it| it.pushes()).collect();
    let mut chosen: Vec<(usize, &Entry)> = match filter.entry {
        Some(number) => {
            let entry = number.checked_sub(1).and_then(|it| entries.get(it));
            let Some(entry) = entry else {
                let count = entries.len();
                anyhow::bail!("there is no chamber {number}: they are numbered from 1 to {count}");
            };
            vec![(number, entry)]
        }
        None => { entries.iter().enumerate() }
            .filter(|(_, entry)| filter.wants(entry, &directions))
            .map(|(index, entry)| (index + 1, entry))
            .collect(),
    };
    chosen.sort_by_key(|it| it.1.area());
    let all = chosen.len();
    match format {
        ChamberFormat::Json => {
            chosen.truncate(filter.count.unwrap_or(usize::MAX));
            for (number, entry) in chosen {
                output.json(&CatalogueLine::new(number, entry))?;
            }
        }
        ChamberFormat::Text | ChamberFormat::Svg => {
            chosen.truncate(filter.count.unwrap_or(COUNT_DEFAULT));
            output.write(&drawn(&chosen))?;
            let shown = chosen.len();
            output.line(&format!(
                "; {shown} of {all} {} of the catalogue{}",
                if all == 1 { "chamber" } else { "chambers" },
                if shown < all { "; --count N shows more" } else { "" }
            ))?;
        }
    }
    Ok(if all == 0 { exit::NEGATIVE } else { exit::DONE })
}

/// Columns of a terminal.
const COLUMNS: usize = 80;

/// The chambers side by side. Captions are comments, so that the text can be read as drawings.
fn drawn(chosen: &[(usize, &Entry)]) -> String {
    let cells: Vec<(String, Vec<String>)> = { chosen.iter() }
        .map(|(number, entry)| (caption(*number, entry), entry.drawing().rows_with_locks(&[])))
        .collect();
    let width = |cell: &(String, Vec<String>)| {
        let rows = cell.1.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        rows.max(cell.0.chars().count()) + 3
    };
    let mut text = String::new();
    let mut rest = &cells[..];
    while !rest.is_empty() {
        let mut used = 2;
        let fits = rest.iter().take_while(|cell| {
            used += width(cell);
            used <= COLUMNS + 3
        });
        let count = fits.count().max(1);
        let (row, others) = rest.split_at(count);
        draw_row(row, &mut text, width);
        rest = others;
    }
    text
}

fn draw_row(
    row: &[(String, Vec<String>)],
    text: &mut String,
    width: impl Fn(&(String, Vec<String>)) -> usize,
) {
    let captions = row.iter().map(|cell| format!("{:<1$}", cell.0, width(cell)));
    text.push_str(format!("; {}", captions.collect::<String>()).trim_end());
    text.push('\n');
    for line in 0..row.iter().map(|cell| cell.1.len()).max().unwrap_or(0) {
        let parts = row.iter().map(|cell| {
            let part = cell.1.get(line).map_or("", String::as_str);
            format!("{part:<0$}", width(cell))
        });
        text.push_str(format!("  {}", parts.collect::<String>()).trim_end());
        text.push('\n');
    }
    text.push('\n');
}

fn caption(number: usize, entry: &Entry) -> String {
    let boxes = |set: u64| quantity(set.count_ones(), "box");
    let what = match entry.role {
        EntryRole::Storage { capacity, is_regular, .. } => {
            let irregular = if is_regular { "" } else { ", irregular" };
            format!("stores {}{irregular}", quantity(capacity, "box"))
        }
        EntryRole::Feed { boxes: set, keeper: None, .. } => format!("feeds {}", boxes(set)),
        EntryRole::Feed { boxes: set, .. } => format!("feeds {} from inside", boxes(set)),
        EntryRole::Directed { requirement, manner, .. } => {
            let manner = match manner {
                Manner::Any => "",
                Manner::Firm => ", firm",
                Manner::Strict => ", strict",
            };
            format!("demands {requirement}{manner}")
        }
        EntryRole::Bend => "bend".to_owned(),
    };
    format!("#{number} {what}")
}
