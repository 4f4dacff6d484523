//! The pieces of each theme: how everything on a board is drawn inside a square of `UNIT`, and its
//! characters in text.
//!
//! A drawing defines each piece once and refers to it wherever it stands. Names in braces are
//! colours of the palette.

mod classic;
mod contrast;
mod flat;
mod nethack;
mod paper;

use std::fmt::Write;

use sokolab_core::{GoalKind, Ground, Occupant, Place};

use crate::palette::Palette;
use crate::theme::Theme;

/// The side of a square.
pub(crate) const UNIT: usize = 40;

/// The drawings of a theme.
pub(crate) struct Shapes {
    goal: &'static str,
    hole: &'static str,
    sink: &'static str,
    exit: &'static str,
    door: &'static str,
    dead: &'static str,
    crate_: &'static str,
    home: &'static str,
    boulder: &'static str,
    keeper: &'static str,
}

/// The characters of a theme.
pub(crate) struct Glyphs {
    pub(crate) wall: &'static str,
    /// For walls with walls only above or below, if they differ.
    pub(crate) upright_wall: Option<&'static str>,
    pub(crate) rock: &'static str,
    pub(crate) floor: &'static str,
    pub(crate) goal: &'static str,
    pub(crate) hole: &'static str,
    pub(crate) sink: &'static str,
    pub(crate) exit: &'static str,
    pub(crate) door: &'static str,
    pub(crate) dead: &'static str,
    pub(crate) crate_: &'static str,
    pub(crate) home: &'static str,
    pub(crate) boulder: &'static str,
    pub(crate) keeper: &'static str,
    pub(crate) keeper_on_goal: &'static str,
}

/// Something that is drawn on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    Goal,
    Hole,
    Sink,
    Exit,
    Door,
    Dead,
    Crate,
    Home,
    Boulder,
    Keeper,
}

impl Piece {
    pub(crate) const ALL: [Piece; 10] = [
        Piece::Goal,
        Piece::Hole,
        Piece::Sink,
        Piece::Exit,
        Piece::Door,
        Piece::Dead,
        Piece::Crate,
        Piece::Home,
        Piece::Boulder,
        Piece::Keeper,
    ];

    /// Its name in a drawing, which the scripts of pages use too.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Piece::Goal => "goal",
            Piece::Hole => "hole",
            Piece::Sink => "sink",
            Piece::Exit => "exit",
            Piece::Door => "door",
            Piece::Dead => "dead",
            Piece::Crate => "box",
            Piece::Home => "home",
            Piece::Boulder => "boulder",
            Piece::Keeper => "keeper",
        }
    }

    /// Whether it moves or vanishes during play.
    #[cfg(feature = "bitmap")]
    pub(crate) const fn is_movable(self) -> bool {
        matches!(self, Piece::Hole | Piece::Crate | Piece::Home | Piece::Boulder | Piece::Keeper)
    }

    const fn shape(self, shapes: &Shapes) -> &'static str {
        match self {
            Piece::Goal => shapes.goal,
            Piece::Hole => shapes.hole,
            Piece::Sink => shapes.sink,
            Piece::Exit => shapes.exit,
            Piece::Door => shapes.door,
            Piece::Dead => shapes.dead,
            Piece::Crate => shapes.crate_,
            Piece::Home => shapes.home,
            Piece::Boulder => shapes.boulder,
            Piece::Keeper => shapes.keeper,
        }
    }
}

const fn shapes(theme: Theme) -> &'static Shapes {
    match theme {
        Theme::Classic => &classic::SHAPES,
        Theme::Flat => &flat::SHAPES,
        Theme::Contrast => &contrast::SHAPES,
        Theme::Nethack => &nethack::SHAPES,
        Theme::Paper => &paper::SHAPES,
    }
}

/// The characters of a theme.
pub(crate) const fn glyphs(theme: Theme) -> &'static Glyphs {
    match theme {
        Theme::Classic => &classic::GLYPHS,
        Theme::Flat => &flat::GLYPHS,
        Theme::Contrast => &contrast::GLYPHS,
        Theme::Nethack => &nethack::GLYPHS,
        Theme::Paper => &paper::GLYPHS,
    }
}

/// The drawing of a piece.
pub(crate) fn drawn(piece: Piece, theme: Theme, palette: &Palette) -> String {
    colored(piece.shape(shapes(theme)), palette)
}

/// A template with its colours filled in, on one line.
pub(crate) fn colored(shape: &str, palette: &Palette) -> String {
    let fill =
        |text: String, (name, color): (&str, &str)| text.replace(&format!("{{{name}}}"), color);
    palette.named().into_iter().fold(shape.replace('\n', " "), fill)
}

/// Defines the pieces that `is_used`.
pub(crate) fn define(
    out: &mut String,
    theme: Theme,
    palette: &Palette,
    is_used: impl Fn(Piece) -> bool,
) {
    for piece in Piece::ALL.into_iter().filter(|&it| is_used(it)) {
        let shape = drawn(piece, theme, palette);
        line(out, format_args!("<g id=\"{}\">{shape}</g>", piece.id()));
    }
}

/// What lies on the floor of a place and what stands there, in drawing order.
pub(crate) fn pieces_at(place: Place, goal: GoalKind) -> impl Iterator<Item = Piece> {
    let ground = match (place.ground, goal) {
        (Ground::Goal, GoalKind::Keep) => Some(Piece::Goal),
        (Ground::Goal, GoalKind::Fill) => Some(Piece::Hole),
        (Ground::Goal, GoalKind::Sink) => Some(Piece::Sink),
        (Ground::Exit, _) => Some(Piece::Exit),
        (Ground::Door, _) => Some(Piece::Door),
        (Ground::DeadField, _) => Some(Piece::Dead),
        (Ground::Rock | Ground::Wall | Ground::Floor, _) => None,
    };
    let on_goal = place.ground == Ground::Goal;
    let (ground, standing) = match (place.occupant, goal) {
        // A filled hole is floor, and a box drawn on a sink has vanished.
        (Occupant::Box, GoalKind::Fill) if on_goal => (None, None),
        (Occupant::Box, GoalKind::Sink) if on_goal => (ground, None),
        (Occupant::Box, GoalKind::Keep) if on_goal => (ground, Some(Piece::Home)),
        (Occupant::Box, GoalKind::Fill) => (ground, Some(Piece::Boulder)),
        (Occupant::Box, _) => (ground, Some(Piece::Crate)),
        (Occupant::Keeper, _) => (ground, Some(Piece::Keeper)),
        (Occupant::Nothing, _) => (ground, None),
    };
    [ground, standing].into_iter().flatten()
}

/// Draws what is on a place.
pub(crate) fn place(out: &mut String, place: Place, goal: GoalKind, x: usize, y: usize) {
    for piece in pieces_at(place, goal) {
        use_piece(out, piece, x, y);
    }
}

/// Refers to a piece at a place.
pub(crate) fn use_piece(out: &mut String, piece: Piece, x: usize, y: usize) {
    let (left, top) = (x * UNIT, y * UNIT);
    line(out, format_args!("<use href=\"#{}\" x=\"{left}\" y=\"{top}\"/>", piece.id()));
}

/// Writes one line.
pub(crate) fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{Piece, drawn, shapes};
    use crate::palette::palette;
    use crate::theme::{Background, Look, Theme};

    #[test]
    fn no_two_things_differ_by_colour_alone() {
        // Colours are the names in braces.
        let shape = |text: &str| {
            let parts = text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1));
            parts.collect::<String>()
        };
        for theme in Theme::ALL {
            let of = |it: Piece| shape(it.shape(shapes(theme)));
            let mut all: Vec<String> = Piece::ALL.into_iter().map(of).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), Piece::ALL.len(), "{}", theme.name());
        }
    }

    #[test]
    fn every_colour_named_in_a_drawing_is_in_the_palette() {
        for theme in Theme::ALL {
            let palette = palette(Look { theme, background: Background::Dark });
            for piece in Piece::ALL {
                let text = drawn(piece, theme, palette);
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }
}
