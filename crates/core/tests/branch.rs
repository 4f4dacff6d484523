//! Levels written for a slot of the Sokoban branch of `NetHack`, and read back.

use sokolab_core::testing::level_in;
use sokolab_core::text::{
    Alphabet, Arrival, BranchPlace, Dialect, Format, ReadOptions, Slot, Storey, Teleport,
    WriteError, WriteOptions, parse_moves_in, read_text, write_level,
};
use sokolab_core::{LetterCase, Level, Picture, Rules, check, verify};

const LEVEL: &str = "
    ------
    |@...--------
    |..0....^.^<|
    |.0..--------
    ------";

const DIALECTS: [Dialect; 4] = [Dialect::Des343, Dialect::Des4, Dialect::Des36, Dialect::Lua37];

fn written(level: &Level, storey: Storey, teleport: Teleport, dialect: Dialect) -> String {
    let branch = Some(BranchPlace { storey, variant: 2, teleport });
    let format = match dialect {
        Dialect::Lua37 => Format::NethackLua,
        _ => Format::NethackDes,
    };
    let dialect = Some(dialect);
    let options = WriteOptions { branch, dialect, ..WriteOptions::new(format) };
    let mut text = String::new();
    write_level(level, 1, &options, &mut text).expect("it has a place in the branch");
    text
}

fn read(text: &str) -> Level {
    let mut text = read_text(text.as_bytes(), ReadOptions::default());
    assert_eq!(text.levels.len(), 1);
    let level = text.levels.swap_remove(0);
    assert_eq!(level.findings, []);
    level
}

fn puzzle(level: &Level) -> Picture {
    let (board, state) = check(level).expect("playable");
    Picture::of_puzzle(&board, &state)
}

#[test]
fn what_is_written_for_a_storey_is_read_as_the_same_puzzle() {
    let level = level_in(LEVEL, Rules::NETHACK);
    for storey in [Storey::Entry, Storey::Second, Storey::Third] {
        for dialect in DIALECTS {
            let text = written(&level, storey, Teleport::Region, dialect);
            let again = read(&text);
            assert_eq!(puzzle(&again), puzzle(&level), "{text}");
            let kept = again.nethack.expect("kept");
            let is_entry = storey == Storey::Entry;
            // Only the arrival distinguishes NetHack 4 from 3.4.3.
            if is_entry || dialect != Dialect::Des4 {
                assert_eq!(kept.dialect, dialect, "{text}");
            }
            assert_eq!(kept.name, format!("soko{}-2", storey.number()));
            assert_eq!(kept.slot == Slot::Entry, is_entry);
            assert_eq!(kept.arrival == Arrival::Branch, is_entry);
        }
    }
}

#[test]
fn the_last_storey_has_rooms_behind_the_holes_and_the_same_solution() {
    let level = level_in(
        "
        --------
        |@0^0^<|
        --------",
        Rules::NETHACK,
    );
    let moves = parse_moves_in("RrRrr", Alphabet::Lurd).expect("moves");
    assert!(verify(&level, &moves, LetterCase::Strict).is_ok());
    for dialect in DIALECTS {
        let text = written(&level, Storey::Prize, Teleport::Region, dialect);
        let again = read(&text);
        let (board, state) = check(&again).expect("playable");
        assert_eq!((board.exits().len(), board.goals().len(), state.boxes.len()), (0, 2, 2));
        assert!(verify(&again, &moves, LetterCase::Strict).is_ok(), "{text}");
        assert!(text.contains("zoo") && text.contains("amulet of reflection"), "{text}");
    }
}

#[test]
fn teleporting_is_kept_inside_the_puzzle_or_forbidden() {
    let level = level_in(LEVEL, Rules::NETHACK);
    let text = |teleport, dialect| written(&level, Storey::Second, teleport, dialect);
    let region = text(Teleport::Region, Dialect::Des36);
    assert!(region.contains("TELEPORT_REGION:(0,0,12,4),(11,2,11,2)"), "{region}");
    assert!(!region.contains("noteleport"));
    let none = text(Teleport::None, Dialect::Des36);
    assert!(none.contains("FLAGS:noteleport,premapped") && !none.contains("TELEPORT"), "{none}");
    let lua = text(Teleport::Region, Dialect::Lua37);
    let call = "des.teleport_region({ region = { 0,0, 12,4 }, exclude = { 11,2, 11,2 } })";
    assert!(lua.contains(call) && !lua.contains("noteleport"), "{lua}");
}

#[test]
fn a_storey_needs_an_exit() {
    let level = level_in("-----\n|@0^|\n-----", Rules::NETHACK);
    let place = BranchPlace { storey: Storey::Third, variant: 1, teleport: Teleport::None };
    let branch = Some(place);
    let options = WriteOptions { branch, ..WriteOptions::new(Format::NethackDes) };
    let refused = write_level(&level, 1, &options, &mut String::new());
    assert!(matches!(refused, Err(WriteError::NoWay { .. })), "{refused:?}");
}
