//! The drawings of the theme `paper`: thin lines, little ink.

use super::{Glyphs, Shapes};

pub(super) const SHAPES: Shapes = Shapes {
    goal: r#"<circle cx="20" cy="20" r="5" fill="{goal}"/>"#,
    hole: r#"<circle cx="20" cy="20" r="14" fill="{floor}" stroke="{goal}" stroke-width="1.8"
stroke-dasharray="4 3"/>"#,
    sink: r#"<path d="M7 7h26v26h-26z" fill="none" stroke="{goal}" stroke-width="1.8"
stroke-dasharray="4 3"/>"#,
    exit: r#"<path d="M7 31v-6h6.5v-6h6.5v-6h6.5v-6h6.5v24z" fill="none" stroke="{exit}"
stroke-width="1.8" stroke-linejoin="round"/>"#,
    door: r#"<path d="M11 34v-20a9 9 0 0 1 18 0v20z" fill="none" stroke="{goal}"
stroke-width="1.8"/>"#,
    dead: r#"<path d="M15 15l10 10m0 -10l-10 10" stroke="{goal}" stroke-width="1.2"/>"#,
    crate_: r#"<path d="M6.5 6.5h27v27h-27z" fill="{box}" stroke="{box-line}"
stroke-width="2"/><path d="M6.5 6.5l27 27m0 -27l-27 27" stroke="{box-line}"
stroke-width="1.3"/>"#,
    home: r#"<path d="M6.5 6.5h27v27h-27z" fill="{home}" stroke="{home-line}"
stroke-width="2"/><path d="M10.5 10.5h19v19h-19z" fill="none" stroke="{home-line}"
stroke-width="1.3"/><circle cx="20" cy="20" r="5" fill="{home-line}"/>"#,
    boulder: r#"<circle cx="20" cy="20" r="14" fill="{boulder}" stroke="{box-line}"
stroke-width="2"/><path d="M12.5 17c1 -3 4 -5.5 7 -5.5" fill="none" stroke="{box-line}"
stroke-width="1.3" stroke-linecap="round"/>"#,
    keeper: r#"<circle cx="20" cy="12" r="6.5" fill="{face}" stroke="{keeper}"
stroke-width="2"/><path d="M8.5 34c0 -18 23 -18 23 0z" fill="{face}" stroke="{keeper}"
stroke-width="2" stroke-linejoin="round"/>"#,
};

/// Its characters: those of level files.
pub(super) const GLYPHS: Glyphs = Glyphs {
    wall: "#",
    upright_wall: None,
    rock: " ",
    floor: " ",
    goal: ".",
    hole: "^",
    sink: ".",
    exit: "<",
    door: "d",
    dead: "x",
    crate_: "$",
    home: "*",
    boulder: "$",
    keeper: "@",
    keeper_on_goal: "+",
};
