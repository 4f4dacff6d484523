//! Themes: how drawings look, and the colours of each on a light and on a dark background.

/// A set of drawings with its colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Brick walls, wooden crates and a keeper with a cap.
    Classic,
    /// Calm shapes with few colours.
    #[default]
    Flat,
    /// Strong shapes and few shades, which can be read without colours.
    Contrast,
    /// The characters that `NetHack` draws its levels with.
    Nethack,
    /// Black lines on white, for print.
    Paper,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 5] =
        [Theme::Classic, Theme::Flat, Theme::Contrast, Theme::Nethack, Theme::Paper];

    /// The name by which a user chooses it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Classic => "classic",
            Theme::Flat => "flat",
            Theme::Contrast => "contrast",
            Theme::Nethack => "nethack",
            Theme::Paper => "paper",
        }
    }

    /// What it looks like, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Theme::Classic => "brick walls and wooden crates",
            Theme::Flat => "calm shapes with few colours",
            Theme::Contrast => "strong shapes that can be read without colours",
            Theme::Nethack => "the characters of NetHack",
            Theme::Paper => "black lines on white, for print",
        }
    }
}

/// What is behind a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Background {
    /// Light, for pages and print.
    #[default]
    Light,
    /// Dark, for dark pages.
    Dark,
}

impl Background {
    /// Both.
    pub const ALL: [Background; 2] = [Background::Light, Background::Dark];

    /// The name by which a user chooses it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Background::Light => "light",
            Background::Dark => "dark",
        }
    }
}

/// A theme on a background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// The drawings and colours.
    pub theme: Theme,
    /// What is behind them.
    pub background: Background,
}
