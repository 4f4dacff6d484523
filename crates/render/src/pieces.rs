//! How each thing on a board is drawn, inside a square of `UNIT`.
//!
//! A drawing defines each thing once and refers to it wherever it stands.

use std::fmt::Write;

use sokolab_core::{GoalKind, Ground, Occupant, Place};

use crate::theme::Theme;

/// The side of a square.
pub(crate) const UNIT: usize = 40;

/// The things: name and shape. Names in braces are colours of the theme.
const PIECES: [(&str, &str); 10] = [
    (
        "goal",
        r#"<circle cx="20" cy="20" r="11" fill="none" stroke="{goal}" stroke-width="3"/>
<circle cx="20" cy="20" r="4" fill="{goal}"/>"#,
    ),
    (
        "hole",
        r#"<circle cx="20" cy="20" r="14" fill="{hole}" stroke="{goal}" stroke-width="2.5"/>"#,
    ),
    (
        "sink",
        r#"<rect x="6" y="6" width="28" height="28" rx="6" fill="{hole}"/>
<path d="M14 14l12 12m0 -12l-12 12" stroke="{goal}" stroke-width="3"/>"#,
    ),
    ("exit", r#"<path d="M7 30h26v-18h-5v6h-7v6h-7v6z" fill="{exit}"/>"#),
    (
        "door",
        r#"<rect x="12" y="6" width="16" height="28" rx="2" fill="none" stroke="{line}"
stroke-width="2"/><circle cx="24" cy="21" r="1.8" fill="{line}"/>"#,
    ),
    (
        "dead",
        r#"<path d="M12 12l16 16m0 -16l-16 16" stroke="{grid}" stroke-width="4"
stroke-linecap="round"/>"#,
    ),
    (
        "box",
        r#"<rect x="5" y="5" width="30" height="30" rx="4" fill="{box}" stroke="{line}"
stroke-width="2"/><path d="M10 10h20v20h-20zl20 20m0 -20l-20 20" fill="none" stroke="{line}"
stroke-width="1.6" stroke-linejoin="round"/>"#,
    ),
    (
        "home",
        r#"<rect x="5" y="5" width="30" height="30" rx="4" fill="{home}" stroke="{line}"
stroke-width="2"/><circle cx="20" cy="20" r="9.5" fill="none" stroke="{line}" stroke-width="2.6"/>
<circle cx="20" cy="20" r="3.6" fill="{line}"/>"#,
    ),
    (
        "boulder",
        r##"<path d="M9 14l9 -6l10 2l6 9l-2 11l-9 6l-11 -1l-7 -9z" fill="{light}" stroke="{hole}"
stroke-width="1.8" stroke-linejoin="round"/><path d="M13 15l6 -4l6 1" fill="none" stroke="#fff"
stroke-opacity="0.5" stroke-width="2" stroke-linecap="round"/>"##,
    ),
    (
        "keeper",
        r#"<circle cx="20" cy="12.5" r="6.5" fill="{keeper}"/>
<path d="M10 33c0 -15 20 -15 20 0z" fill="{keeper}"/>"#,
    ),
];

/// Defines every thing.
pub(crate) fn define(out: &mut String, theme: &Theme) {
    let colors = [
        ("{goal}", theme.goal),
        ("{hole}", theme.hole),
        ("{exit}", theme.exit),
        ("{line}", theme.box_line),
        ("{grid}", theme.grid),
        ("{box}", theme.box_fill),
        ("{home}", theme.box_home),
        ("{light}", theme.wall_light),
        ("{keeper}", theme.keeper),
    ];
    for (name, shape) in PIECES {
        let filled = |text: String, (key, color): &(&str, &str)| text.replace(key, color);
        let shape = colors.iter().fold(shape.to_owned(), filled);
        line(out, format_args!("<g id=\"{name}\">{shape}</g>"));
    }
}

/// What lies on the floor and what stands there, in drawing order.
pub(crate) fn place(out: &mut String, place: Place, goal: GoalKind, x: usize, y: usize) {
    let ground = match (place.ground, goal) {
        (Ground::Goal, GoalKind::Keep) => Some("goal"),
        (Ground::Goal, GoalKind::Fill) => Some("hole"),
        (Ground::Goal, GoalKind::Sink) => Some("sink"),
        (Ground::Exit, _) => Some("exit"),
        (Ground::Door, _) => Some("door"),
        (Ground::DeadField, _) => Some("dead"),
        (Ground::Rock | Ground::Wall | Ground::Floor, _) => None,
    };
    let on_goal = place.ground == Ground::Goal;
    let (ground, standing) = match (place.occupant, goal) {
        // A filled hole is floor, and a box drawn on a sink has vanished.
        (Occupant::Box, GoalKind::Fill) if on_goal => (None, None),
        (Occupant::Box, GoalKind::Sink) if on_goal => (ground, None),
        (Occupant::Box, GoalKind::Keep) if on_goal => (ground, Some("home")),
        (Occupant::Box, GoalKind::Fill) => (ground, Some("boulder")),
        (Occupant::Box, _) => (ground, Some("box")),
        (Occupant::Keeper, _) => (ground, Some("keeper")),
        (Occupant::Nothing, _) => (ground, None),
    };
    for name in [ground, standing].into_iter().flatten() {
        let (left, top) = (x * UNIT, y * UNIT);
        line(out, format_args!("<use href=\"#{name}\" x=\"{left}\" y=\"{top}\"/>"));
    }
}

/// Writes one line.
pub(crate) fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::PIECES;

    #[test]
    fn no_two_things_differ_by_colour_alone() {
        // Colours are the names in braces.
        let shape = |text: &str| {
            let parts = text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1));
            parts.collect::<String>()
        };
        let mut shapes: Vec<String> = PIECES.iter().map(|it| shape(it.1)).collect();
        shapes.sort();
        shapes.dedup();
        assert_eq!(shapes.len(), PIECES.len());
    }
}
