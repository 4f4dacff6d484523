//! The visible part of a board, and its position on the screen.

use ratatui::layout::Rect;
use sokolab::column_name;

/// A part of a board on the screen. A board that does not fit scrolls with the keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// Where places are drawn.
    pub(super) area: Rect,
    /// Columns that a place takes.
    pub(super) place_width: u16,
    /// The first column and row of the board that are seen.
    pub(super) first: (usize, usize),
    /// How many columns and rows of it are seen.
    pub(super) seen: (usize, usize),
    /// Rows above the places for the letters of columns, columns beside them for numbers; 0 if
    /// there is no room.
    pub(super) margin: (u16, u16),
}

impl Window {
    /// The part of a board of this many columns and rows that is visible in `room`.
    pub(crate) fn new(
        room: Rect,
        (width, height): (usize, usize),
        focus: (usize, usize),
        place_width: u16,
    ) -> Window {
        let letters = column_name(width.max(1) - 1).len() as u16;
        let above = if place_width == 1 { letters } else { 1 };
        let beside = height.to_string().len() as u16 + 1;
        // Coordinates are omitted if there is little room.
        let is_roomy = room.height >= above + 8 && room.width >= beside + 24;
        let margin = if is_roomy { (above, beside) } else { (0, 0) };
        let (free_width, free_height) = (room.width - margin.1, room.height - margin.0);
        let seen_width = width.min(usize::from(free_width / place_width));
        let seen_height = height.min(usize::from(free_height));
        let first = |at: usize, seen: usize, whole: usize| {
            at.saturating_sub(seen / 2).min(whole.saturating_sub(seen))
        };
        let shown_width = seen_width as u16 * place_width;
        let area = Rect {
            x: room.x + margin.1 + (free_width - shown_width) / 2,
            y: room.y + margin.0 + (free_height - seen_height as u16) / 2,
            width: shown_width,
            height: seen_height as u16,
        };
        Window {
            area,
            place_width,
            first: (first(focus.0, seen_width, width), first(focus.1, seen_height, height)),
            seen: (seen_width, seen_height),
            margin,
        }
    }

    /// The column and row of the board at a place of the screen.
    pub(crate) fn place_at(&self, column: u16, row: u16) -> Option<(usize, usize)> {
        let is_inside = (self.area.left()..self.area.right()).contains(&column)
            && (self.area.top()..self.area.bottom()).contains(&row);
        is_inside.then(|| {
            let x = usize::from((column - self.area.x) / self.place_width);
            (self.first.0 + x, self.first.1 + usize::from(row - self.area.y))
        })
    }

    /// The column and row of the screen at which a place of the board begins; `None` if it is not
    /// seen.
    pub(crate) fn cell_of(&self, (x, y): (usize, usize)) -> Option<(u16, u16)> {
        let (x, y) = (x.checked_sub(self.first.0)?, y.checked_sub(self.first.1)?);
        let is_seen = x < self.seen.0 && y < self.seen.1;
        is_seen.then(|| (self.area.x + x as u16 * self.place_width, self.area.y + y as u16))
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::Window;

    #[test]
    fn a_place_is_found_where_it_is_drawn() {
        for (room, size, width) in [
            (Rect::new(0, 1, 80, 20), (10, 8), 2),
            (Rect::new(3, 2, 40, 10), (60, 60), 2),
            (Rect::new(0, 0, 20, 5), (100, 3), 1),
            (Rect::new(0, 0, 1, 1), (9, 9), 2),
            (Rect::new(0, 0, 0, 0), (9, 9), 1),
        ] {
            for focus in [(0, 0), (size.0 / 2, size.1 / 2), (size.0 - 1, size.1 - 1)] {
                let window = Window::new(room, size, focus, width);
                let places = (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y)));
                let seen: Vec<_> =
                    places.filter_map(|it| Some((it, window.cell_of(it)?))).collect();
                assert_eq!(seen.len(), window.seen.0 * window.seen.1);
                for (place, (column, row)) in seen {
                    assert_eq!(window.place_at(column, row), Some(place));
                    assert!(column + width <= room.right() && row < room.bottom());
                }
                if room.width >= 20 {
                    assert!(window.cell_of(focus).is_some(), "the keeper is seen");
                }
            }
        }
    }
}
