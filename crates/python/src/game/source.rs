//! Where the next level comes from.

use std::sync::Arc;

use sokolab::Level;
use sokolab::generator::{Chance, KeepGoing, Recipe, Selection, StreamRequest, stream};

use super::observation::Screen;
use super::prepared_level::{Facts, PreparedLevel};

/// Trials that may be made for one level.
const TRIALS_MAX: u64 = 10_000;

sokolab::named! {
    /// In which order levels are played.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Order: "order" {
        /// In random order.
        Random = "random",
        /// In order: game i of n begins with level i and continues in steps of n.
        Sequential = "sequential",
    }
}

/// Where levels come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A list.
    Levels(Arc<[Arc<PreparedLevel>]>, Order),
    /// A generator that makes a new level for every episode.
    Recipe(Arc<dyn Recipe + Send>),
}

/// How levels are made ready for play.
#[derive(Clone, Debug)]
pub(crate) struct Preparation {
    pub(crate) screen: Screen,
    /// Whether labels or rewards ask for facts.
    pub(crate) has_facts: bool,
}

impl Preparation {
    /// Adds facts and the first observation.
    ///
    /// # Errors
    /// If the board is too large for labels.
    pub(crate) fn prepare(&self, mut level: PreparedLevel) -> Result<Arc<PreparedLevel>, String> {
        if self.has_facts {
            let facts = Facts::new(&level.board);
            let number = level.number;
            level.facts = Some(facts.ok_or_else(|| {
                format!("level {number} is too large for labels of deadlocks and distances")
            })?);
        }
        if level.board.width() > self.screen.width || level.board.height() > self.screen.height {
            let (width, height) = (level.board.width(), level.board.height());
            return Err(format!("size is too small for a level of {height} rows, {width} columns"));
        }
        level.spots = self.screen.spots(&level.board);
        let mut first = vec![0; self.screen.size()];
        self.screen.draw(&level, &level.spots, &level.start, &mut first);
        level.first = first.into_boxed_slice();
        Ok(Arc::new(level))
    }
}

impl Source {
    /// The next level of a game; `turn` counts its episodes from 0.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn next(
        &self,
        chance: &mut Chance,
        (game, games, turn): (usize, usize, u64),
        preparation: &Preparation,
        keep_going: KeepGoing<'_>,
    ) -> Result<Arc<PreparedLevel>, String> {
        match self {
            Source::Levels(levels, Order::Random) => {
                Ok(Arc::clone(&levels[chance.below(levels.len())]))
            }
            Source::Levels(levels, Order::Sequential) => {
                let index = (game as u64 + turn * games as u64) % levels.len() as u64;
                Ok(Arc::clone(&levels[index as usize]))
            }
            Source::Recipe(recipe) => {
                let level = make(&**recipe, chance.number(), keep_going)?;
                let level =
                    PreparedLevel::new(&level, 0).map_err(|findings| findings.to_string())?;
                preparation.prepare(level)
            }
        }
    }

    /// The level with this number, from 1.
    pub(crate) fn pick(&self, number: usize) -> Option<Arc<PreparedLevel>> {
        match self {
            Source::Levels(levels, _) => levels.get(number.checked_sub(1)?).map(Arc::clone),
            Source::Recipe(_) => None,
        }
    }
}

/// Makes one level.
fn make(recipe: &dyn Recipe, seed: u64, keep_going: KeepGoing<'_>) -> Result<Level, String> {
    let wish = StreamRequest {
        seed,
        first_index: 1,
        count: Some(1),
        trials_max: TRIALS_MAX,
        threads: 1,
        selection: Selection::default(),
    };
    let mut level = None;
    stream(recipe, &wish, keep_going, &mut |made| {
        level = Some(made.level);
        std::ops::ControlFlow::Continue(())
    })
    .map_err(|shortfall| format!("the generator made no level: {shortfall}"))?;
    level.ok_or_else(|| "the generator made no level".to_owned())
}
