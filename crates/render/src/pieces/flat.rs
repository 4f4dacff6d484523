//! The drawings of the theme `flat`.

use super::{Glyphs, Shapes};

pub(super) const SHAPES: Shapes = Shapes {
    goal: r#"<circle cx="20" cy="20" r="11" fill="none" stroke="{goal}" stroke-width="3"/>
<circle cx="20" cy="20" r="4" fill="{goal}"/>"#,
    hole: r#"<circle cx="20" cy="20" r="15" fill="{hole}" stroke="{goal}" stroke-width="2.5"/>"#,
    sink: r#"<rect x="5" y="5" width="30" height="30" rx="7" fill="{hole}"/>
<path d="M14 14l12 12m0 -12l-12 12" stroke="{goal}" stroke-width="3.4" stroke-linecap="round"/>"#,
    exit: r#"<path d="M7 31v-6h6.5v-6h6.5v-6h6.5v-5h6.5v23z" fill="{exit}"/>"#,
    door: r#"<path d="M11 34v-20a9 9 0 0 1 18 0v20z" fill="none" stroke="{wall}"
stroke-width="2.4"/><circle cx="24" cy="22" r="1.9" fill="{wall}"/>"#,
    dead: r#"<path d="M13 13l14 14m0 -14l-14 14" stroke="{wall}" stroke-opacity="0.45"
stroke-width="3.4" stroke-linecap="round"/>"#,
    crate_: r#"<rect x="4" y="4" width="32" height="33" rx="4.5" fill="{box-line}"/>
<rect x="4" y="3" width="32" height="30" rx="4.5" fill="{box}"/>
<path d="M9.5 8.5h21v19h-21zl21 19m0 -19l-21 19" fill="none" stroke="{box-line}"
stroke-opacity="0.6" stroke-width="2" stroke-linejoin="round"/>"#,
    home: r#"<rect x="4" y="4" width="32" height="33" rx="4.5" fill="{home-line}"/>
<rect x="4" y="3" width="32" height="30" rx="4.5" fill="{home}"/>
<path d="M11.5 18.5l6 6l11 -12" fill="none" stroke="{home-line}" stroke-width="3.4"
stroke-linecap="round" stroke-linejoin="round"/>"#,
    boulder: r##"<path d="M8 14l9 -8l12 2l6 9l-2 12l-9 7l-12 -1l-7 -9z" fill="{boulder}"
stroke="{hole}" stroke-opacity="0.55" stroke-width="1.6" stroke-linejoin="round"/>
<path d="M13 14.5l6 -4.5l7 1.3" fill="none" stroke="#fff" stroke-opacity="0.55"
stroke-width="2.4" stroke-linecap="round"/>
<path d="M31 24l-2 6l-7 3" fill="none" stroke="#000" stroke-opacity="0.25" stroke-width="2.4"
stroke-linecap="round"/>"##,
    keeper: r#"<path d="M7.5 36c-1 -20 26 -20 25 0z" fill="{keeper}" stroke="{floor}"
stroke-width="1.6" stroke-linejoin="round"/>
<circle cx="20" cy="12.5" r="8" fill="{face}" stroke="{floor}" stroke-width="1.6"/>
<path d="M12.3 10.8a8 8 0 0 1 15.4 0z" fill="{keeper}"/>"#,
};

/// Its characters: areas and brackets.
pub(super) const GLYPHS: Glyphs = Glyphs {
    wall: "██",
    upright_wall: None,
    rock: "  ",
    floor: "  ",
    goal: "··",
    hole: "^^",
    sink: "vv",
    exit: "<<",
    door: "++",
    dead: "xx",
    crate_: "[]",
    home: "**",
    boulder: "OO",
    keeper: "()",
    keeper_on_goal: "(·",
};
