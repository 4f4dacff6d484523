//! Tests of files of solutions.

use sokolab::text::Alphabet;

use super::{Claim, ClaimLine, Solutions, SolutionsReader};
use crate::place::Place;

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

/// The claims for a level in short: moves, `-` for nothing, `?` for an unreadable line.
fn taken(solutions: &mut Solutions, file: &str, level: usize) -> String {
    let short = |it: ClaimLine| match it.claim {
        Claim::Moves { text, .. } => text,
        Claim::Nothing => "-".to_owned(),
        Claim::Unreadable { .. } => "?".to_owned(),
    };
    let claims = solutions.take(&place(file, level));
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
    let claims = solutions.take(&place("a", 7));
    assert!(matches!(claims[0].claim, Claim::Moves { .. }), "{claims:?}");
}

#[test]
fn plain_lines_are_in_the_alphabet_that_was_asked_for() {
    let mut reader = SolutionsReader::new(Alphabet::Vi);
    reader.feed(b"lL");
    let mut solutions = reader.finish().expect("no plan");
    let claims = solutions.take(&place("a", 1));
    let moves = claims[0].claim.moves().expect("moves").expect("letters");
    assert_eq!(moves.to_string(), "rR");
}
