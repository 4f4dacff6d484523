//! The comment that records the rule set in a level description.
//!
//! The game has only one set of rules, so a description has no place for them. The comment line
//! `Rules: nethack-game` is ignored by the game and read here.

use crate::level::{Level, Note};
use crate::rule_set::Rules;

/// The rule set of game files without such a comment.
const IMPLIED: Rules = Rules::NETHACK;

/// The rules named in a comment line without its marker; `None` if it names none or the default.
pub(in crate::text) fn rules_named(line: &str) -> Option<Rules> {
    let (key, value) = line.trim().split_once(':')?;
    let is_key = key.trim_end().eq_ignore_ascii_case("rules");
    value.trim().parse().ok().filter(|&rules| is_key && rules != IMPLIED)
}

/// Removes the lines that name rules from a comment. Returns the first rule set.
pub(in crate::text) fn take_rules(lines: &mut Vec<&str>) -> Option<Rules> {
    let named = lines.iter().find_map(|line| rules_named(line));
    lines.retain(|line| rules_named(line).is_none());
    named
}

/// The line that names the rules of `level`, unless they are the default. The game ignores it, so
/// it can also load a level with official rules.
pub(in crate::text) fn rules_line(level: &Level) -> Option<String> {
    (level.rules != IMPLIED).then(|| format!("Rules: {}", level.rules))
}

/// Whether a note names rules, and so is replaced by [`rules_line`].
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

    /// `level` after a round trip through `format`, with the text.
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
