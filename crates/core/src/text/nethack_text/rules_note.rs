//! The comment by which a level of the game keeps its rules.
//!
//! The game knows one set of rules, so a description has no place for them. A comment line
//! `Rules: nethack-game` is ignored by the game and understood here.

use crate::level::{Level, Note};
use crate::rule_set::Rules;

/// What a text of the game's formats implies if nothing is said.
const IMPLIED: Rules = Rules::NETHACK;

/// The rules that a line of a comment, without its mark, names; those that are implied need no
/// line.
pub(in crate::text) fn rules_named(line: &str) -> Option<Rules> {
    let (key, value) = line.trim().split_once(':')?;
    let is_key = key.trim_end().eq_ignore_ascii_case("rules");
    value.trim().parse().ok().filter(|&rules| is_key && rules != IMPLIED)
}

/// Takes the lines that name rules out of a comment. Gives the first.
pub(in crate::text) fn take_rules(lines: &mut Vec<&str>) -> Option<Rules> {
    let named = lines.iter().find_map(|line| rules_named(line));
    lines.retain(|line| rules_named(line).is_none());
    named
}

/// The line that names the rules of `level`, if they are not implied. The game ignores it, so a
/// level of the official game can be played there all the same.
pub(in crate::text) fn rules_line(level: &Level) -> Option<String> {
    (level.rules != IMPLIED).then(|| format!("Rules: {}", level.rules))
}

/// Whether a note names rules: what [`rules_line`] says takes its place.
pub(in crate::text) fn is_rules_note(note: &Note) -> bool {
    matches!(note, Note::Field { key, .. } if key.eq_ignore_ascii_case("rules"))
}

#[cfg(test)]
mod tests {
    use super::{rules_named, take_rules};
    use crate::level::Level;
    use crate::rule_set::Rules;
    use crate::testing::level_in;
    use crate::text::{Format, ReadOptions, WriteOptions, read_text, write_level};

    /// `level` written as `format` and read again.
    fn again(level: &Level, format: Format) -> (String, Level) {
        let mut text = String::new();
        write_level(level, 1, &WriteOptions::new(format), &mut text).expect("it can be written");
        let options = ReadOptions { format: Some(format), legend: None };
        let level = read_text(text.as_bytes(), options).levels.swap_remove(0);
        (text, level)
    }

    const FORMATS: [Format; 3] = [Format::NethackMap, Format::NethackDes, Format::NethackLua];

    #[test]
    fn rules_survive_every_format_of_the_game() {
        let picture = "--------\n|@.0.^<|\n--------";
        for (rules, format) in Rules::ALL.into_iter().flat_map(|it| FORMATS.map(|to| (it, to))) {
            let mut level = level_in(picture, rules);
            level.title = Some("One".to_owned());
            let (text, once) = again(&level, format);
            assert_eq!(once.rules, rules, "{text}");
            let (text_again, twice) = again(&once, format);
            assert_eq!((twice.rules, text_again), (once.rules, text));
        }
    }

    #[test]
    fn rules_that_were_changed_are_written_once() {
        let level = level_in("--------\n|@.0.^<|\n--------", Rules::NETHACK_GAME);
        for format in FORMATS {
            let (_, mut level) = again(&level, format);
            level.rules = Rules::NETHACK_DIAGONAL;
            let (text, level) = again(&level, format);
            assert_eq!(text.matches("Rules:").count(), 1, "{text}");
            assert_eq!(level.rules, Rules::NETHACK_DIAGONAL);
        }
    }

    #[test]
    fn other_comments_stay() {
        let mut lines = vec!["Rules: nethack", "rules : sink", "Rules of thumb: none", "Rules: x"];
        assert_eq!(take_rules(&mut lines), Some(Rules::SINK));
        assert_eq!(lines, ["Rules: nethack", "Rules of thumb: none", "Rules: x"]);
        assert_eq!(rules_named("Rules: nethack"), None);
    }
}
