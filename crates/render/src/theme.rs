//! Colours.

/// The colours of a drawing, as SVG names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Behind everything.
    pub background: &'static str,
    /// Floor.
    pub floor: &'static str,
    /// The lines between floor squares.
    pub grid: &'static str,
    /// Walls.
    pub wall: &'static str,
    /// The upper edge of walls.
    pub wall_light: &'static str,
    /// Boxes.
    pub box_fill: &'static str,
    /// Boxes on goals.
    pub box_home: &'static str,
    /// Outlines of boxes.
    pub box_line: &'static str,
    /// Goals.
    pub goal: &'static str,
    /// Holes.
    pub hole: &'static str,
    /// The keeper.
    pub keeper: &'static str,
    /// The exit.
    pub exit: &'static str,
    /// Titles, legends and coordinates.
    pub ink: &'static str,
}

impl Theme {
    /// Light paper.
    pub const LIGHT: Theme = Theme {
        background: "#fbfaf7",
        floor: "#efe9dc",
        grid: "#e0d8c6",
        wall: "#46505f",
        wall_light: "#5d6979",
        box_fill: "#d9964a",
        box_home: "#6fae6a",
        box_line: "#6b4318",
        goal: "#b3423a",
        hole: "#2b2b33",
        keeper: "#2c6fb0",
        exit: "#7a4fa3",
        ink: "#333842",
    };
}
