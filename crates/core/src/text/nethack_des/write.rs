//! Writes level descriptions for `lev_comp`.

use crate::level::Level;
use crate::text::nethack_text::{
    Area, Arrival, Dialect, Layout, NethackDescription, NewDescription, Slot, notes_as_comments,
    with_puzzle,
};
use crate::text::write_error::WriteError;
use crate::text::write_options::{Recognise, WriteOptions};

const FORMAT: &str = "nethack-des";

/// Writes a level in the requested dialect, or the one it was read from, or that of 3.6. In the
/// dialect it was read from, everything except the puzzle is reproduced verbatim, unless the level
/// is given a place in the branch. In another dialect, a level that `recognise` identifies as one
/// of our branch keeps its furnishings.
///
/// # Errors
/// What a description cannot express.
pub(in crate::text) fn write_level(
    level: &Level,
    number: usize,
    options: &WriteOptions,
    recognise: Recognise,
    out: &mut String,
) -> Result<(), WriteError> {
    let text = level.nethack.as_deref().filter(|text| text.dialect != Dialect::Lua37);
    let dialect = options.dialect.filter(|&dialect| dialect != Dialect::Lua37);
    let dialect = dialect.or(text.map(|text| text.dialect)).unwrap_or(Dialect::Des36);
    let is_kept = |text: &&NethackDescription| text.dialect == dialect && options.branch.is_none();
    let as_read = match text.filter(is_kept) {
        Some(text) => Layout::as_read(level, text, FORMAT)?.map(|layout| (text, layout)),
        None => None,
    };
    let mut lines = notes_as_comments(level, "#");
    if let Some((text, layout)) = as_read {
        lines.extend(kept_lines(text, &layout));
    } else {
        let known = if options.branch.is_none() { recognise(level) } else { None };
        let fresh = match known {
            Some(fresh) => fresh,
            None => NewDescription::new(level, number, options.branch, FORMAT)?,
        };
        lines.extend(fresh_lines(&fresh, dialect));
    }
    out.push_str(&lines.join("\n"));
    out.push_str("\n\n");
    Ok(())
}

fn kept_lines(text: &NethackDescription, layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    let mut preamble = text.preamble.as_slice();
    let quoted = format!("\"{}", text.name);
    // The closing quote may be missing.
    let says_name =
        |line: &str| line.contains(&format!("{quoted}\"")) || line.trim_end().ends_with(&quoted);
    let is_name = |line: &&String| line.starts_with("MAZE") || line.starts_with("LEVEL");
    match preamble.first().filter(is_name) {
        // The level has been renamed since it was read.
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

/// The lines of a level, without the comments above it.
pub(in crate::text) fn fresh_lines(fresh: &NewDescription, dialect: Dialect) -> Vec<String> {
    let NewDescription { heading, layout, .. } = fresh;
    let beyond = fresh.beyond();
    let mut flags = Vec::new();
    if beyond.is_none() {
        flags.push("noteleport");
    }
    if heading.slot == Slot::Entry {
        flags.push("hardfloor");
    }
    if dialect == Dialect::Des36 {
        flags.extend(["premapped", "solidify"]);
    }
    let mut lines = vec![name_line(&heading.name)];
    if !flags.is_empty() {
        lines.push(format!("FLAGS:{}", flags.join(",")));
    }
    lines.push("GEOMETRY:center,center".to_owned());
    lines.extend(map_lines(layout));
    lines.extend(prize_places(fresh, dialect));
    let [stairs, boulders, traps] = puzzle_lines(layout, dialect, heading.arrival, heading.slot);
    lines.extend(stairs);
    let all = area(fresh.all);
    lines.extend(beyond.map(|it| format!("TELEPORT_REGION:{all},{}", area(it))));
    lines.extend(layout.doors.iter().map(|&(x, y)| {
        let state = if fresh.is_locked((x, y)) { "locked" } else { "closed" };
        format!("DOOR:{state},({x},{y})")
    }));
    lines.push(format!("REGION:{all},lit,\"ordinary\""));
    lines.push(format!("NON_DIGGABLE:{all}"));
    lines.push(format!("NON_PASSWALL:{all}"));
    lines.extend(boulders);
    lines.extend(traps);
    lines.extend(treat_lines(fresh, dialect));
    lines.extend(prize_lines(fresh, dialect));
    lines
}

fn area((left, top, right, bottom): Area) -> String {
    format!("({left},{top},{right},{bottom})")
}

/// The commands for helpful scrolls and random objects on a storey of the branch.
fn treat_lines(fresh: &NewDescription, dialect: Dialect) -> Vec<String> {
    let help = fresh.help().map(|(x, y)| object(dialect, '?', "earth", &format!("({x},{y})")));
    let treat = |class: &char| match dialect {
        Dialect::Des36 | Dialect::Lua37 => format!("OBJECT:'{class}',random"),
        Dialect::Des343 | Dialect::Des4 => format!("OBJECT:'{class}',random,random"),
    };
    let help = help.into_iter().flat_map(|line| [line.clone(), line]);
    help.chain(fresh.treats().iter().map(treat)).collect()
}

/// The commands for the possible places of the prize.
fn prize_places(fresh: &NewDescription, dialect: Dialect) -> Vec<String> {
    let Some(prize) = &fresh.prize else { return Vec::new() };
    let places = prize.closets.map(|(x, y)| format!("({x},{y})")).join(",");
    match dialect {
        Dialect::Des36 | Dialect::Lua37 => {
            vec![format!("$place = {{ {places} }}"), "SHUFFLE:$place".to_owned()]
        }
        Dialect::Des343 | Dialect::Des4 => vec![format!("RANDOM_PLACES:{places}")],
    }
}

/// The commands for the zoo and the prize.
fn prize_lines(fresh: &NewDescription, dialect: Dialect) -> Vec<String> {
    let Some(prize) = &fresh.prize else { return Vec::new() };
    let is_36 = matches!(dialect, Dialect::Des36 | Dialect::Lua37);
    let place = if is_36 { "$place[0]" } else { "place[0]" };
    let irregular = if is_36 { "irregular" } else { "true" };
    let (class, name) =
        if fresh.is_bag() { ('(', "bag of holding") } else { ('"', "amulet of reflection") };
    let mut lines = vec![
        format!("REGION:{},lit,\"zoo\",filled,{irregular}", area(prize.zoo)),
        object(dialect, class, name, place),
        format!("ENGRAVING:{place},burn,\"Elbereth\""),
    ];
    if is_36 {
        lines.push(format!("{},cursed", object(dialect, '?', "scare monster", place)));
    }
    lines
}

fn object(dialect: Dialect, class: char, name: &str, place: &str) -> String {
    match dialect {
        Dialect::Des36 | Dialect::Lua37 => format!("OBJECT:('{class}',\"{name}\"),{place}"),
        Dialect::Des343 | Dialect::Des4 => format!("OBJECT:'{class}',\"{name}\",{place}"),
    }
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
    let boulder = |&(x, y): &(usize, usize)| object(dialect, '`', "boulder", &format!("({x},{y})"));
    let trap = match slot {
        Slot::Entry => "pit",
        Slot::Later => "hole",
    };
    let traps = layout.holes.iter().map(|(x, y)| format!("TRAP:\"{trap}\",({x},{y})"));
    [stairs, layout.boulders.iter().map(boulder).collect(), traps.collect()]
}
