//! The drawings of the theme `classic`.

use super::{Glyphs, Shapes};

pub(super) const SHAPES: Shapes = Shapes {
    goal: r#"<path d="M20 9l11 11l-11 11l-11 -11z" fill="{goal}" fill-opacity="0.25"
stroke="{goal}" stroke-width="2.4" stroke-linejoin="round"/>
<path d="M20 15l5 5l-5 5l-5 -5z" fill="{goal}"/>"#,
    hole: r#"<ellipse cx="20" cy="20" rx="16" ry="15" fill="{wall-front}"/>
<ellipse cx="20" cy="21.5" rx="14" ry="12.5" fill="{hole}"/>"#,
    sink: r#"<rect x="4" y="4" width="32" height="32" rx="3" fill="{hole}"/>
<path d="M11 6v28m6 -28v28m6 -28v28m6 -28v28" stroke="{boulder}" stroke-width="2"/>"#,
    exit: r#"<path d="M5 33v-6h7.5v-6h7.5v-6h7.5v-6h7.5v24z" fill="{exit}"/>
<path d="M12.5 27v6m7.5 -12v12m7.5 -18v18" stroke="{floor}" stroke-opacity="0.5"
stroke-width="1.5"/>"#,
    door: r#"<path d="M9 36v-22a11 10 0 0 1 22 0v22h-4v-21a7 7 0 0 0 -14 0v21z"
fill="{wall}"/>"#,
    dead: r#"<path d="M12 12l16 16m0 -16l-16 16" stroke="{wall-front}" stroke-opacity="0.5"
stroke-width="3"/>"#,
    crate_: r#"<rect x="3" y="3" width="34" height="34" rx="2" fill="{box}" stroke="{box-line}"
stroke-width="2"/><path d="M8.5 8.5h23v23h-23z" fill="{box-line}" fill-opacity="0.16"
stroke="{box-line}" stroke-width="1.5"/><path d="M14.3 8.5v23m5.7 -23v23m5.7 -23v23"
stroke="{box-line}" stroke-opacity="0.55" stroke-width="1.2"/>
<path d="M8.5 27.5l19 -19h4v4l-19 19h-4z" fill="{box}" stroke="{box-line}"
stroke-width="1.5" stroke-linejoin="round"/>"#,
    home: r#"<rect x="3" y="3" width="34" height="34" rx="2" fill="{home}" stroke="{home-line}"
stroke-width="2"/><path d="M8.5 8.5h23v23h-23z" fill="{home-line}" fill-opacity="0.16"
stroke="{home-line}" stroke-width="1.5"/><path d="M14.3 8.5v23m11.4 -23v23"
stroke="{home-line}" stroke-opacity="0.55" stroke-width="1.2"/>
<path d="M20 10.5l9.5 9.5l-9.5 9.5l-9.5 -9.5z" fill="{goal}" stroke="{home-line}"
stroke-width="1.5" stroke-linejoin="round"/>"#,
    boulder: r##"<circle cx="20" cy="20.5" r="15.5" fill="{boulder}" stroke="{hole}"
stroke-opacity="0.6" stroke-width="1.6"/>
<path d="M10 17c1 -4 4 -7 8 -8" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="3"
stroke-linecap="round"/><path d="M24 24l5 3m-13 2l3 -2m6 -14l3 1" fill="none" stroke="{hole}"
stroke-opacity="0.4" stroke-width="1.8" stroke-linecap="round"/>"##,
    keeper: r#"<path d="M13.5 28v8h5.5v-5h2v5h5.5v-8z" fill="{wall-front}"/>
<path d="M9.5 19.5h21v7h-3.5v-2.5h-14v2.5h-3.5z" fill="{face}"/>
<path d="M12.5 17.5h15v12.5h-15z" fill="{keeper}"/>
<path d="M16 17.5v5h8v-5" fill="none" stroke="{floor}" stroke-opacity="0.7" stroke-width="1.4"/>
<circle cx="20" cy="12" r="6.8" fill="{face}" stroke="{box-line}" stroke-width="0.9"/>
<path d="M12 10.5c1 -9 15 -9 16 0z" fill="{goal}"/><path d="M19 10.5h11" stroke="{goal}"
stroke-width="2.4" stroke-linecap="round"/>
<path d="M17.5 13.2v0.1m5 -0.1v0.1" stroke="{box-line}" stroke-width="1.9"
stroke-linecap="round"/>"#,
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
