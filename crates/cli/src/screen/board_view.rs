//! A board on the screen, with marks on its places.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use sokolab::render::{GlyphBoard, Theme, Thing};
use sokolab::{Picture, Rules, column_name};

use super::palette::{Paint, Palette};
use super::theme::style;
use super::window::Window;

/// How a place is highlighted. The last mark counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A box here is useless.
    Dead,
    /// The keeper can walk here.
    Region,
    /// The chosen box can be pushed here.
    Reach,
    /// The chosen box.
    Chosen,
    /// A hint refers to it.
    Advice,
    /// The alarm refers to it.
    Alarm,
}

/// A picture of a board, ready to be drawn.
#[derive(Debug)]
pub(crate) struct BoardView<'a> {
    pub(crate) picture: &'a Picture,
    pub(crate) rules: Rules,
    pub(crate) window: Window,
    pub(crate) theme: Theme,
    pub(crate) palette: Palette,
    pub(crate) marks: &'a BTreeMap<(usize, usize), Mark>,
}

impl Widget for BoardView<'_> {
    fn render(self, _: ratatui::layout::Rect, buffer: &mut Buffer) {
        let Window { first, seen, .. } = self.window;
        let board = GlyphBoard::new(self.picture, self.rules, self.theme);
        for y in first.1..first.1 + seen.1 {
            for x in first.0..first.0 + seen.0 {
                let Some((column, row)) = self.window.cell_of((x, y)) else { continue };
                let (text, style) = self.look(&board, (x, y));
                buffer.set_string(column, row, text, style);
            }
        }
        self.draw_coordinates(buffer);
    }
}

impl BoardView<'_> {
    fn look(&self, board: &GlyphBoard<'_>, place: (usize, usize)) -> (&'static str, Style) {
        let (thing, text) = board.at(place);
        match self.marks.get(&place) {
            None => (text, style(self.theme, thing, self.palette)),
            Some(&mark) => self.marked(thing, text, mark),
        }
    }

    fn marked(&self, thing: Thing, text: &'static str, mark: Mark) -> (&'static str, Style) {
        let is_bare = matches!(thing, Thing::Floor | Thing::Rock);
        let is_wide = self.theme.glyph_width() == 2;
        let sign = |two: &'static str, one: &'static str| match (is_bare, is_wide) {
            (false, _) => text,
            (true, true) => two,
            (true, false) => one,
        };
        let (text, paint) = match mark {
            Mark::Dead => (sign("><", "x"), Paint::Dead),
            Mark::Region => (sign("..", ","), Paint::Reach),
            Mark::Reach => (sign("{}", "~"), Paint::Reach),
            Mark::Chosen => (text, Paint::Chosen),
            Mark::Advice => (sign("??", "?"), Paint::Advice),
            Mark::Alarm => (sign("!!", "!"), Paint::Alarm),
        };
        let is_quiet = matches!(mark, Mark::Dead | Mark::Region);
        if is_quiet && !is_bare {
            return (text, style(self.theme, thing, self.palette));
        }
        let paint = self.palette.style(paint);
        let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
        if is_quiet || is_bare { (text, paint) } else { (text, paint.patch(underlined)) }
    }

    /// Letters above the columns and numbers beside the rows, if there is room.
    fn draw_coordinates(&self, buffer: &mut Buffer) {
        let Window { area, first, seen, margin, place_width } = self.window;
        let style = self.palette.style(Paint::Faint);
        if margin.1 == 0 {
            return;
        }
        for x in 0..seen.0 {
            let name = column_name(first.0 + x);
            let column = area.x + x as u16 * place_width;
            if place_width > 1 {
                buffer.set_string(column, area.y - 1, name, style);
                continue;
            }
            for (above, letter) in name.chars().rev().enumerate() {
                buffer.set_string(column, area.y - 1 - above as u16, letter.to_string(), style);
            }
        }
        for y in 0..seen.1 {
            let width = usize::from(margin.1) - 1;
            let number = format!("{:>width$}", first.1 + y + 1);
            buffer.set_string(area.x - margin.1, area.y + y as u16, number, style);
        }
    }
}
