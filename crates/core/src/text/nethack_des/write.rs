//! Writing level descriptions for `lev_comp`.

use crate::level::Level;
use crate::text::nethack_text::{
    Arrival, Dialect, Layout, NethackText, Slot, heading, notes_as_comments, with_puzzle,
};
use crate::text::write::WriteError;

const FORMAT: &str = "nethack-des";

/// Writes a level in `dialect`, or else in the one it was read from, or else in that of 3.6. In
/// the dialect it was read from everything beside the puzzle is written as it was.
///
/// # Errors
/// What a description has no way to say.
pub(in crate::text) fn write_level(
    level: &Level,
    number: usize,
    dialect: Option<Dialect>,
    out: &mut String,
) -> Result<(), WriteError> {
    let text = level.nethack.as_deref().filter(|text| text.dialect != Dialect::Lua37);
    let dialect = dialect.filter(|&dialect| dialect != Dialect::Lua37);
    let dialect = dialect.or(text.map(|text| text.dialect)).unwrap_or(Dialect::Des36);
    let as_read = match text.filter(|text| text.dialect == dialect) {
        Some(text) => Layout::as_read(level, text, FORMAT)?.map(|layout| (text, layout)),
        None => None,
    };
    let mut lines = notes_as_comments(level, "#");
    match as_read {
        Some((text, layout)) => lines.extend(kept_lines(text, &layout)),
        None => lines.extend(fresh_lines(level, number, dialect)?),
    }
    out.push_str(&lines.join("\n"));
    out.push_str("\n\n");
    Ok(())
}

fn kept_lines(text: &NethackText, layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    let mut preamble = text.preamble.as_slice();
    let quoted = format!("\"{}", text.name);
    // The closing quote may be missing.
    let says_name =
        |line: &str| line.contains(&format!("{quoted}\"")) || line.trim_end().ends_with(&quoted);
    let is_name = |line: &&String| line.starts_with("MAZE") || line.starts_with("LEVEL");
    match preamble.first().filter(is_name) {
        // It was given another name since it was read.
        Some(first) if !text.name.is_empty() && !says_name(first) => {
            lines.push(name_line(&text.name));
            preamble = &preamble[1..];
        }
        None if !text.name.is_empty() => lines.push(name_line(&text.name)),
        _ => {}
    }
    lines.extend_from_slice(preamble);
    lines.extend(map_lines(layout));
    let puzzle = puzzle_lines(layout, text.dialect, text.arrival, text.slot);
    lines.extend(with_puzzle(text, puzzle));
    lines
}

fn fresh_lines(level: &Level, number: usize, dialect: Dialect) -> Result<Vec<String>, WriteError> {
    let heading = heading(level, number);
    let layout = Layout::framed(level, FORMAT)?;
    let mut flags = vec!["noteleport"];
    if heading.slot == Slot::Entry {
        flags.push("hardfloor");
    }
    if dialect == Dialect::Des36 {
        flags.extend(["premapped", "solidify"]);
    }
    let mut lines = vec![
        name_line(&heading.name),
        format!("FLAGS:{}", flags.join(",")),
        "GEOMETRY:center,center".to_owned(),
    ];
    lines.extend(map_lines(&layout));
    let [stairs, boulders, traps] = puzzle_lines(&layout, dialect, heading.arrival, heading.slot);
    lines.extend(stairs);
    lines.extend(layout.doors.iter().map(|(x, y)| format!("DOOR:closed,({x},{y})")));
    let right = layout.rows.first().map_or(0, |row| row.chars().count()).saturating_sub(1);
    let all = format!("(0,0,{right},{})", layout.rows.len().saturating_sub(1));
    lines.push(format!("REGION:{all},lit,\"ordinary\""));
    lines.push(format!("NON_DIGGABLE:{all}"));
    lines.push(format!("NON_PASSWALL:{all}"));
    lines.extend(boulders);
    lines.extend(traps);
    Ok(lines)
}

fn name_line(name: &str) -> String {
    format!("MAZE:\"{}\",' '", name.replace(['"', '\n', '\r'], ""))
}

fn map_lines(layout: &Layout) -> Vec<String> {
    let mut lines = vec!["MAP".to_owned()];
    lines.extend_from_slice(&layout.rows);
    lines.push("ENDMAP".to_owned());
    lines
}

/// The commands for stairs, boulders and traps.
fn puzzle_lines(
    layout: &Layout,
    dialect: Dialect,
    arrival: Arrival,
    slot: Slot,
) -> [Vec<String>; 3] {
    let mut stairs = Vec::new();
    if let Some((x, y)) = layout.keeper {
        stairs.push(match (arrival, dialect) {
            (Arrival::DownStairs, _) => format!("STAIR:({x},{y}),down"),
            (Arrival::Branch, Dialect::Des4) => format!("BRANCH:({x},{y},{x},{y}),levregion()"),
            (Arrival::Branch, _) => format!("BRANCH:({x},{y},{x},{y}),(0,0,0,0)"),
        });
    }
    stairs.extend(layout.exits.iter().map(|(x, y)| format!("STAIR:({x},{y}),up")));
    let boulder = |&(x, y): &(usize, usize)| match dialect {
        Dialect::Des36 | Dialect::Lua37 => format!("OBJECT:('`',\"boulder\"),({x},{y})"),
        Dialect::Des343 | Dialect::Des4 => format!("OBJECT:'`',\"boulder\",({x},{y})"),
    };
    let trap = match slot {
        Slot::Entry => "pit",
        Slot::Later => "hole",
    };
    let traps = layout.holes.iter().map(|(x, y)| format!("TRAP:\"{trap}\",({x},{y})"));
    [stairs, layout.boulders.iter().map(boulder).collect(), traps.collect()]
}
