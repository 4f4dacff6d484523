//! The keys: a line that is always there, and a page with all of them.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use sokolab::{Directions, Rules};

use crate::screen::Hint;

/// The keys that are always shown, the most important first.
pub(super) const KEYS: [Hint; 14] = [
    Hint { key: "?", does: "keys" },
    Hint { key: "q", does: "quit" },
    Hint { key: "z", does: "undo" },
    Hint { key: "x", does: "redo" },
    Hint { key: "Space", does: "hint" },
    Hint { key: "r", does: "restart" },
    Hint { key: "Tab", does: "next unsolved" },
    Hint { key: "< >", does: "level" },
    Hint { key: "e", does: "to safety" },
    Hint { key: "s", does: "solve" },
    Hint { key: "Esc", does: "cancel" },
    Hint { key: "w", does: "watch" },
    Hint { key: "o", does: "overlay" },
    Hint { key: "t", does: "theme" },
];

/// All keys and what they do, in the order of the page.
const PAGE: [(&str, &str); 22] = [
    ("arrows, h j k l", "walk and push"),
    ("y u b n", "walk diagonally"),
    ("click", "walk there; a box: choose it; then a square: push it there"),
    ("wheel, right click", "take back a move and make it again; take back a push"),
    ("z, Backspace / x", "take back a move / make it again"),
    ("Z / X", "take back a push / make it again"),
    ("r, Home", "back to the start; nothing is lost"),
    ("v", "choose the branch that x takes"),
    ("m / '", "set a bookmark / go to the next one"),
    ("Space", "a hint; again: a little more"),
    ("s / Esc", "let the solver look for the fewest pushes / stop it"),
    ("a", "alarm on or off"),
    ("e", "after an alarm: back to where the game can be won"),
    ("w", "watch the best solution once the level is solved"),
    ("f", "clicks push by fewest pushes or fewest moves"),
    ("o", "mark dead squares, or where the keeper can walk"),
    ("Tab, Shift-Tab", "next, previous level that is not solved"),
    ("< >", "previous, next level"),
    ("#", "go to a level by its number"),
    ("t", "theme"),
    ("?", "this page"),
    ("q, Ctrl-C", "quit"),
];

/// The page with all keys that a rule set has.
pub(super) fn page(rules: Rules) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let has_diagonals = rules.steps() == Directions::Eight;
    let shown = PAGE.iter().filter(|(key, _)| has_diagonals || *key != "y u b n");
    let lines = shown.map(|(key, does)| {
        let does = rules.translate(does);
        Line::from(vec![Span::styled(format!("{key:<20}"), bold), Span::raw(does)])
    });
    std::iter::once(Line::from("Keys; any key goes back to the game.")).chain(lines).collect()
}
