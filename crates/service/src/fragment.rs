//! A level, its rules and moves in the fragment of an address.
//!
//! `l=8w_w2-b.pw_8w&r=sink&t=A%20title&m=3rU`: places are letters that need no escaping in an
//! address, run-length encoded, and `_` ends a row. `k` puts the keeper and `c` a box on the
//! preceding place. A leading `~` means that the level is surrounded by rock. Missing places at the
//! end of a row are floor, or rock in that case. Where it is shorter, `p` gives two places a letter
//! instead ([`packed`]).

use sokolab::{Edge, Ground, Level, Occupant, Picture, Place, Rules};

use crate::limits::Limits;
use crate::packed;
use crate::refusal::Refusal;

/// The longest fragment that is read.
const FRAGMENT_BYTES_MAX: usize = 64 << 10;

/// The letters of places.
const LETTERS: [(char, Place); 11] = [
    ('w', Place::bare(Ground::Wall)),
    ('-', Place::bare(Ground::Floor)),
    ('.', Place::bare(Ground::Goal)),
    ('r', Place::bare(Ground::Rock)),
    ('e', Place::bare(Ground::Exit)),
    ('d', Place::bare(Ground::Door)),
    ('x', Place::bare(Ground::DeadField)),
    ('b', Place::with_box(Ground::Floor)),
    ('B', Place::with_box(Ground::Goal)),
    ('p', Place::with_keeper(Ground::Floor)),
    ('P', Place::with_keeper(Ground::Goal)),
];

/// A level and moves as the fragment of an address, without its `#`.
pub(crate) fn write(level: &Level, moves: &str) -> String {
    let runs = picture_text(&level.picture);
    let packed = packed::write(&level.picture).filter(|it| it.len() < runs.len());
    let mut out = packed.map_or_else(|| format!("l={runs}"), |it| format!("p={it}"));
    if level.rules != Rules::OFFICIAL {
        out.push_str(&format!("&r={}", level.rules.name()));
    }
    if let Some(title) = level.title.as_deref().filter(|it| !it.is_empty()) {
        out.push_str(&format!("&t={}", escaped(title)));
    }
    if !moves.is_empty() {
        out.push_str(&format!("&m={}", run_lengths(moves.chars())));
    }
    out
}

/// Reads the output of [`write`]. The input is untrusted.
pub(crate) fn read(fragment: &str, limits: &Limits) -> Result<(Level, String), Refusal> {
    if fragment.len() > FRAGMENT_BYTES_MAX {
        return Err(Refusal::too_large("the address is too long for a level"));
    }
    let (mut picture, mut rules, mut moves, mut title) = (None, Rules::OFFICIAL, "", None);
    for part in fragment.trim_start_matches('#').split('&') {
        let Some((key, value)) = part.split_once('=') else { continue };
        match key {
            "p" => picture = Some(packed::read(value, limits)?),
            "l" => picture = Some(read_picture(value, limits)?),
            "r" => rules = value.parse()?,
            "m" => moves = value,
            "t" => title = Some(unescaped(value)),
            _ => {}
        }
    }
    let picture = picture.ok_or_else(|| Refusal::level("the address holds no level"))?;
    let moves = crate::position::read_moves(moves, limits)?.to_string();
    Ok((Level { title, ..Level::from_picture(picture, rules) }, moves))
}

fn picture_text(picture: &Picture) -> String {
    let is_solid = picture.edge() == Edge::Solid;
    let filling = filling(picture.edge());
    let mut out = String::from(if is_solid { "~" } else { "" });
    for (y, row) in picture.rows().enumerate() {
        if y > 0 {
            out.push('_');
        }
        let end = row.iter().rposition(|&it| it != filling).map_or(0, |last| last + 1);
        out.push_str(&run_lengths(row[..end].iter().flat_map(|&it| letters(it))));
    }
    out
}

fn filling(edge: Edge) -> Place {
    Place::bare(if edge == Edge::Solid { Ground::Rock } else { Ground::Floor })
}

/// The letters of a place: its ground, and the object on it if there is one.
fn letters(place: Place) -> Vec<char> {
    let of = |wanted: Place| LETTERS.iter().find(|it| it.1 == wanted).map(|it| it.0);
    of(place).map_or_else(
        || {
            let standing = if place.occupant == Occupant::Box { 'c' } else { 'k' };
            of(Place::bare(place.ground)).into_iter().chain([standing]).collect()
        },
        |letter| vec![letter],
    )
}

fn run_lengths(letters: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    let mut letters = letters.peekable();
    while let Some(letter) = letters.next() {
        let mut count = 1;
        while letters.next_if_eq(&letter).is_some() {
            count += 1;
        }
        if count > 1 {
            out.push_str(&count.to_string());
        }
        out.push(letter);
    }
    out
}

fn read_picture(text: &str, limits: &Limits) -> Result<Picture, Refusal> {
    let (edge, text) = match text.strip_prefix('~') {
        Some(rest) => (Edge::Solid, rest),
        None => (Edge::Open, text),
    };
    let mut rows: Vec<Vec<Place>> = vec![Vec::new()];
    let mut places = 0;
    let mut count: usize = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = count.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        let times = std::mem::take(&mut count).max(1);
        let room = limits.places_max - rows.len();
        if letter == '_' {
            if times > room {
                return Err(too_large(limits));
            }
            rows.resize(rows.len() + times, Vec::new());
            continue;
        }
        let row = rows.last_mut().expect("there is one from the start");
        match letter {
            'k' | 'c' => {
                let place = row.last_mut().ok_or_else(bad_letters)?;
                place.occupant = if letter == 'k' { Occupant::Keeper } else { Occupant::Box };
            }
            _ => {
                let place = LETTERS.iter().find(|it| it.0 == letter).ok_or_else(bad_letters)?.1;
                places += times.min(limits.places_max + 1);
                if places > limits.places_max {
                    return Err(too_large(limits));
                }
                row.resize(row.len() + times, place);
            }
        }
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Err(Refusal::level("the address holds an empty level"));
    }
    if width.saturating_mul(rows.len()) > limits.places_max {
        return Err(too_large(limits));
    }
    for row in &mut rows {
        row.resize(width, filling(edge));
    }
    Ok(Picture::new(width, rows.concat(), edge))
}

fn bad_letters() -> Refusal {
    Refusal::level("the level in the address cannot be read: is the address complete?")
}

fn too_large(limits: &Limits) -> Refusal {
    Refusal::too_large(format!(
        "the level in the address has more than {} places",
        limits.places_max
    ))
}

/// Percent encoding of everything but letters, digits and `-._~`.
fn escaped(text: &str) -> String {
    let byte = |it: u8| match it {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(it).to_string()
        }
        _ => format!("%{it:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|it| std::str::from_utf8(it).ok());
        if let Some(byte) = code.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use sokolab::generator::Reverse;
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{Edge, Ground, Level, Picture, Place, Rules, generate, levels, read_level};

    use super::{read, write};
    use crate::limits::Limits;

    fn check(level: &Level, moves: &str) {
        let fragment = write(level, moves);
        let safe = |it: char| it.is_ascii_alphanumeric() || "-._~&=%".contains(it);
        assert!(fragment.chars().all(safe), "{fragment}");
        let (read, read_moves) = read(&fragment, &Limits::DEFAULT).expect("what was written");
        assert_eq!(read.picture, level.picture, "{fragment}");
        assert_eq!((read.rules, &read.title), (level.rules, &level.title));
        assert_eq!(read_moves, moves);
    }

    #[test]
    fn our_own_levels_come_back() {
        for text in [levels::WORKSHOP, levels::QUARRY, levels::FIRST_STEPS] {
            for level in &read_text(text.as_bytes(), ReadOptions::default()).levels {
                check(level, "uuRRlD");
            }
        }
    }

    #[test]
    fn rare_places_and_titles_come_back() {
        let mut level = read_level("------\n|..0^|\n------\n").expect("a map");
        level.picture.put(1, 1, Place::with_keeper(Ground::Door));
        level.picture.put(2, 1, Place::with_box(Ground::Exit));
        level.title = Some("A & B <i>50 %</i> ≤ 1".to_owned());
        check(&level.with_rules(Rules::NETHACK_GAME), "");
    }

    #[test]
    fn a_level_of_twenty_by_twenty_takes_less_than_400_characters() {
        let recipe = Reverse { width: 20..=20, height: 20..=20, ..Reverse::boxoban() };
        for made in generate(&recipe, 7, 3).expect("three levels") {
            assert_eq!((made.level.picture.width(), made.level.picture.height()), (20, 20));
            let fragment = write(&made.level, "");
            assert!(fragment.len() < 400, "{} characters", fragment.len());
            check(&made.level, "");
        }
    }

    #[test]
    fn no_level_of_twenty_by_twenty_takes_400_characters() {
        // Pillars and boxes wherever possible: hardly any runs.
        let place = |index: usize| match (index % 20, index / 20) {
            (0 | 19, _) | (_, 0 | 19) => Place::bare(Ground::Wall),
            (1, 1) => Place::with_keeper(Ground::Floor),
            (x, y) if x % 2 == 0 && y % 2 == 0 => Place::bare(Ground::Wall),
            (x, y) if (x + y) % 4 == 1 => Place::with_box(Ground::Floor),
            (x, y) if (x + y) % 4 == 3 => Place::bare(Ground::Goal),
            _ => Place::bare(Ground::Floor),
        };
        let picture = Picture::new(20, (0..400).map(place).collect(), Edge::Open);
        let level = Level::from_picture(picture, Rules::OFFICIAL);
        assert_eq!(write(&level, "").len(), "p=20.".len() + 200);
        check(&level, "rrdd");
    }

    #[test]
    fn bombs_and_nonsense_are_refused() {
        let refused = |text: &str| read(text, &Limits::DEFAULT).expect_err(text).code;
        assert_eq!(refused("l=99999999999999999999999w"), "too_large");
        assert_eq!(refused("l=30000w_9999_w"), "too_large");
        assert_eq!(refused("l=9999999999_w"), "too_large");
        assert_eq!(refused("l=<script>"), "bad_level");
        assert_eq!(refused("l=w&m=200000r"), "too_large");
        assert_eq!(refused("l=w&r=chess"), "bad_question");
        assert_eq!(refused(""), "bad_level");
        assert_eq!(refused(&"l".repeat(100_000)), "too_large");
    }
}
