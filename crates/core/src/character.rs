//! How messages show characters that a reader may not see or recognise.

/// Whether a character is invisible because it has zero width.
pub(crate) const fn is_zero_width(character: char) -> bool {
    matches!(character, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// A character as a message shows it: ASCII as itself, others with their code point and perhaps
/// their name, and invisible ones by code point and name alone.
pub(crate) fn shown(character: char) -> String {
    if character.is_ascii_graphic() {
        return format!("'{character}'");
    }
    let number = format!("U+{:04X}", u32::from(character));
    let name = match character {
        '\u{A0}' => "NO-BREAK SPACE",
        '\u{AD}' => "SOFT HYPHEN",
        '\u{D7}' => "MULTIPLICATION SIGN",
        '\u{2002}' => "EN SPACE",
        '\u{2003}' => "EM SPACE",
        '\u{2009}' => "THIN SPACE",
        '\u{200B}' => "ZERO WIDTH SPACE",
        '\u{2013}' => "EN DASH",
        '\u{2014}' => "EM DASH",
        '\u{2022}' => "BULLET",
        '\u{202F}' => "NARROW NO-BREAK SPACE",
        '\u{2212}' => "MINUS SIGN",
        '\u{2588}' => "FULL BLOCK",
        '\u{25A0}' => "BLACK SQUARE",
        '\u{25CB}' => "WHITE CIRCLE",
        '\u{25CF}' => "BLACK CIRCLE",
        '\u{3000}' => "IDEOGRAPHIC SPACE",
        '\u{FEFF}' => "ZERO WIDTH NO-BREAK SPACE",
        '\u{FF03}' => "FULLWIDTH NUMBER SIGN",
        '\u{FF0E}' => "FULLWIDTH FULL STOP",
        '\u{FF20}' => "FULLWIDTH COMMERCIAL AT",
        '\u{FFFD}' => "REPLACEMENT CHARACTER",
        _ => "",
    };
    let is_visible = !character.is_control() && !character.is_whitespace();
    match (is_visible && !is_zero_width(character), name) {
        (true, "") => format!("'{character}' ({number})"),
        (true, name) => format!("'{character}' ({number} {name})"),
        (false, "") => number,
        (false, name) => format!("{number} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn characters_are_shown_by_name_or_number() {
        assert_eq!(shown('?'), "'?'");
        assert_eq!(shown('\u{A0}'), "U+00A0 NO-BREAK SPACE");
        assert_eq!(shown('é'), "'é' (U+00E9)");
        assert_eq!(shown('—'), "'—' (U+2014 EM DASH)");
        assert_eq!(shown('\u{7}'), "U+0007");
    }
}
