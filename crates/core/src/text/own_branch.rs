//! Converts levels of the branch that this program writes between versions of the game.
//!
//! The non-puzzle part of a description is kept verbatim, so it means nothing in another dialect.
//! The furnishings of our own branch are an exception: there are few, and both writers know them.
//! To recognise a description as our own, the writer reproduces it in its own dialect and compares
//! the text.

use super::item::Item;
use super::nethack_text::{
    BranchPlace, Dialect, NethackDescription, NewDescription, PrizeRooms, Storey, Teleport,
};
use super::write_options::WriteOptions;
use super::{Format, nethack_des, nethack_lua};
use crate::level::Level;

/// The level with its place in the branch, if it was read from a description written by our own
/// writer.
pub(super) fn recognised(level: &Level) -> Option<NewDescription> {
    let text = level.nethack.as_deref()?;
    let (storey, variant) = place_named(&text.name)?;
    let prize = match storey {
        Storey::Prize => Some(prize_rooms(&text.commands)?),
        Storey::Entry | Storey::Second | Storey::Third => None,
    };
    [Teleport::Region, Teleport::None].into_iter().find_map(|teleport| {
        let place = BranchPlace { storey, variant, teleport };
        let fresh = NewDescription::as_read(level, text, place, prize.clone())?;
        says_the_same(&fresh, text).then_some(fresh)
    })
}

/// The storey and the variant in a name such as `soko2-1`.
fn place_named(name: &str) -> Option<(Storey, usize)> {
    let (number, variant) = name.strip_prefix("soko")?.split_once('-')?;
    let storey = Storey::ALL.into_iter().find(|it| it.number().to_string() == number)?;
    let variant = variant.parse().ok().filter(|&variant: &usize| variant > 0)?;
    Some((storey, variant))
}

/// The rooms mentioned in the commands of a description.
fn prize_rooms(commands: &[String]) -> Option<PrizeRooms> {
    let with = |part: &'static str| commands.iter().filter(move |line| line.contains(part));
    let pair = |numbers: &[usize]| Some((*numbers.first()?, *numbers.get(1)?));
    let area = |numbers: &[usize]| match *numbers {
        [left, top, right, bottom, ..] => Some((left, top, right, bottom)),
        _ => None,
    };
    let zoo = area(&numbers(with("\"zoo\"").next()?))?;
    let lists = with("$place = ").chain(with("RANDOM_PLACES:")).chain(with("places:set("));
    let closets: Vec<usize> = lists.flat_map(|line| numbers(line)).collect();
    let closets: Vec<(usize, usize)> = closets.chunks_exact(2).filter_map(pair).collect();
    let entrance = with("DOOR:locked").chain(with("des.door(\"locked\"")).next()?;
    let teleport = with("TELEPORT_REGION:").chain(with("des.teleport_region(")).next();
    let beyond = teleport.and_then(|line| area(numbers(line).get(4..)?));
    Some(PrizeRooms {
        zoo,
        closets: closets.try_into().ok()?,
        entrance: pair(&numbers(entrance))?,
        // The region is not mentioned where teleporting is impossible.
        beyond: beyond.unwrap_or(zoo),
    })
}

/// The integers in a line, in order.
fn numbers(line: &str) -> Vec<usize> {
    line.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
}

/// Whether writing the level reproduces the text that was read, apart from the puzzle.
fn says_the_same(fresh: &NewDescription, text: &NethackDescription) -> bool {
    let mut again = None;
    let mut keep = |item: Item| {
        if let Item::Level(level) = item {
            again = level.nethack;
        }
    };
    match text.dialect {
        Dialect::Lua37 => nethack_lua::parse(&joined(&nethack_lua::fresh_lines(fresh)), &mut keep),
        dialect => {
            nethack_des::parse(&joined(&nethack_des::fresh_lines(fresh, dialect)), &mut keep);
        }
    }
    again.is_some_and(|it| it.preamble == text.preamble && it.commands == text.commands)
}

fn joined(lines: &[String]) -> String {
    lines.join("\n")
}

/// The names of commands in a level's description that would be lost in the format of `options`,
/// each with its number of occurrences. Empty for formats that only contain the puzzle.
#[must_use]
pub fn left_out(level: &Level, options: &WriteOptions) -> Vec<(String, usize)> {
    let Some(text) = level.nethack.as_deref() else { return Vec::new() };
    let is_kept = match options.format {
        Format::NethackDes => {
            let is_wanted = options.dialect.is_none_or(|wanted| wanted == text.dialect);
            text.dialect != Dialect::Lua37 && is_wanted
        }
        Format::NethackLua => text.dialect == Dialect::Lua37,
        _ => return Vec::new(),
    };
    let is_on_its_map = || {
        let width = text.map.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        (width, text.map.len()) == (level.picture.width(), level.picture.height())
    };
    if options.branch.is_some() || (is_kept && is_on_its_map()) || recognised(level).is_some() {
        return Vec::new();
    }
    let mut counts: Vec<(String, usize)> = Vec::new();
    for name in text.commands.iter().filter_map(|line| command_of(line)) {
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts
}

/// The name of the command on a line; `None` for commands of a bare puzzle and for lines that place
/// nothing.
fn command_of(line: &str) -> Option<String> {
    let line = line.trim();
    let name = match line.strip_prefix("des.") {
        Some(call) => call.split_once('(')?.0.trim(),
        None => line.split_once(':')?.0.trim(),
    };
    let name = name.to_ascii_lowercase();
    let is_word = |it: char| it.is_ascii_lowercase() || it == '_';
    if name.is_empty() || !name.chars().all(is_word) {
        return None;
    }
    let is_special = ["\"zoo\"", "\"temple\"", "\"shop\""].iter().any(|it| line.contains(it));
    match name.as_str() {
        "region" if is_special => Some("zoo".to_owned()),
        "door" if line.contains("locked") => Some("locked door".to_owned()),
        "region" | "door" | "non_diggable" | "non_passwall" | "random_places" | "shuffle"
        | "exclusion" | "places" => None,
        "teleport_region" => Some("teleport region".to_owned()),
        _ => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::{left_out, place_named};
    use crate::rule_set::Rules;
    use crate::testing::level_in;
    use crate::text::{
        BranchPlace, Dialect, Format, ReadOptions, Storey, Teleport, WriteOptions, read_text,
        write_level,
    };

    const LEVEL: &str = "
        ------
        |@...--------
        |..0....^.^<|
        |.0..--------
        ------";

    const DIALECTS: [Dialect; 3] = [Dialect::Des343, Dialect::Des36, Dialect::Lua37];

    fn options(dialect: Dialect, branch: Option<BranchPlace>) -> WriteOptions {
        let format = match dialect {
            Dialect::Lua37 => Format::NethackLua,
            _ => Format::NethackDes,
        };
        WriteOptions { branch, dialect: Some(dialect), ..WriteOptions::new(format) }
    }

    fn read(text: &str) -> crate::Level {
        read_text(text.as_bytes(), ReadOptions::default()).levels.swap_remove(0)
    }

    /// The lines without comments: a Lua file mentions its name in one.
    fn commands(text: &str) -> Vec<&str> {
        text.lines().filter(|it| !it.starts_with("# ") && !it.starts_with("-- ")).collect()
    }

    #[test]
    fn every_storey_of_our_branch_goes_from_any_dialect_to_any_other() {
        let level = level_in(LEVEL, Rules::NETHACK);
        for storey in Storey::ALL {
            for teleport in [Teleport::Region, Teleport::None] {
                let place = BranchPlace { storey, variant: 2, teleport };
                let written = DIALECTS.map(|dialect| {
                    let mut text = String::new();
                    write_level(&level, 1, &options(dialect, Some(place)), &mut text)
                        .expect("it fits");
                    text
                });
                for from in &written {
                    for (to, dialect) in written.iter().zip(DIALECTS) {
                        let (again, options) = (read(from), options(dialect, None));
                        let mut text = String::new();
                        write_level(&again, 1, &options, &mut text).expect("it was written before");
                        assert_eq!(commands(&text), commands(to));
                        assert_eq!(left_out(&again, &options), []);
                    }
                }
            }
        }
    }

    #[test]
    fn what_another_author_put_there_is_named_when_it_is_left_out() {
        let text = "MAZE:\"soko1-1\",' '\nMAP\n-----\n|...|\n-----\nENDMAP\nSTAIR:(1,1),down\n\
                    OBJECT:'%',random,random\nOBJECT:'(',\"saddle\",(2,1)\n# nothing\n\
                    MONSTER:'Z',random,(3,1)\nREGION:(0,0,4,2),lit,\"ordinary\"\n\
                    REGION:(0,0,4,2),lit,\"zoo\",filled\nDOOR:locked,(1,1)\n";
        let level = read(text);
        let expected = [("object", 2), ("monster", 1), ("zoo", 1), ("locked door", 1)];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(left_out(&level, &options(Dialect::Lua37, None)), expected);
        assert_eq!(left_out(&level, &WriteOptions::new(Format::NethackDes)), []);
        assert_eq!(left_out(&level, &WriteOptions::new(Format::Sok)), []);
    }

    #[test]
    fn names_tell_the_storey() {
        assert_eq!(place_named("soko1-2"), Some((Storey::Prize, 2)));
        assert_eq!(place_named("soko4-1"), Some((Storey::Entry, 1)));
        for name in ["soko5-1", "soko1-0", "soko1", "other", "soko1-x"] {
            assert_eq!(place_named(name), None, "{name}");
        }
    }
}
