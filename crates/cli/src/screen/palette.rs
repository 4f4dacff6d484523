//! The number of available colours, and the colour of each kind of object.

use anstream::AutoStream;
use ratatui::style::{Color, Modifier, Style};

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    /// None: shapes and bold letters only.
    None,
    /// The sixteen colours that every terminal has.
    Sixteen,
    /// All.
    True,
}

/// What is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Wall,
    Goal,
    Box,
    BoxOnGoal,
    Keeper,
    Exit,
    Faint,
    Dead,
    Reach,
    Chosen,
    Advice,
    Alarm,
    Good,
}

impl Palette {
    /// The colours that the terminal and the options permit.
    pub(crate) fn of_terminal() -> Palette {
        if AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never {
            return Palette::None;
        }
        let deep = std::env::var("COLORTERM").unwrap_or_default();
        let is_deep = deep.contains("truecolor") || deep.contains("24bit");
        if is_deep { Palette::True } else { Palette::Sixteen }
    }

    /// The style of something.
    pub(crate) fn style(self, paint: Paint) -> Style {
        let style = Style::new();
        let style = match paint {
            Paint::Keeper | Paint::Box | Paint::BoxOnGoal | Paint::Goal | Paint::Exit => {
                style.add_modifier(Modifier::BOLD)
            }
            Paint::Chosen | Paint::Advice | Paint::Alarm => {
                style.add_modifier(Modifier::BOLD | Modifier::REVERSED)
            }
            Paint::Good => style.add_modifier(Modifier::BOLD),
            Paint::Faint => style.add_modifier(Modifier::DIM),
            Paint::Wall | Paint::Dead | Paint::Reach => style,
        };
        match self {
            Palette::None => style,
            Palette::Sixteen => style.fg(sixteen(paint)),
            Palette::True => style.fg(true_color(paint)),
        }
    }

    /// The style of text.
    pub(crate) fn plain(self, paint: Paint) -> Style {
        self.style(paint).remove_modifier(Modifier::REVERSED)
    }

    /// The style of an area without text.
    pub(crate) fn area(self, paint: Paint) -> Style {
        match self {
            Palette::None => Style::new(),
            Palette::Sixteen => Style::new().fg(sixteen(paint)).bg(sixteen(paint)),
            Palette::True => Style::new().fg(true_color(paint)).bg(true_color(paint)),
        }
    }

    /// The style of a filled area.
    pub(crate) fn fill(self, paint: Paint) -> Style {
        match self {
            Palette::None => Style::new().add_modifier(Modifier::REVERSED),
            Palette::Sixteen => Style::new().bg(sixteen(paint)).fg(Color::Black),
            Palette::True => Style::new().bg(true_color(paint)).fg(Color::Rgb(20, 20, 20)),
        }
    }
}

const fn sixteen(paint: Paint) -> Color {
    match paint {
        Paint::Wall => Color::Gray,
        Paint::Goal => Color::LightMagenta,
        Paint::Box => Color::Yellow,
        Paint::BoxOnGoal | Paint::Good => Color::Green,
        Paint::Keeper => Color::LightCyan,
        Paint::Exit => Color::LightBlue,
        Paint::Faint => Color::DarkGray,
        Paint::Dead => Color::Red,
        Paint::Reach => Color::Cyan,
        Paint::Chosen => Color::LightYellow,
        Paint::Advice => Color::LightGreen,
        Paint::Alarm => Color::LightRed,
    }
}

/// Colours that differ for the colour-blind too.
const fn true_color(paint: Paint) -> Color {
    match paint {
        Paint::Wall => Color::Rgb(112, 120, 134),
        Paint::Goal => Color::Rgb(204, 121, 167),
        Paint::Box => Color::Rgb(230, 159, 0),
        Paint::BoxOnGoal | Paint::Good => Color::Rgb(0, 158, 115),
        Paint::Keeper => Color::Rgb(86, 180, 233),
        Paint::Exit => Color::Rgb(120, 150, 255),
        Paint::Faint => Color::Rgb(110, 110, 110),
        Paint::Dead => Color::Rgb(170, 70, 60),
        Paint::Reach => Color::Rgb(70, 130, 180),
        Paint::Chosen => Color::Rgb(240, 228, 66),
        Paint::Advice => Color::Rgb(90, 200, 120),
        Paint::Alarm => Color::Rgb(213, 94, 0),
    }
}
