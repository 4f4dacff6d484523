//! Tests of the promises of levels composed of chambers.

use std::ops::ControlFlow;

use sokolab_core::testing::is_slow;
use sokolab_core::text::{
    BranchPlace, Dialect, Format, ReadOptions, Storey, Teleport, WriteOptions, read_text,
    write_level,
};
use sokolab_core::{
    Directions, GoalKind, Ground, LetterCase, Level, Note, Occupant, Picture, Place, Rules, check,
    verify,
};
use sokolab_solver::{Objective, Outcome, Request, solve};

use super::certify::{Need, certify, with_less};
use super::layout::lay_out;
use super::plan::{Part, Planned, choose};
use super::{Chambers, ChambersOptions, Guard, PlanKind, PlanKinds, Symmetry};
use crate::generated_level::GeneratedLevel;
use crate::seed::Chance;
use crate::selection::Selection;
use crate::settings::BadSettings;
use crate::span::Span;
use crate::stream::{StreamRequest, stream};

const RULES: [Rules; 4] =
    [Rules::OFFICIAL, Rules::NETHACK, Rules::NETHACK_GAME, Rules::NETHACK_DIAGONAL];

fn made(settings: &Chambers, count: u64, seed: u64) -> Vec<GeneratedLevel> {
    settings.check().expect("good settings");
    let wish = StreamRequest {
        seed,
        first_index: 1,
        count: Some(count),
        trials_max: 100 * count,
        threads: 1,
        selection: Selection::default(),
    };
    let mut levels = Vec::new();
    let harvest = stream(settings, &wish, &|| true, &mut |made| {
        levels.push(made);
        ControlFlow::Continue(())
    });
    assert!(harvest.is_ok(), "{harvest:?}");
    levels
}

fn is_solvable(level: &Level) -> bool {
    let request = Request { objective: Objective::Pushes, ..Request::new(level) };
    match solve(&request, &mut |_| None).outcome {
        Outcome::Solved { .. } => true,
        Outcome::Unsolvable => false,
        outcome => panic!("undecided: {outcome:?}"),
    }
}

fn drawn(level: &Level) -> String {
    let glyph = |place: &Place| match (place.ground, place.occupant) {
        (_, Occupant::Keeper) => '@',
        (_, Occupant::Box) => '0',
        (Ground::Goal, _) => '^',
        (Ground::Exit, _) => '<',
        (ground, _) if ground.is_solid() => '-',
        _ => '.',
    };
    let rows = level.picture.rows().map(|row| row.iter().map(glyph).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn levels_of_every_rule_set_are_solved_by_their_solutions() {
    let count = if is_slow() { 10_000 } else { 12 };
    for rules in RULES {
        for made in made(&Chambers::new(rules), count, 1) {
            let verdict = verify(&made.level, made.solution.moves(), LetterCase::Strict);
            assert!(verdict.is_ok(), "{rules} {}", made.index);
            let plan = made.level.notes.field("Plan").expect("a plan");
            let says_boulder = plan.contains("boulder") && !plan.contains("box");
            assert_eq!(says_boulder, rules.goal() == GoalKind::Fill, "{plan}");
            let is_proved = |key: &str| made.level.notes.field(key).is_some();
            assert!(is_proved("Storage") || is_proved("Goals"));
            assert!(made.level.picture.width() <= 76 && made.level.picture.height() <= 21);
        }
    }
}

#[test]
fn descriptions_and_the_solver_agree_on_what_is_needed() {
    let mut agreed = 0;
    for rules in RULES {
        let boxes = 2..=3;
        let settings =
            Chambers { boxes, decoy_percent: 0, split_percent: 0, ..Chambers::new(rules) };
        for index in 0..if is_slow() { 2_000 } else { 15 } {
            let mut chance = Chance::new(5, "needs", index);
            let Some(plan) = choose(&settings, &mut chance) else { continue };
            let Some(laid) = lay_out(&plan, &settings.space(), &mut chance) else { continue };
            let Ok(certified) = certify(plan.clone(), laid.clone(), rules, &|| true) else {
                continue;
            };
            let is_storage = |it: &usize| matches!(plan.parts[*it].part, Part::Storage(_));
            for storage in (0..plan.parts.len()).filter(is_storage) {
                let wall = laid.placed[storage].corridor.last().copied();
                let walled = laid.level(&plan, rules, &wall.into_iter().collect::<Vec<_>>());
                let text = drawn(&walled);
                assert!(!is_solvable(&walled), "{rules} {index} {}\n{text}", plan.words());
            }
            assert!(is_solvable(&certified.level));
            agreed += 1;
        }
    }
    assert!(agreed > 20, "{agreed}");
}

#[test]
fn every_plan_makes_levels_with_its_proof() {
    let told = [
        (PlanKind::Lock, "goal lock of", 1, 0),
        (PlanKind::ForkedLock, "with two storages", 2, 0),
        (PlanKind::Hybrid, "that is its own storage", 0, 1),
        (PlanKind::Packing, "boxes must be inside first", 0, 1),
    ];
    for (kind, words, storages, goals) in told {
        let plans = PlanKinds::of(&[kind]);
        let settings = Chambers { plans, boxes: 2..=3, ..Chambers::new(Rules::OFFICIAL) };
        for made in made(&settings, if is_slow() { 1_000 } else { 5 }, 9) {
            let plan = made.level.notes.field("Plan").expect("a plan");
            assert!(plan.contains(words), "{kind}: {plan}");
            let values = |wanted: &str| {
                let notes = made.level.notes.0.iter().filter_map(|it| match it {
                    Note::Field { key, value } if key == wanted => Some(value.clone()),
                    _ => None,
                });
                notes.collect::<Vec<String>>()
            };
            let needed = values("Storage");
            assert_eq!((needed.len(), values("Goals").len()), (storages, goals), "{kind}");
            assert!(needed.iter().all(|it| it.contains("no solution without it")), "{needed:?}");
            let is_whole = |it: &String| it.starts_with("for 1,") || it.contains("nor with one");
            assert!(needed.iter().all(is_whole), "{needed:?}");
        }
    }
}

#[test]
fn stored_boxes_are_as_asked_for_with_every_plan() {
    let official = Chambers::new(Rules::OFFICIAL);
    let with = |kind: PlanKind, boxes, stored| Chambers {
        plans: PlanKinds::of(&[kind]),
        boxes,
        stored: Some(stored),
        ..official.clone()
    };
    for kind in [PlanKind::Lock, PlanKind::ForkedLock, PlanKind::Hybrid] {
        for made in made(&with(kind, 2..=4, 2..=2), 3, 4) {
            let (_, state) = check(&made.level).expect("playable");
            assert_eq!(state.boxes.len(), 2, "{kind}: all boxes are stored");
        }
        let refused = with(kind, 3..=3, 2..=2).check();
        assert!(matches!(refused, Err(BadSettings::Rules(_))), "{kind}: {refused:?}");
        let refused = Chambers { rules: Rules::NETHACK, ..with(kind, 2..=3, 2..=3) }.check();
        assert!(matches!(refused, Err(BadSettings::Rules(_))), "{kind}: {refused:?}");
    }
    assert!(with(PlanKind::Packing, 3..=3, 2..=2).check().is_ok());
    assert!(with(PlanKind::Packing, 2..=2, 2..=2).check().is_err());
    assert!(with(PlanKind::Row, 2..=2, 5..=5).check().is_err());
}

/// The settings for a plan, or why there are none.
fn asked(kind: PlanKind, options: &ChambersOptions) -> Result<Chambers, String> {
    let (rules, plan) = (Some(Rules::OFFICIAL), Some(PlanKinds::of(&[kind])));
    let options = ChambersOptions { rules, plan, ..options.clone() };
    options.recipe().map_err(|error| error.to_string())
}

#[test]
fn every_plan_has_the_boxes_and_storages_asked_for_or_says_why_not() {
    let mut made_with = 0;
    for kind in PlanKind::ALL {
        for (boxes, stored) in (1..=7).flat_map(|boxes| (1..=7).map(move |it| (boxes, it))) {
            let span = |number: usize| Some(Span::One(number));
            let options =
                ChambersOptions { boxes: span(boxes), stored: span(stored), ..Default::default() };
            let settings = match asked(kind, &options) {
                Ok(settings) => settings,
                Err(error) => {
                    assert!(error.contains("store"), "{kind} {boxes} {stored}: {error}");
                    continue;
                }
            };
            let plan = choose(&settings, &mut Chance::new(3, "plans", (8 * boxes + stored) as u64));
            let Some(plan) = plan else { continue };
            let goals: u32 = plan.parts.iter().map(|it| it.shape.goals().count_ones()).sum();
            assert_eq!(goals as usize, boxes, "{kind}");
            let kept: usize = plan.parts.iter().map(|it| stored_by(it.part)).sum();
            assert_eq!(kept, stored, "{kind} {boxes} {stored}: {}", plan.words());
            made_with += 1;
        }
        let decoys = ChambersOptions { decoys: Some(50), ..Default::default() };
        assert_eq!(asked(kind, &decoys).is_ok(), kind == PlanKind::Row);
    }
    assert!(made_with > 25, "{made_with}");
}

/// How many boxes a part stores.
fn stored_by(part: Part) -> usize {
    match part {
        Part::Storage(capacity) => capacity,
        Part::GoalChamber { inside, .. } => inside,
        _ => 0,
    }
}

#[test]
fn more_boxes_than_holes_are_there_on_request() {
    let settings = Chambers { spare: 1, boxes: 2..=2, ..Chambers::new(Rules::NETHACK) };
    for made in made(&settings, 3, 2) {
        let count = |is_one: fn(&Place) -> bool| {
            made.level.picture.places().iter().filter(|it| is_one(it)).count()
        };
        assert_eq!(count(|it| it.occupant == Occupant::Box), 3);
        assert_eq!(count(|it| it.ground == Ground::Goal), 2);
    }
}

#[test]
fn whoever_flies_does_not_reach_a_guarded_exit() {
    let settings =
        Chambers { guard: Guard::Levitation, boxes: 3..=3, ..Chambers::new(Rules::NETHACK) };
    for made in made(&settings, 3, 3) {
        let (board, state) = check(&made.level).expect("playable");
        let exit = board.exits().first().expect("an exit");
        let beside = board.rules().steps().list().iter();
        let mut beside = beside.filter_map(|&it| board.neighbour(exit, it));
        let hole = beside.next().expect("a hole before the exit");
        assert!(board.goals().contains(hole));
        let before = board.rules().steps().list().iter();
        let mut before = before.filter_map(|&it| board.neighbour(hole, it));
        assert!(before.any(|it| state.boxes.contains(it)), "{}", made.index);
    }
}

#[test]
fn a_plan_accounts_for_every_box() {
    let boxes = 2..=4;
    for guard in [Guard::None, Guard::Levitation] {
        let settings = Chambers { guard, boxes: boxes.clone(), ..Chambers::new(Rules::NETHACK) };
        for made in made(&settings, 8, 7) {
            let (_, state) = check(&made.level).expect("playable");
            let plan = made.level.notes.field("Plan").expect("a plan");
            let told = plan.split("; ").map(boxes_in).sum::<usize>();
            assert_eq!(told, state.boxes.len(), "{plan}");
        }
    }
}

/// Number of initial boxes in the part that these words describe.
fn boxes_in(words: &str) -> usize {
    let first = |text: &str| text.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0);
    match words.strip_prefix("feed of ") {
        Some(rest) => first(rest),
        None if words.contains(" that demand") => first(words),
        None => usize::from(words.contains("on guard")),
    }
}

#[test]
fn diagonal_levels_have_no_diagonal_chokepoints() {
    for made in made(&Chambers::new(Rules::NETHACK_DIAGONAL), 10, 4) {
        assert_eq!(made.level.rules.pushes(), Directions::Eight);
        let picture = &made.level.picture;
        let is_open = |x, y| !picture.at(x, y).ground.is_solid();
        for y in 1..picture.height() {
            for x in 1..picture.width() {
                let [a, b] = [is_open(x - 1, y - 1), is_open(x, y)];
                let [c, d] = [is_open(x, y - 1), is_open(x - 1, y)];
                let is_tight = (a && b && !c && !d) || (c && d && !a && !b);
                assert!(!is_tight, "{}", made.index);
            }
        }
    }
}

/// The notes of a level about its storages.
fn storages(level: &Level) -> Vec<String> {
    let value = |note: &Note| match note {
        Note::Field { key, value } if key == "Storage" => Some(value.clone()),
        _ => None,
    };
    level.notes.0.iter().filter_map(value).collect()
}

#[test]
fn three_boxes_must_be_stored_at_once_where_that_is_asked_for() {
    let settings = Chambers { stored: Some(3..=3), boxes: 3..=4, ..Chambers::new(Rules::NETHACK) };
    let count = if is_slow() { 200 } else { 5 };
    let is_whole = |it: &String| it.starts_with("for 3,") && it.ends_with("nor with one for 2");
    let is_split = |level: &Level| storages(level).len() > 1;
    let made = made(&settings, count, 5);
    let is_kept =
        |it: &&GeneratedLevel| is_split(&it.level) || storages(&it.level).iter().any(is_whole);
    let kept = made.iter().filter(is_kept).count() as u64;
    assert!(10 * kept >= 9 * count, "{kept} of {count}");
}

#[test]
fn a_central_chamber_and_one_behind_it_force_three_boxes_into_storage() {
    let base = Chambers { decoy_percent: 0, split_percent: 0, ..Chambers::new(Rules::NETHACK) };
    let settings = Chambers { stored: Some(3..=3), boxes: 3..=3, ..base };
    let is_central = |it: &Planned| matches!(it.part, Part::Directed { requirement: 2, .. });
    let mut proved = 0;
    for index in 0..60 {
        let mut chance = Chance::new(7, "central", index);
        let Some(plan) = choose(&settings, &mut chance) else { continue };
        if !plan.parts.iter().any(is_central) {
            continue;
        }
        let Some(laid) = lay_out(&plan, &settings.space(), &mut chance) else { continue };
        let Ok(certified) = certify(plan.clone(), laid.clone(), Rules::NETHACK, &|| true) else {
            continue;
        };
        let [proof] = certified.storages[..] else { panic!("one storage") };
        assert_eq!((proof.capacity, proof.need), (3, Need::Whole), "{index}");
        // An exhaustive search confirms what descriptions prove.
        let at = plan.parts.iter().position(|it| it.is_whole).expect("proved by descriptions");
        let less = with_less(&plan, &laid, at, 2, Rules::NETHACK).expect("a storage for two");
        let mut smaller = plan.clone();
        smaller.parts[at].shape = less.0;
        assert!(is_solvable(&certified.level));
        let level = less.1.level(&smaller, Rules::NETHACK, &[]);
        assert!(!is_solvable(&level), "{index}\n{}", drawn(&level));
        proved += 1;
        if proved == if is_slow() { 20 } else { 2 } {
            return;
        }
    }
    panic!("only {proved} levels with a central chamber");
}

#[test]
fn two_storages_may_hide_how_many_boxes_each_must_take() {
    let base = Chambers { decoy_percent: 0, ..Chambers::new(Rules::NETHACK) };
    let settings = Chambers { split_percent: 100, stored: Some(2..=2), boxes: 2..=3, ..base };
    for made in made(&settings, 3, 9) {
        let found = storages(&made.level);
        assert_eq!(found.len(), 2, "{}", drawn(&made.level));
        assert!(found.iter().all(|it| it.contains("no solution without it")), "{found:?}");
    }
}

#[test]
fn three_storages_are_needed_where_they_are_asked_for() {
    let count = if is_slow() { 100 } else { 2 };
    for rules in [Rules::NETHACK, Rules::NETHACK_DIAGONAL, Rules::OFFICIAL] {
        let base = Chambers { decoy_percent: 0, bend_percent: 0, ..Chambers::new(rules) };
        let settings = Chambers { storages: Some(3..=3), boxes: 3..=3, ..base };
        let mut proved = 0;
        for index in 0..100 * count {
            let mut chance = Chance::new(8, "storages", index);
            let Some(plan) = choose(&settings, &mut chance) else { continue };
            let Some(laid) = lay_out(&plan, &settings.space(), &mut chance) else { continue };
            let Ok(certified) = certify(plan.clone(), laid.clone(), rules, &|| true) else {
                continue;
            };
            assert_eq!(certified.storages.len(), 3);
            assert!(certified.storages.iter().all(|it| it.need == Need::Whole));
            let storages =
                (0..plan.parts.len()).filter(|&it| matches!(plan.parts[it].part, Part::Storage(_)));
            for at in storages {
                let walls: Vec<_> = laid.placed[at].corridor.last().copied().into_iter().collect();
                let walled = laid.level(&plan, rules, &walls);
                assert!(!is_solvable(&walled), "{rules} {index}\n{}", drawn(&walled));
            }
            proved += 1;
            if proved == count {
                break;
            }
        }
        assert_eq!(proved, count, "{rules}");
    }
}

#[test]
fn symmetric_levels_are_their_own_mirror_images() {
    for rules in [Rules::NETHACK, Rules::OFFICIAL] {
        let symmetry = Symmetry::Mirror;
        let settings = Chambers { symmetry, boxes: 2..=3, ..Chambers::new(rules) };
        for made in made(&settings, 3, 6) {
            let picture = &made.level.picture;
            let (width, height) = (picture.width(), picture.height());
            let is_open = |x: usize, y: usize| !picture.at(x, y).ground.is_solid();
            let mut places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let across = places.clone().all(|(x, y)| is_open(x, y) == is_open(width - 1 - x, y));
            let along = places.all(|(x, y)| is_open(x, y) == is_open(x, height - 1 - y));
            assert!(across || along, "{}", drawn(&made.level));
        }
    }
}

#[test]
fn what_is_written_for_the_game_is_read_as_the_same_puzzle() {
    let dialects = [Dialect::Des343, Dialect::Des4, Dialect::Des36, Dialect::Lua37];
    let guard = Guard::Levitation;
    let settings = Chambers { guard, ..Chambers::new(Rules::NETHACK_GAME) };
    for (made, dialect) in made(&settings, 4, 7).into_iter().zip(dialects) {
        for storey in Storey::ALL {
            let branch = Some(BranchPlace { storey, variant: 1, teleport: Teleport::Region });
            let is_lua = dialect == Dialect::Lua37;
            let format = if is_lua { Format::NethackLua } else { Format::NethackDes };
            let dialect = Some(dialect);
            let options = WriteOptions { branch, dialect, ..WriteOptions::new(format) };
            let mut text = String::new();
            let written = write_level(&made.labelled(), 1, &options, &mut text);
            if storey == Storey::Prize && written.is_err() {
                // Not every level leaves space for the rooms of the prize.
                continue;
            }
            written.expect("written");
            let read = read_text(text.as_bytes(), ReadOptions::default()).levels.swap_remove(0);
            let read = read.with_rules(Rules::NETHACK_GAME);
            assert!(verify(&read, made.solution.moves(), LetterCase::Strict).is_ok(), "{text}");
            if storey != Storey::Prize {
                let (board, state) = check(&read).expect("playable");
                assert_eq!(Picture::of_puzzle(&board, &state), made.level.picture, "{text}");
            }
        }
    }
}

#[test]
fn settings_from_which_nothing_can_come_are_refused() {
    let base = Chambers::new(Rules::OFFICIAL);
    let is_bad = |settings: Chambers| settings.check().is_err();
    assert!(is_bad(Chambers::new(Rules::SINK)));
    assert!(is_bad(Chambers { spare: 1, ..base.clone() }));
    assert!(is_bad(Chambers { boxes: 0..=2, ..base.clone() }));
    assert!(is_bad(Chambers { stored: Some(7..=9), ..base.clone() }));
    assert!(is_bad(Chambers { storages: Some(0..=1), ..base.clone() }));
    assert!(is_bad(Chambers { storages: Some(4..=4), boxes: 2..=3, ..base.clone() }));
    assert!(is_bad(Chambers { width_max: 4, ..base.clone() }));
    let guarded = Chambers { guard: Guard::Levitation, ..base.clone() };
    let why = "only holes need a guard against levitation";
    assert_eq!(guarded.check(), Err(BadSettings::Rules(why)));
    assert_eq!(base.check(), Ok(()));
    let diagonal = Chambers { stored: Some(3..=3), ..Chambers::new(Rules::NETHACK_DIAGONAL) };
    assert!(is_bad(diagonal.clone()));
    assert_eq!(Chambers { storages: Some(2..=2), ..diagonal }.check(), Ok(()));
}
