//! Writes `.sok` text.

use super::board::{Above, ENCODED_ROW_MAX, RowKind, row_kind};
use super::lines::{
    Context, Line, announces_moves, classify, is_known_key, looks_like_moves, unquoted,
};
use crate::level::{Level, Note, Notes};
use crate::rule_set::Rules;
use crate::text::legend::Legend;
use crate::text::run_length;
use crate::text::write_error::{WriteError, check_expressible};
use crate::text::write_options::RowEncoding;

/// Writes the notes on a collection, and a blank line.
pub(crate) fn write_header(header: &Notes, out: &mut String) {
    write_notes(header, out);
    if !header.0.is_empty() {
        out.push('\n');
    }
}

/// Writes a level: rows, title, notes, snapshots, and a blank line.
pub(crate) fn write_level(
    level: &Level,
    legend: &Legend,
    encoding: RowEncoding,
    out: &mut String,
) -> Result<(), WriteError> {
    check_expressible(level, "sok")?;
    let rows = legend.rows(&level.picture);
    let is_long = rows.iter().any(|row| row.chars().count() > ENCODED_ROW_MAX);
    // A row that would not be recognised by itself is safe only among encoded ones.
    let is_odd = !read_back_plainly(&rows, legend);
    match encoding {
        _ if is_odd && !is_long => write_encoded(&rows, out),
        RowEncoding::RunLength if !is_long => write_encoded(&rows, out),
        // Rows too long for the encoding are written out.
        RowEncoding::Plain | RowEncoding::RunLength => write_plainly(&rows, out),
    }
    if let Some(title) = &level.title {
        out.push_str(&format!("Title: {}\n", one_line(title)));
    }
    // A rules field by the author may contradict the current rules.
    let is_said = level.notes.field("rules") == Some(level.rules.name());
    let is_implied = level.rules == Rules::OFFICIAL && level.collection.field("rules").is_none();
    if !is_said && !is_implied {
        out.push_str(&format!("Rules: {}\n", level.rules));
    }
    let is_stale = |note: &Note| match note {
        Note::Field { key, value } if key.eq_ignore_ascii_case("rules") => {
            !is_said && value.parse::<Rules>().is_ok()
        }
        _ => false,
    };
    let notes = level.notes.0.iter().filter(|it| !is_stale(it)).cloned().collect();
    write_notes(&Notes(notes), out);
    for snapshot in &level.snapshots {
        let title = one_line(&snapshot.title);
        let reads_back = is_plain_text(&title)
            && unquoted(&title) == title
            && !looks_like_moves(&title, Context::Nothing)
            && (announces_moves(&title) || looks_like_moves(&snapshot.moves, Context::Nothing));
        let title = if reads_back { title } else { "Solution".to_owned() };
        if looks_like_moves(&snapshot.moves, Context::Announced) {
            out.push_str(&format!("\n{title}\n{}\n", snapshot.moves.trim()));
            write_notes(&snapshot.notes, out);
        }
    }
    out.push('\n');
    Ok(())
}

/// Whether every row, written on a line of its own, is read as a row.
fn read_back_plainly(rows: &[String], legend: &Legend) -> bool {
    rows.iter().enumerate().all(|(index, row)| {
        match row_kind(legend, 1, row, (index > 0).then_some(Above::PLAIN)) {
            RowKind::Row => true,
            // An empty row is written as a dash, which is recognised between rows.
            RowKind::No | RowKind::FloorOnly => row.trim().is_empty() && index > 0,
            RowKind::Encoded(_) | RowKind::Whole(_) | RowKind::Wrong(_) => false,
        }
    })
}

fn write_encoded(rows: &[String], out: &mut String) {
    let encode = |row: &String| run_length::encode(&row.replace(' ', "-"));
    let rows: Vec<String> = rows.iter().map(encode).collect();
    out.push_str(&rows.join("|"));
    out.push('\n');
}

fn write_plainly(rows: &[String], out: &mut String) {
    for row in rows {
        // An empty row would end the level.
        out.push_str(if row.trim().is_empty() { "-" } else { row });
        out.push('\n');
    }
}

fn write_notes(notes: &Notes, out: &mut String) {
    for note in &notes.0 {
        match note {
            Note::Field { key, value } if is_known_key(key) || is_plain_key(key) => {
                out.push_str(format!("{key}: {}", one_line(value)).trim_end());
                out.push('\n');
            }
            Note::Field { key, value } => write_comment(&format!("{key}: {value}"), out),
            Note::Comment(comment) => write_comment(comment, out),
        }
    }
}

fn write_comment(comment: &str, out: &mut String) {
    let one_liner = !comment.contains('\n') && !comment.trim().is_empty();
    if one_liner && comment.trim() == comment {
        out.push_str(&format!("Comment: {comment}\n"));
    } else {
        out.push_str(&format!("Comment:\n{comment}\nComment-End:\n"));
    }
}

/// Whether a line reads back as plain text after a blank line.
fn is_plain_text(line: &str) -> bool {
    matches!(classify(line), Line::Text(text) if text == line)
        || matches!(classify(line), Line::MaybeField(..))
}

/// Whether a key reads back as a key next to a board.
fn is_plain_key(key: &str) -> bool {
    matches!(classify(&format!("{key}: x")), Line::Field(..) | Line::MaybeField(..))
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").trim().to_owned()
}
