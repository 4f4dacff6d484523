//! Why a level has no solution, derived from a certificate.

use sokolab::proof::{Accepted, CheckLimits, Claim, check_proof};
use sokolab::{
    Board, Budget, Level, Observer, ProofRequest, State, check, quantity, square_name, write_proof,
};

/// The largest number of states of a certificate; a longer one explains nothing.
const STATES_MAX: u64 = 20_000;

/// The largest size of such a certificate in bytes.
const BYTES_MAX: u64 = 16 << 20;

/// The index of "pattern" among the reasons of a certificate.
const PATTERN_REASON: usize = 2;

/// Why a level has no solution, as a sentence without a full stop; `None` if no certificate is
/// found quickly, or if it gives no simple reason.
pub(super) fn why_by_certificate(
    level: &Level,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> Option<(String, Vec<String>)> {
    let (claim, solution) = (Claim::Unsolvable, None);
    let budget = budget.with_nodes(STATES_MAX);
    let (cyclic, bytes_max) = (false, BYTES_MAX);
    let request = ProofRequest { level, claim, cyclic, solution, budget, bytes_max };
    let mut file = Vec::new();
    write_proof(&request, &mut file, observer).ok()?;
    let open = &mut || Ok(Box::new(&file[..]) as Box<dyn std::io::Read>);
    let accepted = check_proof(level, open, CheckLimits::default(), &mut |_| None).ok()?;
    let (board, _) = check(level).ok()?;
    sentence(&board, &accepted)
}

fn sentence(board: &Board, accepted: &Accepted) -> Option<(String, Vec<String>)> {
    if let Some(state) = &accepted.start_pattern {
        let boxes = names(board, state);
        let sentence = format!(
            "{}, even with no other box in the way; everything else follows",
            never(board, state, "the")
        );
        return Some((sentence, boxes));
    }
    let most = accepted.patterns.first()?;
    let statistics = &accepted.statistics;
    let uses = match statistics.reasons[PATTERN_REASON] {
        1 => String::new(),
        all => format!(" ({} of {all} times)", most.uses),
    };
    let left = match statistics.states {
        1 => "every push from the first state ends in a deadlock".to_owned(),
        states => format!(
            "{states} states can be reached without a deadlock that is known, none of them is \
             solved, and every push that leads out of them ends in one"
        ),
    };
    let group = never(board, &most.state, "a");
    let sentence = format!("{left}, most often{uses} because {group}");
    Some((sentence, Vec::new()))
}

/// What boxes can never do: `two boxes at the top right (f2 and g2) can never both reach goals`.
/// For several boxes, only a definite `article` is used.
fn never(board: &Board, state: &State, article: &str) -> String {
    let boxes = names(board, state);
    let (group, what) = match boxes.len() {
        1 => (format!("{article} box"), "can never reach a goal"),
        2 => ("two boxes".to_owned(), "can never both reach goals"),
        count => (quantity(count, "box"), "can never all reach goals"),
    };
    let article = if boxes.len() > 1 && article == "the" { "the " } else { "" };
    let place = whereabouts(board, state);
    format!("{article}{group}{place} ({}) {what}", listed(&boxes))
}

/// The location of boxes on the board, as in ` at the top right`; empty for boxes that are spread
/// over it.
fn whereabouts(board: &Board, state: &State) -> String {
    let third = |of: fn((usize, usize)) -> usize| {
        let place = |square| of(board.position(square));
        let most = board.squares().map(place).max().unwrap_or(0);
        let least = board.squares().map(place).min().unwrap_or(0);
        let span = most - least + 1;
        let mut thirds = state.boxes.iter().map(|it| 3 * (place(it) - least) / span);
        let first = thirds.next()?;
        thirds.all(|it| it == first).then_some(first)
    };
    let (column, row) = (third(|it| it.0), third(|it| it.1));
    let row = row.map(|it| ["top", "middle", "bottom"][it]);
    let column = column.map(|it| ["left", "middle", "right"][it]);
    match (row, column) {
        (None | Some("middle"), Some("middle")) | (Some("middle"), None) => " in the middle".into(),
        (Some(row), None | Some("middle")) => format!(" at the {row}"),
        (None | Some("middle"), Some(column)) => format!(" on the {column}"),
        (Some(row), Some(column)) => format!(" at the {row} {column}"),
        (None, None) => String::new(),
    }
}

fn names(board: &Board, state: &State) -> Vec<String> {
    state.boxes.iter().map(|square| square_name(board, square)).collect()
}

/// `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
