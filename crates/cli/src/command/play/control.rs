//! Keys and clicks.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use sokolab::Direction;
use sokolab::game::Stride;

use super::engine::Engine;
use super::levels::Way;
use super::model::{Help, Model};
use super::prompt::{Asks, Prompt, Typed};
use crate::screen::{Flow, Wish};

/// Keys of directions: those of vi, with diagonals.
const DIRECTIONS: [(char, Direction); 8] = [
    ('h', Direction::Left),
    ('j', Direction::Down),
    ('k', Direction::Up),
    ('l', Direction::Right),
    ('y', Direction::UpLeft),
    ('u', Direction::UpRight),
    ('b', Direction::DownLeft),
    ('n', Direction::DownRight),
];

impl<D: Engine> Model<D> {
    /// Takes a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(player) = &mut self.player {
            if player.key(key) == Wish::Leave {
                self.player = None;
            }
            return Flow::On;
        }
        if self.prompt.is_some() {
            self.type_key(key.code);
            return Flow::On;
        }
        if self.help == Help::Shown {
            self.help = Help::Hidden;
            return Flow::On;
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Flow::On;
        }
        match key.code {
            KeyCode::Left => self.go(Direction::Left),
            KeyCode::Right => self.go(Direction::Right),
            KeyCode::Up => self.go(Direction::Up),
            KeyCode::Down => self.go(Direction::Down),
            KeyCode::Backspace => self.undo(Stride::Move),
            KeyCode::Home => self.restart(),
            KeyCode::Tab => self.turn_to_unsolved(Way::On),
            KeyCode::BackTab => self.turn_to_unsolved(Way::Back),
            KeyCode::Esc => self.give_up(),
            KeyCode::Char('q') => {
                self.leave();
                return Flow::Leave;
            }
            KeyCode::Char(letter) => self.letter(letter),
            _ => {}
        }
        Flow::On
    }

    fn letter(&mut self, letter: char) {
        if let Some((_, direction)) = DIRECTIONS.iter().find(|it| it.0 == letter) {
            return self.go(*direction);
        }
        match letter {
            'z' => self.undo(Stride::Move),
            'x' => self.redo(Stride::Move),
            'Z' => self.undo(Stride::Push),
            'X' => self.redo(Stride::Push),
            'r' => self.restart(),
            'v' => self.next_branch(),
            'm' => self.prompt = Some(Prompt::new(Asks::Bookmark)),
            '\'' => self.next_bookmark(),
            '>' => self.turn_page(Way::On),
            '<' => self.turn_page(Way::Back),
            '#' => self.prompt = Some(Prompt::new(Asks::Level)),
            ' ' => self.climb(),
            's' => self.solve(),
            'a' => self.toggle_alarm(),
            'e' => self.undo_to_safety(),
            'w' => self.watch(),
            'f' => self.toggle_fewest(),
            'o' => self.next_overlay(),
            't' => {
                self.theme = self.theme.next();
                self.say(format!("Theme {}.", self.theme.name()));
            }
            '?' => self.help = Help::Shown,
            _ => {}
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        let Some(prompt) = &mut self.prompt else { return };
        match prompt.key(code) {
            Typed::More => {}
            Typed::GivenUp => self.prompt = None,
            Typed::Ready => {
                let Prompt { asks, typed } = prompt.clone();
                self.prompt = None;
                match asks {
                    Asks::Bookmark => self.set_bookmark(&typed),
                    Asks::Level => self.turn_to_number(&typed),
                }
            }
        }
    }

    /// Takes a click or a turn of the wheel.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        if self.player.is_some() || self.prompt.is_some() || self.help == Help::Shown {
            return Flow::Still;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let place = self.window().place_at(mouse.column, mouse.row);
                let square = place.and_then(|(x, y)| self.game.board().square_at(x, y));
                if let Some(square) = square {
                    self.click(square);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.undo(Stride::Push),
            MouseEventKind::ScrollUp => self.undo(Stride::Move),
            MouseEventKind::ScrollDown => self.redo(Stride::Move),
            _ => return Flow::Still,
        }
        Flow::On
    }
}
