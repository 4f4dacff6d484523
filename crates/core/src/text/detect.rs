//! Detection of the format from the beginning of a text.

use super::lines::{LineLimit, Lines};
use super::{Format, spaces};
use crate::finding::{Finding, FindingKind};

/// Detects the format of a text from its first bytes.
///
/// # Errors
/// [`FindingKind::UnclearFormat`] if the rows fit two formats equally well,
/// [`FindingKind::NotText`] if the bytes are binary, [`FindingKind::Variant`] for known but
/// unsupported formats.
pub fn detect(beginning: &[u8]) -> Result<Format, Finding> {
    let mut lines: Vec<String> = Vec::new();
    let mut decoder = Lines::new(LineLimit::FATAL);
    let mut keep = |_: usize, line: &str| {
        let (text, _) = spaces::plain(line);
        lines.push(if is_map_row(&text) { text.into_owned() } else { line.to_owned() });
    };
    decoder.feed(beginning, &mut keep, &mut |_| {});
    decoder.finish(&mut keep, &mut |_| {});

    if let Some(format) = by_keywords(&lines) {
        return Ok(format);
    }
    if lines.iter().filter(|line| line.starts_with("<><>")).count() >= 2 {
        let name = "two characters a square".to_owned();
        return Err(Finding::about_all(FindingKind::Variant(name)));
    }
    let (sok, nethack) = score_blocks(&lines);
    match (sok, nethack) {
        (0, 0) if is_binary(beginning) => Err(Finding::about_all(FindingKind::NotText)),
        // Without a single row, either reader will report that there is no level.
        (0, 0) => Ok(Format::Sok),
        _ if sok >= nethack + MARGIN => Ok(Format::Sok),
        _ if nethack >= sok + MARGIN => Ok(Format::NethackMap),
        _ => Err(Finding::about_all(FindingKind::UnclearFormat)),
    }
}

/// Minimum lead in points of one format over the other.
const MARGIN: i64 = 3;

fn by_keywords(lines: &[String]) -> Option<Format> {
    let text_lines = || lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
    let first = text_lines().next()?;
    if opens_object(first.as_bytes()) {
        return Some(Format::JsonLines);
    }
    if first.starts_with("<?xml") || first.starts_with("<SokobanLevels") || first.starts_with("<!")
    {
        return Some(Format::Slc);
    }
    if text_lines().any(|line| line.contains("des.map(") || line.contains("des.level_init(")) {
        return Some(Format::NethackLua);
    }
    let is_name = |line: &str| line.starts_with("MAZE:") || line.starts_with("LEVEL:");
    if text_lines().any(is_name) && text_lines().any(|line| line == "MAP") {
        return Some(Format::NethackDes);
    }
    let is_number = |line: &str| {
        let digits = line.strip_prefix('#').map(str::trim);
        digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut marked = text_lines().filter(|line| line.starts_with('#'));
    if marked.next().is_some_and(is_number) && marked.next().is_some_and(is_number) {
        return Some(Format::Petersohn);
    }
    None
}

/// Whether a text is certainly JSON lines, judging by its first bytes.
pub(super) fn is_json_lines(beginning: &[u8]) -> bool {
    let bytes = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning);
    opens_object(bytes.trim_ascii_start())
}

/// Whether a line begins with a brace and a quote, or with an empty object.
fn opens_object(line: &[u8]) -> bool {
    let inside = line.strip_prefix(b"{");
    let first = inside.and_then(|it| it.iter().find(|byte| !matches!(**byte, b' ' | b'\t')));
    matches!(first, Some(b'"' | b'}'))
}

/// Scores for XSB and for `NetHack` maps, summed over blocks of lines.
fn score_blocks(lines: &[String]) -> (i64, i64) {
    let is_text = |line: &&String| line.starts_with(';') || line.starts_with("::");
    let (mut sok, mut nethack) = (0, 0);
    for block in lines.split(|line| line.trim().is_empty()) {
        let rows: Vec<&str> =
            block.iter().filter(|line| !is_text(line)).map(|line| line.trim_end()).collect();
        // Prose has the occasional dash or full stop; a block counts if most of its lines are
        // pictures.
        let pictures: Vec<&str> = rows.iter().copied().filter(|row| is_picture(row)).collect();
        if pictures.is_empty() || pictures.len() * 2 < rows.len() {
            continue;
        }
        let (for_sok, for_nethack) = score(&pictures);
        sok += for_sok;
        nethack += for_nethack;
    }
    (sok, nethack)
}

/// Whether a line could be a row of either format: symbols, digits and the few meaningful letters,
/// but no words.
fn is_picture(line: &str) -> bool {
    let mut letters = 0;
    let mut walls = 0;
    for character in line.trim().chars() {
        match character {
            '#' | '-' | '|' | '*' => walls += 1,
            '$'
            | '.'
            | '@'
            | '+'
            | '_'
            | '^'
            | '<'
            | '>'
            | '0'..='9'
            | '`'
            | ' '
            | '\t'
            | '\0'
            | '('
            | ')' => {}
            'x' | 'p' | 'P' | 'b' | 'B' | 'm' | 'M' | 'F' | 'W' => letters += 1,
            _ => letters += 2,
        }
    }
    walls > 0 && letters <= walls + 2
}

/// Whether a line is a row of a map rather than prose: symbols with at least two walls among them.
pub(super) fn is_map_row(line: &str) -> bool {
    let walls = line.chars().filter(|it| matches!(it, '#' | '-' | '|' | '*')).count();
    walls >= 2 && !line.starts_with(';') && !line.starts_with("::") && is_picture(line)
}

fn score(rows: &[&str]) -> (i64, i64) {
    let (mut sok, mut nethack) = (0, 0);
    let has = |wanted: char| rows.iter().any(|row| row.contains(wanted));
    let bounded = rows.iter().any(|row| {
        let row = row.trim();
        row.len() > 1 && row.starts_with('|') && row.ends_with('|')
    });
    let holes = has('^') || has('<') || has('>');
    for row in rows {
        let core = row.trim();
        for character in core.chars() {
            match character {
                '$' | '*' => sok += 10,
                '_' if !holes && !bounded => sok += 10,
                '^' | '<' => nethack += 10,
                _ => {}
            }
        }
        let ends = |wanted: fn(char) -> bool| {
            core.starts_with(wanted) && core.ends_with(wanted) && !core.is_empty()
        };
        sok += i64::from(ends(|it| it == '#' || it == '*'));
        nethack += i64::from(ends(|it| it == '-' || it == '|'));
        let all = |wanted: char| core.len() >= 3 && core.chars().all(|it| it == wanted);
        nethack += 2 * i64::from(all('-'));
        sok += 2 * i64::from(all('#'));
        let isolated = core.split(|it: char| !it.is_ascii_digit()).filter(|it| *it == "0").count();
        nethack += 2 * isolated as i64;
        // An encoded row has counts before walls and groups.
        let is_count = |pair: &[u8]| pair[0].is_ascii_digit() && matches!(pair[1], b'#' | b'(');
        let is_encoded = core.as_bytes().windows(2).any(is_count) && core.contains('#');
        sok += 3 * i64::from(is_encoded || core.contains("#|") || core.contains("|#"));
    }
    (sok, nethack)
}

/// Whether the bytes are binary: many control characters.
fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |byte: &&u8| **byte < 32 && !matches!(**byte, b'\n' | b'\r' | b'\t' | 12 | 26);
    let utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    !utf16 && bytes.iter().filter(is_control).count() * 20 > bytes.len()
}

#[cfg(test)]
mod tests {
    use super::detect;
    use crate::finding::FindingKind;
    use crate::text::Format;

    #[track_caller]
    fn check(text: &str, expected: Format) {
        assert_eq!(detect(text.as_bytes()), Ok(expected));
    }

    #[test]
    fn formats_are_told_by_their_key_words() {
        check("<?xml version=\"1.0\"?><SokobanLevels/>", Format::Slc);
        check("-- a level\ndes.map([[\n...\n]])", Format::NethackLua);
        check("# comment\nMAZE:\"x\",' '\nMAP\n...\nENDMAP", Format::NethackDes);
        check("#3\n#4\n#oxy.\n#....\n#....\na=2", Format::Petersohn);
        check("\n{ \"rows\":[]}\n", Format::JsonLines);
        check("{\n}", Format::Sok);
    }

    #[test]
    fn dialects_of_maps_are_told_by_their_glyphs() {
        check("#####\n#@$.#\n#####", Format::Sok);
        check("-------\n|@^.0.|\n---...|\n  -----", Format::NethackMap);
        check("_####_\n##__##\n#@$._#\n######", Format::Sok);
        check("5#|#@$.#|5#", Format::Sok);
        check("only words in here", Format::Sok);
        check("", Format::Sok);
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        let unclear = detect(b"|.|\n#.#").expect_err("two dialects");
        assert_eq!(unclear.kind, FindingKind::UnclearFormat);
        let binary = detect(&[0, 1, 2, 3, 0, 0, 7, 9]).expect_err("no text");
        assert_eq!(binary.kind, FindingKind::NotText);
    }
}
