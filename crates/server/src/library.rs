//! `POST /api/library/NAME`: questions about the user's library.
//!
//! The service is stateless; persistent data goes to the library, which `soko play` and `soko
//! library` use too. The first question about the library opens it, so without one no file is
//! created.

use std::fmt;
use std::sync::{Arc, Mutex};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sokolab::text::{Format, WriteOptions, write_collection};
use sokolab::{LetterCase, Level, parse_moves, verify};
use sokolab_library::{Import, Library, LibraryError, Origin};
use sokolab_service::{LevelText, Limits, Refusal, Unwatched, answer};

/// Opens a library, or says why it cannot.
pub type OpenLibrary = dyn Fn() -> Result<Library, String> + Send + Sync;

/// The user's library, if it is enabled.
#[derive(Clone)]
pub(crate) struct Shelf {
    open: Option<Arc<OpenLibrary>>,
    library: Arc<Mutex<Option<Library>>>,
}

impl Shelf {
    pub(crate) fn new(open: Option<Arc<OpenLibrary>>) -> Shelf {
        Shelf { open, library: Arc::default() }
    }

    /// Answers a question with JSON.
    pub(crate) fn answer(
        &self,
        name: &str,
        question: &str,
        limits: &Limits,
    ) -> Result<String, Refusal> {
        let mut place = self.library.lock().map_err(|_| failed("a question about it failed"))?;
        let library = match &mut *place {
            Some(library) => library,
            empty => empty.insert(self.open()?),
        };
        match name {
            "collections" => collections(library),
            "levels" => levels(library, read(question)?, limits),
            "import" => import(library, &read(question)?, limits),
            "record" => record(library, &read(question)?, limits),
            "known" => known(library, &read(question)?, limits),
            _ => Err(Refusal::new(
                "unknown_question",
                format!(
                    "the library has no question {name:?}: ask one of collections, levels, \
                     import, record, known"
                ),
            )),
        }
    }

    fn open(&self) -> Result<Library, Refusal> {
        let open = self.open.as_ref();
        let open = open.ok_or_else(|| Refusal::new("no_library", "there is no library here"))?;
        open().map_err(|why| Refusal::new("no_library", why))
    }
}

impl fmt::Debug for Shelf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Shelf")
            .field("is_there", &self.open.is_some())
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfCollection {
    collection: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToImport {
    collection: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    level: LevelText,
    moves: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutLevel {
    level: LevelText,
}

fn collections(library: &Library) -> Result<String, Refusal> {
    let list: Vec<Value> = library
        .collections()
        .map_err(broken)?
        .into_iter()
        .map(|it| {
            let progress = it.progress;
            json!({ "name": it.name, "levels": progress.levels, "won": progress.won })
        })
        .collect();
    Ok(json!({ "file": library.path(), "collections": list }).to_string())
}

/// Lists the levels of a collection as `read` lists those of a text, with the numbers of the solved
/// ones.
fn levels(
    library: &Library,
    OfCollection { collection }: OfCollection,
    limits: &Limits,
) -> Result<String, Refusal> {
    let entries = library.entries(&collection).map_err(broken)?;
    let mut levels: Vec<Level> = Vec::new();
    let mut won = Vec::new();
    for entry in entries.iter().take(limits.levels_max) {
        let Some(stored) = library.entry(&collection, entry.number).map_err(broken)? else {
            continue;
        };
        levels.push(stored.level);
        if entry.wins > 0 {
            won.push(levels.len());
        }
    }
    if levels.is_empty() {
        return Err(Refusal::new("bad_question", format!("there is no collection {collection:?}")));
    }
    let options = WriteOptions::new(Format::JsonLines);
    let text = write_collection(&levels[0].collection, &levels, &options)
        .map_err(|error| Refusal::new("bad_level", error.to_string()))?;
    let question = json!({ "level": { "text": text } }).to_string();
    let listing = answer("read", &question, *limits, &Unwatched)?;
    let mut listing: Value = serde_json::from_str(&listing).map_err(|it| failed(it.to_string()))?;
    listing["won"] = json!(won);
    listing["left_out"] = json!(entries.len() - levels.len());
    Ok(listing.to_string())
}

fn import(library: &mut Library, wish: &ToImport, limits: &Limits) -> Result<String, Refusal> {
    let text = LevelText { text: wish.text.clone(), format: None, rules: None, number: None };
    let read = text.read(limits)?;
    if read.levels.len() > limits.levels_max {
        let most = limits.levels_max;
        return Err(Refusal::new("too_large", format!("the text has more than {most} levels")));
    }
    let numbered = read.levels.iter().enumerate();
    let levels: Vec<Import<'_>> =
        numbered.map(|(index, level)| Import { number: index + 1, level }).collect();
    let imported = library.import(&wish.collection, &levels).map_err(broken)?;
    let stored = imported.iter().filter(|it| it.is_ok()).count();
    let new = imported.iter().flatten().filter(|it| it.is_new).count();
    let refused = imported.len() - stored;
    Ok(json!({ "levels": stored, "new": new, "refused": refused }).to_string())
}

fn record(library: &mut Library, played: &Played, limits: &Limits) -> Result<String, Refusal> {
    let level = played.level.level(limits)?;
    if played.moves.len() > limits.moves_max {
        return Err(Refusal::new("too_large", "the moves are too many"));
    }
    let moves = parse_moves(&played.moves).ok();
    let moves = moves.ok_or_else(|| Refusal::new("bad_moves", "these are not moves"))?;
    let verdict = verify(&level, &moves, LetterCase::Corrected)
        .map_err(|it| Refusal::new("bad_moves", it.to_string()))?;
    let recorded =
        library.record(&level, &verdict.solution, Origin::Played, None).map_err(broken)?;
    Ok(json!({ "kept": recorded.is_kept }).to_string())
}

fn known(library: &Library, about: &AboutLevel, limits: &Limits) -> Result<String, Refusal> {
    let level = about.level.level(limits)?;
    let known = library.known(&level).map_err(broken)?;
    let best = known.as_ref().and_then(|it| it.solutions.first());
    let measures = best.map(|it| it.solution.measures());
    Ok(json!({
        "wins": known.as_ref().map_or(0, |it| it.wins),
        "pushes": measures.map(|it| it.pushes),
        "moves": measures.map(|it| it.moves),
        "fewest_pushes": known.as_ref().and_then(|it| it.fewest_pushes),
    })
    .to_string())
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::new("bad_question", error.to_string()))
}

#[allow(clippy::needless_pass_by_value, reason = "it is passed by name to `map_err`")]
fn broken(error: LibraryError) -> Refusal {
    Refusal::new("library", error.to_string())
}

fn failed(message: impl Into<String>) -> Refusal {
    Refusal::new("failed", message)
}
