//! Themes: sets of drawings, with colours for a light and for a dark background.

use sokolab_core::named;

named! {
    /// A set of drawings with its colours.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Theme: "theme" {
        /// Brick walls, wooden crates and a keeper with a cap.
        Classic = "classic": "brick walls and wooden crates",
        /// Calm shapes with few colours.
        #[default]
        Flat = "flat": "calm shapes with few colours",
        /// Strong shapes and few shades, which can be read without colours.
        Contrast = "contrast": "strong shapes that can be read without colours",
        /// The characters that `NetHack` draws its levels with.
        Nethack = "nethack": "the characters of NetHack",
        /// Black lines on white, for print.
        Paper = "paper": "black lines on white, for print",
    }
}

named! {
    /// The background of a drawing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Background: "background" {
        /// Light, for pages and print.
        #[default]
        Light = "light",
        /// Dark, for dark pages.
        Dark = "dark",
    }
}

/// A theme on a background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// The drawings and colours.
    pub theme: Theme,
    /// The background.
    pub background: Background,
}
