//! Solutions that are claimed for levels, from the command line or a file.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use sokolab::text::{Alphabet, ReadOptions};
use sokolab::{LetterCase, Level, Snapshot, Solution, verify};
use sokolab_wire::{
    Claim, ClaimLine, Place, Solutions, SolutionsReader, is_same_file, is_same_path,
};

use crate::input::level_argument::{LevelArgument, Origin};
use crate::input::level_count::{Again, LevelCount};
use crate::io::in_use;
use crate::io::interrupt;
use crate::io::standard_input;
use crate::terminal::diagnostics;

/// Bytes read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// The claims given on the command line: moves for every level, or a file of solutions.
pub(crate) fn claims_for(
    levels: &[LevelArgument],
    moves: Option<&str>,
    solutions: Option<&Path>,
    alphabet: Alphabet,
) -> anyhow::Result<Option<Solutions>> {
    let mut claims = match (moves, solutions) {
        (Some(moves), _) => Solutions::for_every_level(moves_text(moves)?, alphabet),
        (None, Some(path)) => read(path, alphabet)?,
        (None, None) => return Ok(None),
    };
    if let Some(highest) = highest_selected(levels) {
        claims.for_selection(highest);
    }
    Ok(Some(claims))
}

/// The moves given on the command line; `-` reads them from standard input.
pub(crate) fn moves_text(moves: &str) -> anyhow::Result<String> {
    if moves != "-" {
        return Ok(moves.to_owned());
    }
    let bytes = standard_input::read_to_end(standard_input::take()?);
    let bytes = bytes.context("cannot read the moves")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The solutions in a file.
fn read(path: &Path, alphabet: Alphabet) -> anyhow::Result<Solutions> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut bytes: Box<dyn Read> = if path == Path::new("-") {
        Box::new(standard_input::take()?)
    } else {
        in_use::read(path)?;
        standard_input::open(path).with_context(cannot_read)?
    };
    read_all(&mut *bytes, alphabet, path)
}

/// The solutions on standard input, if there are any, for levels named without solutions.
pub(crate) fn offered(
    levels: &[LevelArgument],
    alphabet: Alphabet,
) -> anyhow::Result<Option<Solutions>> {
    let Some(mut bytes) = standard_input::offered()? else { return Ok(None) };
    let mut claims = read_all(&mut bytes, alphabet, Path::new("-"))?;
    if let Some(highest) = highest_selected(levels) {
        claims.for_selection(highest);
    }
    Ok(Some(claims))
}

/// The solutions stored with a level, without saved games.
pub(crate) fn stored(level: &Level) -> Vec<ClaimLine> {
    let is_solution = |it: &&Snapshot| it.title.to_ascii_lowercase().contains("solution");
    let claim = |it: &Snapshot| Claim::Moves { text: it.moves.clone(), alphabet: Alphabet::Lurd };
    let solutions = level.snapshots.iter().filter(is_solution);
    solutions.map(|it| ClaimLine { line: 0, claim: claim(it), id: None }).collect()
}

fn read_all(bytes: &mut dyn Read, alphabet: Alphabet, path: &Path) -> anyhow::Result<Solutions> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut reader = SolutionsReader::new(alphabet);
    let mut chunk = vec![0; CHUNK_BYTES];
    while !reader.is_finished() {
        if interrupt::is_interrupted() {
            return Err(anyhow::Error::new(interrupt::interruption()).context(cannot_read()));
        }
        match bytes.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => reader.feed(&chunk[..count]),
            // Only signals that request termination end the read.
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(anyhow::Error::new(error).context(cannot_read())),
        }
    }
    reader.finish().map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}

/// The highest number of the levels that are picked from one file.
fn highest_selected(levels: &[LevelArgument]) -> Option<usize> {
    let first = levels.first()?;
    let of_one_file = levels.iter().filter(|it| it.name() == first.name());
    let end = |argument: &LevelArgument| match *argument.numbers()?.end() {
        // An open range ends with the last level of the file.
        usize::MAX => levels_in(argument),
        end => Some(end),
    };
    let ends: Option<Vec<usize>> = of_one_file.map(end).collect();
    ends.filter(|ends| ends.len() == levels.len())?.into_iter().max()
}

/// How many levels the file of an argument holds.
fn levels_in(argument: &LevelArgument) -> Option<usize> {
    let source = match argument.origin() {
        Origin::File(path) => Again::File(path.to_owned()),
        Origin::Embedded(collection) => Again::Text(collection.text),
        Origin::StandardInput => return None,
    };
    let count = LevelCount::new(vec![(source, None)], ReadOptions::default()).levels()?;
    usize::try_from(count).ok()
}

/// Whether a place is among the levels named on the command line. An unnamed file matches any. A
/// file in another folder matches one of the same name, as long as that is not among the files that
/// solutions were `claimed` for: then they are two files.
pub(crate) fn is_selected(
    levels: &[LevelArgument],
    claimed: &BTreeSet<String>,
    place: &Place,
) -> bool {
    let is_nameless = |file: &str| file.is_empty() || file == "-";
    let is_claimed = |name: &str| claimed.iter().any(|file| is_same_path(file, name));
    let is_file = |name: &str| {
        let is_same = is_same_path(name, &place.file);
        let may_be_same = || is_same_file(name, &place.file) && !is_claimed(name);
        is_nameless(&place.file) || is_nameless(name) || is_same || may_be_same()
    };
    let includes = |argument: &LevelArgument| {
        is_file(&argument.name())
            && argument.numbers().is_none_or(|numbers| numbers.contains(&place.level))
    };
    levels.is_empty() || levels.iter().any(includes)
}

/// The claim for a level: the last one if there are several.
pub(crate) fn take_claim(claims: &mut Solutions, place: &Place, level: &Level) -> Option<Claim> {
    claims.take(place, level).pop().map(|it| it.claim)
}

/// The solution given for a level, if it is valid.
pub(crate) fn given(level: &Level, place: &Place, claim: &Claim) -> Option<Solution> {
    let verdict = match claim {
        Claim::Nothing => return None,
        Claim::Unreadable { reason } => Err(format!("the given solution cannot be read: {reason}")),
        Claim::Moves { .. } => {
            let moves = claim.moves()?.map_err(|letter| letter.to_string());
            let verdict = moves.and_then(|moves| {
                verify(level, &moves, LetterCase::Corrected).map_err(|refusal| refusal.to_string())
            });
            verdict.map_err(|why| format!("these moves do not solve the level: {why}"))
        }
    };
    match verdict {
        Ok(verdict) => Some(verdict.solution),
        Err(why) => {
            let name = format!("{}#{}", place.file, place.level);
            let error = anyhow::anyhow!("{name}: {why}");
            diagnostics::print_error(&error);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsStr;

    use sokolab_wire::Place;

    use super::{highest_selected, is_selected};
    use crate::input::level_argument::LevelArgument;

    fn arguments(texts: &[&str]) -> Vec<LevelArgument> {
        let parse = |text: &&str| LevelArgument::new(OsStr::new(text)).expect("a selection");
        texts.iter().map(parse).collect()
    }

    #[test]
    fn the_highest_number_counts_only_for_selections_of_one_file() {
        assert_eq!(highest_selected(&arguments(&["a.sok#3-5", "a.sok#2"])), Some(5));
        assert_eq!(highest_selected(&arguments(&["a.sok#3-5", "a.sok"])), None);
        assert_eq!(highest_selected(&arguments(&["a.sok#3-5", "b.sok#1"])), None);
        assert_eq!(highest_selected(&arguments(&["quarry#2-"])), Some(17));
        assert_eq!(highest_selected(&[]), None);
    }

    #[test]
    fn levels_and_files_that_were_not_named_are_not_selected() {
        let levels = arguments(&["x/a.sok#1-3", "b.sok"]);
        let among = |claimed: &[&str], file: &str, level| {
            let claimed = claimed.iter().map(|&it| it.to_owned()).collect();
            is_selected(&levels, &claimed, &Place { file: file.to_owned(), level })
        };
        let selected = |file: &str, level| among(&[], file, level);
        // Files of one name in two folders are two files if both are named.
        assert!(selected("y/a.sok", 2) && !among(&["./x/a.sok", "y/a.sok"], "y/a.sok", 2));
        assert!(among(&["x/a.sok", "y/a.sok"], "./x/a.sok", 2));
        assert!(selected("a.sok", 3) && selected("b.sok", 900));
        assert!(!selected("a.sok", 4) && !selected("c.sok", 1));
        assert!(selected("", 900) && selected("-", 2));
        let any = Place { file: "any".to_owned(), level: 1 };
        assert!(is_selected(&[], &BTreeSet::new(), &any));
    }
}
