//! How a level is drawn changes nothing: in any frame, every method gives the same answer after the
//! same work.

use sokolab_core::testing::{Chance, is_slow, random_level};
use sokolab_core::{
    Edge, Ground, LetterCase, Level, Picture, Place, Rules, check, read_level, verify,
};
use sokolab_solver::{
    Budget, ImprovementRequest, Method, Objective, Outcome, Report, Request, optimise, solve,
};

/// A change to the frame of a picture.
#[derive(Clone, Copy, Debug)]
enum Framing {
    /// Rock to the left and above, as in an indented level.
    Indented,
    /// Extra walls on all sides.
    Thick,
    /// Rock to the right and below.
    Trailing,
    /// Floor that nobody can reach.
    SealedFloor,
    /// A box on a goal in a closed cell.
    SealedBox,
    /// All of these.
    Everything,
}

const FRAMINGS: [Framing; 6] = [
    Framing::Indented,
    Framing::Thick,
    Framing::Trailing,
    Framing::SealedFloor,
    Framing::SealedBox,
    Framing::Everything,
];

/// A picture inside a larger one.
fn inside(picture: &Picture, margins: [usize; 4], around: Ground) -> Picture {
    let [left, top, right, bottom] = margins;
    let width = picture.width() + left + right;
    let height = picture.height() + top + bottom;
    let mut result = Picture::new(width, vec![Place::bare(around); width * height], Edge::Solid);
    for y in 0..picture.height() {
        for x in 0..picture.width() {
            result.put(x + left, y + top, picture.at(x, y));
        }
    }
    result
}

fn framed(level: &Level, framing: Framing) -> Level {
    let picture = &level.picture;
    let sealed = |margins: [usize; 4], place: Place| {
        let mut result = inside(picture, margins, Ground::Wall);
        result.put(1, 1, place);
        result
    };
    let (floor, boxed) = (Place::bare(Ground::Floor), Place::with_box(Ground::Goal));
    let picture = match framing {
        Framing::Indented => inside(picture, [3, 2, 0, 0], Ground::Rock),
        Framing::Thick => inside(picture, [1, 1, 1, 1], Ground::Wall),
        Framing::Trailing => inside(picture, [0, 0, 4, 2], Ground::Rock),
        Framing::SealedFloor => sealed([2, 0, 0, 0], floor),
        Framing::SealedBox => sealed([0, 2, 0, 0], boxed),
        Framing::Everything => inside(&sealed([2, 2, 1, 1], boxed), [3, 1, 2, 2], Ground::Rock),
    };
    Level { picture, ..level.clone() }
}

/// Whether a closed box on a goal changes nothing; under other rules than the official ones it
/// does.
fn is_decoration(framing: Framing, rules: Rules) -> bool {
    !matches!(framing, Framing::SealedBox | Framing::Everything) || rules == Rules::OFFICIAL
}

/// The result of a search, and what it cost.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    outcome: String,
    method: Method,
    nodes: u64,
    lemma_nodes: u64,
    lower_bound: u64,
}

fn answer(level: &Level, method: Method, objective: Objective) -> Answer {
    let budget = Budget::of_nodes(3_000);
    let mut request = Request { method, objective, budget, ..Request::new(level) };
    request.constraint.horizon = Some(12);
    let Report { outcome, method, nodes, lemma_nodes, lower_bound, .. } =
        solve(&request, &mut |_| None);
    let outcome = match outcome {
        Outcome::Solved { solution, optimal, stopped } => {
            let replayed = verify(level, solution.moves(), LetterCase::Strict);
            assert!(replayed.is_ok(), "it replays on the level as read");
            format!("{} {optimal} {stopped:?}", solution.moves())
        }
        other => format!("{other:?}"),
    };
    Answer { outcome, method, nodes, lemma_nodes, lower_bound }
}

/// Levels that once failed: their goals lie behind one door, and their frame is not tight.
fn storerooms() -> Vec<Level> {
    let pictures = [
        "########\n########\n##@ $ .#\n########\n",
        "   ########\n   #@ $ .#\n   ########\n",
        "#########\n#  ######\n#########\n##@ $ . #\n#########\n",
        "#########\n#*#######\n#########\n##@ $ . #\n#########\n",
        "  ##########\n  #   ##   #\n  # $    ..#\n  # $@##   #\n  #   ##   #\n  ##########\n",
    ];
    pictures.map(|it| read_level(it).expect("a level")).into()
}

#[test]
fn issue_16_levels_whose_goals_lie_behind_a_door_are_solved_in_any_frame() {
    for level in storerooms() {
        for method in [Method::Auto, Method::GoalPushing, Method::Chambers] {
            for threads in [1, 2] {
                let request = Request { method, threads, ..Request::new(&level) };
                let report = solve(&request, &mut |_| None);
                assert!(matches!(report.outcome, Outcome::Solved { .. }), "{:?}", report.outcome);
                assert!(report.errors.is_empty(), "{:?}", report.errors);
            }
        }
    }
}

/// Random playable levels inside 6 × 6.
fn odd_levels(rules: Rules, count: usize) -> impl Iterator<Item = Level> {
    let mut chance = Chance::new(0x0F2A_3E00 + rules.name().len() as u64);
    std::iter::from_fn(move || {
        loop {
            let side = 3 + chance.below(4);
            let level = random_level(&mut chance, rules, side, 3);
            if check(&level).is_ok() {
                return Some(level);
            }
        }
    })
    .take(count)
}

#[test]
fn every_method_gives_equal_answers_however_a_level_is_framed() {
    let count = if is_slow() { 2_000 } else { 60 };
    for rules in Rules::ALL {
        let mut chance = Chance::new(7);
        for level in odd_levels(rules, count) {
            for method in Method::ALL {
                let objective = Objective::ALL[chance.below(3)];
                let plain = answer(&level, method, objective);
                for framing in FRAMINGS.into_iter().filter(|&it| is_decoration(it, rules)) {
                    let again = answer(&framed(&level, framing), method, objective);
                    let picture = &level.picture;
                    assert_eq!(again, plain, "{method:?} {objective:?} {framing:?} {picture:?}");
                }
            }
        }
    }
}

#[test]
fn solutions_are_improved_alike_however_a_level_is_framed() {
    let mut improved = 0;
    for level in odd_levels(Rules::OFFICIAL, if is_slow() { 2_000 } else { 200 }) {
        // A method that wanders leaves something to improve.
        let request = Request { method: Method::Imagined, ..Request::new(&level) };
        let report = solve(&request, &mut |_| None);
        let Outcome::Solved { solution, .. } = report.outcome else { continue };
        let improve = |level: &Level| {
            let given = verify(level, solution.moves(), LetterCase::Strict);
            let given = given.expect("a frame changes no move").solution;
            let asked = ImprovementRequest {
                budget: Budget::of_nodes(500),
                ..ImprovementRequest::new(level, &given)
            };
            optimise(&asked, &mut |_| None).solution
        };
        let plain = improve(&level);
        improved += usize::from(plain.measures().pushes < solution.measures().pushes);
        for framing in FRAMINGS {
            let again = improve(&framed(&level, framing));
            assert_eq!(again.measures(), plain.measures(), "{framing:?} {:?}", level.picture);
        }
    }
    assert!(improved > 0, "some solution can be improved");
}
