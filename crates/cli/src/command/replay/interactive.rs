//! Solutions on a terminal, with keys.

use std::sync::mpsc::channel;

use ratatui::Frame;
use sokolab::Rules;
use sokolab::game::{Game, Stride};

use super::commentator::{Commentator, ShowCommentary};
use super::performance::{Act, Performance};
use crate::exit::{self, Exit};
use crate::screen::{App, Ended, Event, Flow, Palette, Player, ThemeChoice, Wish, run};

/// Shows performances until the user has seen enough.
pub(super) fn show(
    performances: Vec<Performance>,
    stride: Stride,
    theme: ThemeChoice,
) -> anyhow::Result<Exit> {
    let shows = performances.into_iter().filter_map(|it| match it.act {
        Act::Moves { game, end, .. } => Some(Show { name: it.name, game: *game, end }),
        Act::Nothing(_) => None,
    });
    let (teller, messages) = channel();
    let mut replay = Replay::new(shows.collect(), stride, theme, Commentator::new(teller));
    Ok(match run(&mut replay, &messages)? {
        Ended::Left => exit::DONE,
        Ended::Interrupted => exit::INTERRUPTED,
    })
}

/// Something to be shown.
#[derive(Debug)]
struct Show {
    name: String,
    game: Game,
    end: String,
}

/// Several shows, one of which is on.
#[derive(Debug)]
struct Replay {
    shows: Vec<Show>,
    at: usize,
    stride: Stride,
    theme: ThemeChoice,
    player: Player,
    commentator: Commentator,
}

impl Replay {
    /// Begins with the first of at least one show.
    fn new(
        shows: Vec<Show>,
        stride: Stride,
        theme: ThemeChoice,
        mut commentator: Commentator,
    ) -> Replay {
        let player = player(&shows, 0, stride, theme);
        commentator.turn_to(0, &shows[0].game);
        Replay { shows, at: 0, stride, theme, player, commentator }
    }

    fn turn_to(&mut self, at: usize) {
        if at < self.shows.len() {
            self.at = at;
            self.player = player(&self.shows, at, self.stride, self.theme);
            self.commentator.turn_to(at, &self.shows[at].game);
        }
    }
}

fn player(shows: &[Show], at: usize, stride: Stride, theme: ThemeChoice) -> Player {
    let Show { name, game, end } = &shows[at];
    let title = match shows.len() {
        1 => name.clone(),
        count => format!("{name} ({} of {count})", at + 1),
    };
    let rules: Rules = game.level().rules;
    let look = (theme.theme(rules), Palette::of_terminal());
    Player::new(game.clone(), title, end.clone(), stride, look)
}

impl App for Replay {
    type Message = ShowCommentary;

    fn update(&mut self, event: Event<ShowCommentary>) -> Flow {
        match event {
            Event::Key(key) => match self.player.key(key) {
                Wish::Leave => return Flow::Leave,
                Wish::Next => self.turn_to(self.at + 1),
                Wish::Previous => self.turn_to(self.at.wrapping_sub(1)),
                Wish::Nothing => {}
            },
            Event::Tick(passed) => return self.player.tick(passed),
            Event::Message(comments) if comments.show == self.at => {
                self.player.learn(comments.commentary);
            }
            Event::Mouse(_) | Event::Message(_) => return Flow::Still,
            Event::Size(..) => {}
        }
        Flow::On
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        self.player.draw(frame);
    }
}
