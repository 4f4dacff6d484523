//! Findings and errors as a person likes to see them.

use annotate_snippets::{AnnotationKind, Group, Level as Grade, Renderer, Snippet};
use sokolab::{Finding, Level, Location, Severity};

/// How many findings of one level are drawn; the rest are counted.
const DRAWN_MAX: usize = 8;

/// Rows shown above and below the place in question of a large level.
const CONTEXT_ROWS: usize = 20;

/// Prints what is wrong with a level, its rows drawn with a mark below the place.
pub(crate) fn print_findings(file: &str, level: &Level, findings: &[Finding]) {
    for finding in findings.iter().take(DRAWN_MAX) {
        anstream::eprintln!("{}\n", draw(file, Some(level), finding));
    }
    if findings.len() > DRAWN_MAX {
        anstream::eprintln!("… and {} more in this level\n", findings.len() - DRAWN_MAX);
    }
}

/// Prints what is wrong with a text.
pub(crate) fn print_finding(file: &str, finding: &Finding) {
    anstream::eprintln!("{}\n", draw(file, None, finding));
}

/// Prints an error that ends the program.
pub(crate) fn print_error(error: &anyhow::Error) {
    let title = format!("{error:#}");
    let group = Group::with_title(Grade::ERROR.primary_title(&title));
    anstream::eprintln!("{}", Renderer::styled().render(&[group]));
}

/// A finding with its rows.
pub(crate) fn draw(file: &str, level: Option<&Level>, finding: &Finding) -> String {
    let message = finding.kind.to_string();
    let grade = match finding.kind.severity() {
        Severity::Error => Grade::ERROR,
        Severity::Warning => Grade::WARNING,
    };
    let title = grade.primary_title(&message).id(finding.kind.code());
    let help = Grade::HELP.message(finding.kind.help());
    let excerpt = level
        .and_then(|level| Excerpt::of(level, finding.location))
        .or_else(|| Excerpt::of_line(finding));
    let place = place(file, level, finding.location);
    let renderer = Renderer::styled();
    match &excerpt {
        Some(Excerpt { text, line, span: Some(span) }) => {
            let mark = AnnotationKind::Primary.span(span.clone());
            let snippet = Snippet::source(text).line_start(*line).path(file).fold(false);
            renderer.render(&[title.element(snippet.annotation(mark)).element(help)])
        }
        Some(Excerpt { text, line, span: None }) => {
            // About the level as a whole: its rows are shown with nothing marked in them.
            let whole = AnnotationKind::Visible.span(0..text.len());
            let snippet = Snippet::source(text).line_start(*line).path(file).fold(false);
            renderer.render(&[title.element(snippet.annotation(whole)).element(help)])
        }
        None => {
            let note = Grade::NOTE.message(&place);
            renderer.render(&[Group::with_title(title).element(note).element(help)])
        }
    }
}

fn place(file: &str, level: Option<&Level>, location: Option<Location>) -> String {
    match (location, level) {
        (Some(Location { line, column, .. }), _) => {
            format!("in {file}, line {line}, column {column}")
        }
        (None, Some(level)) => format!("in {file}, line {}", level.source.line),
        (None, None) => format!("in {file}"),
    }
}

/// The rows to show and the part of them to mark.
struct Excerpt {
    text: String,
    line: usize,
    span: Option<std::ops::Range<usize>>,
}

impl Excerpt {
    /// The line that a finding brings along.
    fn of_line(finding: &Finding) -> Option<Excerpt> {
        let (location, row) = (finding.location?, finding.excerpt.as_ref()?);
        let start = byte_of(row, location.column - 1);
        let end = byte_of(row, location.column - 1 + location.length);
        let text = row.replace('\t', "→");
        Some(Excerpt { text, line: location.line, span: Some(start..end.max(start)) })
    }

    fn of(level: &Level, location: Option<Location>) -> Option<Excerpt> {
        let rows = &level.source.rows;
        let marked = match location {
            Some(location) => location.line.checked_sub(level.source.line)?,
            None => 0,
        };
        if marked >= rows.len() || rows.iter().any(|row| row.len() > 400) {
            return None;
        }
        let first = marked.saturating_sub(CONTEXT_ROWS);
        let last = (marked + CONTEXT_ROWS).min(rows.len() - 1);
        let mut text = String::new();
        let mut span = None;
        for (index, row) in rows.iter().enumerate().take(last + 1).skip(first) {
            if let Some(location) = location.filter(|_| index == marked) {
                let start = text.len() + byte_of(row, location.column - 1);
                let end = text.len() + byte_of(row, location.column - 1 + location.length);
                // A place beyond the end of a short row is marked just behind it.
                span = Some(start..end.max(start));
            }
            text.push_str(&row.replace('\t', "→"));
            text.push('\n');
        }
        Some(Excerpt { text, line: level.source.line + first, span })
    }
}

/// The byte in `row` where its character number `column` begins, tabs being shown as arrows.
fn byte_of(row: &str, column: usize) -> usize {
    row.replace('\t', "→").chars().take(column).map(char::len_utf8).sum()
}
