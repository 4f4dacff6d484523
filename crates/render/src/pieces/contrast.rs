//! The drawings of the theme `contrast`: each has a distinct shape and at most two shades.

use super::{Glyphs, Shapes};

pub(super) const SHAPES: Shapes = Shapes {
    goal: r#"<circle cx="20" cy="20" r="10.5" fill="none" stroke="{goal}" stroke-width="4.5"
stroke-dasharray="5.5 5.5"/><circle cx="20" cy="20" r="3.6" fill="{goal}"/>"#,
    hole: r#"<circle cx="20" cy="20" r="15" fill="{goal}"/>
<circle cx="20" cy="20" r="9" fill="{floor}"/><circle cx="20" cy="20" r="5" fill="{goal}"/>"#,
    sink: r#"<path d="M5 5h30v30h-30z" fill="none" stroke="{goal}" stroke-width="4"/>
<path d="M13.5 13.5h13v13h-13z" fill="{goal}"/>"#,
    exit: r#"<path d="M5 20l14 -13v8h15v10h-15v8z" fill="{exit}"/>"#,
    door: r#"<path d="M10 36v-31h20v31" fill="none" stroke="{goal}" stroke-width="3.6"/>
<circle cx="24" cy="22" r="2.6" fill="{goal}"/>"#,
    dead: r#"<path d="M14 14l12 12m0 -12l-12 12" stroke="{goal}" stroke-width="2"/>"#,
    crate_: r#"<path d="M5.5 5.5h29v29h-29z" fill="{box}" stroke="{box-line}"
stroke-width="3.6"/><path d="M8 8l24 24m0 -24l-24 24" stroke="{box-line}" stroke-width="3.6"/>"#,
    home: r#"<path d="M3.5 3.5h33v33h-33z" fill="{home}"/>
<path d="M6.8 6.8h26.4v26.4h-26.4z" fill="none" stroke="{home-line}" stroke-width="1.8"/>
<path d="M11 20.5l6.5 7l12 -15" fill="none" stroke="{home-line}" stroke-width="5"/>"#,
    boulder: r#"<circle cx="20" cy="20" r="14.5" fill="{boulder}" stroke="{box-line}"
stroke-width="3.6"/><path d="M12 16a10 10 0 0 1 10 -6" fill="none" stroke="{box-line}"
stroke-width="3"/>"#,
    keeper: r#"<path d="M20 3.5l15.5 30.5h-31z" fill="{keeper}" stroke="{floor}"
stroke-width="1.6" stroke-linejoin="round"/><circle cx="20" cy="22.5" r="5.5"
fill="{face}"/>"#,
};

/// Its characters: pairs of characters that differ in shape.
pub(super) const GLYPHS: Glyphs = Glyphs {
    wall: "██",
    upright_wall: None,
    rock: "  ",
    floor: "  ",
    goal: "::",
    hole: "^^",
    sink: "vv",
    exit: "<<",
    door: "++",
    dead: "xx",
    crate_: "[]",
    home: "<>",
    boulder: "OO",
    keeper: "@@",
    keeper_on_goal: "@:",
};
