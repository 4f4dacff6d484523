//! The line of keys that is always on the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// A key and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) key: &'static str,
    pub(crate) does: &'static str,
}

/// Draws as many of the keys as fit, the first ones first.
pub(crate) fn draw_keys(frame: &mut Frame<'_>, area: Rect, hints: &[Hint]) {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut line: Vec<Span<'_>> = Vec::new();
    let mut used = 0;
    for hint in hints {
        let width = hint.key.chars().count() + 1 + hint.does.chars().count();
        let gap = if used == 0 { 0 } else { 2 };
        if used + gap + width > usize::from(area.width) {
            lines.push(Line::from(std::mem::take(&mut line)));
            used = 0;
        }
        if used > 0 {
            line.push(Span::raw("  "));
            used += 2;
        }
        line.push(Span::styled(hint.key, Style::new().add_modifier(Modifier::BOLD)));
        line.push(Span::raw(format!(" {}", hint.does)));
        used += width;
    }
    lines.push(Line::from(line));
    lines.truncate(usize::from(area.height));
    frame.render_widget(Paragraph::new(lines), area);
}
