//! Counts with their nouns: `1 push`, `2 pushes`.

use std::fmt::Display;

/// A count with its noun in the singular or plural: `1 push`, `2 pushes`, `0 floor squares`.
///
/// The noun is given in the singular; its last word is inflected.
#[must_use]
pub fn quantity<Count>(count: Count, noun: &str) -> String
where
    Count: Copy + Display + PartialEq + From<u8>,
{
    format!("{count} {}", noun_for(count, noun))
}

/// The noun alone, in the form that fits the count.
#[must_use]
pub fn noun_for<Count>(count: Count, noun: &str) -> String
where
    Count: Copy + PartialEq + From<u8>,
{
    if count == Count::from(1) { noun.to_owned() } else { plural(noun) }
}

/// The regular plural, which suffices for every noun of the field.
fn plural(noun: &str) -> String {
    let ends_hissing = ["s", "x", "z", "ch", "sh"].iter().any(|ending| noun.ends_with(ending));
    let stem = noun.strip_suffix('y').filter(|it| !it.ends_with(['a', 'e', 'i', 'o', 'u']));
    match stem {
        Some(stem) => format!("{stem}ies"),
        None if ends_hissing => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{noun_for, quantity};

    #[test]
    fn nouns_agree_with_their_counts() {
        assert_eq!(quantity(1_usize, "push"), "1 push");
        assert_eq!(quantity(2_u64, "push"), "2 pushes");
        assert_eq!(quantity(0_u32, "box"), "0 boxes");
        assert_eq!(quantity(3_usize, "floor square"), "3 floor squares");
        assert_eq!(quantity(2_usize, "symmetry"), "2 symmetries");
        assert_eq!(quantity(2_usize, "storey"), "2 storeys");
        assert_eq!(quantity(2_usize, "branch"), "2 branches");
        assert_eq!(noun_for(1_usize, "level"), "level");
        assert_eq!(noun_for(5_usize, "level"), "levels");
    }
}
