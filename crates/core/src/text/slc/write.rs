//! Writes XML collections.

use crate::level::{Level, Note, Notes};
use crate::rule_set::Rules;
use crate::text::legend::Legend;
use crate::text::nethack_text::is_rules_note;
use crate::text::write_error::{WriteError, check_expressible};

/// Writes the beginning up to the first level. The maximum size of levels is omitted, since it is
/// not known yet.
pub(in crate::text) fn write_header(header: &Notes, out: &mut String) {
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    let element = |tag: &str, text: &str| format!("  <{tag}>{}</{tag}>\n", escaped(text));
    if let Some(title) = header.field("Collection").or_else(|| header.field("Title")) {
        out.push_str(&element("Title", title));
    }
    let comments = header.0.iter().filter_map(|note| match note {
        Note::Comment(text) => Some(text.as_str()),
        Note::Field { .. } => None,
    });
    let comments: Vec<&str> = comments.collect();
    if !comments.is_empty() {
        out.push_str(&element("Description", &comments.join("\n\n")));
    }
    for (key, tag) in [("Email", "Email"), ("Homepage", "Url")] {
        if let Some(address) = header.field(key) {
            out.push_str(&element(tag, address));
        }
    }
    out.push_str("  <LevelCollection");
    if let Some(copyright) = header.field("Copyright") {
        out.push_str(&format!(" Copyright=\"{}\"", attribute(copyright)));
    }
    out.push_str(">\n");
}

/// Writes a level. A level without a title gets no `Id`, because a number there would be read as
/// its title. Rules other than the default go into a custom attribute.
pub(in crate::text) fn write_level(level: &Level, out: &mut String) -> Result<(), WriteError> {
    check_expressible(level, "slc")?;
    let rows = Legend::xsb().rows(&level.picture);
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    out.push_str("    <Level");
    if let Some(title) = &level.title {
        out.push_str(&format!(" Id=\"{}\"", attribute(title)));
    }
    out.push_str(&format!(" Width=\"{width}\" Height=\"{}\"", rows.len()));
    if level.rules != Rules::OFFICIAL {
        out.push_str(&format!(" Rules=\"{}\"", level.rules));
    }
    if let Some(copyright) = level.notes.field("Copyright") {
        out.push_str(&format!(" Copyright=\"{}\"", attribute(copyright)));
    }
    out.push_str(">\n");
    for note in &level.notes.0 {
        let text = match note {
            Note::Field { key, .. } if key.eq_ignore_ascii_case("Copyright") => continue,
            Note::Field { key, value } => format!("{key}: {value}"),
            Note::Comment(text) => text.clone(),
        };
        if !is_rules_note(note) && !text.trim().is_empty() {
            out.push_str(&format!("      <!-- {} -->\n", comment(text.trim())));
        }
    }
    for row in &rows {
        out.push_str(&format!("      <L>{}</L>\n", escaped(row)));
    }
    out.push_str("    </Level>\n");
    Ok(())
}

/// Writes what comes after the levels.
pub(in crate::text) fn write_footer(out: &mut String) {
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
}

/// `text` for a comment, in which nothing is escaped and two hyphens may not be together.
fn comment(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let is_in_xml = |it: &char| match it {
        '\n' | '\t' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        _ => !it.is_control(),
    };
    for character in text.chars().filter(is_in_xml) {
        if character == '-' && result.ends_with('-') {
            result.push(' ');
        }
        result.push(character);
    }
    result
}

/// `text` escaped for an element. Characters that XML cannot represent are dropped.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' | '\t' => result.push(character),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => result.push(character),
        }
    }
    result
}

/// `text` escaped for an attribute, where a bare newline would be read as a space.
fn attribute(text: &str) -> String {
    escaped(text).replace('\n', "&#10;").replace('\t', "&#9;")
}
