//! Finds tags in XML that arrives line by line.
//!
//! It handles just enough of XML to cut a document into pieces for a parser, which then decides
//! whether each is well formed.

/// A tag that ends in the current line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) kind: TagKind,
    /// The name as written, with its prefix.
    pub(super) name: String,
    /// Where the tag ends in the line: the byte after `>`.
    pub(super) end: usize,
    /// The line and the byte in that line where it begins.
    pub(super) start: (usize, usize),
}

impl Tag {
    /// The name without its prefix.
    pub(super) fn local_name(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or(&self.name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    Start,
    /// An empty-element tag.
    Empty,
    End,
}

/// The construct that is open at the end of a line.
#[derive(Debug, Default)]
enum State {
    #[default]
    Text,
    /// A comment, CDATA section or processing instruction, which ends with this string.
    Until(&'static str),
    Tag {
        start: (usize, usize),
        name: String,
        is_named: bool,
        quote: Option<u8>,
        /// The last byte before the end, which identifies an empty element.
        last: u8,
    },
}

/// Scans lines for tags.
#[derive(Debug, Default)]
pub(super) struct Scan {
    state: State,
}

impl Scan {
    /// Line and byte where the currently open tag begins.
    pub(super) fn open_tag(&self) -> Option<(usize, usize)> {
        match &self.state {
            State::Tag { start, .. } => Some(*start),
            State::Text | State::Until(_) => None,
        }
    }

    /// The next tag that ends in this line at or after byte `from`; `None` if there are no more.
    pub(super) fn next_tag(&mut self, number: usize, line: &str, from: usize) -> Option<Tag> {
        let mut at = from;
        loop {
            match &mut self.state {
                State::Text => {
                    at += line.get(at..)?.find('<')?;
                    self.state = opened(&line[at..], (number, at));
                    at += 1;
                }
                State::Until(end) => {
                    at += line.get(at..)?.find(*end)? + end.len();
                    self.state = State::Text;
                }
                State::Tag { .. } => {
                    let end = self.scan_tag(line, at)?;
                    let State::Tag { start, name, last, .. } = std::mem::take(&mut self.state)
                    else {
                        return None;
                    };
                    let (kind, name) = match (name.strip_prefix('/'), last) {
                        (Some(name), _) => (TagKind::End, name.to_owned()),
                        (None, b'/') => (TagKind::Empty, name),
                        (None, _) => (TagKind::Start, name),
                    };
                    return Some(Tag { kind, name, end, start });
                }
            }
        }
    }

    /// The byte after the end of the open tag; `None` if it continues on the next line.
    fn scan_tag(&mut self, line: &str, from: usize) -> Option<usize> {
        let State::Tag { name, is_named, quote, last, .. } = &mut self.state else { return None };
        let mut named_from = from;
        for (at, byte) in line.bytes().enumerate().skip(from) {
            let ends_name = byte.is_ascii_whitespace() || byte == b'>';
            if !*is_named && (ends_name || (byte == b'/' && !(name.is_empty() && at == named_from)))
            {
                name.push_str(&line[named_from..at]);
                *is_named = true;
            }
            match (byte, *quote) {
                (b'>', None) => return Some(at + 1),
                (b'"' | b'\'', None) => *quote = Some(byte),
                _ if *quote == Some(byte) => *quote = None,
                _ => {}
            }
            *last = byte;
        }
        if !*is_named {
            // A newline ends a name.
            named_from = named_from.min(line.len());
            name.push_str(&line[named_from..]);
            *is_named = true;
        }
        None
    }
}

/// The construct that begins with the `<` at the start of `text`.
fn opened(text: &str, start: (usize, usize)) -> State {
    match text {
        _ if text.starts_with("<!--") => State::Until("-->"),
        _ if text.starts_with("<![CDATA[") => State::Until("]]>"),
        _ if text.starts_with("<?") => State::Until("?>"),
        _ if text.starts_with("<!") => State::Until(">"),
        _ => State::Tag { start, name: String::new(), is_named: false, quote: None, last: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::{Scan, TagKind};

    fn tags(text: &str) -> Vec<(TagKind, String)> {
        let mut scan = Scan::default();
        let mut tags = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let mut from = 0;
            while let Some(tag) = scan.next_tag(index + 1, line, from) {
                from = tag.end;
                tags.push((tag.kind, tag.name));
            }
        }
        tags
    }

    #[test]
    fn tags_are_told_apart_and_comments_passed_over() {
        let text = "<?xml a='>'?><!DOCTYPE a><!-- <x>\n <y> --><a b='>'\n c=\"/>\"><n:b/>\
            <![CDATA[<z>]]></a ><L></L>";
        let expected = [
            (TagKind::Start, "a"),
            (TagKind::Empty, "n:b"),
            (TagKind::End, "a"),
            (TagKind::Start, "L"),
            (TagKind::End, "L"),
        ];
        assert_eq!(tags(text), expected.map(|(kind, name)| (kind, name.to_owned())));
    }

    #[test]
    fn what_is_no_xml_does_no_harm() {
        for text in ["<", "<>", "</>", "</", "<\n>", "<!", "<!--->", "a<b", "<a/", "<//>", "é<é>é"]
        {
            assert!(tags(text).len() < 2, "{text:?}");
        }
    }
}
