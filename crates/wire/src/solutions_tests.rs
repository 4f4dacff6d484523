//! Tests of files of solutions.

use sokolab::text::Alphabet;
use sokolab::{Level, read_level};

use super::{Claim, ClaimLine, Solutions};
use crate::place::Place;
use crate::solutions_reader::SolutionsReader;

fn read(text: &str) -> Solutions {
    let whole = read_in(text, usize::MAX);
    assert_eq!(whole, read_in(text, 3), "{text:?}");
    whole
}

fn read_in(text: &str, portion: usize) -> Solutions {
    let mut reader = SolutionsReader::new(Alphabet::Lurd);
    text.as_bytes().chunks(portion.min(text.len().max(1))).for_each(|it| reader.feed(it));
    reader.finish().expect("no plan")
}

fn place(file: &str, level: usize) -> Place {
    Place { file: file.to_owned(), level }
}

fn any_level() -> Level {
    read_level("#####\n#@$.#\n#####\n").expect("a level")
}

/// The claims for a level in short: moves, `-` for nothing, `?` for an unreadable line.
fn taken(solutions: &mut Solutions, file: &str, level: usize) -> String {
    taken_for(solutions, &place(file, level), &any_level())
}

fn taken_for(solutions: &mut Solutions, place: &Place, level: &Level) -> String {
    let short = |it: ClaimLine| match it.claim {
        Claim::Moves { text, .. } => text,
        Claim::Nothing => "-".to_owned(),
        Claim::Unreadable { .. } => "?".to_owned(),
    };
    let claims = solutions.take(place, level);
    claims.into_iter().map(short).collect::<Vec<_>>().join(" ")
}

fn unused(solutions: Solutions, wanted: &dyn Fn(&Place) -> bool) -> Vec<(String, usize, usize)> {
    let unused = solutions.unused(wanted).into_iter();
    unused.map(|it| (it.place.file, it.place.level, it.claimed.line)).collect()
}

#[test]
fn one_solution_a_line_goes_to_the_levels_in_order() {
    let mut solutions = read("rR\n\nuU\nlL\n\n");
    assert_eq!(taken(&mut solutions, "a.sok", 1), "rR");
    assert_eq!(taken(&mut solutions, "a.sok", 2), "");
    assert_eq!(taken(&mut solutions, "b.sok", 1), "uU");
    assert_eq!(unused(solutions, &|_| true), [(String::new(), 4, 4)]);
}

#[test]
fn a_selection_is_matched_by_number_if_there_is_a_line_for_each_level() {
    let mut whole = read("rR\nuU\nlL\n");
    whole.for_selection(3);
    assert_eq!(taken(&mut whole, "a.sok", 3), "lL");
    assert_eq!(unused(whole, &|_| false), []);
    let mut few = read("rR\nuU\n");
    few.for_selection(3);
    assert_eq!(taken(&mut few, "a.sok", 2), "rR");
    assert_eq!(taken(&mut few, "a.sok", 3), "uU");
}

#[test]
fn json_lines_are_matched_by_file_and_level() {
    let text = r#"
{"file":"levels/a.sok","level":2,"solution":"rR"}
{"file":"levels/a.sok","level":3,"status":"stopped"}
{"file":"b.sok","level":2,"solution":"uU"}
{"file":"b.sok","level":2,"solution":"lL"}
{"schema":"sokolab/bench/1","levels":3}
"#;
    let mut solutions = read(text);
    assert_eq!(taken(&mut solutions, "b.sok", 2), "uU lL");
    assert_eq!(taken(&mut solutions, "other/a.sok", 2), "rR");
    assert_eq!(taken(&mut solutions, "a.sok", 1), "");
    let is_second = |place: &Place| place.level == 2;
    assert_eq!(unused(solutions.clone(), &is_second), []);
    assert_eq!(unused(solutions, &|_| true), [("levels/a.sok".to_owned(), 3, 3)]);
}

#[test]
fn levels_and_claims_without_a_file_find_each_other() {
    let mut piped = read("{\"file\":\"-\",\"level\":1,\"solution\":\"rR\"}");
    assert_eq!(taken(&mut piped, "a.sok", 1), "rR");
    let mut nameless = read("{\"level\":1,\"solution\":\"rR\"}");
    assert_eq!(taken(&mut nameless, "a.sok", 1), "rR");
    let mut named = read("{\"file\":\"a.sok\",\"level\":1,\"solution\":\"rR\"}");
    assert_eq!(taken(&mut named, "-", 1), "rR");
    let mut made = read("{\"rows\":[],\"solution\":\"rR\"}\n{\"rows\":[],\"solution\":\"uU\"}");
    assert_eq!(taken(&mut made, "made.jsonl", 1), "rR");
    assert_eq!(taken(&mut made, "made.jsonl", 2), "uU");
}

#[test]
fn a_bad_line_is_a_claim_of_its_own() {
    let good = |level: usize| format!("{{\"file\":\"a\",\"level\":{level},\"solution\":\"rR\"}}");
    for bad in ["{\"file\":\"a\",\"lev", "[]", "{\"level\":0}", "{\"level\":2,\"solution\":7}"] {
        let mut solutions = read(&format!("{}\n{bad}\n{}\n", good(1), good(3)));
        assert_eq!(taken(&mut solutions, "a", 1), "rR", "{bad}");
        assert_eq!(taken(&mut solutions, "a", 2), "?", "{bad}");
        assert_eq!(taken(&mut solutions, "a", 3), "rR", "{bad}");
    }
    let mut first = read(&format!("torn\":1}}\n{}\n", good(2)));
    assert_eq!(taken(&mut first, "a", 1), "?");
    let claimed_twice = read(&format!("{}\ntorn\n{}\n", good(1), good(2)));
    assert_eq!(unused(claimed_twice, &|_| false), [(String::new(), 2, 2)]);
    let mut binary = SolutionsReader::new(Alphabet::Lurd);
    binary.feed(b"rR\n\xFF\xFE\nuU");
    let mut solutions = binary.finish().expect("no plan");
    let claims = [1, 2, 3].map(|level| taken(&mut solutions, "a", level));
    assert_eq!(claims, ["rR", "?", "uU"]);
}

#[test]
fn a_plan_is_for_every_level() {
    let mut solutions = read("(move s-1-1 s-2-1 right)\n");
    let claims = solutions.take(&place("a", 7), &any_level());
    assert!(matches!(claims[0].claim, Claim::Moves { .. }), "{claims:?}");
}

#[test]
fn plain_lines_are_in_the_alphabet_that_was_asked_for() {
    let mut reader = SolutionsReader::new(Alphabet::Vi);
    reader.feed(b"lL");
    let mut solutions = reader.finish().expect("no plan");
    let claims = solutions.take(&place("a", 1), &any_level());
    let moves = claims[0].claim.moves().expect("moves").expect("letters");
    assert_eq!(moves.to_string(), "rR");
}

#[test]
fn a_line_without_an_end_is_one_unreadable_line() {
    let mut reader = SolutionsReader::new(Alphabet::Lurd);
    let chunk = vec![0; 1 << 20];
    for _ in 0..100 {
        reader.feed(&chunk);
    }
    assert!(reader.is_finished());
    let mut solutions = reader.finish().expect("no plan");
    let claims = solutions.take(&place("a", 1), &any_level());
    let reason = "it is longer than 64 MiB, and nothing after that was read".to_owned();
    assert_eq!(claims[0].claim, Claim::Unreadable { reason });
}

#[test]
fn names_above_solutions_say_which_level_each_is_for() {
    let text = "; by soko\n; level: soko4-1\nrR\n; level: branch-2/soko4-2\nuU\n; level: won\n";
    let mut solutions = read(text);
    let mut level = any_level();
    let mut taken = |file: &str, title: Option<&str>| {
        level.title = title.map(str::to_owned);
        taken_for(&mut solutions, &place(file, 1), &level)
    };
    assert_eq!(taken("branch-1/soko4-2.lua", None), "");
    assert_eq!(taken("made/branch-2/soko4-2.lua", None), "uU");
    assert_eq!(taken("sokoban.des", Some("soko4-1")), "rR");
    assert_eq!(taken("won.sok", None), "");
    assert_eq!(unused(solutions, &|_| true), []);
    let mut plain = read("; two of them\nrR\n; and\nuU\n");
    assert_eq!(taken_for(&mut plain, &place("a", 1), &any_level()), "rR");
    assert_eq!(taken_for(&mut plain, &place("a", 2), &any_level()), "uU");
}

#[test]
fn lines_with_an_id_find_their_level_under_another_file_name() {
    let other = read_level("######\n#@ $.#\n######\n").expect("a level");
    let [one, two] = [&any_level(), &other].map(|level| {
        let form = sokolab::analysis::CanonicalForm::of_level(level).expect("playable");
        form.id().to_string()
    });
    let line = |place: &str, id: &str, moves: &str| {
        format!("{{{place}\"id\":\"{id}\",\"solution\":\"{moves}\"}}\n")
    };
    let places = ["\"file\":\"old.sok\",\"level\":1,", "\"file\":\"old.sok\",\"level\":2,"];
    for [first, second] in [places, ["", ""]] {
        let text = line(first, &one, "R") + &line(second, &two, "rR");
        let mut solutions = read(&text);
        assert_eq!(taken_for(&mut solutions, &place("new.sok", 1), &other), "rR");
        assert_eq!(taken_for(&mut solutions, &place("new.sok", 2), &any_level()), "R");
        let mut solutions = read(&text);
        assert_eq!(taken_for(&mut solutions, &place("old.sok", 1), &any_level()), "R");
    }
}

#[test]
fn a_solution_may_be_wrapped_over_several_lines() {
    let long = read_level("########\n#@$   .#\n########\n").expect("a level");
    let wrapped = |solutions: &mut Solutions, number, level: &Level| {
        let claims = solutions.take_wrapped(&place("a.sok", number), level);
        claims
            .into_iter()
            .map(|it| it.claim.moves().expect("moves").expect("letters").to_string())
            .collect::<Vec<_>>()
    };
    for text in ["R\nRR\nR\n\nR\n", "R\nRR\nR\nR\n", "\nRRRR\nR\n"] {
        let mut solutions = read(text);
        assert_eq!(wrapped(&mut solutions, 1, &long), ["RRRR"], "{text:?}");
        assert_eq!(wrapped(&mut solutions, 2, &any_level()), ["R"], "{text:?}");
        assert!(unused(solutions, &|_| true).is_empty());
    }
    let mut solutions = read("R\n\nRR\nRR\n");
    solutions.for_selection(2);
    assert_eq!(wrapped(&mut solutions, 2, &long), ["RRRR"], "the second paragraph");
    // What solves nothing is one line.
    let mut solutions = read("RR\nl\n");
    assert_eq!(wrapped(&mut solutions, 1, &long), ["RR"]);
    assert_eq!(wrapped(&mut solutions, 2, &long), ["l"]);
}

#[test]
fn a_line_after_that_of_the_largest_level_number_is_for_no_level() {
    let text = format!("{{\"file\":\"a.sok\",\"level\":{},\"solution\":\"rR\"}}\nuU\n", usize::MAX);
    let mut solutions = read(&text);
    assert_eq!(taken(&mut solutions, "a.sok", 0), "");
    assert_eq!(unused(solutions, &|_| true).len(), 2);
}
