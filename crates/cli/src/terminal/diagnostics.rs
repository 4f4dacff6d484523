//! Findings and errors in readable form.

use annotate_snippets::{AnnotationKind, Group, Level as Grade, Renderer, Snippet};
use sokolab::{Finding, Level, Location, Rules, Severity};
use sokolab_wire::Place;

use crate::io::message;
use crate::io::output::Output;

/// How many findings of one level are drawn; the rest are counted.
const DRAWN_MAX: usize = 8;

/// The longest line that is shown, in bytes; the rest is cut off.
const LINE_BYTES_MAX: usize = 4_096;

/// Rows shown above and below the marked place of a large level.
const CONTEXT_ROWS: usize = 20;

/// Prints what is wrong with a level, its rows drawn with a mark below the places.
pub(crate) fn print_findings(file: &str, level: &Level, findings: &[Finding]) {
    let groups = grouped(findings);
    for group in groups.iter().take(DRAWN_MAX) {
        message::line!("{}\n", draw(file, Some(level), group));
    }
    let rest: usize = groups.iter().skip(DRAWN_MAX).map(Vec::len).sum();
    if rest > 0 {
        message::line!("… and {rest} more in this level\n");
    }
}

/// Prints a finding about a text.
pub(crate) fn print_finding(file: &str, finding: &Finding) {
    message::line!("{}\n", draw(file, None, &[finding]));
}

/// Prints warnings about a level that a player should know, unless warnings are off.
pub(crate) fn warn_of_oddities(place: &Place, level: &Level, output: &Output) {
    for warning in sokolab_wire::warnings(level).iter().filter(|_| !output.is_quiet()) {
        message::line!("warning: {}#{}: {warning}", place.file, place.level);
    }
}

/// Prints an error that ends the program.
pub(crate) fn print_error(error: &anyhow::Error) {
    let title = format!("{error:#}");
    let group = Group::with_title(Grade::ERROR.primary_title(&title));
    message::line!("{}", Renderer::styled().render(&[group]));
}

/// Groups findings of the same kind at different places of a level, in the order of their first
/// places.
pub(crate) fn grouped(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let is_like = |it: &&mut Vec<&Finding>| {
            it[0].kind == finding.kind && it[0].location.is_some() && finding.location.is_some()
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// Findings of one kind, at least one, with the rows they concern and a mark for each.
pub(crate) fn draw(file: &str, level: Option<&Level>, findings: &[&Finding]) -> String {
    let finding = findings[0];
    let rules = level.map_or(Rules::OFFICIAL, |level| level.rules);
    let mut message = finding.message(rules);
    if findings.len() > 1 {
        message.push_str(&format!(" ({} places)", findings.len()));
    }
    let grade = match finding.kind.severity() {
        Severity::Error => Grade::ERROR,
        Severity::Warning => Grade::WARNING,
    };
    let title = grade.primary_title(&message).id(finding.kind.code());
    let help = Grade::HELP.message(finding.help(rules));
    let locations: Vec<Location> = findings.iter().filter_map(|it| it.location).collect();
    let excerpt = Excerpt::of_line(finding)
        .or_else(|| level.and_then(|level| Excerpt::of(level, &locations)));
    let place = place(file, level, finding.location);
    let renderer = Renderer::styled();
    let Some(Excerpt { text, line, spans }) = &excerpt else {
        let note = Grade::NOTE.message(&place);
        return renderer.render(&[Group::with_title(title).element(note).element(help)]);
    };
    let snippet = Snippet::source(text).line_start(*line).path(file).fold(false);
    if spans.is_empty() {
        // A finding about the whole level shows its rows without marks.
        let whole = AnnotationKind::Visible.span(0..text.len());
        return renderer.render(&[title.element(snippet.annotation(whole)).element(help)]);
    }
    let marks = spans.iter().map(|span| AnnotationKind::Primary.span(span.clone()));
    renderer.render(&[title.element(snippet.annotations(marks)).element(help)])
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

/// The rows to show and the parts of them to mark.
struct Excerpt {
    text: String,
    line: usize,
    spans: Vec<std::ops::Range<usize>>,
}

impl Excerpt {
    /// The line that a finding refers to.
    fn of_line(finding: &Finding) -> Option<Excerpt> {
        let (location, row) = (finding.location?, finding.excerpt.as_ref()?);
        let text = row.replace('\t', "→");
        Some(Excerpt { text, line: location.line, spans: vec![span(row, &location)] })
    }

    /// The lines of a level around `locations`; its first lines if there are none.
    fn of(level: &Level, locations: &[Location]) -> Option<Excerpt> {
        let rows = level.source.lines();
        let row_of = |it: &Location| it.line.checked_sub(level.source.line);
        let marked: Option<Vec<usize>> = locations.iter().map(row_of).collect();
        let marked = marked?;
        let (first, last) =
            (marked.iter().min().copied().unwrap_or(0), marked.iter().max().copied().unwrap_or(0));
        if last >= rows.len() || rows.iter().any(|row| row.len() > LINE_BYTES_MAX) {
            return None;
        }
        // The rows of a map are stored without the text to their left.
        let indent = if level.source.spelling.is_some() { 0 } else { level.source.indent };
        let first = first.saturating_sub(CONTEXT_ROWS);
        let last = (last + CONTEXT_ROWS).min(rows.len() - 1);
        let mut text = String::new();
        let mut spans = Vec::new();
        for (index, row) in rows.iter().enumerate().take(last + 1).skip(first) {
            let here = locations.iter().zip(&marked).filter(|it| *it.1 == index);
            let here: Vec<&Location> = here.map(|(location, _)| location).collect();
            // A gap may be beyond the end of the row.
            let before = here.iter().map(|it| it.column - 1).max().unwrap_or(0);
            let row = format!("{}{row}", " ".repeat(indent));
            let row = format!("{row:before$}");
            spans.extend(here.iter().map(|location| {
                let within = span(&row, location);
                text.len() + within.start..text.len() + within.end
            }));
            text.push_str(&row.replace('\t', "→"));
            text.push('\n');
        }
        Some(Excerpt { text, line: level.source.line + first, spans })
    }
}

/// The bytes of `row` that a location in it names.
fn span(row: &str, location: &Location) -> std::ops::Range<usize> {
    let start = byte_of(row, location.column - 1);
    start..byte_of(row, location.column - 1 + location.length).max(start)
}

/// The byte in `row` where its character number `column` begins, tabs being shown as arrows.
fn byte_of(row: &str, column: usize) -> usize {
    row.replace('\t', "→").chars().take(column).map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_gap_behind_the_end_of_a_row_is_marked_where_it_is() {
        let text = "#######\n#@ $ .#\n#      \n#######\n";
        let level = sokolab::read_level(text).expect("a level");
        let findings = sokolab::check(&level).expect_err("it is open");
        let drawn = draw("gap.txt", Some(&level), &[&findings[0]]);
        assert!(drawn.contains("gap.txt:3:7"), "{drawn}");
    }
}
