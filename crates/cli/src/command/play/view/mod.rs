//! What the player sees.

mod help;
mod side;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::widgets::Paragraph;
use sokolab::quantity;

use super::engine::Engine;
use super::level_list::Standing;
use super::model::{Help, Model, Purpose, Tone};
use crate::screen::{
    App, BoardView, Event, Flow, Paint, Window, draw_bottom, draw_keys, draw_top, place_width,
};

/// Columns and rows below which nothing useful can be drawn.
const SIZE_MIN: (u16, u16) = (20, 8);

/// Columns of the panel beside the board, and from which width on there is one.
const SIDE_WIDTH: u16 = 26;
const SIDE_FROM: u16 = 64;

/// The parts of the screen.
struct Parts {
    top: Rect,
    board: Rect,
    /// The panel, or one line of it on a narrow screen.
    side: Rect,
    message: Rect,
    keys: Rect,
}

fn parts(area: Rect) -> Parts {
    let is_wide = area.width >= SIDE_FROM;
    let is_high = area.height >= 20;
    let lengths = [
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(u16::from(!is_wide)),
        Constraint::Length(if is_high { 3 } else { 2 }),
        Constraint::Length(if is_high { 2 } else { 1 }),
    ];
    let [top, middle, line, message, keys] = Layout::vertical(lengths).areas(area);
    if !is_wide {
        return Parts { top, board: middle, side: line, message, keys };
    }
    let widths = [Constraint::Min(0), Constraint::Length(SIDE_WIDTH)];
    let [board, side] = Layout::horizontal(widths).areas(middle);
    Parts { top, board, side, message, keys }
}

impl<D: Engine> Model<D> {
    /// The part of the board that is seen, and where.
    pub(super) fn window(&self) -> Window {
        let board = self.game.board();
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let focus = board.position(self.game.state().keeper);
        let size = (board.width(), board.height());
        Window::new(parts(area).board, size, focus, place_width(self.theme))
    }

    fn draw_board(&self, frame: &mut Frame<'_>, area: Rect) {
        let level = self.game.level();
        let picture = level.picture.with_state(self.game.board(), self.game.state());
        let view = BoardView {
            picture: &picture,
            rules: level.rules,
            window: self.window(),
            theme: self.theme,
            palette: self.palette,
            marks: &self.marks(),
        };
        frame.render_widget(view, area);
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let stage = self.levels.stage(self.at);
        let title = stage.level.title.as_deref().unwrap_or("");
        let (file, number) = (&stage.place.file, stage.place.level);
        let done = match stage.record.standing {
            Standing::Solved => " (solved)",
            Standing::Unsolved => "",
        };
        let (solved, all) = (self.levels.solved_count(), self.levels.count());
        let whole = format!("{file}#{number} {title}{done}");
        if area.width >= SIDE_FROM {
            let right = format!("{}, {solved} of {all} solved", stage.level.rules);
            return draw_top(frame, area, &whole, &right);
        }
        // On a narrow screen the number and the name of the level matter most.
        let right = format!("{solved}/{all}");
        let room = usize::from(area.width).saturating_sub(right.len() + 1);
        let without_file = &whole[file.len()..];
        let left = if whole.chars().count() <= room { &whole } else { without_file };
        draw_top(frame, area, left, &right);
    }

    fn draw_message(&self, frame: &mut Frame<'_>, area: Rect) {
        if let Some(prompt) = &self.prompt {
            return draw_bottom(frame, area, &prompt.line(), Style::new());
        }
        let text = match (&self.alarm, self.message.text.is_empty()) {
            (Some(lost), true) => format!("Lost: {}.", lost.dead.sentence),
            _ => self.message.text.clone(),
        };
        let style = match self.message.tone {
            Tone::Plain if self.alarm.is_some() && self.message.text.is_empty() => {
                self.palette.plain(Paint::Alarm)
            }
            Tone::Plain => Style::new(),
            Tone::Good => self.palette.plain(Paint::Good),
            Tone::Advice => self.palette.plain(Paint::Advice),
            Tone::Alarm => self.palette.plain(Paint::Alarm),
        };
        draw_bottom(frame, area, &text, style);
    }

    /// The activity in the background, in a few words; empty if there is none.
    fn activity(&self) -> String {
        let Some(search) = self.search else { return String::new() };
        let what = match search.purpose {
            Purpose::Hint => "hint",
            Purpose::Alarm => "alarm",
            Purpose::Solve => "solver",
        };
        match search.nodes {
            0 => format!("{what}: looking"),
            nodes => format!("{what}: {}", quantity(nodes as usize, "state")),
        }
    }
}

impl<D: Engine> App for Model<D> {
    type Message = super::engine::Message;

    fn update(&mut self, event: Event<Self::Message>) -> Flow {
        match event {
            Event::Key(key) => return self.key(key),
            Event::Mouse(mouse) => return self.mouse(mouse),
            Event::Size(width, height) => self.size = (width, height),
            Event::Message(message) => self.hear(message),
            Event::Tick(passed) => return self.tick(passed),
        }
        Flow::On
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SIZE_MIN.0 || area.height < SIZE_MIN.1 {
            let (width, height) = SIZE_MIN;
            let text = format!("The window is too small: {width} x {height} at least.");
            return draw_bottom(frame, area, &text, Style::new());
        }
        if let Some(player) = &self.player {
            return player.draw(frame);
        }
        if self.help == Help::Shown {
            let text = help::page(self.game.board().rules());
            return frame.render_widget(Paragraph::new(text), area);
        }
        let parts = parts(area);
        self.draw_title(frame, parts.top);
        self.draw_board(frame, parts.board);
        self.draw_side(frame, parts.side);
        self.draw_message(frame, parts.message);
        draw_keys(frame, parts.keys, &help::KEYS);
    }
}
