//! Splits bytes into lines: decoding, newlines and the limit on line length.

use crate::finding::{Finding, FindingKind, Location};

/// The limit on line length, and how to treat a longer line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineLimit {
    bytes_max: usize,
    overlong: Overlong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlong {
    /// Reading stops.
    EndsText,
    /// The line is skipped.
    IsSkipped,
}

impl LineLimit {
    /// For formats in which an overlong line means that this is not a level file.
    pub(super) const FATAL: LineLimit =
        LineLimit { bytes_max: 1 << 20, overlong: Overlong::EndsText };

    /// For formats with independent lines. A level of a million places fits.
    pub(super) const SKIPPED: LineLimit =
        LineLimit { bytes_max: 4 << 20, overlong: Overlong::IsSkipped };
}

/// Maximum length of a skipped line in bytes. Beyond it, the input is not made of lines and may be
/// endless.
const SKIPPED_BYTES_MAX: usize = 64 << 20;

/// The character encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Unknown,
    /// UTF-8 or, where that fails, Windows-1252.
    Bytes,
    Utf16 {
        big_endian: bool,
    },
}

/// Splits bytes into lines, in whatever chunks they arrive.
#[derive(Debug)]
pub(super) struct Lines {
    encoding: Encoding,
    /// Bytes not yet decoded: the start of the file, or an incomplete character.
    rest: Vec<u8>,
    line: Vec<u8>,
    number: usize,
    after_return: bool,
    warned: bool,
    limit: LineLimit,
    /// The rest of an overlong line is being skipped.
    skipping: bool,
    /// Bytes skipped so far.
    skipped: usize,
    /// Reading stopped at an overlong line.
    failed: bool,
}

impl Lines {
    pub(super) fn new(limit: LineLimit) -> Lines {
        Lines {
            limit,
            skipping: false,
            skipped: 0,
            encoding: Encoding::Unknown,
            rest: Vec::new(),
            line: Vec::new(),
            number: 0,
            after_return: false,
            warned: false,
            failed: false,
        }
    }

    /// Whether reading has stopped; further input is ignored.
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Processes `bytes` and passes each complete line, without its newline, to `on_line` with its
    /// number from 1.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        on_line: &mut dyn FnMut(usize, &str),
        on_finding: &mut dyn FnMut(Finding),
    ) {
        match self.encoding {
            Encoding::Bytes => self.split(bytes, on_line, on_finding),
            Encoding::Unknown => {
                self.rest.extend_from_slice(bytes);
                if self.rest.len() >= 3 {
                    self.begin(on_line, on_finding);
                }
            }
            Encoding::Utf16 { big_endian } => {
                self.rest.extend_from_slice(bytes);
                self.feed_utf16(big_endian, on_line, on_finding);
            }
        }
    }

    /// Passes on the rest as the last line.
    pub(super) fn finish(
        &mut self,
        on_line: &mut dyn FnMut(usize, &str),
        on_finding: &mut dyn FnMut(Finding),
    ) {
        if self.encoding == Encoding::Unknown {
            self.begin(on_line, on_finding);
        }
        if !self.line.is_empty() && !self.failed {
            self.end_line(on_line, on_finding);
        }
    }

    fn begin(&mut self, on_line: &mut dyn FnMut(usize, &str), on_finding: &mut dyn FnMut(Finding)) {
        let start = std::mem::take(&mut self.rest);
        let (encoding, mark) = match start[..] {
            [0xEF, 0xBB, 0xBF, ..] => (Encoding::Bytes, 3),
            [0xFF, 0xFE, ..] => (Encoding::Utf16 { big_endian: false }, 2),
            [0xFE, 0xFF, ..] => (Encoding::Utf16 { big_endian: true }, 2),
            _ => (Encoding::Bytes, 0),
        };
        self.encoding = encoding;
        self.feed(&start[mark..], on_line, on_finding);
    }

    fn feed_utf16(
        &mut self,
        big_endian: bool,
        on_line: &mut dyn FnMut(usize, &str),
        on_finding: &mut dyn FnMut(Finding),
    ) {
        let bytes = std::mem::take(&mut self.rest);
        let mut units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| {
                let pair = [pair[0], pair[1]];
                if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
            })
            .collect();
        // The end of a chunk may split a character: the first half waits for the rest.
        let mut waiting = bytes.len() % 2;
        if units.last().is_some_and(|unit| (0xD800..0xDC00).contains(unit)) {
            units.pop();
            waiting += 2;
        }
        self.rest = bytes[bytes.len() - waiting..].to_vec();
        let text: String = char::decode_utf16(units)
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.split(text.as_bytes(), on_line, on_finding);
    }

    fn split(
        &mut self,
        bytes: &[u8],
        on_line: &mut dyn FnMut(usize, &str),
        on_finding: &mut dyn FnMut(Finding),
    ) {
        let mut rest = bytes;
        while !rest.is_empty() && !self.failed {
            if std::mem::take(&mut self.after_return) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let piece = &rest[..end.unwrap_or(rest.len())];
            if !self.skipping && self.line.len() + piece.len() > self.limit.bytes_max {
                let location = Location { line: self.number + 1, column: 1, length: 1 };
                on_finding(Finding::at(FindingKind::LineTooLong, location));
                self.failed = self.limit.overlong == Overlong::EndsText;
                (self.skipping, self.skipped) = (true, self.line.len());
                self.line = Vec::new();
            }
            self.skipped += if self.skipping { piece.len() } else { 0 };
            self.failed |= self.skipping && self.skipped > SKIPPED_BYTES_MAX;
            if self.failed {
                return;
            }
            let Some(end) = end else {
                if !self.skipping {
                    self.line.extend_from_slice(piece);
                }
                return;
            };
            if std::mem::take(&mut self.skipping) {
                self.number += 1;
            } else if self.line.is_empty() && std::str::from_utf8(piece).is_ok() {
                // The common case, without a copy.
                self.number += 1;
                let text = std::str::from_utf8(piece).expect("just looked at");
                on_line(self.number, text);
            } else {
                self.line.extend_from_slice(piece);
                self.end_line(on_line, on_finding);
            }
            self.after_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
        }
    }

    fn end_line(
        &mut self,
        on_line: &mut dyn FnMut(usize, &str),
        on_finding: &mut dyn FnMut(Finding),
    ) {
        self.number += 1;
        let bytes = std::mem::take(&mut self.line);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            on_line(self.number, text);
        } else {
            if !std::mem::replace(&mut self.warned, true) {
                let location = Location { line: self.number, column: 1, length: 1 };
                on_finding(Finding::at(FindingKind::Encoding, location));
            }
            let text: String = bytes.iter().map(|&byte| windows_1252(byte)).collect();
            on_line(self.number, &text);
        }
        // Reuse the buffer for the next line.
        self.line = bytes;
        self.line.clear();
    }
}

/// The character of a byte in Windows-1252; the five undefined bytes become replacement characters.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž',
        '\u{FFFD}', '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ',
        '\u{FFFD}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[byte as usize - 0x80],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::{LineLimit, Lines, windows_1252};
    use crate::finding::FindingKind;

    /// Feeds `bytes` as a whole and in chunks of one to four bytes: the lines must be equal.
    fn lines_of(bytes: &[u8]) -> (Vec<String>, Vec<FindingKind>) {
        let mut results = Vec::new();
        for size in [1, 2, 3, 4, bytes.len().max(1)] {
            let (mut found, mut findings) = (Vec::new(), Vec::new());
            let mut lines = Lines::new(LineLimit::FATAL);
            for chunk in bytes.chunks(size) {
                lines.feed(chunk, &mut |_, line| found.push(line.to_owned()), &mut |finding| {
                    findings.push(finding.kind);
                });
            }
            lines.finish(&mut |_, line| found.push(line.to_owned()), &mut |finding| {
                findings.push(finding.kind);
            });
            results.push((found, findings));
        }
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
        results.swap_remove(0)
    }

    #[test]
    fn every_kind_of_newline_ends_a_line() {
        assert_eq!(lines_of(b"a\nb\r\nc\rd\n\ne").0, ["a", "b", "c", "d", "", "e"]);
        assert_eq!(lines_of(b"").0, Vec::<String>::new());
        assert_eq!(lines_of(b"\r\n").0, [""]);
    }

    #[test]
    fn byte_order_marks_choose_the_encoding() {
        assert_eq!(lines_of(b"\xEF\xBB\xBF#@#").0, ["#@#"]);
        assert_eq!(lines_of(b"\xFF\xFE#\0\n\0@\0").0, ["#", "@"]);
        assert_eq!(lines_of(b"\xFE\xFF\0#\0\n\0@").0, ["#", "@"]);
    }

    #[test]
    fn old_files_are_read_as_windows_1252_with_a_warning() {
        let (lines, findings) = lines_of(b"Fran\xE7ois\n\x80");
        assert_eq!(lines, ["François", "€"]);
        assert_eq!(findings, [FindingKind::Encoding]);
        assert_eq!(windows_1252(b'A'), 'A');
    }

    #[test]
    fn a_line_without_an_end_ends_the_text() {
        let mut findings = Vec::new();
        let mut lines = Lines::new(LineLimit::SKIPPED);
        let chunk = vec![0; 1 << 20];
        let mut fed = 0;
        while !lines.has_failed() {
            lines.feed(&chunk, &mut |_, _| {}, &mut |finding| findings.push(finding.kind));
            fed += 1;
            assert!(fed < 100, "it goes on for ever");
        }
        assert_eq!(findings, [FindingKind::LineTooLong]);
    }

    #[test]
    fn a_line_beyond_the_limit_is_one_error() {
        let mut findings = Vec::new();
        let mut lines = Lines::new(LineLimit::FATAL);
        for _ in 0..40 {
            let chunk = vec![b'#'; 1 << 16];
            lines.feed(&chunk, &mut |_, _| {}, &mut |finding| findings.push(finding.kind));
        }
        assert!(lines.has_failed());
        assert_eq!(findings, [FindingKind::LineTooLong]);
    }
}
