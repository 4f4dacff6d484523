//! Themes: what each place of a board looks like on a terminal.

use clap::ValueEnum;
use ratatui::style::{Modifier, Style};
use sokolab::{GoalKind, Ground, Occupant, Place, Rules};

use super::palette::{Paint, Palette};

/// What the user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeChoice {
    /// nethack where boulders fill holes, flat elsewhere.
    Auto,
    /// Coloured areas, two characters a place.
    Flat,
    /// The signs of level files, one character a place.
    Classic,
    /// Shapes that need no colours, two characters a place.
    Contrast,
    /// The signs of the game, one character a place.
    Nethack,
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
        }
    }
}

/// A theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    Flat,
    Classic,
    Contrast,
    Nethack,
}

impl Theme {
    /// The one after this.
    pub(crate) fn next(self) -> Theme {
        match self {
            Theme::Flat => Theme::Classic,
            Theme::Classic => Theme::Contrast,
            Theme::Contrast => Theme::Nethack,
            Theme::Nethack => Theme::Flat,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Theme::Flat => "flat",
            Theme::Classic => "classic",
            Theme::Contrast => "contrast",
            Theme::Nethack => "nethack",
        }
    }

    /// Columns that a place takes.
    pub(crate) fn place_width(self) -> u16 {
        match self {
            Theme::Flat | Theme::Contrast => 2,
            Theme::Classic | Theme::Nethack => 1,
        }
    }

    /// The characters of a place and their style.
    pub(crate) fn look(
        self,
        place: Place,
        rules: Rules,
        palette: Palette,
    ) -> (&'static str, Style) {
        let paint = paint(place);
        let text = match self {
            Theme::Flat => flat(place),
            Theme::Classic => classic(place),
            Theme::Contrast => contrast(place),
            Theme::Nethack => nethack(place, rules),
        };
        let is_area = matches!(paint, Some(Paint::Wall | Paint::Box | Paint::BoxOnGoal));
        let style = match (self, paint) {
            (_, None) => Style::new(),
            (Theme::Flat, Some(paint)) if is_area => palette.fill(paint),
            (Theme::Contrast, Some(Paint::Box | Paint::BoxOnGoal)) => {
                Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
            }
            (Theme::Contrast, Some(_)) => Style::new().add_modifier(Modifier::BOLD),
            (_, Some(paint)) => palette.style(paint),
        };
        (text, style)
    }
}

/// What colours a place; `None` for bare floor and what lies outside.
fn paint(place: Place) -> Option<Paint> {
    Some(match (place.ground, place.occupant) {
        (Ground::Wall, _) => Paint::Wall,
        (Ground::Goal, Occupant::Box) => Paint::BoxOnGoal,
        (_, Occupant::Box) => Paint::Box,
        (_, Occupant::Keeper) => Paint::Keeper,
        (Ground::Goal, Occupant::Nothing) => Paint::Goal,
        (Ground::Exit | Ground::Door, Occupant::Nothing) => Paint::Exit,
        (Ground::DeadField, Occupant::Nothing) => Paint::Dead,
        (Ground::Floor | Ground::Rock, Occupant::Nothing) => return None,
    })
}

fn flat(place: Place) -> &'static str {
    match (place.ground, place.occupant) {
        (_, Occupant::Box) => "[]",
        (Ground::Goal, Occupant::Keeper) => "(.",
        (_, Occupant::Keeper) => "()",
        (Ground::Goal, Occupant::Nothing) => "::",
        (Ground::Exit, Occupant::Nothing) => "<<",
        (Ground::Door, Occupant::Nothing) => "++",
        (Ground::DeadField, Occupant::Nothing) => "xx",
        // A wall is an area of its colour, or in reverse video.
        (Ground::Wall, _) | (Ground::Floor | Ground::Rock, Occupant::Nothing) => "  ",
    }
}

fn contrast(place: Place) -> &'static str {
    match (place.ground, place.occupant) {
        (Ground::Wall, _) => "██",
        (Ground::Goal, Occupant::Box) => "<>",
        (_, Occupant::Box) => "[]",
        (Ground::Goal, Occupant::Keeper) => "@.",
        (_, Occupant::Keeper) => "@@",
        (Ground::Goal, Occupant::Nothing) => "··",
        (Ground::Exit, Occupant::Nothing) => "<<",
        (Ground::Door, Occupant::Nothing) => "++",
        (Ground::DeadField, Occupant::Nothing) => "xx",
        (Ground::Floor | Ground::Rock, Occupant::Nothing) => "  ",
    }
}

fn classic(place: Place) -> &'static str {
    match (place.ground, place.occupant) {
        (Ground::Wall, _) => "#",
        (Ground::Goal, Occupant::Box) => "*",
        (_, Occupant::Box) => "$",
        (Ground::Goal, Occupant::Keeper) => "+",
        (_, Occupant::Keeper) => "@",
        (Ground::Goal, Occupant::Nothing) => ".",
        (Ground::Exit, Occupant::Nothing) => "<",
        (Ground::Door, Occupant::Nothing) => "d",
        (Ground::DeadField, Occupant::Nothing) => "x",
        (Ground::Floor | Ground::Rock, Occupant::Nothing) => " ",
    }
}

fn nethack(place: Place, rules: Rules) -> &'static str {
    match (place.ground, place.occupant) {
        (Ground::Wall, _) => "#",
        (_, Occupant::Box) => "0",
        (_, Occupant::Keeper) => "@",
        (Ground::Goal, Occupant::Nothing) if rules.goal() == GoalKind::Keep => "_",
        (Ground::Goal, Occupant::Nothing) => "^",
        (Ground::Exit, Occupant::Nothing) => "<",
        (Ground::Door, Occupant::Nothing) => "+",
        (Ground::DeadField, Occupant::Nothing) => "x",
        (Ground::Floor, Occupant::Nothing) => ".",
        (Ground::Rock, Occupant::Nothing) => " ",
    }
}
