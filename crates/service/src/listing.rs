//! The levels of a text, ready to be shown and used in further questions.

use serde::Serialize;
use sokolab::analysis::lint;
use sokolab::text::{Format, detect};
use sokolab::{LetterCase, Level, Rules, Severity, parse_moves, verify};
use sokolab_wire::FindingLine;

use crate::finding_view::FindingView;
use crate::level_text::{LevelText, line_of};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::view::View;

/// The levels of a text.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listing {
    /// `sokolab/read/1`.
    schema: &'static str,
    /// The format, if it was recognised.
    format: Option<&'static str>,
    levels: Vec<ListedLevel>,
    /// Levels that were left out because there are too many.
    left_out: usize,
    /// What was found about the text itself.
    findings: Vec<FindingLine>,
}

/// A level of a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListedLevel {
    /// Its number in the text, from 1.
    number: usize,
    title: Option<String>,
    author: Option<String>,
    rules: &'static str,
    /// Whether it can be played.
    playable: bool,
    /// A text of this level alone, for further questions; absent if rows cannot show all of it.
    text: Option<String>,
    /// The solution stored with it, if the referee accepts it.
    solution: Option<String>,
    findings: Vec<FindingView>,
    view: View,
}

impl Listing {
    pub(crate) fn of_text(text: &LevelText, limits: &Limits) -> Result<Listing, Refusal> {
        let read = text.read(limits)?;
        let format = detect(text.text.as_bytes()).ok().map(Format::name);
        let mut listing = Listing::of_levels(&read.levels, limits);
        listing.format = format;
        let about_text = read.findings.iter();
        listing.findings = about_text.map(|it| FindingLine::new(it, Rules::OFFICIAL)).collect();
        Ok(listing)
    }

    pub(crate) fn of_levels(levels: &[Level], limits: &Limits) -> Listing {
        let listed = levels.iter().take(limits.levels_max).enumerate();
        let listed: Vec<ListedLevel> =
            listed.map(|(index, level)| ListedLevel::new(index + 1, level, limits)).collect();
        Listing {
            schema: "sokolab/read/1",
            format: None,
            left_out: levels.len() - listed.len(),
            levels: listed,
            findings: Vec::new(),
        }
    }
}

impl ListedLevel {
    pub(crate) fn new(number: usize, level: &Level, limits: &Limits) -> ListedLevel {
        let is_small = level.picture.places().len() <= limits.places_max;
        let findings = if is_small { lint(level) } else { level.findings.clone() };
        let has_errors = findings.iter().any(|it| it.kind.severity() == Severity::Error);
        ListedLevel {
            number,
            title: level.title.clone(),
            author: level.author().map(str::to_owned),
            rules: level.rules.name(),
            playable: is_small && !has_errors,
            text: line_of(level),
            solution: stored_solution(level),
            findings: FindingView::all(level, &findings),
            view: View::new(level),
        }
    }
}

/// The first solution stored with a level that the referee accepts.
fn stored_solution(level: &Level) -> Option<String> {
    level.snapshots.iter().find_map(|snapshot| {
        let moves = parse_moves(&snapshot.moves).ok()?;
        let verdict = verify(level, &moves, LetterCase::Corrected).ok()?;
        Some(verdict.solution.moves().to_string())
    })
}
