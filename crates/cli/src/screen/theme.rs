//! Which theme a board is drawn in, and how its glyphs are coloured.

use clap::ValueEnum;
use ratatui::style::{Modifier, Style};
use sokolab::render::{Theme, Thing};
use sokolab::{GoalKind, Rules};

use super::palette::{Paint, Palette};

/// The theme that the user chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeChoice {
    /// nethack for rules with holes, otherwise flat.
    Auto,
    /// Coloured areas, two characters per place.
    Flat,
    /// The characters of level files, one character per place.
    Classic,
    /// Shapes that need no colours, two characters per place.
    Contrast,
    /// The characters of the game, one character per place.
    Nethack,
    /// The characters of level files, without colours.
    Paper,
}

impl ThemeChoice {
    /// The theme for levels of a rule set.
    pub(crate) fn theme(self, rules: Rules) -> Theme {
        match self {
            ThemeChoice::Auto if rules.goal() == GoalKind::Fill => Theme::Nethack,
            ThemeChoice::Auto | ThemeChoice::Flat => Theme::Flat,
            ThemeChoice::Classic => Theme::Classic,
            ThemeChoice::Contrast => Theme::Contrast,
            ThemeChoice::Nethack => Theme::Nethack,
            ThemeChoice::Paper => Theme::Paper,
        }
    }
}

/// Columns that a place takes.
pub(crate) fn place_width(theme: Theme) -> u16 {
    theme.glyph_width() as u16
}

/// The style of what is seen on a place.
pub(super) fn style(theme: Theme, thing: Thing, palette: Palette) -> Style {
    let Some(paint) = paint(thing) else { return Style::new() };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    match (theme, thing) {
        // An area of one colour has no gaps between its rows.
        (Theme::Flat, Thing::Wall) => palette.area(paint),
        (Theme::Flat, Thing::Box | Thing::Home | Thing::Boulder) => palette.fill(paint),
        (Theme::Contrast, Thing::Box | Thing::Home | Thing::Boulder) => {
            bold.add_modifier(Modifier::REVERSED)
        }
        (Theme::Paper, Thing::Wall) => Style::new(),
        (Theme::Contrast | Theme::Paper, _) => bold,
        (Theme::Classic | Theme::Flat | Theme::Nethack, _) => palette.style(paint),
    }
}

/// The paint of an object; `None` for bare floor and the outside.
const fn paint(thing: Thing) -> Option<Paint> {
    Some(match thing {
        Thing::Wall => Paint::Wall,
        Thing::Home => Paint::BoxOnGoal,
        Thing::Box | Thing::Boulder => Paint::Box,
        Thing::Keeper | Thing::KeeperOnGoal => Paint::Keeper,
        Thing::Goal | Thing::Hole | Thing::Sink => Paint::Goal,
        Thing::Exit | Thing::Door => Paint::Exit,
        Thing::Dead => Paint::Dead,
        Thing::Floor | Thing::Rock => return None,
    })
}
