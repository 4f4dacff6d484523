//! Numbers, lists and sentences in words.

use sokolab_core::noun_for;

/// A number as a word if it is small, otherwise in digits.
pub(super) fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// A count with its noun: "one box", "two boxes", "three pushes".
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{} {}", number(count), plural(count, thing))
}

/// A fraction in a uniform style: "six of twelve pushes", "6 of 14 pushes".
pub(super) fn share(part: usize, whole: usize, thing: &str) -> String {
    let things = plural(whole, thing);
    let (one, all) = (number(part), number(whole));
    if all.starts_with(|it: char| it.is_ascii_digit()) {
        return format!("{part} of {whole} {things}");
    }
    format!("{one} of {all} {things}")
}

/// The noun in the singular or plural.
pub(super) fn plural(count: usize, thing: &str) -> String {
    noun_for(count, thing)
}

/// "a", "a and b", "a, b and c".
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The text with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

#[cfg(test)]
mod tests {
    use super::{capital, counted, list, share};

    #[test]
    fn words_agree_with_numbers() {
        assert_eq!(counted(1, "box"), "one box");
        assert_eq!(counted(2, "box"), "two boxes");
        assert_eq!(counted(3, "push"), "three pushes");
        assert_eq!(counted(0, "hole"), "no holes");
        assert_eq!(counted(13, "goal"), "13 goals");
        assert_eq!(share(6, 12, "push"), "six of twelve pushes");
        assert_eq!(share(6, 14, "push"), "6 of 14 pushes");
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&items), "a, b and c");
        assert_eq!(list(&items[..2]), "a and b");
        assert_eq!((capital("the"), capital("")), ("The".to_owned(), String::new()));
    }
}
