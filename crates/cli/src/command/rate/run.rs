//! The stages of a level in a run: read, rated and written.

use sokolab::insight::rating::{Missing, NotRated, Rating};
use sokolab::{Level, Solution, Stop};
use sokolab_wire::{Place, RateLine, Solutions, Spent};

use super::result::RatedLevel;
use crate::batch::{Batch, Fate, Stream};
use crate::boundary;
use crate::exit;
use crate::export::Exporter;
use crate::gallery::Gallery;
use crate::input::Entry;
use crate::input::claims::{given, take_claim};
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// A run over all levels.
pub(super) struct Run<'a> {
    pub(super) stream: Stream,
    pub(super) claims: Option<Solutions>,
    pub(super) gallery: Option<Gallery>,
    pub(super) exporter: Box<dyn Exporter<RatedLevel>>,
    pub(super) output: &'a mut Output,
}

/// A level to rate.
pub(super) struct Job {
    pub(super) place: Place,
    pub(super) level: Level,
    /// The solution to measure; `None` if one must be found.
    pub(super) known: Option<Solution>,
}

/// The result of a level; the message of an internal error that ended the work on it.
pub(super) struct Done {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) rated: Result<(Result<Rating, NotRated>, Spent), String>,
}

impl Batch for Run<'_> {
    type Job = Job;
    type Done = Done;

    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        while let Some(entry) = self.stream.next_of_all(self.output) {
            // Claims may be in input order, so every level must take its own.
            let claims = self.claims.as_mut();
            let claim = claims.and_then(|it| take_claim(it, &entry.place, &entry.level));
            if self.stream.is_done(&entry) {
                continue;
            }
            let Entry { place, level } = entry;
            let known = claim.and_then(|claim| given(&level, &place, &claim));
            diagnostics::warn_of_oddities(&place, &level, self.output);
            return Ok(Some(Job { place, level, known }));
        }
        Ok(None)
    }

    fn finish(&mut self, done: Done) -> anyhow::Result<()> {
        match self.stream.fate(stop_of(&done), self.output)? {
            Fate::Written => {}
            Fate::Dropped => return Ok(()),
            Fate::SetAside => return self.set_aside(&done),
        }
        let Done { place, level, rated } = done;
        let (rating, spent) = match rated {
            Ok(rated) => rated,
            Err(message) => {
                let form = self.exporter.failure_form();
                boundary::tell(&place, &level, &message, form, self.output)?;
                self.stream.add(exit::DONE);
                return Ok(());
            }
        };
        if let (Some(gallery), Ok(rating)) = (&mut self.gallery, &rating) {
            let number = format!("{}#{}", place.file, place.level);
            gallery.add(level.title.clone().unwrap_or(number), &level, rating);
        }
        let result = RatedLevel { place, level, rating, spent };
        let exit = result.exit();
        self.exporter.level(result, self.output)?;
        self.stream.add(exit);
        Ok(())
    }

    fn set_aside(&mut self, Done { place, level, rated }: &Done) -> anyhow::Result<()> {
        let Ok((rating, spent)) = rated else { return Ok(()) };
        let line = RateLine::new(place.clone(), level, rating, *spent);
        self.stream.set_aside(&line, self.output)
    }

    fn wait(&mut self) {
        self.stream.wait();
    }
}

/// The limit that ended the work on a level.
fn stop_of(done: &Done) -> Option<Stop> {
    match &done.rated.as_ref().ok()?.0 {
        Ok(rating) => rating.stopped.or(match rating.measures.whole {
            Err(Missing::Stopped(stop) | Missing::StoppedAt(_, stop)) => Some(stop),
            _ => None,
        }),
        Err(NotRated::Stopped(stop)) => Some(*stop),
        Err(_) => None,
    }
}
