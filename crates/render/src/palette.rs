//! The colours of every theme and background.

use crate::theme::{Background, Look, Theme};

/// Declares the colours: each has a field, a name for templates and a variable for pages.
macro_rules! palette {
    ($($(#[$doc:meta])* $field:ident: $name:literal,)*) => {
        /// The colours of a drawing, in the notation of SVG.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct Palette {
            $($(#[$doc])* pub(crate) $field: &'static str,)*
        }

        impl Palette {
            /// The colours of a page are variables, which follow the reader's colour scheme.
            pub(crate) const VARIABLES: Palette =
                Palette { $($field: concat!("var(--p-", $name, ")"),)* };

            /// Each colour with its name in templates.
            pub(crate) fn named(&self) -> Vec<(&'static str, &'static str)> {
                vec![$(($name, self.$field),)*]
            }
        }
    };
}

palette! {
    /// The background.
    background: "background",
    /// Floor.
    floor: "floor",
    /// The lines between floor squares.
    grid: "grid",
    /// Walls.
    wall: "wall",
    /// The front of a raised wall, and the joints between bricks.
    wall_front: "wall-front",
    /// Boxes.
    box_fill: "box",
    /// Outlines of boxes.
    box_line: "box-line",
    /// Boxes on goals.
    home_fill: "home",
    /// Outlines of boxes on goals.
    home_line: "home-line",
    /// Goals.
    goal: "goal",
    /// Holes.
    hole: "hole",
    /// Boulders.
    boulder: "boulder",
    /// The keeper.
    keeper: "keeper",
    /// The keeper's face.
    face: "face",
    /// The exit.
    exit: "exit",
    /// Titles, legends and coordinates.
    ink: "ink",
}

/// The colours of a theme on a background.
pub(crate) const fn palette(look: Look) -> &'static Palette {
    match (look.theme, look.background) {
        (Theme::Flat, Background::Light) => &FLAT_LIGHT,
        (Theme::Flat, Background::Dark) => &FLAT_DARK,
        (Theme::Classic, Background::Light) => &CLASSIC_LIGHT,
        (Theme::Classic, Background::Dark) => &CLASSIC_DARK,
        (Theme::Contrast, Background::Light) => &CONTRAST_LIGHT,
        (Theme::Contrast, Background::Dark) => &CONTRAST_DARK,
        (Theme::Nethack, Background::Light) => &NETHACK_LIGHT,
        (Theme::Nethack, Background::Dark) => &NETHACK_DARK,
        (Theme::Paper, Background::Light) => &PAPER_LIGHT,
        (Theme::Paper, Background::Dark) => &PAPER_DARK,
    }
}

const FLAT_LIGHT: Palette = Palette {
    background: "#fbfaf7",
    floor: "#f0eade",
    grid: "#e3dbca",
    wall: "#67748a",
    wall_front: "#465165",
    box_fill: "#e5a655",
    box_line: "#8a5417",
    home_fill: "#74b56d",
    home_line: "#2f632f",
    goal: "#c8503f",
    hole: "#2d2f38",
    boulder: "#8d96a3",
    keeper: "#2c6fb0",
    face: "#f3cfa5",
    exit: "#7a4fa3",
    ink: "#333842",
};

const FLAT_DARK: Palette = Palette {
    background: "#15181d",
    floor: "#2a3039",
    grid: "#353c47",
    wall: "#77859b",
    wall_front: "#515d70",
    box_fill: "#dd9c4b",
    box_line: "#6d4213",
    home_fill: "#69ab63",
    home_line: "#21491f",
    goal: "#ee7868",
    hole: "#08090b",
    boulder: "#9aa4b1",
    keeper: "#6db3f5",
    face: "#f3cfa5",
    exit: "#bb92e6",
    ink: "#e8e6e1",
};

const CLASSIC_LIGHT: Palette = Palette {
    background: "#f6f3ec",
    floor: "#dfd5bf",
    grid: "#d3c7ad",
    wall: "#b0593f",
    wall_front: "#7c3a28",
    box_fill: "#dba95a",
    box_line: "#6f4313",
    home_fill: "#a9c25a",
    home_line: "#48581a",
    goal: "#c3341f",
    hole: "#2b2620",
    boulder: "#97928a",
    keeper: "#2b5aa6",
    face: "#f2c79b",
    exit: "#6d4b91",
    ink: "#3a332a",
};

const CLASSIC_DARK: Palette = Palette {
    background: "#17130f",
    floor: "#3b332a",
    grid: "#483f34",
    wall: "#a4523a",
    wall_front: "#642c1d",
    box_fill: "#cf9c4d",
    box_line: "#4f2f0c",
    home_fill: "#98b34c",
    home_line: "#38450f",
    goal: "#ef6a50",
    hole: "#0c0a08",
    boulder: "#a09b93",
    keeper: "#5f93e0",
    face: "#f2c79b",
    exit: "#b897dc",
    ink: "#ece5d8",
};

const CONTRAST_LIGHT: Palette = Palette {
    background: "#ffffff",
    floor: "#ffffff",
    grid: "#c4c4c4",
    wall: "#1c1c1c",
    wall_front: "#1c1c1c",
    box_fill: "#ffd21f",
    box_line: "#000000",
    home_fill: "#0b4a9e",
    home_line: "#ffffff",
    goal: "#000000",
    hole: "#000000",
    boulder: "#ffd21f",
    keeper: "#b3002d",
    face: "#ffffff",
    exit: "#000000",
    ink: "#000000",
};

const CONTRAST_DARK: Palette = Palette {
    background: "#000000",
    floor: "#000000",
    grid: "#4a4a4a",
    wall: "#d9d9d9",
    wall_front: "#d9d9d9",
    box_fill: "#ffd21f",
    box_line: "#000000",
    home_fill: "#2f7de0",
    home_line: "#ffffff",
    goal: "#ffffff",
    hole: "#000000",
    boulder: "#ffd21f",
    keeper: "#ff6d8d",
    face: "#000000",
    exit: "#ffffff",
    ink: "#ffffff",
};

const NETHACK_LIGHT: Palette = Palette {
    background: "#ffffff",
    floor: "#ffffff",
    grid: "#9a9a9a",
    wall: "#555555",
    wall_front: "#555555",
    box_fill: "#8a5a00",
    box_line: "#8a5a00",
    home_fill: "#1b7a1b",
    home_line: "#1b7a1b",
    goal: "#a8209c",
    hole: "#a8209c",
    boulder: "#333333",
    keeper: "#0a58b5",
    face: "#ffffff",
    exit: "#6d2fb5",
    ink: "#333333",
};

const NETHACK_DARK: Palette = Palette {
    background: "#0c0c0c",
    floor: "#0c0c0c",
    grid: "#7a7a7a",
    wall: "#b4b4b4",
    wall_front: "#b4b4b4",
    box_fill: "#e2b04a",
    box_line: "#e2b04a",
    home_fill: "#5fd35f",
    home_line: "#5fd35f",
    goal: "#ee6fe2",
    hole: "#ee6fe2",
    boulder: "#dcdcdc",
    keeper: "#ffffff",
    face: "#0c0c0c",
    exit: "#c49bff",
    ink: "#dcdcdc",
};

const PAPER_LIGHT: Palette = Palette {
    background: "#ffffff",
    floor: "#ffffff",
    grid: "#cccccc",
    wall: "#000000",
    wall_front: "#000000",
    box_fill: "#ffffff",
    box_line: "#000000",
    home_fill: "#ffffff",
    home_line: "#000000",
    goal: "#000000",
    hole: "#000000",
    boulder: "#ffffff",
    keeper: "#000000",
    face: "#ffffff",
    exit: "#000000",
    ink: "#000000",
};

const PAPER_DARK: Palette = Palette {
    background: "#101010",
    floor: "#101010",
    grid: "#404040",
    wall: "#eeeeee",
    wall_front: "#eeeeee",
    box_fill: "#101010",
    box_line: "#eeeeee",
    home_fill: "#101010",
    home_line: "#eeeeee",
    goal: "#eeeeee",
    hole: "#eeeeee",
    boulder: "#101010",
    keeper: "#eeeeee",
    face: "#101010",
    exit: "#eeeeee",
    ink: "#eeeeee",
};
