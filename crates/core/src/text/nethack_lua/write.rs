//! Writing level descriptions of `NetHack` 3.7.

use super::level_name;
use crate::level::Level;
use crate::text::nethack_text::{
    Arrival, Dialect, Heading, Layout, NethackText, Slot, heading, notes_as_comments, with_puzzle,
};
use crate::text::write::WriteError;

const FORMAT: &str = "nethack-lua";

/// Writes a level. If it was read from Lua, everything beside the puzzle is written as it was.
///
/// # Errors
/// What a description has no way to say.
pub(in crate::text) fn write_level(
    level: &Level,
    number: usize,
    out: &mut String,
) -> Result<(), WriteError> {
    let text = level.nethack.as_deref().filter(|text| text.dialect == Dialect::Lua37);
    let as_read = match text {
        Some(text) => Layout::as_read(level, text, FORMAT)?.map(|layout| (text, layout)),
        None => None,
    };
    let comments = notes_as_comments(level, "--");
    let name = match &as_read {
        Some((text, _)) => text.name.clone(),
        None => heading(level, number).name,
    };
    // The file itself says its name nowhere else.
    let is_named = comments.iter().find_map(|line| level_name(line)) == Some(name.as_str());
    let mut lines = Vec::new();
    if !is_named && !name.is_empty() {
        lines.push(format!("-- {name}.lua"));
    }
    lines.extend(comments);
    match as_read {
        Some((text, layout)) => lines.extend(kept_lines(text, &layout)),
        None => lines.extend(fresh_lines(level, number)?),
    }
    out.push_str(&lines.join("\n"));
    out.push_str("\n\n");
    Ok(())
}

fn kept_lines(text: &NethackText, layout: &Layout) -> Vec<String> {
    let puzzle = puzzle_lines(layout, text.arrival, text.slot);
    let mut lines = text.preamble.clone();
    // The map's text stands between the last line before it and the first one after it.
    let (opening, closing) = brackets(&layout.rows);
    match lines.last_mut() {
        Some(last) => last.push_str(&opening),
        None => lines.push(opening),
    }
    lines.extend_from_slice(&layout.rows);
    let mut after = with_puzzle(text, puzzle);
    match after.first_mut() {
        Some(first) => first.insert_str(0, &closing),
        None => after.push(closing),
    }
    lines.extend(after);
    lines
}

fn fresh_lines(level: &Level, number: usize) -> Result<Vec<String>, WriteError> {
    let Heading { arrival, slot, .. } = heading(level, number);
    let layout = Layout::framed(level, FORMAT)?;
    let hard = if slot == Slot::Entry { "\"hardfloor\", " } else { "" };
    let (opening, closing) = brackets(&layout.rows);
    let mut lines = vec![
        "des.level_init({ style = \"solidfill\", fg = \" \" })".to_owned(),
        format!(
            "des.level_flags(\"mazelevel\", \"noteleport\", {hard}\"premapped\", \"sokoban\", \
             \"solidify\")"
        ),
        format!("des.map({opening}"),
    ];
    lines.extend_from_slice(&layout.rows);
    lines.push(format!("{closing})"));
    let [stairs, boulders, traps] = puzzle_lines(&layout, arrival, slot);
    lines.extend(stairs);
    lines.extend(layout.doors.iter().map(|(x, y)| format!("des.door(\"closed\", {x},{y})")));
    let right = layout.rows.first().map_or(0, |row| row.chars().count()).saturating_sub(1);
    let all = format!("selection.area(0,0,{right},{})", layout.rows.len().saturating_sub(1));
    lines.push(format!("des.region({all}, \"lit\")"));
    lines.push(format!("des.non_diggable({all})"));
    lines.push(format!("des.non_passwall({all})"));
    lines.extend(boulders);
    // A creature that appears on a filled hole would stand in the way of the next boulder.
    lines.extend(layout.holes.iter().map(|(x, y)| {
        format!(
            "des.exclusion({{ type = \"monster-generation\", region = {{ {x},{y}, {x},{y} }} }})"
        )
    }));
    lines.extend(traps);
    Ok(lines)
}

/// Long brackets that nothing in `rows` closes.
fn brackets(rows: &[String]) -> (String, String) {
    let mut level = String::new();
    while rows.iter().any(|row| row.contains(&format!("]{level}]"))) {
        level.push('=');
    }
    (format!("[{level}["), format!("]{level}]"))
}

/// The calls for stairs, boulders and traps.
fn puzzle_lines(layout: &Layout, arrival: Arrival, slot: Slot) -> [Vec<String>; 3] {
    let mut stairs = Vec::new();
    if let Some((x, y)) = layout.keeper {
        stairs.push(match arrival {
            Arrival::DownStairs => format!("des.stair(\"down\", {x},{y})"),
            Arrival::Branch => {
                format!("des.levregion({{ region = {{{x},{y},{x},{y}}}, type = \"branch\" }})")
            }
        });
    }
    stairs.extend(layout.exits.iter().map(|(x, y)| format!("des.stair(\"up\", {x},{y})")));
    let boulders = layout.boulders.iter().map(|(x, y)| format!("des.object(\"boulder\", {x},{y})"));
    let trap = match slot {
        Slot::Entry => "pit",
        Slot::Later => "hole",
    };
    let traps = layout.holes.iter().map(|(x, y)| format!("des.trap(\"{trap}\", {x},{y})"));
    [stairs, boulders.collect(), traps.collect()]
}
