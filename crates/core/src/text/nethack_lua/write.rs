//! Writes level descriptions of `NetHack` 3.7.

use super::level_name;
use crate::level::Level;
use crate::text::nethack_text::{
    Area, Arrival, BranchPlace, Dialect, Layout, NethackDescription, NewDescription, Slot, heading,
    notes_as_comments, rules_line, with_puzzle,
};
use crate::text::write_error::WriteError;
use crate::text::write_options::Recognise;

const FORMAT: &str = "nethack-lua";

/// Writes a level. If it was read from Lua, everything except the puzzle is reproduced verbatim,
/// unless the level is given a place in the branch. Read from another dialect, a level that
/// `recognise` identifies as one of our branch keeps its furnishings.
///
/// # Errors
/// What a description cannot express.
pub(in crate::text) fn write_level(
    level: &Level,
    number: usize,
    branch: Option<BranchPlace>,
    recognise: Recognise,
    out: &mut String,
) -> Result<(), WriteError> {
    let is_kept = |text: &&NethackDescription| text.dialect == Dialect::Lua37 && branch.is_none();
    let text = level.nethack.as_deref().filter(is_kept);
    let as_read = match text {
        Some(text) => Layout::as_read(level, text, FORMAT)?.map(|layout| (text, layout)),
        None => None,
    };
    let mut lines = notes_as_comments(level, "--");
    let name = match (&as_read, branch) {
        (Some((text, _)), _) => text.name.clone(),
        (None, Some(place)) => place.name(),
        (None, None) => heading(level, number).name,
    };
    // The file contains its name nowhere else.
    let is_named = lines.iter().find_map(|line| level_name(line)) == Some(name.as_str());
    if !is_named && !name.is_empty() {
        // The line that names the rules, if there is one, stays first.
        lines.insert(usize::from(rules_line(level).is_some()), format!("-- {name}.lua"));
    }
    if let Some((text, layout)) = as_read {
        lines.extend(kept_lines(text, &layout));
    } else {
        let known = if branch.is_none() { recognise(level) } else { None };
        let fresh = match known {
            Some(fresh) => fresh,
            None => NewDescription::new(level, number, branch, FORMAT)?,
        };
        lines.extend(fresh_lines(&fresh));
    }
    out.push_str(&lines.join("\n"));
    out.push_str("\n\n");
    Ok(())
}

fn kept_lines(text: &NethackDescription, layout: &Layout) -> Vec<String> {
    let puzzle = puzzle_lines(layout, text.arrival, text.slot);
    let mut lines = text.preamble.clone();
    // The map string is between the last line before it and the first one after it.
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

/// The lines of a level, without the comments above it.
pub(in crate::text) fn fresh_lines(fresh: &NewDescription) -> Vec<String> {
    let NewDescription { heading, layout, .. } = fresh;
    let beyond = fresh.beyond();
    let mut flags = vec!["mazelevel"];
    if beyond.is_none() {
        flags.push("noteleport");
    }
    if heading.slot == Slot::Entry {
        flags.push("hardfloor");
    }
    flags.extend(["premapped", "sokoban", "solidify"]);
    let flags: Vec<String> = flags.iter().map(|it| format!("\"{it}\"")).collect();
    let (opening, closing) = brackets(&layout.rows);
    let mut lines = vec![
        "des.level_init({ style = \"solidfill\", fg = \" \" })".to_owned(),
        format!("des.level_flags({})", flags.join(", ")),
        format!("des.map({opening}"),
    ];
    lines.extend_from_slice(&layout.rows);
    lines.push(format!("{closing})"));
    let [stairs, boulders, traps] = puzzle_lines(layout, heading.arrival, heading.slot);
    lines.extend(stairs);
    lines.extend(beyond.map(|it| {
        let (all, beyond) = (numbers(fresh.all), numbers(it));
        format!("des.teleport_region({{ region = {{ {all} }}, exclude = {{ {beyond} }} }})")
    }));
    lines.extend(layout.doors.iter().map(|&(x, y)| {
        let state = if fresh.is_locked((x, y)) { "locked" } else { "closed" };
        format!("des.door(\"{state}\", {x},{y})")
    }));
    let all = format!("selection.area({})", numbers(fresh.all));
    lines.push(format!("des.region({all}, \"lit\")"));
    lines.push(format!("des.non_diggable({all})"));
    lines.push(format!("des.non_passwall({all})"));
    lines.extend(boulders);
    // A monster created on a filled hole would block the next boulder.
    lines.extend(layout.holes.iter().map(|&(x, y)| {
        let hole = numbers((x, y, x, y));
        format!("des.exclusion({{ type = \"monster-generation\", region = {{ {hole} }} }})")
    }));
    lines.extend(traps);
    if let Some((x, y)) = fresh.help() {
        lines.extend([(); 2].map(|()| format!("des.object(\"scroll of earth\", {x},{y})")));
    }
    lines.extend(fresh.treats().iter().map(|it| format!("des.object({{ class = \"{it}\" }})")));
    lines.extend(prize_lines(fresh));
    lines
}

fn numbers((left, top, right, bottom): Area) -> String {
    format!("{left},{top}, {right},{bottom}")
}

/// The commands for the zoo and the prize, which the game records as an achievement.
fn prize_lines(fresh: &NewDescription) -> Vec<String> {
    let Some(prize) = &fresh.prize else { return Vec::new() };
    let name = if fresh.is_bag() { "bag of holding" } else { "amulet of reflection" };
    let mut lines = vec![
        format!(
            "des.region({{ region = {{ {} }}, lit = 1, type = \"zoo\", filled = 1, \
             irregular = 1 }})",
            numbers(prize.zoo)
        ),
        "local places = selection.new()".to_owned(),
    ];
    lines.extend(prize.closets.map(|(x, y)| format!("places:set({x},{y})")));
    lines.push("local place = selection.rndcoord(places)".to_owned());
    lines.push(format!(
        "des.object({{ id = \"{name}\", coord = place, buc = \"not-cursed\", achievement = 1 }})"
    ));
    lines.extend(
        [
            "des.engraving({ coord = place, type = \"burn\", text = \"Elbereth\" })",
            "des.object({ id = \"scroll of scare monster\", coord = place, buc = \"cursed\" })",
        ]
        .map(str::to_owned),
    );
    lines
}

/// Long brackets whose closing form does not occur in `rows`.
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
