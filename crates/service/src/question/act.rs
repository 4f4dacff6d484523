//! `act`: play.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use sokolab::game::{Game, PushPreference, Stride};
use sokolab::{Direction, Square};

use super::{Question, json};
use crate::game_view::{GameView, ReachView};
use crate::job::Job;
use crate::level_text::LevelText;
use crate::position::read_moves;
use crate::refusal::Refusal;
use crate::view::Spot;

/// Plays on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    level: LevelText,
    /// The game so far, as returned in the last answer.
    #[serde(default)]
    game: String,
    /// What to do, in order.
    #[serde(default)]
    actions: Vec<Action>,
    /// What a click on a box and a square prefers.
    #[serde(default)]
    fewest: PushPreference,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Action {
    /// A step or push: `l`, `u`, `r`, `d`, or `q`, `e`, `z`, `c` for diagonals.
    Step(char),
    /// Walk to a square.
    Walk(Spot),
    /// Push a box to a square.
    Push {
        #[serde(rename = "box")]
        from: Spot,
        to: Spot,
    },
    /// Say where a box can be pushed.
    Reach(Spot),
    Undo(Stride),
    Redo(Stride),
    /// Back to the start; redo leads back.
    Restart(Yes),
    /// To a moment of the line that redo follows.
    Seek(usize),
    /// Several moves; from the start, if the game has none.
    Play(String),
    /// Turn to the next branch that begins here.
    Branch(Yes),
    Bookmark(String),
    RemoveBookmark(String),
    Jump(String),
}

/// `true`, for actions that need nothing else.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "bool")]
struct Yes;

impl JsonSchema for Yes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Yes".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        bool::json_schema(generator)
    }
}

impl TryFrom<bool> for Yes {
    type Error = &'static str;

    fn try_from(value: bool) -> Result<Yes, &'static str> {
        if value { Ok(Yes) } else { Err("say true, or leave the action out") }
    }
}

/// The most actions of one question.
const ACTIONS_MAX: usize = 1_000;

impl Question for Act {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        if self.actions.len() > ACTIONS_MAX {
            return Err(Refusal::too_large(format!("more than {ACTIONS_MAX} actions at once")));
        }
        if self.game.len() > 4 * job.limits.moves_max {
            return Err(Refusal::too_large("the game is too long"));
        }
        let level = self.level.level(&job.limits)?;
        let mut game = Game::new(&level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
        if !self.game.is_empty() {
            game = Game::from_text(&level, &self.game)
                .map_err(|error| Refusal::moves(error.to_string()))?;
        }
        let (before, count) = (game.state().clone(), game.move_count());
        let mut player = Player { game, reach: None, fewest: self.fewest };
        let refused = self.actions.into_iter().find_map(|it| player.act(it, job).err());
        let made = player.game.move_count().saturating_sub(count);
        let mut view = GameView::new(&player.game, &before, made);
        view.reach = player.reach;
        view.refused = refused.map(|it| level.rules.translate(&it));
        json(&view)
    }
}

struct Player {
    game: Game,
    reach: Option<ReachView>,
    fewest: PushPreference,
}

impl Player {
    /// Carries out an action, or says why not.
    fn act(&mut self, action: Action, job: &Job<'_>) -> Result<(), String> {
        self.reach = None;
        let game = &mut self.game;
        match action {
            Action::Step(letter) => {
                let direction = Direction::from_letter(letter);
                let direction =
                    direction.ok_or_else(|| format!("{letter:?} is not a direction"))?;
                game.go(direction).map_err(|it| it.to_string())?;
            }
            Action::Walk(spot) => {
                let to = square(game, spot)?;
                game.walk_to(to).map_err(|it| it.to_string())?;
            }
            Action::Push { from, to } => {
                let (from, to) = (square(game, from)?, square(game, to)?);
                game.push_box(from, to, self.fewest).map_err(|it| it.to_string())?;
            }
            Action::Reach(spot) => self.reach = Some(self.reach_from(spot)?),
            Action::Undo(stride) => drop(game.undo(stride)),
            Action::Redo(stride) => drop(game.redo(stride)),
            Action::Restart(Yes) => game.restart(),
            Action::Seek(moves) => game.seek(moves),
            Action::Play(text) => {
                let moves = read_moves(&text, &job.limits).map_err(|it| it.message)?;
                game.go_along(&moves).map_err(|it| it.to_string())?;
            }
            Action::Branch(Yes) => drop(game.turn_to_next_branch()),
            Action::Bookmark(name) => game.set_bookmark(&name).map_err(|it| it.to_string())?,
            Action::RemoveBookmark(name) => drop(game.remove_bookmark(&name)),
            Action::Jump(name) => {
                let found = game.jump_to_bookmark(&name);
                found.ok_or_else(|| format!("there is no bookmark {name:?}"))?;
            }
        }
        Ok(())
    }

    fn reach_from(&self, spot: Spot) -> Result<ReachView, String> {
        let (game, from) = (&self.game, square(&self.game, spot)?);
        let reach = game.reach(from, self.fewest).map_err(|it| it.to_string())?;
        let squares = reach.squares();
        let others = squares.iter().filter(|&it| it != from);
        let squares = others.map(|it| game.board().position(it)).collect();
        Ok(ReachView { from: spot, squares })
    }
}

fn square(game: &Game, (x, y): Spot) -> Result<Square, String> {
    let board = game.board();
    let inside = x < board.width() && y < board.height();
    let found = inside.then(|| board.square_at(x, y)).flatten();
    found.ok_or_else(|| "there is no floor".to_owned())
}
