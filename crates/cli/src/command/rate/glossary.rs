//! The meanings of the measures of `soko rate`, for its long help.

use sokolab::insight::rating::measure_meanings;

use crate::terminal::layout::wrapped;

/// The entry for a missing measure.
const UNKNOWN: (&str, &str) = (
    "?",
    "A measure that could not be taken, with the reason; `--states` and `--time` raise the limits.",
);

/// The measures, one below the other.
pub(super) fn rate_help() -> String {
    let mut text = "The measures:\n".to_owned();
    for (name, meaning) in measure_meanings().chain([UNKNOWN]) {
        let meaning = wrapped(meaning, &format!("  {name:<24}"), &" ".repeat(26));
        text.push_str(&meaning);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::rate_help;

    #[test]
    fn the_help_of_rate_explains_each_word_of_its_text() {
        let help = rate_help();
        let words = [
            "box lines",
            "box changes",
            "direction changes",
            "counter-intuitive",
            "decomposition",
            "above the simple bound",
            "above the pair bound",
            "chamber crossings",
            "wrong turns",
            "ways to go wrong",
            "live pushes",
            "forced",
            "prelude",
            "slack",
            "waste",
        ];
        for word in words {
            assert!(help.contains(&format!("\n  {word} ")), "{word}\n{help}");
        }
        assert!(help.lines().all(|it| it.chars().count() <= 79), "{help}");
    }
}
