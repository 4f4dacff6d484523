//! Replays known solutions and asserts that no deadlock detector fires on any of their states.
//!
//! Run by `cargo xtask soundness`, with the folders of level collections as arguments. Each folder
//! has a `SOLUTIONS.tsv` with the columns collection, number as in the level's title, three more,
//! and moves. It may have a `NAME_SOLUTIONS.tsv` for the collection `NAME`, with the columns number
//! in the file, title, two more, and moves.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sokolab_analysis::checker::detect_corridor;
use sokolab_analysis::locks::{
    GroupLimits, LockSetting, crate_locks, detect_closed_diagonal, detect_freeze, locked_squares,
};
use sokolab_analysis::patterns::{PatternLibrary, Placement, placements, suits_patterns};
use sokolab_analysis::{
    Deadlock, KeeperWay, PairTable, PushDistances, dead_squares, detect_dead_squares,
    detect_matching, detect_matching_behind_frozen, detect_retrograde, matching_bound,
};
use sokolab_core::text::{ReadOptions, read_text};
use sokolab_core::{
    Board, LetterCase, Level, MoveKind, Moves, Session, Square, State, check, parse_moves, verify,
};
use sokolab_solver::soundness::claims_along;

/// Crate-locked groups are sought in one state in this many, because each search takes
/// milliseconds.
const STATES_PER_GROUPS: usize = 50;

/// Boards on which more patterns fit are not tested for patterns.
const PLACEMENTS_MAX: usize = 200_000;

/// The most states that a detector may search.
const SEARCH_MAX: usize = 300;

/// A claim that a detector made about a state which is known to be solvable.
struct Fired {
    place: String,
    push: usize,
    claim: String,
}

fn main() -> ExitCode {
    let mut jobs: Vec<(String, Level, Moves)> = Vec::new();
    let mut unmatched = 0;
    for folder in std::env::args().skip(1) {
        read_folder(Path::new(&folder), &mut jobs, &mut unmatched);
    }
    if jobs.is_empty() {
        eprintln!("name folders that hold SOLUTIONS.tsv and the collections it speaks of");
        return ExitCode::from(2);
    }
    let bar = ProgressBar::new(jobs.len() as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} solutions, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let states = AtomicUsize::new(0);
    let fired: Vec<Fired> = jobs
        .par_iter()
        .flat_map_iter(|(place, level, moves)| {
            let (count, fired) = replay(place, level, moves);
            states.fetch_add(count, Ordering::Relaxed);
            bar.inc(1);
            fired
        })
        .collect();
    bar.finish_and_clear();
    for it in &fired {
        println!("{}, push {}: {}", it.place, it.push, it.claim);
    }
    println!(
        "{} solutions, {} states, {} claims refuted; {unmatched} solutions without their level",
        jobs.len(),
        states.into_inner(),
        fired.len()
    );
    if fired.is_empty() && unmatched == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read_folder(folder: &Path, jobs: &mut Vec<(String, Level, Moves)>, unmatched: &mut usize) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(collection) = name.strip_suffix("_SOLUTIONS.tsv") {
            read_numbered(folder, collection, jobs, unmatched);
        }
    }
    let table = std::fs::read_to_string(folder.join("SOLUTIONS.tsv")).unwrap_or_default();
    let mut collections: BTreeMap<String, Vec<Level>> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [collection, number, .., moves] = columns[..] else { continue };
        let levels = collections.entry(collection.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(folder.join(format!("{collection}.sok"))).unwrap_or_default();
            read_text(&bytes, ReadOptions::default()).levels
        });
        let Ok(moves) = parse_moves(moves) else { continue };
        let has_number = |level: &&Level| {
            let title = level.title.as_deref().unwrap_or_default();
            title.split(|it: char| !it.is_ascii_digit()).any(|word| word == number)
        };
        let is_solved = |level: &&Level| verify(level, &moves, LetterCase::Strict).is_ok();
        match levels.iter().filter(has_number).find(is_solved) {
            Some(level) => jobs.push((format!("{collection} {number}"), level.clone(), moves)),
            None => *unmatched += 1,
        }
    }
}

/// Reads the solutions of one collection, numbered by position in its file.
fn read_numbered(
    folder: &Path,
    collection: &str,
    jobs: &mut Vec<(String, Level, Moves)>,
    unmatched: &mut usize,
) {
    let bytes = std::fs::read(folder.join(format!("{collection}.sok"))).unwrap_or_default();
    let levels = read_text(&bytes, ReadOptions::default()).levels;
    let path = folder.join(format!("{collection}_SOLUTIONS.tsv"));
    let table = std::fs::read_to_string(path).unwrap_or_default();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let number = line.split('\t').next().and_then(|it| it.parse::<usize>().ok());
        let moves = line.split('\t').next_back().and_then(|it| parse_moves(it).ok());
        let level = number.and_then(|it| levels.get(it.wrapping_sub(1)));
        match (level, moves) {
            (Some(level), Some(moves)) if verify(level, &moves, LetterCase::Corrected).is_ok() => {
                let place = format!("{collection} {}", number.unwrap_or_default());
                jobs.push((place, level.clone(), moves));
            }
            _ => *unmatched += 1,
        }
    }
}

/// The number of states replayed and the claims that the solution refutes.
fn replay(place: &str, level: &Level, moves: &Moves) -> (usize, Vec<Fired>) {
    let (board, _) = check(level).expect("a level with a solution is playable");
    let mut session = Session::new(level).expect("a level with a solution is playable");
    let mut states: Vec<(State, Option<Square>)> = vec![(session.state().clone(), None)];
    for it in moves.as_slice() {
        let kind = session.play(it.direction).expect("the referee accepted every move");
        if kind == MoveKind::Push {
            let pushed_to = board.neighbour(session.state().keeper, it.direction);
            states.push((session.state().clone(), pushed_to));
        }
    }
    let detectors = Detectors::new(&board);
    let (mut looked_at, mut fired) = (0, Vec::new());
    for (push, (state, pushed_to)) in states.iter().enumerate() {
        looked_at += 1;
        let left = states.len() - 1 - push;
        let mut claims = detectors.quick_claims(state, left);
        claims.extend(detectors.slow_claims(state, *pushed_to));
        if push.is_multiple_of(STATES_PER_GROUPS) {
            claims.extend(detectors.group_claims(state));
        }
        for claim in claims {
            fired.push(Fired { place: place.to_owned(), push, claim });
        }
    }
    for claim in claims_along(level, moves) {
        let (place, push) = (place.to_owned(), claim.push);
        fired.push(Fired { place, push, claim: claim.name.to_owned() });
    }
    (looked_at, fired)
}

/// The tables for asking every detector about states of one board.
struct Detectors<'a> {
    board: &'a Board,
    distances: PushDistances,
    dead: sokolab_core::SquareSet,
    pairs: Option<PairTable>,
    patterns: Vec<Placement>,
}

impl<'a> Detectors<'a> {
    fn new(board: &'a Board) -> Detectors<'a> {
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let dead = dead_squares(board, &distances);
        let pairs = PairTable::build(board, 200_000, &mut |_, _| true);
        let library = PatternLibrary::embedded();
        let patterns = placements(board, &board.no_squares(), library, PLACEMENTS_MAX);
        Detectors { board, distances, dead, pairs, patterns: patterns.unwrap_or_default() }
    }

    /// The claims of the quick detectors about a state from which `left` pushes are known to win.
    fn quick_claims(&self, state: &State, left: usize) -> Vec<String> {
        let (board, dead) = (self.board, &self.dead);
        let mut found = Vec::new();
        found.extend(detect_dead_squares(board, &self.distances, state));
        found.extend(detect_freeze(board, dead, state));
        found.extend(detect_matching(board, &self.distances, state));
        found.extend(self.pairs.as_ref().and_then(|pairs| pairs.deadlock(board, state)));
        let mut claims: Vec<String> = found.iter().map(named).collect();
        if suits_patterns(board, state) {
            let held = self.patterns.iter().filter(|it| it.holds(state));
            claims.extend(held.map(|it| format!("pattern {}", it.pattern + 1)));
        }
        match matching_bound(board, &self.distances, state) {
            Some(bound) if bound <= left as u64 => {}
            bound => claims.push(format!("bound {bound:?} with {left} pushes left")),
        }
        claims
    }

    /// The claims of the detectors that search or recompute distances.
    fn slow_claims(&self, state: &State, pushed_to: Option<Square>) -> Vec<String> {
        let (board, dead) = (self.board, &self.dead);
        let mut found = Vec::new();
        found.extend(detect_matching_behind_frozen(board, dead, state));
        found.extend(detect_retrograde(board, dead, state));
        found.extend(detect_closed_diagonal(board, dead, state, SEARCH_MAX));
        if let Some(square) = pushed_to {
            found.extend(detect_corridor(board, dead, state, square, SEARCH_MAX));
        }
        found.iter().map(named).collect()
    }
}

impl Detectors<'_> {
    /// The claim of the crate-lock detector, if it makes one.
    fn group_claims(&self, state: &State) -> Option<String> {
        let setting = LockSetting::of_level(self.board, state);
        let locked = locked_squares(&setting).any;
        let (boxes, keeper) = (&state.boxes, state.keeper);
        let groups = crate_locks(&setting, &locked, boxes, keeper, GroupLimits::QUICK);
        groups.deadlock(self.board, state).as_ref().map(named)
    }
}

fn named(deadlock: &Deadlock) -> String {
    format!("deadlock {:?}", deadlock.kind)
}
