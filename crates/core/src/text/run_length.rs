//! Run-length encoding: `item := [count] (glyph | '(' item+ ')')`, groups nest.
//!
//! All limits are checked before expansion, so `999999999(999999999#)` is an error and costs
//! nothing.

/// Maximum nesting depth of groups.
const NESTING_MAX: usize = 16;

/// Why a text is not valid run-length encoding, and the index of the offending character, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) at: usize,
    pub(super) reason: Reason,
}

/// The kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Syntax(&'static str),
    TooLong,
}

/// Whether `text` contains anything to expand.
pub(super) fn is_encoded(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit() || matches!(byte, b'(' | b')'))
}

/// Whether `text` has counts only where an encoder writes them: none is 1, none is next to another
/// occurrence of the glyph that it repeats, and no glyph occurs three times in a row without one.
///
/// A row with a mistyped digit fails this test: it contains long runs that an encoder would have
/// counted.
pub(super) fn is_encoder_made(text: &str) -> bool {
    let mut characters = text.chars().peekable();
    let mut before = None;
    let mut run = 0;
    while characters.peek().is_some() {
        let mut count = String::new();
        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
            count.push(digit);
        }
        let Some(character) = characters.next() else {
            return false;
        };
        let repeats = before == Some(character) && !matches!(character, '(' | ')');
        run = if repeats { run + 1 } else { 1 };
        if count == "1" || run > 2 || (repeats && !count.is_empty()) {
            return false;
        }
        // A third one after a count would be part of it.
        run += usize::from(!count.is_empty());
        before = Some(character);
    }
    true
}

/// Expands `text` to at most `length_max` characters.
pub(super) fn expand(text: &str, length_max: usize) -> Result<String, Mistake> {
    Ok(expand_traced(text, length_max)?.0)
}

/// Like `expand`, and returns the index in `text` of the source of each character of the result.
pub(super) fn expand_traced(text: &str, length_max: usize) -> Result<(String, Vec<u32>), Mistake> {
    let characters: Vec<char> = text.chars().collect();
    let mut expander = Expander { characters: &characters, at: 0, held: 0, length_max };
    let mut origins = Vec::new();
    expander.items(0, &mut origins)?;
    Ok((origins.iter().map(|&at| characters[at as usize]).collect(), origins))
}

struct Expander<'a> {
    characters: &'a [char],
    at: usize,
    /// Characters in the output so far and in the groups being expanded.
    held: usize,
    length_max: usize,
}

impl Expander<'_> {
    /// Expands items up to the end of the group or text. Returns after a closing parenthesis.
    fn items(&mut self, depth: usize, out: &mut Vec<u32>) -> Result<(), Mistake> {
        loop {
            let start = self.at;
            let count = self.count()?;
            let Some(&character) = self.characters.get(self.at) else {
                return match (count, depth) {
                    (Some(_), _) => Err(self.syntax(start, "a count at the end")),
                    (None, 0) => Ok(()),
                    (None, _) => Err(self.syntax(start, "a group that is not closed")),
                };
            };
            self.at += 1;
            let times = count.unwrap_or(1);
            match character {
                '(' if depth == NESTING_MAX => {
                    return Err(self.syntax(start, "groups nested too deep"));
                }
                '(' => {
                    let mut group = Vec::new();
                    self.items(depth + 1, &mut group)?;
                    if group.is_empty() {
                        return Err(self.syntax(start, "an empty group"));
                    }
                    self.held -= group.len();
                    self.repeat(start, &group, times, out)?;
                }
                ')' if count.is_some() => {
                    return Err(self.syntax(start, "a count before a closing parenthesis"));
                }
                ')' if depth == 0 => {
                    return Err(self.syntax(start, "a parenthesis that was not opened"));
                }
                ')' => return Ok(()),
                '|' if depth > 0 => return Err(self.syntax(start, "a row end inside a group")),
                _ => self.repeat(start, &[self.at as u32 - 1], times, out)?,
            }
        }
    }

    fn count(&mut self) -> Result<Option<usize>, Mistake> {
        let start = self.at;
        let mut count = 0_usize;
        while let Some(digit) = self.characters.get(self.at).and_then(|it| it.to_digit(10)) {
            count = count.saturating_mul(10).saturating_add(digit as usize);
            self.at += 1;
        }
        match (count, self.at > start) {
            (0, true) => Err(self.syntax(start, "a count of zero")),
            (_, is_there) => Ok(is_there.then_some(count)),
        }
    }

    /// Adds an item this many times.
    fn repeat(
        &mut self,
        start: usize,
        item: &[u32],
        times: usize,
        out: &mut Vec<u32>,
    ) -> Result<(), Mistake> {
        let held = self.held.saturating_add(item.len().saturating_mul(times));
        if held > self.length_max {
            return Err(Mistake { at: start, reason: Reason::TooLong });
        }
        self.held = held;
        for _ in 0..times {
            out.extend_from_slice(item);
        }
        Ok(())
    }

    fn syntax(&self, at: usize, reason: &'static str) -> Mistake {
        debug_assert!(at <= self.characters.len());
        Mistake { at, reason: Reason::Syntax(reason) }
    }
}

/// Encodes one row: runs of three or more, and runs of two if that is not longer.
pub(super) fn encode(row: &str) -> String {
    let mut out = String::new();
    let mut characters = row.chars().peekable();
    while let Some(character) = characters.next() {
        let mut count = 1;
        while characters.next_if_eq(&character).is_some() {
            count += 1;
        }
        if count > 1 {
            out.push_str(&count.to_string());
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Reason, encode, expand, expand_traced, is_encoder_made};

    #[test]
    fn counts_and_groups_are_expanded() {
        assert_eq!(expand("3#4-p.#", 4096).as_deref(), Ok("###----p.#"));
        assert_eq!(expand("2(3(#-)#)", 4096).as_deref(), Ok("#-#-#-##-#-#-#"));
        assert_eq!(expand("12#", 12).as_deref(), Ok("############"));
        assert_eq!(expand("", 12).as_deref(), Ok(""));
    }

    #[test]
    fn every_character_knows_where_it_comes_from() {
        let (text, origins) = expand_traced("2(3(#-)$).", 99).expect("well formed");
        assert_eq!(text, "#-#-#-$#-#-#-$.");
        let group = [4, 5, 4, 5, 4, 5, 7];
        assert_eq!(origins, [&group[..], &group[..], &[9]].concat());
    }

    #[test]
    fn bombs_are_refused_before_they_go_off() {
        for bomb in ["999999999(999999999#)", "99999999999999999999999999#", "13#"] {
            assert_eq!(expand(bomb, 12).map_err(|it| it.reason), Err(Reason::TooLong), "{bomb}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, at) in [("#3", 1), ("0#", 0), ("2(#", 3), ("#)", 1), ("()", 0), ("(2)", 1)] {
            let mistake = expand(text, 99).expect_err(text);
            assert_eq!(mistake.at, at, "{text}: {mistake:?}");
        }
        let deep = "(".repeat(40) + "#";
        assert!(expand(&deep, 99).is_err());
        let wide = "90#(".repeat(3);
        assert_eq!(expand(&wide, 99).map_err(|it| it.reason), Err(Reason::TooLong));
    }

    #[test]
    fn a_digit_in_a_plain_row_is_not_what_an_encoder_writes() {
        for encoded in ["5#", "--3#", "3#4-p.#", "2(3(#-)#)", "2#--2#", "#3.$3-#", "12#"] {
            assert!(is_encoder_made(encoded), "{encoded}");
        }
        for plain in ["###3###", "#3#", "3######", "#####3", "#1.#", "#-4---#", "# $ 3   #", "2##"]
        {
            assert!(!is_encoder_made(plain), "{plain}");
        }
        for row in ["#####", "#@$.#", "##--#--##", "#$$$-#", ""] {
            assert!(is_encoder_made(&encode(row)), "{row}");
        }
    }

    #[test]
    fn what_is_encoded_expands_to_itself() {
        for row in ["#####", "#@$.#", "##--#--##", ""] {
            assert_eq!(expand(&encode(row), 99).as_deref(), Ok(row));
        }
    }
}
