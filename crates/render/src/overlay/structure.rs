//! Facts about walls and goals: locks, tunnels, chambers, distances.

use sokolab_analysis::Analysis;
use sokolab_analysis::locks::LockKind;
use sokolab_core::Square;

use super::COLORS;
use crate::layer::{Layer, Pattern};

/// Locked squares by kind.
#[must_use]
pub fn locks(facts: &Analysis) -> Layer {
    let mut layer = Layer::new("Locked squares");
    for kind in LockKind::ALL {
        let swatch = lock_swatch(&mut layer, kind);
        for square in facts.board.squares() {
            if facts.lock_kinds[square.index()] == Some(kind) {
                layer.mark(facts.board.position(square), swatch);
            }
        }
    }
    layer
}

/// The swatch of squares with this kind of lock.
pub fn lock_swatch(layer: &mut Layer, kind: LockKind) -> usize {
    let index = LockKind::ALL.iter().position(|it| *it == kind).unwrap_or(0);
    let color = ["#c0392b", "#d55e00", "#8e44ad", "#0072b2"][index];
    layer.swatch(kind.name(), color, Pattern::HATCHED[index])
}

/// The corridors of a chamber.
#[must_use]
pub fn corridors(places: &[(usize, usize)]) -> Layer {
    let mut layer = Layer::new("Corridors");
    let swatch = layer.swatch("corridor", "#555555", Pattern::Crossed);
    for &place in places {
        layer.mark(place, swatch);
    }
    layer
}

/// Tunnels, straight and bent.
#[must_use]
pub fn tunnels(facts: &Analysis) -> Layer {
    let mut layer = Layer::new("Tunnels");
    let straight = layer.swatch("straight", "#009e73", Pattern::Plain);
    let bent = layer.swatch("with a bend", "#b59f00", Pattern::Dotted);
    for tunnel in facts.tunnels.list() {
        let swatch = if tunnel.is_straight() { straight } else { bent };
        for &square in tunnel.squares() {
            layer.mark(facts.board.position(square), swatch);
        }
    }
    layer
}

/// The colour of a chamber.
#[must_use]
pub fn chamber_color(index: usize) -> (&'static str, Pattern) {
    let pattern = if index < COLORS.len() { Pattern::Plain } else { Pattern::Dotted };
    (COLORS[index % COLORS.len()], pattern)
}

/// Chambers with a letter each, and the corridors between them.
#[must_use]
pub fn chambers(facts: &Analysis) -> Layer {
    let mut layer = Layer::new("Chambers");
    let position = |square: Square| facts.board.position(square);
    let letters = facts.chambers.letters(&facts.board, &facts.state);
    for (index, chamber) in facts.chambers.chambers().iter().enumerate() {
        let letter = &letters[index];
        let (color, pattern) = chamber_color(index);
        let swatch = layer.swatch(letter, color, pattern);
        let named = chamber.squares.iter().copied().find(|&it| is_bare(facts, it));
        let named = named.or(chamber.squares.first().copied());
        for &square in &chamber.squares {
            if Some(square) == named {
                layer.mark_text(position(square), swatch, letter.clone());
            } else {
                layer.mark(position(square), swatch);
            }
        }
    }
    let swatch = layer.swatch("corridor", "#555555", Pattern::Crossed);
    for corridor in facts.chambers.corridors() {
        for &square in &corridor.squares {
            layer.mark(position(square), swatch);
        }
    }
    layer
}

/// Whether nothing is visible on a square.
fn is_bare(facts: &Analysis, square: Square) -> bool {
    let (board, state) = (&facts.board, &facts.state);
    let marked = [board.goals(), board.exits(), board.doors(), board.dead_fields(), &state.boxes];
    square != state.keeper && !marked.iter().any(|it| it.contains(square))
}

/// The pushes of a lone box to the nearest goal, as a heat map with numbers.
#[must_use]
pub fn distances(facts: &Analysis) -> Layer {
    const HEAT: [&str; 5] = ["#ffffcc", "#fed976", "#fd8d3c", "#e31a1c", "#800026"];
    let mut layer = Layer::new(&facts.board.rules().translate("Pushes to a goal"));
    let pushes = |square: Square| facts.distances.least_nearest(square);
    let most = facts.board.squares().filter_map(pushes).max().unwrap_or(0).max(1);
    let step = most / HEAT.len() as u16 + 1;
    for (index, color) in HEAT.into_iter().enumerate() {
        let first = index as u16 * step;
        let last = (first + step - 1).min(most);
        let label = if first == last { first.to_string() } else { format!("{first} to {last}") };
        layer.swatch(&label, color, Pattern::Plain);
    }
    for square in facts.board.squares() {
        if let Some(count) = pushes(square) {
            let swatch = usize::from(count / step);
            layer.mark_text(facts.board.position(square), swatch, count.to_string());
        }
    }
    layer
}
