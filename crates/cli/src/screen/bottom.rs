//! The title line at the top and the message lines at the bottom.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

/// Draws the title on the left and something short on the right of one line.
pub(crate) fn draw_top(frame: &mut Frame<'_>, area: Rect, title: &str, right: &str) {
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    let width = usize::from(area.width);
    let right: String = right.chars().take(width).collect();
    let room = width.saturating_sub(right.chars().count() + 1);
    let title: String = title.chars().take(room).collect();
    let text = format!("{title:<room$} {right}");
    frame.render_widget(Paragraph::new(Line::from(text)).style(bar), area);
}

/// Draws a message, wrapped to the width.
pub(crate) fn draw_bottom(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) {
    frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), area);
}
