//! Phrases the statements about an unsolvable state as a sentence, and nothing beyond them.

use sokolab_core::{Board, GoalKind, SquareSet, State, demand, square_name};

use super::Statement;
use super::reasons::Reason;
use crate::deadlock::spare_boxes;
use crate::lost_box::LostBox;

/// The first statement as a sentence, with what the others add.
pub(super) fn sentence(board: &Board, state: &State, reason: &Reason) -> String {
    let Some(first) = reason.statements.first() else { return String::new() };
    let spare = spare_boxes(board, state).unwrap_or(0);
    match first {
        Statement::TooFewBoxes => too_few(board, state),
        Statement::ExitOutOfReach => {
            "walls keep the keeper from every exit, whatever is pushed".to_owned()
        }
        Statement::NoGoal(lost) => lost_alone(board, lost, reason.lost.as_ref(), spare),
        Statement::NeverPushed(boxes) => never_pushed(board, boxes, spare),
        Statement::PushedOnly(square, _) => {
            format!("the box on {} can be brought to no goal", square_name(board, *square))
        }
        Statement::LostIfPushed(boxes) => lost_if_pushed(board, boxes),
        Statement::OnlyBoxes { boxes, goals, still } => {
            past(board, still, &few_boxes(board, boxes, goals))
        }
        Statement::OnlyGoals { boxes, goals, still } => {
            past(board, still, &few_goals(board, boxes, goals))
        }
        Statement::FilledBefore { goals, still } => {
            past(board, still, &filled_before(board, goals))
        }
        Statement::NotAll { boxes, lost_min } => not_all(board, boxes, *lost_min, spare),
    }
}

fn too_few(board: &Board, state: &State) -> String {
    let needed = demand(board, state).count();
    let what = match board.rules().goal() {
        GoalKind::Fill => counted(needed, "hole must be filled", "holes must be filled"),
        GoalKind::Keep | GoalKind::Sink => counted(needed, "box is needed", "boxes are needed"),
    };
    match state.boxes.len() {
        0 => format!("{what}, but there is no box"),
        1 => format!("{what}, but there is only one box"),
        boxes => format!("{what}, but there are only {boxes} boxes"),
    }
}

/// Boxes that are lost even alone on the board; the simplest case is explained.
fn lost_alone(board: &Board, lost: &SquareSet, plainest: Option<&LostBox>, spare: usize) -> String {
    let all = format!("{} can be brought to no goal", the_boxes(board, lost));
    let why = plainest.map(|it| format!("the box on {} {}", name(board, it), it.predicate));
    match (why, spare) {
        (Some(why), 0) => format!("{why}; no box can be spared"),
        (Some(why), _) => format!("{why}; {all}, and only {spare} can be spared"),
        (None, _) => all,
    }
}

fn name(board: &Board, lost: &LostBox) -> String {
    square_name(board, lost.square)
}

fn never_pushed(board: &Board, boxes: &SquareSet, spare: usize) -> String {
    let the_boxes = the_boxes(board, boxes);
    match (boxes.len(), spare) {
        (1, 0) => format!("{the_boxes} can never be moved, and {}", off_goals(board, boxes)),
        (_, 0) => format!(
            "{the_boxes} block each other and can never be moved, and {}",
            off_goals(board, boxes)
        ),
        _ => format!("{the_boxes} can never be moved, and only {spare} can be spared"),
    }
}

fn lost_if_pushed(board: &Board, boxes: &SquareSet) -> String {
    let one = if boxes.len() == 1 { "it" } else { "one of them" };
    format!(
        "{} cannot be moved without losing {one}: every push is blocked or leads to a square from \
         which no goal can be reached; and {}",
        the_boxes(board, boxes),
        off_goals(board, boxes)
    )
}

/// Why boxes that stay where they are lose the level, if every box is needed.
fn off_goals(board: &Board, boxes: &SquareSet) -> String {
    let off = boxes.difference(board.goals());
    let is_kept = board.rules().goal() == GoalKind::Keep;
    match off.first() {
        Some(_) if is_kept && off.len() == 2 && boxes.len() == 2 => {
            "neither of them is on a goal".to_owned()
        }
        Some(_) if is_kept && off.len() > 2 && off.len() == boxes.len() => {
            "none of them is on a goal".to_owned()
        }
        Some(first) if is_kept => format!("{} is not on a goal", square_name(board, first)),
        _ => "no box can be spared".to_owned(),
    }
}

/// A claim that holds as long as boxes stay that would be lost if they were pushed.
fn past(board: &Board, still: &SquareSet, what: &str) -> String {
    if still.is_empty() {
        return what.to_owned();
    }
    let one = if still.len() == 1 { "it" } else { "one of them" };
    format!(
        "{} cannot be moved without losing {one}, for every push is blocked or leads to a square \
         from which no goal can be reached; and as long as nothing there is moved, {what}",
        the_boxes(board, still)
    )
}

/// Goals that no other boxes can serve.
fn few_boxes(board: &Board, boxes: &SquareSet, goals: &SquareSet) -> String {
    match boxes.len() {
        0 => format!("no box can be brought to {}", the_goals(board, goals)),
        _ => format!(
            "only {} can be brought to {}: {}",
            the_boxes(board, boxes),
            the_goals(board, goals),
            pairs(boxes, goals)
        ),
    }
}

/// Boxes that can serve no other goals.
fn few_goals(board: &Board, boxes: &SquareSet, goals: &SquareSet) -> String {
    match goals.len() {
        0 => format!("{} can be brought to no goal", the_boxes(board, boxes)),
        _ => format!(
            "{} can be brought to no other goals than {}: {}",
            the_boxes(board, boxes),
            listed(board, goals),
            pairs(boxes, goals)
        ),
    }
}

fn pairs(boxes: &SquareSet, goals: &SquareSet) -> String {
    let boxes = counted(boxes.len(), "box", "boxes");
    format!("{boxes} for {}", counted(goals.len(), "goal", "goals"))
}

fn filled_before(board: &Board, goals: &SquareSet) -> String {
    let backwards = "played backwards from the end of any solution";
    match goals.len() {
        1 => format!(
            "{} would have to hold a box already: {backwards}, no box can be pulled off it",
            the_goals(board, goals)
        ),
        _ => format!(
            "one of {} would have to hold a box already: {backwards}, the boxes cannot be pulled \
             off all of them",
            the_goals(board, goals)
        ),
    }
}

fn not_all(board: &Board, boxes: &SquareSet, lost_min: usize, spare: usize) -> String {
    let the_boxes = the_boxes(board, boxes);
    match (boxes.len(), spare) {
        (1, 0) => {
            format!("{the_boxes} can be brought to no goal, even with no other box in the way")
        }
        (2, 0) => format!(
            "{the_boxes} can never both be brought to goals, even with no other box in the way"
        ),
        (_, 0) => format!(
            "{the_boxes} can never all be brought to goals, even with no other box in the way"
        ),
        _ => format!(
            "of {the_boxes}, at least {lost_min} can never be brought to goals, even with no other \
             box in the way, and only {spare} can be spared"
        ),
    }
}

fn the_boxes(board: &Board, boxes: &SquareSet) -> String {
    match boxes.len() {
        1 => format!("the box on {}", listed(board, boxes)),
        _ => format!("the boxes on {}", listed(board, boxes)),
    }
}

fn the_goals(board: &Board, goals: &SquareSet) -> String {
    match goals.len() {
        1 => format!("the goal on {}", listed(board, goals)),
        _ => format!("the goals on {}", listed(board, goals)),
    }
}

/// `b2`, `b2 and c3`, `b2, c3 and d4`.
fn listed(board: &Board, squares: &SquareSet) -> String {
    let mut names: Vec<String> = squares.iter().map(|it| square_name(board, it)).collect();
    match (names.pop(), names.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", names.join(", ")),
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}
