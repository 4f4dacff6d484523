//! Rejects texts on which the XML parser would take too long.

/// Maximum number of attributes of an element: the parser compares each with all others.
const ATTRIBUTES_MAX: usize = 64;

/// Maximum number of namespace declarations: each element inherits all those around it.
const NAMESPACES_MAX: usize = 16;

/// Checks `text` in a single pass.
///
/// # Errors
/// What is wrong with it.
pub(super) fn check(text: &str) -> Result<(), &'static str> {
    if text.contains("<!ENTITY") {
        return Err("entities are not supported");
    }
    if text.matches("xmlns").count() > NAMESPACES_MAX {
        return Err("too many namespaces");
    }
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = match () {
            () if rest.starts_with("!--") => rest.find("-->"),
            () if rest.starts_with("![CDATA[") => rest.find("]]>"),
            () if rest.starts_with('?') => rest.find("?>"),
            () if rest.starts_with('!') => rest.find('>'),
            () => Some(check_tag(rest)?),
        };
        // The parser will report an unterminated construct.
        let Some(end) = end else { return Ok(()) };
        rest = &rest[end..];
    }
    Ok(())
}

/// The length of the tag at the beginning of `text`.
fn check_tag(text: &str) -> Result<usize, &'static str> {
    let mut quote = None;
    let mut attributes = 0;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return Ok(at),
            (b'"' | b'\'', None) => quote = Some(byte),
            (b'=', None) => attributes += 1,
            _ if quote == Some(byte) => quote = None,
            _ => {}
        }
        if attributes > ATTRIBUTES_MAX {
            return Err("too many attributes");
        }
    }
    Ok(text.len())
}
