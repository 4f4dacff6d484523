//! `--corrals`: floor that boxes close off from the keeper, and what it means for a search.

use sokolab::analysis::Analysis;
use sokolab::insight::verdict::{ClosedFloor, CorralDeath, closed_floor};
use sokolab::{CorralKind, quantity, square_name};
use sokolab_wire::why_no_pi_corral;

use super::square_names::named;
use crate::io::interrupt;

/// The corrals of a state; empty if interrupted.
pub(super) fn find(facts: &Analysis) -> Vec<ClosedFloor> {
    let mut observer =
        |_: &sokolab::Progress| interrupt::is_interrupted().then_some(sokolab::Stop::Interrupted);
    closed_floor(&facts.board, &facts.state, &mut observer).unwrap_or_default()
}

/// The corrals, a few lines each.
pub(super) fn report(facts: &Analysis) -> String {
    let found = find(facts);
    let mut text = format!("  corrals     {}\n", found.len());
    for closed in &found {
        let squares = named(facts, closed.squares.iter().copied());
        let size = quantity(closed.squares.len(), "square");
        let boxes = named(facts, closed.boxes.iter().copied());
        text.push_str(&format!("    {:<4}{size}: {squares}; boxes {boxes}\n", closed.letter));
        text.push_str(&format!("        {}\n", kind(facts, closed)));
        let death = match closed.death {
            None => "not proved dead".to_owned(),
            Some(CorralDeath::NoPush) => "proved dead: there is none".to_owned(),
            Some(CorralDeath::Alone(nodes)) => format!(
                "proved dead: its boxes, alone on the board, cannot all be brought to goals ({})",
                quantity(nodes, "node")
            ),
        };
        text.push_str(&format!("        {death}\n"));
    }
    text
}

fn kind(facts: &Analysis, closed: &ClosedFloor) -> String {
    if let Ok(CorralKind::Pi { whole, pushes }) = &closed.kind {
        let push =
            |it: &sokolab::Push| format!("{} {}", square_name(&facts.board, it.from), it.direction);
        let pushes: Vec<String> = pushes.iter().map(push).collect();
        let joined = if whole.len() > closed.squares.len() { " together with others" } else { "" };
        let pushes = if pushes.is_empty() { "none".to_owned() } else { pushes.join(", ") };
        return format!("PI-corral{joined}: only these pushes need to be tried: {pushes}");
    }
    format!("not a PI-corral: {}", why_no_pi_corral(facts, closed).unwrap_or_default())
}
