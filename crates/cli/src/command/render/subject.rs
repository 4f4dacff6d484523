//! What to draw of a level: the state, and the moves from there.

use anyhow::anyhow;
use sokolab::text::parse_moves_in;
use sokolab::{Findings, Level, Moves, Picture, Session};
use sokolab_wire::Place;

use super::Render;
use super::failure::Failure;
use super::solution::Solved;
use crate::exit;
use crate::terminal::level_drawing::named_rows;

/// A level, the state that is drawn, and moves.
pub(super) struct Subject {
    /// Its number among the levels that were selected, from 1.
    pub(super) number: usize,
    pub(super) place: Place,
    pub(super) level: Level,
    /// The level's picture, after the moves if there are any.
    pub(super) picture: Picture,
    /// The moves that led to the state drawn.
    pub(super) done: Moves,
    /// The solution of the level, if one is known.
    pub(super) solution: Option<Moves>,
}

impl Subject {
    /// What the level is called.
    pub(super) fn name(&self) -> String {
        match &self.level.title {
            Some(title) => title.clone(),
            None => format!("{}#{}", self.place.file, self.place.level),
        }
    }
}

impl Render {
    pub(super) fn subject(
        &self,
        number: usize,
        (place, level): (&Place, &Level),
        solved: &mut Solved,
    ) -> Result<Subject, Failure> {
        let solution = solved.take(place, level)?;
        let done = match &self.after {
            None => Moves::default(),
            Some(text) => parse_moves_in(text, self.moves_alphabet)
                .map_err(|error| Failure::of_level(error.into()))?,
        };
        let picture = match &self.after {
            None => level.picture.clone(),
            Some(_) => after(level, &done)?,
        };
        let (place, level) = (place.clone(), level.clone());
        Ok(Subject { number, place, level, picture, done, solution })
    }
}

/// The picture of the level after `moves`.
fn after(level: &Level, moves: &Moves) -> Result<Picture, Failure> {
    let mut session = session(level).map_err(Failure::of_level)?;
    for (index, it) in moves.as_slice().iter().enumerate() {
        session.play(it.direction).map_err(|hindrance| {
            let picture = level.picture.with_state(session.board(), session.state());
            Failure::Level {
                error: anyhow!("move {}: {hindrance}", index + 1),
                rows: named_rows(level, &picture),
                exit: exit::NEGATIVE,
            }
        })?;
    }
    Ok(level.picture.with_state(session.board(), session.state()))
}

/// A level being played.
pub(super) fn session(level: &Level) -> anyhow::Result<Session> {
    Session::new(level).map_err(|findings| not_playable(&findings))
}

pub(super) fn not_playable(findings: &Findings) -> anyhow::Error {
    match findings.first() {
        Some(finding) => anyhow!("the level cannot be played: {finding}"),
        None => anyhow!("the level cannot be played"),
    }
}
