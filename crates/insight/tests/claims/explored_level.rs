//! A small level with its complete state space, and helpers to parse sentences about it.

use sokolab_core::testing::{Chance, Reachable, is_slow, random_chambers, random_levels};
use sokolab_core::{
    Board, LetterCase, Level, Push, Rules, Solution, Square, State, check, square_name, verify,
};
use sokolab_insight::explain::Explanation;
use sokolab_solver::moves_of;

/// Maximum number of states of a level.
const STATES_MAX: usize = 6_000;

/// A solvable level, and everything that can happen in it.
pub(crate) struct ExploredLevel {
    pub(crate) level: Level,
    pub(crate) board: Board,
    pub(crate) start: State,
    pub(crate) all: Reachable,
    /// The fewest pushes from each state to a win.
    pub(crate) pushes: Vec<Option<usize>>,
}

impl ExploredLevel {
    /// `None` if the level has no solution or too many states.
    pub(crate) fn of(level: Level) -> Option<ExploredLevel> {
        let (board, start) = check(&level).ok()?;
        let all = Reachable::new(&board, &start, STATES_MAX)?;
        let pushes = all.pushes();
        pushes[0]?;
        Some(ExploredLevel { level, board, start, all, pushes })
    }

    /// Random solvable levels, some of them made of rooms and corridors.
    pub(crate) fn some(rules: Rules, count: usize) -> impl Iterator<Item = ExploredLevel> {
        let count = if is_slow() { 20 * count } else { count };
        let levels = random_levels(rules, count).chain(random_chambers(rules, count));
        levels.filter_map(ExploredLevel::of)
    }

    /// The level as rows, for messages.
    pub(crate) fn drawn(&self) -> String {
        let rows = sokolab_core::text::Legend::xsb().rows(&self.level.picture);
        format!("{}\n{}", self.board.rules().name(), rows.join("\n"))
    }

    /// The square that a sentence calls `name`.
    pub(crate) fn square(&self, name: &str) -> Square {
        let mut squares = self.board.squares();
        let found = squares.find(|&it| square_name(&self.board, it) == name);
        found.unwrap_or_else(|| panic!("no square {name}\n{}", self.drawn()))
    }

    /// The squares of a list such as `a1, b2 and c3` or `a1 or b2`.
    pub(crate) fn squares(&self, list: &str) -> Vec<Square> {
        let names = list.replace(" and ", ", ").replace(" or ", ", ");
        names.split(", ").map(|it| self.square(it)).collect()
    }

    /// Whether a win is reachable from some state with a box on `goal` that stays there and none on
    /// any of `others`.
    pub(crate) fn can_fill_before(&self, goal: Square, others: &[Square]) -> bool {
        let is_filled = |state: &State, square: Square| {
            state.boxes.contains(square) || state.filled.contains(square)
        };
        let stays = |_: usize, push: Push, _: usize| push.from != goal;
        let states = self.all.states().iter().enumerate();
        let mut fit = states.filter(|(_, state)| {
            is_filled(state, goal) && others.iter().all(|&it| !is_filled(state, it))
        });
        fit.any(|(number, _)| self.all.can_win(number, stays))
    }

    /// Whether some solution avoids a state, given by index.
    pub(crate) fn can_avoid(&self, state: usize) -> bool {
        state != 0 && self.all.can_win(0, |_, _, to| to != state)
    }

    /// How many boxes stand on `squares`.
    pub(crate) fn boxes_on(state: &State, squares: &[Square]) -> usize {
        squares.iter().filter(|&&it| state.boxes.contains(it)).count()
    }

    /// A solution that makes `idle` random pushes before it heads for a win.
    pub(crate) fn wasteful(&self, chance: &mut Chance, idle: usize) -> Solution {
        let mut at = 0;
        let mut made = Vec::new();
        let mut left = idle;
        while left > 0 || !self.all.is_won(at) {
            let live = self.all.after(at).iter().filter(|it| self.pushes[it.1].is_some());
            let nearer = |to: usize| self.pushes[to] < self.pushes[at];
            let fit: Vec<_> = live.filter(|it| left > 0 || nearer(it.1)).collect();
            if fit.is_empty() {
                break;
            }
            let &&(push, to) = &fit[chance.below(fit.len())];
            made.push(push);
            at = to;
            left = left.saturating_sub(1);
        }
        let moves = moves_of(&self.board, &self.start, made);
        let verdict = verify(&self.level, &moves, LetterCase::Strict);
        verdict.unwrap_or_else(|it| panic!("{it}\n{}", self.drawn())).solution
    }
}

/// Collects refuted claims, so that one run shows them all.
#[derive(Default)]
pub(crate) struct Refuted(Vec<String>);

impl Refuted {
    /// Runs a check and records the message if a claim is refuted.
    pub(crate) fn unless<T: Default>(&mut self, check: impl FnOnce() -> T) -> T {
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
        checked.unwrap_or_else(|why| {
            let text = why.downcast_ref::<String>().cloned();
            self.0.push(text.unwrap_or_else(|| "a check failed".to_owned()));
            T::default()
        })
    }

    /// Fails and shows the first refuted claims, if there are any.
    #[track_caller]
    pub(crate) fn none(&self) {
        let first: Vec<String> = self.0.iter().take(12).cloned().collect();
        assert!(first.is_empty(), "{} refuted:\n{}", self.0.len(), first.join("\n\n"));
    }
}

/// The text between two others in a sentence.
pub(crate) fn between<'a>(sentence: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &sentence[sentence.find(before)? + before.len()..];
    Some(&rest[..rest.find(after)?])
}

/// The number that a word or digits stand for.
pub(crate) fn number(word: &str) -> usize {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = word.to_lowercase();
    let named = WORDS.iter().position(|it| *it == word);
    named.or_else(|| word.parse().ok()).unwrap_or_else(|| panic!("{word} is not a number"))
}

/// An explanation in the vocabulary of the official rules, in which the checks are written.
pub(crate) fn in_official_words(mut explanation: Explanation) -> Explanation {
    let replace = |text: &mut String| {
        let boxes = text.replace("boulders", "boxes").replace("boulder", "box");
        let boxes = boxes.replace("Boulders", "Boxes").replace("Boulder", "Box");
        *text = boxes.replace("holes", "goals").replace("hole", "goal");
    };
    explanation.summary.iter_mut().chain(&mut explanation.remarks).for_each(replace);
    for note in &mut explanation.chambers {
        note.sentences.iter_mut().chain([&mut note.name]).for_each(replace);
    }
    if let Some(plan) = &mut explanation.plan {
        for step in &mut plan.steps {
            let details = step.details.iter_mut().map(|it| &mut it.text);
            details.chain([&mut step.text]).for_each(replace);
        }
        plan.decisive.iter_mut().for_each(|it| replace(&mut it.sentence));
    }
    explanation
}
