//! The options that results depend on, as text, which is stored in the lines of a resumable file.

use std::fmt::Display;

use crate::input::{Input, InputFormat};

/// Names and values, each as in `time=60`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OptionsText(String);

impl OptionsText {
    /// The options that determine how levels are read.
    pub(crate) fn new(input: &Input) -> OptionsText {
        let from = match input.from {
            Some(InputFormat::Levels(format)) => format.name(),
            Some(InputFormat::PddlPlan) | None => "detected",
        };
        let legend = if input.legend.is_some() { "given" } else { "own" };
        let text = OptionsText::default().with("rules", input.rules.map_or("own", |it| it.name()));
        text.with("from", from).with("legend", legend)
    }

    /// The same options with one more.
    pub(crate) fn with(mut self, name: &str, value: impl Display) -> OptionsText {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&format!("{name}={value}"));
        self
    }

    /// The same options with one more, if it is given.
    pub(crate) fn with_given(self, name: &str, value: Option<impl Display>) -> OptionsText {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The same options with additional words, each of which begins with a space.
    pub(crate) fn with_words(mut self, words: &str) -> OptionsText {
        self.0.push_str(words);
        self
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The words of `text` that are not in `other`.
pub(crate) fn words_not_in(text: &str, other: &str) -> String {
    let words = text.split(' ').filter(|word| !other.split(' ').any(|it| it == *word));
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
