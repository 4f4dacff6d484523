//! A level whose notes are still being read, and the effects of those notes.

use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Level, Note};
use crate::source::Quote;
use crate::text::{parse_moves, run_length};
use crate::verify::{LetterCase, Refusal, verify};

/// A level whose notes are still being read.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) level: Level,
    /// The text above the board: the title, unless a field gives one.
    pub(super) heading: Option<String>,
    /// The location of each snapshot in the file.
    pub(super) saved: Vec<Saved>,
}

/// How moves stand in the file.
#[derive(Debug)]
pub(super) struct Saved {
    /// Whether a title announced them.
    pub(super) is_announced: bool,
    /// Where they begin.
    pub(super) quote: Quote,
}

impl Saved {
    /// Moves at the end of the line with this number.
    pub(super) fn at_end(number: usize, line: &str, moves: &str) -> Quote {
        let length = moves.chars().count();
        let before = line.trim_end().chars().count().saturating_sub(length);
        Quote::new(Location { line: number, column: before + 1, length: length.max(1) }, line)
    }
}

/// Takes the first non-empty `Title:` field as the title.
pub(super) fn take_title(level: &mut Level) {
    let title_of = |note: &Note| match note {
        Note::Field { key, value } if key.eq_ignore_ascii_case("title") => Some(value.clone()),
        Note::Field { .. } | Note::Comment(_) => None,
    };
    level.notes.0.retain(|note| title_of(note).is_none_or(|title| !title.is_empty()));
    let found =
        level.notes.0.iter().enumerate().find_map(|(index, note)| Some((index, title_of(note)?)));
    if let Some((index, title)) = found {
        level.notes.0.remove(index);
        level.title = Some(title);
    }
}

/// Turns moves that were not announced and are illegal into comments: they are words.
pub(super) fn demote_words(draft: &mut Draft) {
    let saved = std::mem::take(&mut draft.saved);
    let snapshots = std::mem::take(&mut draft.level.snapshots);
    for (snapshot, Saved { is_announced, quote }) in snapshots.into_iter().zip(saved) {
        if is_announced || are_legal(&draft.level, &snapshot.moves) {
            draft.level.snapshots.push(snapshot);
            draft.level.source.snapshots.push(quote);
        } else {
            draft.level.notes.0.push(Note::Comment(snapshot.moves));
        }
    }
}

/// Whether moves are legal on the level. Also true if that cannot be decided, as for a reverse-mode
/// game or an unplayable level.
fn are_legal(level: &Level, moves: &str) -> bool {
    // Words are not run-length encoded, so expanding would be wasted work.
    if run_length::is_encoded(moves) {
        return true;
    }
    let Ok(moves) = parse_moves(moves) else {
        return true;
    };
    !matches!(verify(level, &moves, LetterCase::Corrected), Err(Refusal::Move { .. }))
}

/// Reports variants of Sokoban, so that they are refused rather than misread.
pub(super) fn note_variant(level: &mut Level) {
    let game = level.notes.field("game").or_else(|| level.notes.field("variant"));
    let game = game.or_else(|| level.collection.field("game"));
    let other = game.filter(|game| !game.eq_ignore_ascii_case("sokoban"));
    let numbered = level.notes.field("boxorder").or_else(|| level.notes.field("goalorder"));
    let name = match (other, numbered) {
        (Some(game), _) => game.to_owned(),
        (None, Some(_)) => "SokoMind Plus, with numbered boxes and goals".to_owned(),
        (None, None) => return,
    };
    level.findings.push(Finding::at(FindingKind::Variant(name), level.source.first_row()));
}

/// Applies a field such as `Rules: nethack` to the level.
pub(super) fn take_rules(level: &mut Level) {
    let named = level.notes.field("rules").or_else(|| level.collection.field("rules"));
    if let Some(rules) = named.and_then(|name| name.parse().ok()) {
        level.rules = rules;
    }
}
