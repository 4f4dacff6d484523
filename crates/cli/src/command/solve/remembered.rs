//! The library during a search: known answers, and storage of new results.

use std::path::PathBuf;

use sokolab::{Level, Method, Objective, Outcome, Report};
use sokolab_library::{Library, LibraryError, Origin};
use sokolab_wire::{Place, Spent};

use super::result::{Found, SolvedLevel};
use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::library_file::{default_path, open_to_write};
use crate::search::settings::Settings;
use crate::search::watch::Watch;
use crate::terminal::diagnostics;

/// The options that select a library.
#[derive(Debug, clap::Args)]
pub(super) struct LibraryUse {
    /// Look up solutions in this library, and store new ones there.
    ///
    /// A stored solution is used if it meets the objective: any solution, or one that is proved to
    /// have the fewest pushes or moves. With --method or --improve, the level is always searched.
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with = "remember")]
    library: Option<PathBuf>,

    /// Like --library, with your default library (see soko library path).
    #[arg(long, hide_short_help = true)]
    remember: bool,
}

impl LibraryUse {
    /// Whether a library is requested.
    pub(super) fn is_asked(&self) -> bool {
        self.library.is_some() || self.remember
    }

    /// The requested library, if any.
    pub(super) fn open(&self) -> anyhow::Result<Option<Library>> {
        match &self.library {
            Some(path) => open_to_write(path).map(Some),
            None if self.remember => open_to_write(&default_path()?).map(Some),
            None => Ok(None),
        }
    }
}

/// Which answers may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answers {
    /// Those of a library, if it has one.
    FromLibrary,
    /// Those of a search only, because a library cannot answer the request.
    FromSearch,
}

/// The answer of a library for a level; `None` if a search is needed.
pub(super) fn answer(
    library: &Library,
    level: &Level,
    place: &Place,
    settings: &Settings,
    output: &Output,
) -> anyhow::Result<Option<(Report, Spent)>> {
    let watch = Watch::new(place, settings.time, output);
    let known = library.known(level)?;
    let objective = settings.request(level).objective;
    let Some(answer) = known.and_then(|it| it.answer(objective)) else { return Ok(None) };
    let (solution, optimal) = (answer.solution, answer.is_optimal);
    let report = Report {
        outcome: Outcome::Solved { solution, optimal, stopped: None },
        method: Method::Auto,
        nodes: 0,
        lemma_nodes: 0,
        memory_bytes: 0,
        lower_bound: answer.lower_bound as u64,
        none_up_to: None,
        pruned: None,
        fallback: None,
        errors: Vec::new(),
        refutation: None,
    };
    Ok(Some((report, watch.spent())))
}

/// Stores the result of a search. If the library cannot be written to, the run continues and
/// reports it, also by its exit code.
pub(super) fn keep(library: &mut Library, result: &SolvedLevel) -> Exit {
    let Outcome::Solved { solution, optimal, .. } = &result.report.outcome else {
        return exit::DONE;
    };
    if result.found == Found::InLibrary {
        return exit::DONE;
    }
    let objective = result.settings.request(&result.level).objective;
    let proved = Some(objective).filter(|it| *optimal && *it != Objective::Any);
    match library.record(&result.level, solution, Origin::Solved, proved) {
        Ok(_) => exit::DONE,
        Err(error) => {
            let name = format!("{}#{}", result.place.file, result.place.level);
            let is_of_level = matches!(error, LibraryError::NotStorable(_));
            diagnostics::print_error(&anyhow::anyhow!("{name}: not kept in the library: {error}"));
            if is_of_level { exit::DONE } else { exit::USAGE }
        }
    }
}
