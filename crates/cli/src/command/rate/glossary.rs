//! What the measures of `soko rate` mean, for its long help.

use crate::gallery::MEASURES;
use crate::terminal::layout::wrapped;

/// Measures that are on no page, but in the text.
const MORE: [(&str, &str); 7] = [
    ("direction changes", "How often a push has another direction than the push before."),
    ("chamber crossings", "How often a box comes to another chamber."),
    ("to storage", "Those of the crossings that lead to a chamber without goals."),
    ("searched", "States that the search for the fewest pushes looked at."),
    ("ways to go wrong", "Sequences of pushes for good, from the start to the first lost state."),
    (
        "live pushes",
        "How many pushes along the solution, on average, keep the level winnable and take nothing \
         back: 1 leaves no choice.",
    ),
    (
        "?",
        "A measure that could not be taken, with the reason; `--states` and `--time` raise the \
         limits.",
    ),
];

/// The measures, one below the other.
pub(crate) fn rate_help() -> String {
    let mut text = "The measures:\n".to_owned();
    for (name, meaning) in MEASURES.iter().chain(&MORE) {
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
        ];
        for word in words {
            assert!(help.contains(&format!("\n  {word} ")), "{word}\n{help}");
        }
        assert!(help.lines().all(|it| it.chars().count() <= 79), "{help}");
    }
}
