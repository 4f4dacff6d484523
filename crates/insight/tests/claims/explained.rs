//! Sentences about chambers, and the plan of a solution: forced pushes and decisive moments.

use sokolab_core::testing::Chance;
use sokolab_core::{Push, Rules, Square, State};
use sokolab_insight::explain::{
    ChamberNote, Explanation, Role, SolutionKnowledge, SolutionPlan, explain,
};
use sokolab_insight::rating::RatingLimits;

use crate::explored_level::{ExploredLevel, Refuted, between, in_official_words, number};

#[test]
fn sentences_about_chambers_hold_in_every_play() {
    let (mut checked, mut hands, mut shown) = ([0; CHECKS.len()], 0, 0);
    let mut refuted = Refuted::default();
    for rules in Rules::ALL {
        for explored in ExploredLevel::some(rules, 250) {
            let (explained, passed) = explained(&explored, &mut Chance::new(1), 0);
            let all = &explained.chambers;
            for note in all {
                for sentence in &note.sentences {
                    shown += usize::from(
                        refuted.unless(|| in_solution(&explored, note, sentence, &passed)),
                    );
                    hands += usize::from(refuted.unless(|| hand_over(&explored, all, sentence)));
                    for (count, (_, check)) in checked.iter_mut().zip(CHECKS) {
                        *count += usize::from(refuted.unless(|| check(&explored, note, sentence)));
                    }
                }
            }
        }
    }
    refuted.none();
    println!("{checked:?} {hands} {shown}");
    let names = CHECKS.iter().map(|it| it.0).zip(checked);
    let missed: Vec<_> = names.filter(|it| it.1 == 0).collect();
    // Some sentences are rare among so few levels; most must have been checked.
    assert!(missed.len() <= 3 && hands > 0, "never said: {missed:?}, {hands}");
    assert!(shown > 5, "{shown} sentences about the solution");
}

#[test]
fn plans_call_forced_what_no_solution_avoids() {
    let mut chance = Chance::new(7);
    let (mut forced, mut decisive) = (0, 0);
    let mut refuted = Refuted::default();
    for rules in Rules::ALL {
        for explored in ExploredLevel::some(rules, 150) {
            for idle in [0, 3, 10] {
                let (explained, made) = explained(&explored, &mut chance, idle);
                let plan = explained.plan.expect("a solution was given");
                forced += refuted.unless(|| check_forced(&explored, &plan, &made));
                let is_said = refuted.unless(|| check_decisive(&explored, &plan, &made));
                decisive += usize::from(is_said);
            }
        }
    }
    refuted.none();
    assert!(forced > 100 && decisive > 100, "{forced}, {decisive}");
}

/// The explanation of a solution with pointless pushes at first, and the states it passes.
fn explained(
    explored: &ExploredLevel,
    chance: &mut Chance,
    idle: usize,
) -> (Explanation, Vec<usize>) {
    let solution = explored.wasteful(chance, idle);
    let limits = RatingLimits::DEFAULT;
    let explained =
        explain(&explored.level, SolutionKnowledge::Solution(&solution), &limits, &mut |_| None);
    let mut session = sokolab_core::Session::new(&explored.level).expect("playable");
    let mut passed = vec![0];
    for it in solution.moves().as_slice() {
        session.play(it.direction).expect("legal");
        if it.kind == sokolab_core::MoveKind::Push {
            let found = explored.all.find(&explored.board, session.state());
            passed.push(found.expect("the level can come to it"));
        }
    }
    (in_official_words(explained.expect("playable")), passed)
}

fn check_forced(explored: &ExploredLevel, plan: &SolutionPlan, passed: &[usize]) -> usize {
    let mut pushes: Vec<usize> = plan.forced.iter().flat_map(|&(a, b)| a..=b).collect();
    pushes.extend(1..=plan.prelude.unwrap_or(0));
    let details = plan.steps.iter().flat_map(|it| &it.details).flat_map(|it| &it.forced);
    pushes.extend(details.flat_map(|&(first, last)| first..=last));
    for &push in &pushes {
        assert!(!explored.can_avoid(passed[push]), "push {push}, {passed:?}\n{}", explored.drawn());
    }
    check_sentences(explored, plan, passed);
    pushes.len()
}

/// "Every push but the last is forced", "no solution avoids the positions after pushes 5 to 6".
fn check_sentences(explored: &ExploredLevel, plan: &SolutionPlan, passed: &[usize]) {
    let end = passed.len() - 1;
    for it in plan.turning_points() {
        let text = it.sentence.as_str();
        let claimed: Vec<usize> =
            if text.starts_with("Every push is") || text.starts_with("The only push is") {
                (1..=end).collect()
            } else if text.starts_with("Every push but the last is") {
                (1..end).collect()
            } else if text.starts_with("Prelude: the first push is") {
                vec![1]
            } else if let Some(count) = between(text, "Prelude: the first ", " pushes are forced") {
                (1..=number(count)).collect()
            } else if let Some(list) = between(text, "positions after push", ".") {
                let list = list.trim_start_matches("es").trim().replace(" and ", ", ");
                let range = |it: &str| {
                    let (first, last) = it.split_once(" to ").unwrap_or((it, it));
                    number(first)..=number(last)
                };
                list.split(", ").flat_map(range).collect()
            } else {
                continue;
            };
        let avoided: Vec<&usize> =
            claimed.iter().filter(|it| explored.can_avoid(passed[**it])).collect();
        assert!(avoided.is_empty(), "{text}: {avoided:?}, {passed:?}\n{}", explored.drawn());
    }
}

/// "Before push 7, two of five pushes lose the level."
fn check_decisive(explored: &ExploredLevel, plan: &SolutionPlan, passed: &[usize]) -> bool {
    let Some(it) = &plan.decisive else { return false };
    let at = passed[it.push - 1];
    let after = explored.all.after(at);
    let lost = after.iter().filter(|it| explored.pushes[it.1].is_none()).count();
    let all = after.len();
    let place = format!("{}\n{}\n{passed:?}", it.sentence, explored.drawn());
    assert!(it.sentence.starts_with(&format!("Before push {}, ", it.push)), "{place}");
    let (said_lost, said_all) = if let Some(count) = between(&it.sentence, ", ", " can be made") {
        let all = number(count.split(' ').next().expect("a number"));
        (all - 1, all)
    } else {
        let text = between(&it.sentence, ", ", " the level").expect("what loses");
        let mut words = text.split(' ');
        let lost = number(words.next().expect("a number"));
        (lost, number(words.nth(1).expect("a number")))
    };
    assert_eq!((said_lost, said_all), (lost, all), "{place}");
    let from = explored.square(between(&it.sentence, "the box on ", " ").expect("a box"));
    let next = passed[it.push];
    assert!(after.iter().any(|it| it.0.from == from && it.1 == next), "{place}");
    true
}

/// A check of one kind of sentence; returns whether the sentence was of that kind.
type Check = fn(&ExploredLevel, &ChamberNote, &str) -> bool;
const CHECKS: [(&str, Check); 11] = [
    ("stores nothing", stores_nothing),
    ("needed", needed),
    ("not needed", not_needed),
    ("early", early),
    ("have to leave", have_to_leave),
    ("have to go", have_to_go),
    ("order", order),
    ("first goals", first_goals),
    ("only way out", only_way_out),
    ("barred", barred),
    ("far end", far_end),
];

fn is_in(note: &ChamberNote, square: Square) -> bool {
    note.squares.contains(&square)
}

/// Whether a push moves a box out of a chamber.
fn leaves(explored: &ExploredLevel, note: &ChamberNote, push: Push) -> bool {
    let to = explored.board.neighbour(push.from, push.direction);
    is_in(note, push.from) && !to.is_some_and(|it| is_in(note, it))
}

fn refuted(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> String {
    format!("{}: {sentence}\n{}", note.name, explored.drawn())
}

fn stores_nothing(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    if !sentence.contains("never comes out again") {
        return false;
    }
    for at in 0..explored.all.states().len() {
        let mut after = explored.all.after(at).iter();
        assert!(
            after.all(|it| !leaves(explored, note, it.0)),
            "{}",
            refuted(explored, note, sentence)
        );
    }
    true
}

fn peak(explored: &ExploredLevel, note: &ChamberNote) -> usize {
    let peak = explored.all.least_peak(|state| ExploredLevel::boxes_on(state, &note.squares));
    peak.expect("a level with a solution")
}

fn needed(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let count = match sentence {
        _ if sentence.starts_with("It is needed") => 1,
        _ if sentence.contains("very solution has ") => {
            let rest = between(sentence, "very solution has ", " in here").expect("a count");
            number(rest.split(' ').next().expect("a number"))
        }
        _ => return false,
    };
    assert_eq!(count, peak(explored, note), "{}", refuted(explored, note, sentence));
    let is_storage = note.role == Role::Storage;
    assert_eq!(note.needed, is_storage.then_some(count));
    true
}

fn not_needed(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    if !sentence.starts_with("Nothing need be put here") {
        return false;
    }
    assert_eq!(peak(explored, note), 0, "{}", refuted(explored, note, sentence));
    true
}

/// The least peak of boxes in the chamber before a box first reaches a goal.
fn peak_before_home(explored: &ExploredLevel, note: &ChamberNote) -> usize {
    let states = explored.all.states();
    let comes_home = |push: Push| {
        let to = explored.board.neighbour(push.from, push.direction);
        to.is_some_and(|it| explored.board.goals().contains(it))
    };
    let counts: Vec<usize> =
        states.iter().map(|it| ExploredLevel::boxes_on(it, &note.squares)).collect();
    for peak in counts[0].. {
        let mut seen = vec![false; states.len()];
        let mut pending = vec![0];
        while let Some(at) = pending.pop() {
            for &(push, to) in explored.all.after(at) {
                if explored.pushes[to].is_none() {
                    continue;
                }
                if comes_home(push) {
                    return peak;
                }
                if counts[to] <= peak && !std::mem::replace(&mut seen[to], true) {
                    pending.push(to);
                }
            }
        }
        assert!(peak <= 10, "no box ever comes home");
    }
    0
}

fn early(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    if !sentence.contains(", before the first box goes home") {
        return false;
    }
    let least = peak_before_home(explored, note);
    assert!(least >= peak(explored, note), "{}", refuted(explored, note, sentence));
    true
}

fn won(explored: &ExploredLevel) -> impl Iterator<Item = &State> {
    let states = explored.all.states().iter().enumerate();
    states.filter(|(number, _)| explored.all.is_won(*number)).map(|it| it.1)
}

/// "In the solution below boxes only pass through", "it holds up to two boxes at a time".
fn in_solution(
    explored: &ExploredLevel,
    note: &ChamberNote,
    sentence: &str,
    passed: &[usize],
) -> bool {
    let most = if sentence.starts_with("The solution below leaves it empty") {
        Some(0)
    } else if sentence.starts_with("In the solution below one box waits here") {
        Some(1)
    } else if let Some(count) = between(sentence, "the solution below it holds ", " at a time") {
        let count = count.trim_start_matches("up to ").split(' ').next();
        Some(number(count.expect("a number")))
    } else if sentence.starts_with("In the solution below boxes only pass through") {
        None
    } else {
        return false;
    };
    let states: Vec<&State> = passed.iter().map(|&it| &explored.all.states()[it]).collect();
    let counts = states.iter().map(|it| ExploredLevel::boxes_on(it, &note.squares));
    let peak = counts.max().expect("the start");
    let place = || format!("{}, {passed:?}", refuted(explored, note, sentence));
    let Some(most) = most else {
        assert_eq!(peak, 1, "{}", place());
        let mut door = None;
        for pair in states.windows(2) {
            let [from, to] = [(0, 1), (1, 0)]
                .map(|(one, two)| pair[one].boxes.difference(&pair[two].boxes).iter().next());
            let (from, was_here) =
                (from.expect("a push"), ExploredLevel::boxes_on(pair[0], &note.squares));
            assert!(was_here == 0 || is_in(note, from), "{}", place());
            let to = to.filter(|&it| is_in(note, it) != is_in(note, from));
            match to {
                Some(to) if is_in(note, from) => assert_ne!(door, Some(to), "{}", place()),
                Some(_) => door = Some(from),
                None => {}
            }
        }
        return true;
    };
    assert_eq!(peak, most, "{}", place());
    true
}

fn have_to_leave(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let all = ["it has to leave", "both have to leave", "all of them have to leave"];
    if note.role != Role::Feed || !all.iter().any(|it| sentence.contains(it)) {
        return false;
    }
    for state in won(explored) {
        let left = ExploredLevel::boxes_on(state, &note.squares);
        assert_eq!(left, 0, "{}", refuted(explored, note, sentence));
    }
    true
}

fn have_to_go(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let is_all = sentence.contains("where all boxes have to go");
    let is_some = sentence.contains("have to go") || sentence.contains("a box has to go");
    if !is_all && !is_some {
        return false;
    }
    let goals: Vec<Square> =
        note.squares.iter().copied().filter(|&it| explored.board.goals().contains(it)).collect();
    if explored.board.rules().goal() == sokolab_core::GoalKind::Sink {
        return false;
    }
    for state in won(explored) {
        let is_filled = |&&it: &&Square| state.boxes.contains(it) || state.filled.contains(it);
        let is_met = goals.iter().filter(is_filled).count() == goals.len();
        assert!(is_met || is_all, "{}", refuted(explored, note, sentence));
        let left = state.boxes.iter().filter(|&it| !goals.contains(&it)).count();
        assert!(!is_all || left == 0, "{}", refuted(explored, note, sentence));
    }
    true
}

fn order(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let Some(list) = between(sentence, "They can be filled in one order only: ", ".") else {
        return false;
    };
    let goals = explored.squares(list);
    for (at, &late) in goals.iter().enumerate() {
        for &soon in &goals[..at] {
            assert!(
                !explored.can_fill_before(late, &[soon]),
                "{}",
                refuted(explored, note, sentence)
            );
        }
    }
    true
}

fn first_goals(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let goals: Vec<Square> =
        note.squares.iter().copied().filter(|&it| explored.board.goals().contains(it)).collect();
    let last = if let Some(list) = between(sentence, "Do not begin with ", ":") {
        explored.squares(list)
    } else if let Some(list) = between(sentence, "Begin with ", ":") {
        let first = explored.squares(list);
        goals.iter().copied().filter(|it| !first.contains(it)).collect()
    } else {
        return false;
    };
    for goal in last {
        let others: Vec<Square> = goals.iter().copied().filter(|&it| it != goal).collect();
        assert!(!explored.can_fill_before(goal, &others), "{}", refuted(explored, note, sentence));
    }
    true
}

/// "All two can leave to the left only": until a box comes in, none leaves the other way without
/// losing the level.
fn only_way_out(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let starts = ["It can leave ", "Both can leave ", "All "];
    if !starts.iter().any(|it| sentence.starts_with(it)) || !sentence.ends_with(" only.") {
        return false;
    }
    let side = |push: Push| match (push.direction.dx(), push.direction.dy()) {
        (..=-1, _) => "to the left",
        (1.., _) => "to the right",
        (_, ..=-1) => "at the top",
        _ => "at the bottom",
    };
    let mut seen = vec![false; explored.all.states().len()];
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        for &(push, to) in explored.all.after(at) {
            let comes_to = explored.board.neighbour(push.from, push.direction);
            let enters = !is_in(note, push.from) && comes_to.is_some_and(|it| is_in(note, it));
            if explored.pushes[to].is_none() || enters {
                continue;
            }
            if leaves(explored, note, push) {
                assert!(sentence.contains(side(push)), "{}", refuted(explored, note, sentence));
            }
            if !std::mem::replace(&mut seen[to], true) {
                pending.push(to);
            }
        }
    }
    true
}

/// "Two boxes in it bar the keeper's way": with that many boxes in it, the keeper never reaches
/// both sides as long as no box is lost.
fn barred(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    let count = match sentence {
        "A box left in it bars the keeper's way." => 1,
        _ => match between(sentence, "", " in it bar the keeper's way.") {
            Some(count) => number(count.split(' ').next().expect("a number")),
            None => return false,
        },
    };
    let sides = sides(explored, note);
    for (number, state) in explored.all.states().iter().enumerate() {
        if explored.pushes[number].is_none()
            || ExploredLevel::boxes_on(state, &note.squares) != count
        {
            continue;
        }
        let region = sokolab_core::region(&explored.board, state);
        let mut reached: Vec<usize> = region.iter().filter_map(|it| sides[it.index()]).collect();
        reached.sort_unstable();
        reached.dedup();
        assert!(reached.len() < 2, "{}", refuted(explored, note, sentence));
    }
    true
}

/// The connected parts of the floor without a chamber, by square.
fn sides(explored: &ExploredLevel, note: &ChamberNote) -> Vec<Option<usize>> {
    let mut sides = vec![None; explored.board.square_count()];
    let outside = explored.board.squares().filter(|&it| !is_in(note, it));
    for (side, first) in outside.enumerate() {
        let mut pending = vec![first];
        while let Some(square) = pending.pop() {
            if is_in(note, square) || sides[square.index()].is_some() {
                continue;
            }
            sides[square.index()] = Some(side);
            let ways = explored.board.rules().steps().list().iter();
            pending.extend(ways.filter_map(|&way| explored.board.neighbour(square, way)));
        }
    }
    sides
}

/// "The far end is filled first": no other goal of the row gets its final box before.
fn far_end(explored: &ExploredLevel, note: &ChamberNote, sentence: &str) -> bool {
    if sentence != "The far end is filled first." {
        return false;
    }
    let is_door = |&&square: &&Square| {
        let ways = sokolab_core::Direction::ORTHOGONAL.into_iter();
        { ways }.any(|way| explored.board.neighbour(square, way).is_some_and(|it| !is_in(note, it)))
    };
    let door = note.squares.iter().find(is_door).expect("a door");
    let (x, y) = explored.board.position(*door);
    let apart = |square: &Square| {
        let (other_x, other_y) = explored.board.position(*square);
        x.abs_diff(other_x) + y.abs_diff(other_y)
    };
    let goals = note.squares.iter().copied().filter(|&it| explored.board.goals().contains(it));
    let far = goals.clone().max_by_key(apart).expect("goals");
    for goal in goals.filter(|&it| it != far) {
        assert!(!explored.can_fill_before(goal, &[far]), "{}", refuted(explored, note, sentence));
    }
    true
}

/// "The chamber must hand two boxes over to the left chamber before the first box goes home."
fn hand_over(explored: &ExploredLevel, all: &[ChamberNote], sentence: &str) -> bool {
    let Some((count, name)) = between(sentence, "The chamber must hand ", " before the first box")
        .and_then(|it| it.split_once(" over to "))
    else {
        return false;
    };
    let count = number(count.split(' ').next().expect("a number"));
    let store = all.iter().find(|it| it.name == name).expect("a chamber of that name");
    assert!(peak_before_home(explored, store) >= count, "{}", refuted(explored, store, sentence));
    true
}
