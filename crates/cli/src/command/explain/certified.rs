//! Why a level has no solution, as a certificate tells.

use sokolab::proof::{Accepted, CheckLimits, Claim, check_proof};
use sokolab::{
    Board, Budget, Level, Observer, ProofRequest, State, check, square_name, write_proof,
};

/// States that a certificate may list: more would explain nothing.
const STATES_MAX: u64 = 20_000;

/// The most bytes of such a certificate.
const BYTES_MAX: u64 = 16 << 20;

/// Why a level has no solution, as a sentence without a full stop; `None` if a certificate is not
/// found soon or tells nothing.
pub(super) fn why_by_certificate(
    level: &Level,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> Option<(String, Vec<String>)> {
    let (claim, solution) = (Claim::Unsolvable, None);
    let budget = budget.with_nodes(STATES_MAX);
    let request = ProofRequest { level, claim, solution, budget, bytes_max: BYTES_MAX };
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
        let sentence = if boxes.len() == 1 {
            format!("the box on {} can never reach a goal, even if it were alone", listed(&boxes))
        } else {
            format!(
                "the boxes on {} can never all reach goals, even if there were no others",
                listed(&boxes)
            )
        };
        return Some((sentence, boxes));
    }
    let most = accepted.patterns.first()?;
    let boxes = names(board, &most.state);
    let states = accepted.statistics.states;
    let what = if boxes.len() == 1 {
        format!("a box on {}, from where it can never reach a goal", listed(&boxes))
    } else {
        format!("boxes on {}, from where they can never all reach goals", listed(&boxes))
    };
    let left = match states {
        1 => "plainer reasons leave only the first state, and every push from it ends".to_owned(),
        _ => format!(
            "plainer reasons leave {states} states, none of them is solved, and every push that \
             leads out of them ends"
        ),
    };
    let sentence = format!("{left} in a deadlock, most often in {what}");
    Some((sentence, Vec::new()))
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
