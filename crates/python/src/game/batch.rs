//! Many games side by side.

use sokolab::generator::{Chance, KeepGoing};

use super::episode::{Conduct, Episode};
use super::source::{Preparation, Source};

sokolab::named! {
    /// When the next episode of a game begins after one has ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Autoreset: "autoreset mode" {
        /// With the next step, whose action is not played.
        NextStep = "next_step",
        /// In the same step: the observation is that of the new episode.
        SameStep = "same_step",
        /// When the caller resets it.
        Disabled = "disabled",
    }
}

/// The result of a step in every game.
#[derive(Debug, Default)]
pub(crate) struct Outcomes {
    pub(crate) rewards: Vec<f64>,
    pub(crate) terminated: Vec<bool>,
    pub(crate) truncated: Vec<bool>,
}

/// The end of an episode that was followed immediately by another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) steps: u32,
    pub(crate) pushes: u32,
    pub(crate) number: u32,
    pub(crate) distance: i64,
    pub(crate) is_lost: bool,
    pub(crate) is_won: bool,
}

impl Ending {
    pub(crate) fn of(episode: &Episode) -> Ending {
        Ending {
            steps: episode.steps,
            pushes: episode.pushes,
            number: episode.level.number,
            distance: episode.distance,
            is_lost: episode.is_lost,
            is_won: episode.is_won,
        }
    }
}

/// Many games side by side.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    source: Source,
    pub(crate) preparation: Preparation,
    pub(crate) conduct: Conduct,
    pub(crate) games: usize,
    pub(crate) autoreset: Autoreset,
    /// None before the first reset.
    pub(crate) episodes: Vec<Episode>,
    /// Whether every game has an episode to play; not after a reset or a step that failed halfway.
    pub(crate) is_ready: bool,
    /// The ends of the last episodes, with autoreset in the same step.
    pub(crate) endings: Vec<Ending>,
    /// The action masks of all games, 1 for legal and 0 for illegal; empty unless masks are
    /// enabled.
    pub(crate) masks: Vec<i8>,
}

/// The name of the random stream from which seeds are drawn.
const CHANCE_NAME: &str = "environment";

impl Batch {
    pub(crate) fn new(
        source: Source,
        preparation: Preparation,
        conduct: Conduct,
        (games, autoreset): (usize, Autoreset),
    ) -> Batch {
        let endings = match autoreset {
            Autoreset::SameStep => vec![Ending::default(); games],
            Autoreset::NextStep | Autoreset::Disabled => Vec::new(),
        };
        let masks = if conduct.has_masks { games * conduct.actions.count() } else { 0 };
        Batch {
            source,
            preparation,
            conduct,
            games,
            autoreset,
            episodes: Vec::new(),
            is_ready: false,
            endings,
            masks: vec![0; masks],
        }
    }

    /// The actions that are allowed in each game, computed anew.
    pub(crate) fn compute_masks(&self) -> Vec<i8> {
        let count = self.conduct.actions.count();
        let mut masks = vec![0; self.games * count];
        for (episode, mask) in self.episodes.iter().zip(masks.chunks_exact_mut(count)) {
            self.conduct.actions.mask(&episode.level.board, &episode.state, mask);
        }
        masks
    }

    /// Begins new episodes in the games for which `is_wanted`. Given seeds reseed the games' random
    /// generators; given numbers select the levels.
    ///
    /// # Errors
    /// Why a game has no level to play.
    pub(crate) fn reset(
        &mut self,
        seeds: Option<&[u64]>,
        is_wanted: &dyn Fn(usize) -> bool,
        numbers: Option<&[usize]>,
        observations: &mut [u8],
        keep_going: KeepGoing<'_>,
    ) -> Result<(), String> {
        self.check_numbers(is_wanted, numbers)?;
        self.is_ready = false;
        let size = self.preparation.screen.size();
        for (game, out) in observations.chunks_exact_mut(size).enumerate() {
            if !is_wanted(game) {
                continue;
            }
            let chance = seeds.map(|seeds| Chance::new(seeds[game], CHANCE_NAME, 0));
            let mut chance = match (chance, self.episodes.get(game)) {
                (Some(chance), _) => chance,
                (None, Some(episode)) => episode.chance.clone(),
                (None, None) => Chance::new(game as u64, CHANCE_NAME, 0),
            };
            let is_new = seeds.is_some() || self.episodes.len() <= game;
            let turn = if is_new { 0 } else { self.episodes[game].turn };
            let number = numbers.map(|it| it[game]).filter(|&it| it > 0);
            let level = if let Some(number) = number {
                self.source.pick(number).ok_or_else(|| no_level(number))?
            } else {
                let place = (game, self.games, turn);
                self.source.next(&mut chance, place, &self.preparation, keep_going)?
            };
            if self.episodes.len() <= game {
                self.episodes.push(Episode::new(level.clone(), chance.clone()));
            }
            let episode = &mut self.episodes[game];
            (episode.chance, episode.turn) = (chance, turn);
            episode.begin(level, out);
        }
        if self.conduct.has_masks {
            self.masks = self.compute_masks();
        }
        self.is_ready = true;
        Ok(())
    }

    /// Refuses numbers of levels that do not exist, before any game is changed.
    fn check_numbers(
        &self,
        is_wanted: &dyn Fn(usize) -> bool,
        numbers: Option<&[usize]>,
    ) -> Result<(), String> {
        let numbers = numbers.unwrap_or_default().iter().enumerate();
        let mut chosen = numbers.filter(|&(game, &number)| number > 0 && is_wanted(game));
        match chosen.find(|&(_, &number)| self.source.pick(number).is_none()) {
            Some((_, &number)) => Err(no_level(number)),
            None => Ok(()),
        }
    }

    /// Plays an action in every game. If another episode follows in the same step, the last
    /// observation of the ended one is written to `finals`.
    ///
    /// # Errors
    ///
    /// Why a game cannot continue.
    pub(crate) fn step(
        &mut self,
        actions: &[i64],
        observations: &mut [u8],
        finals: &mut [u8],
        keep_going: KeepGoing<'_>,
    ) -> Result<Outcomes, String> {
        self.is_ready = false;
        let size = self.preparation.screen.size();
        let mut outcomes = Outcomes {
            rewards: vec![0.0; self.games],
            terminated: vec![false; self.games],
            truncated: vec![false; self.games],
        };
        let screens = observations.chunks_exact_mut(size);
        let action_count = self.conduct.actions.count();
        let mut masks = self.masks.chunks_exact_mut(action_count);
        for (game, ((episode, out), &action)) in
            self.episodes.iter_mut().zip(screens).zip(actions).enumerate()
        {
            let mask = masks.next();
            if episode.is_over {
                // Actions after the end of an episode without autoreset have been rejected already.
                let place = (game, self.games, episode.turn);
                let (chance, preparation) = (&mut episode.chance, &self.preparation);
                let level = self.source.next(chance, place, preparation, keep_going)?;
                episode.begin(level, out);
                episode.write_mask(&self.conduct, mask);
                continue;
            }
            let screen = &self.preparation.screen;
            let result = episode.step(action as usize, &self.conduct, screen, out);
            outcomes.rewards[game] = result.reward;
            outcomes.terminated[game] = result.terminated;
            outcomes.truncated[game] = result.truncated;
            if episode.is_over && self.autoreset == Autoreset::SameStep {
                self.endings[game] = Ending::of(episode);
                finals[game * size..(game + 1) * size].copy_from_slice(out);
                let place = (game, self.games, episode.turn);
                let (chance, preparation) = (&mut episode.chance, &self.preparation);
                let level = self.source.next(chance, place, preparation, keep_going)?;
                episode.begin(level, out);
            }
            episode.write_mask(&self.conduct, mask);
        }
        self.is_ready = true;
        Ok(outcomes)
    }
}

fn no_level(number: usize) -> String {
    format!("there is no level {number} among those that are played")
}
