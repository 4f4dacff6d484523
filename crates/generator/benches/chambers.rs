//! Time per verified level on one core: `chambers [thousands] [rule set] [kind]`.
//!
//! The kinds are `usual` (two to eight boxes), `eight` (exactly eight), `stored` (three boxes that
//! must be in storage at once), `storages` (three of them), and under the official rules `row`,
//! `lock`, `forked-lock`, `hybrid` and `packing` (two to four boxes with that plan); without a
//! kind, all are measured.
//!
//! Levels are made one after another; failed attempts count towards the next level. Times are
//! processor times where the system reports them, so other load matters little.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use sokolab_analysis::CanonicalForm;
use sokolab_core::{LetterCase, Rules, check, verify};
use sokolab_generator::{Chambers, Chance, PlanKind, PlanKinds, Recipe, Rejection};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let mut numbers = arguments.iter().filter_map(|it| it.parse::<usize>().ok());
    let count = numbers.next().map_or(300, |it| it * 1_000);
    let named = arguments.iter().find_map(|it| it.parse::<Rules>().ok());
    let wanted = |name: &str| {
        let mut asked = arguments.iter().filter(|it| KINDS.contains(&it.as_str())).peekable();
        asked.peek().is_none() || asked.any(|it| it == name)
    };
    let all = [Rules::OFFICIAL, Rules::NETHACK, Rules::NETHACK_GAME, Rules::NETHACK_DIAGONAL];
    for rules in all.into_iter().filter(|it| named.is_none_or(|named| named == *it)) {
        let suits = |kind: &str| recipe(kind, rules).check().is_ok();
        for kind in KINDS.into_iter().filter(|it| wanted(it) && suits(it)) {
            measure(kind, &recipe(kind, rules), count);
        }
    }
}

/// The kinds that can be measured.
const KINDS: [&str; 9] =
    ["usual", "eight", "stored", "storages", "row", "lock", "forked-lock", "hybrid", "packing"];

fn recipe(kind: &str, rules: Rules) -> Chambers {
    let usual = Chambers { boxes: 2..=8, ..Chambers::new(rules) };
    if let Ok(plan) = kind.parse::<PlanKind>() {
        return Chambers { boxes: 2..=4, plans: PlanKinds::of(&[plan]), ..usual };
    }
    match kind {
        "eight" => Chambers { boxes: 8..=8, ..usual },
        "stored" => Chambers { boxes: 3..=6, stored: Some(3..=3), ..usual },
        "storages" => Chambers { boxes: 3..=6, storages: Some(3..=3), ..usual },
        _ => usual,
    }
}

fn measure(kind: &str, recipe: &Chambers, count: usize) {
    let rules = recipe.rules;
    let mut times = Vec::new();
    let mut rejected: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let (mut duplicates, mut unproved, mut threefold, mut pushes, mut index) = (0, 0, 0, 0, 0);
    let mut clock = Clock::start();
    while times.len() < count {
        index += 1;
        let mut chance = Chance::new(1, "chambers", index);
        match recipe.attempt(&mut chance, &|| true) {
            Ok((level, solution)) => {
                let time = clock.lap();
                let verdict = verify(&level, solution.moves(), LetterCase::Strict);
                assert!(verdict.is_ok(), "{rules} {index} is not solved by its solution");
                let Ok((board, state)) = check(&level) else { panic!("{index} is not playable") };
                if seen.insert(CanonicalForm::of_state(&board, &state).id()) {
                    times.push(time);
                } else {
                    duplicates += 1;
                }
                unproved += level.notes.0.iter().filter(|it| is_unproved(it)).count();
                threefold += usize::from(is_threefold(&level.notes.0));
                pushes += solution.measures().pushes;
                clock = Clock::start();
            }
            Err(Rejection::Row(_, part)) => *rejected.entry(part).or_default() += 1,
            Err(Rejection::Stopped) => unreachable!("nobody stops it"),
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{rules}, {kind}: {count} levels, milliseconds: median {:.2}, 90 % {:.2}, 99 % \
         {:.2}, most {:.1}; {:.1} pushes each, {duplicates} duplicates, {unproved} storages \
         without a proof, {threefold} with three boxes or storages proved, rejected {rejected:?}",
        at(50),
        at(90),
        at(99),
        at(100),
        pushes as f64 / count as f64,
    );
}

/// Whether a note says that nothing was proved about a storage.
fn is_unproved(note: &sokolab_core::Note) -> bool {
    let sokolab_core::Note::Field { key, value } = note else { return false };
    key == "Storage" && !(value.contains("no solution without") || value.contains("a decoy"))
}

/// Whether three boxes are proved to be in storage at once, or three storages to be needed.
fn is_threefold(notes: &[sokolab_core::Note]) -> bool {
    let value = |it: &sokolab_core::Note| match it {
        sokolab_core::Note::Field { key, value } if key == "Storage" => Some(value.clone()),
        _ => None,
    };
    let needed: Vec<String> =
        notes.iter().filter_map(value).filter(|it| it.contains("no solution without")).collect();
    needed.len() >= 3 || needed.iter().any(|it| it.starts_with("for 3") && it.contains("nor with"))
}

/// Processor time of this thread, or wall-clock time where that is not available.
struct Clock {
    processor: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Clock {
        Clock { processor: processor_nanoseconds(), wall: Instant::now() }
    }

    /// Milliseconds since the start.
    fn lap(&self) -> f64 {
        match (self.processor, processor_nanoseconds()) {
            (Some(before), Some(now)) => now.saturating_sub(before) as f64 / 1e6,
            _ => self.wall.elapsed().as_secs_f64() * 1e3,
        }
    }
}

fn processor_nanoseconds() -> Option<u64> {
    // The system updates the count at every tick and when the thread yields.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
