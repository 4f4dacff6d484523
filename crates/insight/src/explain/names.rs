//! Names of chambers in sentences, by function and by location.

use sokolab_analysis::{Chamber, ChamberKind, Chambers, Significance};
use sokolab_chamber::behaviour::is_storage;
use sokolab_core::{Board, State};

use super::Role;
use super::words::plural;

/// A chamber with its name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// Its letter, as in the analysis.
    pub(super) letter: String,
    /// "the left chamber", "the holes".
    pub(super) name: String,
    /// Its function.
    pub(super) role: Role,
    /// Number of boxes it starts with.
    pub(super) boxes: usize,
    /// Number of its goals.
    pub(super) goals: usize,
}

impl Named {
    /// Whether it is worth mentioning: neither a niche nor just the exit.
    pub(super) fn matters(&self) -> bool {
        !matches!(self.role, Role::Niche | Role::Exit)
    }

    /// The name with the letter, unless the name is the letter.
    pub(super) fn full(&self) -> String {
        if self.name == format!("chamber {}", self.letter) {
            return self.name.clone();
        }
        format!("{} ({})", self.name, self.letter)
    }
}

/// Names for all chambers, by index.
pub(super) fn names(board: &Board, state: &State, chambers: &Chambers) -> Vec<Named> {
    let all = chambers.chambers();
    let mut named: Vec<Named> = all.iter().map(|it| unnamed(board, state, it)).collect();
    for (it, letter) in named.iter_mut().zip(chambers.letters(board, state)) {
        it.letter = letter;
    }
    let matter = |named: &[Named], goals: bool| -> Vec<usize> {
        let is_kind = |it: &Named| it.matters() && (it.role == Role::Goals) == goals;
        (0..named.len()).filter(|&it| is_kind(&named[it])).collect()
    };
    let (areas, goals) = (matter(&named, false), matter(&named, true));
    let middles: Vec<(f64, f64)> = all.iter().map(|it| middle(board, it)).collect();
    let spread: Vec<(f64, f64)> = areas.iter().chain(&goals).map(|&it| middles[it]).collect();
    let hole = board.rules().goal_word();
    for (group, alone) in [(areas, "the main chamber"), (goals, "")] {
        // If there are very many, locations would not tell them apart.
        let is_few = group.len() <= super::CHAMBERS_MAX;
        let shown = if is_few { group.as_slice() } else { &[] };
        let zones: Vec<String> = shown.iter().map(|&it| zone(middles[it], &spread)).collect();
        for (place, &index) in group.iter().enumerate() {
            let same = zones.iter().filter(|it| Some(*it) == zones.get(place)).count();
            let is_unique = is_few && same == 1;
            let is_corridor = all[index].kind == ChamberKind::GoalCorridor;
            let is_goals = named[index].role == Role::Goals;
            let letter = &named[index].letter;
            let holes = plural(named[index].goals, hole);
            named[index].name = match (is_goals, group.len() == 1, is_unique) {
                (true, true, _) if is_corridor => format!("the {holes}"),
                (true, true, _) => "the goal chamber".to_owned(),
                (false, true, _) => alone.to_owned(),
                (true, _, true) if is_corridor => format!("the {} {holes}", zones[place]),
                (true, _, true) => format!("the {} goal chamber", zones[place]),
                (false, _, true) => format!("the {} chamber", zones[place]),
                (_, _, false) => format!("chamber {letter}"),
            };
        }
    }
    for it in named.iter_mut().filter(|it| it.name.is_empty()) {
        let name = if it.role == Role::Exit { "the exit" } else { "a niche" };
        name.clone_into(&mut it.name);
    }
    named
}

fn unnamed(board: &Board, state: &State, chamber: &Chamber) -> Named {
    let count = |is: &dyn Fn(&sokolab_core::Square) -> bool| {
        chamber.squares.iter().filter(|it| is(it)).count()
    };
    let boxes = count(&|&it| state.boxes.contains(it));
    let goals = count(&|&it| board.goals().contains(it));
    let significance = chamber.significance(board, state);
    let role = match (boxes, goals, chamber.ports.len()) {
        _ if significance == Significance::Exit => Role::Exit,
        _ if significance == Significance::Niche => Role::Niche,
        _ if is_storage(board, state, chamber) => Role::Storage,
        (0, 0, _) => Role::Passage,
        (0, 1.., _) => Role::Goals,
        (1.., 0, 0 | 1) => Role::Feed,
        (1.., 0, _) => Role::Directed,
        // A row of holes with a box between them is still where boxes go.
        _ if chamber.kind == ChamberKind::GoalCorridor => Role::Goals,
        _ => Role::Mixed,
    };
    Named { letter: String::new(), name: String::new(), role, boxes, goals }
}

fn middle(board: &Board, chamber: &Chamber) -> (f64, f64) {
    let places = chamber.squares.iter().map(|&it| board.position(it));
    let sum = places.fold((0, 0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
    let count = chamber.squares.len() as f64;
    (sum.0 as f64 / count, sum.1 as f64 / count)
}

/// The location of one of several places: left, upper right, central.
fn zone(place: (f64, f64), all: &[(f64, f64)]) -> String {
    let third = |value: f64, axis: &dyn Fn(&(f64, f64)) -> f64, words: [&'static str; 2]| {
        let least = all.iter().map(axis).fold(f64::INFINITY, f64::min);
        let most = all.iter().map(axis).fold(f64::NEG_INFINITY, f64::max);
        let spread = most - least;
        match (value - least) / spread.max(1.0) {
            _ if spread < 3.0 => "",
            share if share < 0.34 => words[0],
            share if share > 0.66 => words[1],
            _ => "",
        }
    };
    let upright = third(place.1, &|it| it.1, ["upper", "lower"]);
    let across = third(place.0, &|it| it.0, ["left", "right"]);
    match (upright, across) {
        ("", "") => "central".to_owned(),
        ("", one) | (one, "") => one.to_owned(),
        (one, two) => format!("{one} {two}"),
    }
}
