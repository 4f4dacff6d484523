//! A picture as two places a letter, for addresses: `20.ABC…` begins with the number of columns.
//!
//! Run lengths are shorter where there is much of the same; this is shorter where there is not, and
//! never longer than half the places.

use sokolab::{Edge, Ground, Picture, Place};

use crate::limits::Limits;
use crate::refusal::Refusal;

/// The places that can be packed; the first fills up the last letter.
const PLACES: [Place; 8] = [
    Place::bare(Ground::Rock),
    Place::bare(Ground::Wall),
    Place::bare(Ground::Floor),
    Place::bare(Ground::Goal),
    Place::with_box(Ground::Floor),
    Place::with_box(Ground::Goal),
    Place::with_keeper(Ground::Floor),
    Place::with_keeper(Ground::Goal),
];

/// The letters of pairs of places; none of them needs escaping in an address.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The picture as text; `None` if it has one column, or places that cannot be packed.
pub(crate) fn write(picture: &Picture) -> Option<String> {
    let index = |place: &Place| PLACES.iter().position(|it| it == place);
    let indices: Vec<usize> = picture.places().iter().map(index).collect::<Option<_>>()?;
    let letter = |pair: &[usize]| {
        char::from(LETTERS[pair[0] * PLACES.len() + pair.get(1).copied().unwrap_or(0)])
    };
    let edge = if picture.edge() == Edge::Solid { "~" } else { "" };
    let letters: String = indices.chunks(2).map(letter).collect();
    (picture.width() > 1).then(|| format!("{edge}{}.{letters}", picture.width()))
}

/// Reads the output of [`write`]. The input is untrusted.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Picture, Refusal> {
    let bad = || Refusal::level("the level in the address cannot be read: is it complete?");
    let (edge, text) = match text.strip_prefix('~') {
        Some(rest) => (Edge::Solid, rest),
        None => (Edge::Open, text),
    };
    let (width, letters) = text.split_once('.').ok_or_else(bad)?;
    let width: usize = width.parse().ok().filter(|it| *it > 1).ok_or_else(bad)?;
    let mut places = Vec::with_capacity(2 * letters.len());
    for letter in letters.bytes() {
        let pair = LETTERS.iter().position(|it| *it == letter).ok_or_else(bad)?;
        places.extend([PLACES[pair / PLACES.len()], PLACES[pair % PLACES.len()]]);
    }
    if places.len() > limits.places_max {
        return Err(Refusal::too_large(format!(
            "the level in the address has more than {} places",
            limits.places_max
        )));
    }
    let is_whole = places.len() >= width && places.len() % width <= 1;
    places.truncate(places.len() / width * width);
    if is_whole { Ok(Picture::new(width, places, edge)) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    use sokolab::{Edge, Picture, read_level};

    use super::{PLACES, read, write};
    use crate::limits::Limits;

    #[test]
    fn every_pair_of_places_comes_back_at_every_width() {
        let pairs = PLACES.iter().flat_map(|one| PLACES.iter().flat_map(move |two| [*one, *two]));
        let places: Vec<_> = pairs.collect();
        for width in 2..=places.len() {
            let rows = places.len() / width;
            for edge in [Edge::Open, Edge::Solid] {
                let picture = Picture::new(width, places[..rows * width].to_vec(), edge);
                let text = write(&picture).expect("all of them can be packed");
                assert_eq!(read(&text, &Limits::DEFAULT).expect("what was written"), picture);
            }
        }
    }

    #[test]
    fn exits_and_single_columns_are_left_to_run_lengths() {
        let level = read_level("------\n|@0^<|\n------\n").expect("a map");
        assert_eq!(write(&level.picture), None);
        assert_eq!(write(&Picture::new(1, PLACES.to_vec(), Edge::Open)), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |text: &str| read(text, &Limits::DEFAULT).expect_err(text).code;
        for text in [
            "",
            ".",
            "5",
            "5.",
            "0.AA",
            "1.AA",
            "x.AA",
            "3.A A",
            "7.AAAAA",
            "9999999999999999999.A",
        ] {
            assert_eq!(refused(text), "bad_level", "{text}");
        }
        assert_eq!(refused(&format!("2.{}", "A".repeat(2_000_000))), "too_large");
    }
}
