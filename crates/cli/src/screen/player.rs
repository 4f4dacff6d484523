//! The player of solutions: a model that steps through the moves of a game.

use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use sokolab::game::{Game, Stride};
use sokolab::insight::explain::Commentary;
use sokolab::render::Theme;

use super::app::Flow;
use super::board_view::BoardView;
use super::bottom::{draw_bottom, draw_top};
use super::keys::{Hint, draw_keys};
use super::palette::{Paint, Palette};
use super::script::Script;
use super::theme::place_width;
use super::window::Window;

/// Frames a second, from slow to fast.
const SPEEDS: [f32; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// The speed to begin with.
const USUAL_SPEED: usize = 3;

/// The keys, the most important first.
const KEYS: [Hint; 10] = [
    Hint { key: "→ ←", does: "step" },
    Hint { key: "Space", does: "run" },
    Hint { key: "q", does: "quit" },
    Hint { key: "m", does: "by move/push" },
    Hint { key: "+ -", does: "speed" },
    Hint { key: "g", does: "go to push" },
    Hint { key: "Home End", does: "start, end" },
    Hint { key: "↓ ↑", does: "box line" },
    Hint { key: "n p", does: "next, previous" },
    Hint { key: "t", does: "theme" },
];

/// What a key asks the owner of the player to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Nothing,
    Leave,
    Next,
    Previous,
}

/// A game that is shown but not played.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    game: Game,
    script: Script,
    /// The title line.
    title: String,
    /// The message at the end.
    end: String,
    stride: Stride,
    speed: usize,
    is_running: bool,
    waited: Duration,
    /// The number that is being typed.
    typed: Option<String>,
    theme: Theme,
    palette: Palette,
    /// The commentary on single pushes, once it is known.
    commentary: Option<Commentary>,
}

impl Player {
    /// Shows the line of a game from its start.
    pub(crate) fn new(
        mut game: Game,
        title: String,
        end: String,
        stride: Stride,
        (theme, palette): (Theme, Palette),
    ) -> Player {
        game.restart();
        Player {
            script: Script::new(&game),
            game,
            title,
            end,
            stride,
            speed: USUAL_SPEED,
            is_running: false,
            waited: Duration::ZERO,
            typed: None,
            theme,
            palette,
            commentary: None,
        }
    }

    /// Receives the commentary on single pushes.
    pub(crate) fn learn(&mut self, commentary: Commentary) {
        self.commentary = Some(commentary);
    }

    /// Begins after this many moves.
    pub(crate) fn seek(&mut self, moves: usize) {
        self.game.seek(moves);
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        if self.typed.is_some() {
            self.type_number(key.code);
            return Wish::Nothing;
        }
        if key.code != KeyCode::Char(' ') {
            self.is_running = false;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Wish::Leave,
            KeyCode::Char('n') => return Wish::Next,
            KeyCode::Char('p') => return Wish::Previous,
            KeyCode::Right | KeyCode::Char('l') => _ = self.game.redo(self.stride),
            KeyCode::Left | KeyCode::Char('h') => _ = self.game.undo(self.stride),
            KeyCode::Down | KeyCode::Char('j') => self.go_to_next_line(),
            KeyCode::Up | KeyCode::Char('k') => self.go_to_last_line(),
            KeyCode::Home => self.game.restart(),
            KeyCode::End => self.game.seek(self.script.move_count()),
            KeyCode::Char(' ') => self.start_or_stop(),
            KeyCode::Char('m') => {
                self.stride = match self.stride {
                    Stride::Move => Stride::Push,
                    Stride::Push => Stride::Move,
                }
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('g') => self.typed = Some(String::new()),
            KeyCode::Char('t') => self.theme = self.theme.next(),
            _ => {}
        }
        Wish::Nothing
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, passed: Duration) -> Flow {
        if !self.is_running {
            return Flow::Still;
        }
        self.waited += passed;
        let step = Duration::from_secs_f32(1.0 / SPEEDS[self.speed]);
        let mut flow = Flow::Still;
        while self.is_running && self.waited >= step {
            self.waited -= step;
            self.is_running = self.game.redo(self.stride) > 0;
            flow = Flow::On;
        }
        flow
    }

    fn start_or_stop(&mut self) {
        self.is_running = !self.is_running;
        self.waited = Duration::ZERO;
        if self.is_running && self.game.next().is_none() {
            self.game.restart();
        }
    }

    fn go_to_next_line(&mut self) {
        let end = self.script.line_end_after(self.game.move_count());
        self.game.seek(end);
    }

    fn go_to_last_line(&mut self) {
        let end = self.script.line_end_before(self.game.move_count());
        self.game.seek(end);
    }

    fn type_number(&mut self, code: KeyCode) {
        let Some(typed) = &mut self.typed else { return };
        match code {
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < 7 => typed.push(digit),
            KeyCode::Backspace => _ = typed.pop(),
            KeyCode::Enter => {
                let push = typed.parse().unwrap_or(0);
                self.game.seek(self.script.moves_to_push(push));
                self.typed = None;
            }
            KeyCode::Esc | KeyCode::Char('q') => self.typed = None,
            _ => {}
        }
    }

    /// Draws the board, what the last push did, and the keys.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>) {
        let Rect { width, height, .. } = frame.area();
        let key_rows = if height >= 20 { 2 } else { 1 };
        // Lines of text are wrapped on a narrow screen.
        let text_rows = match (width < 72, height) {
            (true, 15..) => 6,
            (false, 20..) => 4,
            _ => 3,
        };
        let rows = [1, 0, text_rows, key_rows].map(|rows| match rows {
            0 => Constraint::Min(0),
            rows => Constraint::Length(rows),
        });
        let [top, middle, bottom, keys] = Layout::vertical(rows).areas(frame.area());
        let by = match self.stride {
            Stride::Move => "move",
            Stride::Push => "push",
        };
        let state = if self.is_running { "running" } else { "stopped" };
        let right = format!("{state}, by {by}, {}/s", SPEEDS[self.speed]);
        draw_top(frame, top, &self.title, &right);
        self.draw_board(frame, middle);
        let (text, style) = self.message();
        draw_bottom(frame, bottom, &text, style);
        draw_keys(frame, keys, &KEYS);
    }

    fn draw_board(&self, frame: &mut Frame<'_>, room: Rect) {
        let (board, level) = (self.game.board(), self.game.level());
        let picture = level.picture.with_state(board, self.game.state());
        let focus = board.position(self.game.state().keeper);
        let size = (picture.width(), picture.height());
        let window = Window::new(room, size, focus, place_width(self.theme));
        let (theme, palette, rules) = (self.theme, self.palette, board.rules());
        let marks = BTreeMap::new();
        let view = BoardView { picture: &picture, rules, window, theme, palette, marks: &marks };
        frame.render_widget(view, room);
    }

    fn message(&self) -> (String, Style) {
        if let Some(typed) = &self.typed {
            let most = self.script.push_count();
            return (format!("go to push (0 to {most}): {typed}_"), Style::new());
        }
        let mut lines = vec![self.script.caption(&self.game)];
        let is_end = self.game.next().is_none();
        let line = if is_end { Some(self.end.clone()) } else { self.script.box_line(&self.game) };
        lines.extend(line);
        lines.extend(self.remark());
        let style = if is_end { self.palette.style(Paint::Good) } else { Style::new() };
        (lines.join("\n"), style)
    }

    /// What the last push means for the level, if there is anything to say.
    fn remark(&self) -> Option<String> {
        let moves = self.game.move_count();
        let push = self.script.pushes_after(moves);
        let is_push = moves > 0 && self.script.pushes_after(moves - 1) < push;
        self.commentary.as_ref().filter(|_| is_push)?.sentence(push)
    }
}
