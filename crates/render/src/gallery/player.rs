//! The player on a page: the drawing of a level, the buttons, and the frames of its solution.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use sokolab_core::{
    Board, GoalKind, Ground, Level, Moves, Occupant, Place, Session, State, check, quantity,
};

use crate::drawing::Coordinates;
use crate::ground::{self, places};
use crate::page::json_script;
use crate::palette::Palette;
use crate::pieces::{UNIT, place};
use crate::svg::draw_coordinates;
use crate::theme::Theme;
use crate::xml::escaped;

/// The parts of a player.
pub(super) struct Player {
    /// The drawing of the initial state.
    pub(super) figure: Markup,
    /// The buttons and the slider.
    pub(super) controls: Markup,
    /// The frames, for the script.
    pub(super) data: Markup,
}

/// The smallest font size on a page, and the width of a drawing on a narrow page.
const SMALLEST: usize = 9;
const NARROW: usize = 330;

/// A player for `moves`; `None` if they cannot be played.
pub(super) fn player(
    name: &str,
    level: &Level,
    moves: &Moves,
    style: (Theme, Coordinates),
) -> Option<Player> {
    let (board, start) = check(level).ok()?;
    let mut session = Session::new(level).ok()?;
    let mut states = vec![start];
    for one in moves.as_slice() {
        session.play(one.direction).ok()?;
        states.push(session.state().clone());
    }
    let last = states.len() - 1;
    let data = frames(&board, &states, moves);
    let controls = html! {
        div.player.needs-script {
            (buttons())
            input type="range" min="0" max=(last) value="0" aria-label="Move";
            output { "0 / " (last) }
        }
    };
    let figure = html! { figure { (PreEscaped(drawing(name, level, &board, style))) } };
    Some(Player { figure, controls, data: json_script(None, &data) })
}

/// The buttons of a player: an icon above a word. Icons are drawn, because few fonts have them.
fn buttons() -> Markup {
    let play = "<path class=\"run\" d=\"M6 4v12l10-6z\"/>\
                <path class=\"rest\" d=\"M5 4h3.5v12H5zM11.5 4H15v12h-3.5z\"/>";
    let two_left = "<path d=\"M10 4v12L2 10zM18 4v12l-8-6z\"/>";
    let two_right = "<path d=\"M2 4v12l8-6zM10 4v12l8-6z\"/>";
    let buttons = [
        ("first", "To the start", "Home", "start", "<path d=\"M4 4h2.5v12H4zM17 4v12L8 10z\"/>"),
        ("unpush", "One push back", "Shift and left arrow", "push", two_left),
        ("back", "One move back", "left arrow", "move", "<path d=\"M14 4v12L5 10z\"/>"),
        ("play", "Play", "space", "play", play),
        ("forward", "One move on", "right arrow", "move", "<path d=\"M6 4v12l9-6z\"/>"),
        ("push", "One push on", "Shift and right arrow", "push", two_right),
        ("last", "To the end", "End", "end", "<path d=\"M3 4v12l9-6zM13.5 4H16v12h-2.5z\"/>"),
    ];
    html! {
        @for (way, label, key, word, path) in buttons {
            button type="button" data-go=(way) aria-label=(label)
                title={ (label) " (" (key) ")" } {
                svg viewBox="0 0 20 20" aria-hidden="true" { (PreEscaped(path)) }
                span aria-hidden="true" { (word) }
            }
        }
    }
}

/// The initial state, without coordinates, scalable to any size.
fn drawing(
    name: &str,
    level: &Level,
    board: &Board,
    (theme, coordinates): (Theme, Coordinates),
) -> String {
    let (picture, rules) = (&level.picture, level.rules);
    let (width, height) = (picture.width() * UNIT, picture.height() * UNIT);
    let (mut floor, mut grounds, mut standing) = (String::new(), String::new(), String::new());
    ground::draw(&mut floor, picture, theme, &Palette::VARIABLES);
    for (x, y) in places(picture) {
        let at = picture.at(x, y);
        let is_filled = rules.goal() == GoalKind::Fill && at.occupant == Occupant::Box;
        if !is_filled || at.ground != Ground::Goal {
            let mut text = String::new();
            place(&mut text, Place::bare(at.ground), rules.goal(), x, y);
            let index = y * picture.width() + x;
            grounds.push_str(&text.replace("<use", &format!("<use data-place=\"{index}\"")));
        }
        let mut text = String::new();
        place(&mut text, at, rules.goal(), x, y);
        let pieces = text.lines().filter(|it| is_piece(it));
        pieces.for_each(|it| standing.push_str(it));
    }
    let boxes = quantity(count(picture, Occupant::Box), "box");
    let goals = quantity(board.goals().len(), "goal");
    let name = escaped(name);
    let (mut named, mut margin) = (String::new(), 0);
    if coordinates == Coordinates::Shown {
        // Wide levels are scaled down, so their letters are enlarged, up to the size of a square.
        let size = (picture.width() * UNIT * SMALLEST / NARROW).clamp(15, UNIT - 6);
        let _ = writeln!(named, "<g font-size=\"{size}\">");
        draw_coordinates(&mut named, picture, Palette::VARIABLES.ink);
        named.push_str("</g>");
        margin = size + 14;
    }
    format!(
        "<svg viewBox=\"-{margin} -{margin} {} {}\" role=\"img\" aria-label=\"{name}: {} by {} \
         places, {boxes}, {goals}, {} rules\">\n{floor}{grounds}\
         <g class=\"pieces\">{standing}</g>{named}</svg>",
        width + margin,
        height + margin,
        picture.width(),
        picture.height(),
        rules.name(),
    )
}

fn is_piece(line: &str) -> bool {
    ["#box\"", "#home\"", "#boulder\"", "#keeper\""].iter().any(|it| line.contains(it))
}

fn count(picture: &sokolab_core::Picture, occupant: Occupant) -> usize {
    picture.places().iter().filter(|it| it.occupant == occupant).count()
}

/// The frames of a solution: the places of keeper and boxes in each, and when holes are filled.
fn frames(board: &Board, states: &[State], moves: &Moves) -> String {
    let at = |square| {
        let (x, y) = board.position(square);
        y * board.width() + x
    };
    let mut text = format!("{{\"width\":{},\"unit\":{UNIT},\"goals\":[", board.width());
    let goals: Vec<String> = match board.rules().goal() {
        GoalKind::Keep => board.goals().iter().map(|it| at(it).to_string()).collect(),
        GoalKind::Fill | GoalKind::Sink => Vec::new(),
    };
    let kind = if board.rules().goal() == GoalKind::Fill { "boulder" } else { "box" };
    // Writing to a string cannot fail.
    let _ = write!(text, "{}],\"box\":\"{kind}\",\"frames\":[", goals.join(","));
    for (index, state) in states.iter().enumerate() {
        let boxes: Vec<String> = state.boxes.iter().map(|it| at(it).to_string()).collect();
        let comma = if index == 0 { "" } else { "," };
        let rest = if boxes.is_empty() { String::new() } else { format!(",{}", boxes.join(",")) };
        let _ = write!(text, "{comma}[{}{rest}]", at(state.keeper));
    }
    text.push_str("],\"pushes\":[");
    let is_push = |it: &sokolab_core::Move| it.kind == sokolab_core::MoveKind::Push;
    let pushes = moves.as_slice().iter().enumerate().filter(|(_, it)| is_push(it));
    let pushes: Vec<String> = pushes.map(|(index, _)| (index + 1).to_string()).collect();
    text.push_str(&pushes.join(","));
    text.push_str("],\"filled\":[");
    let mut filled = Vec::new();
    for (index, pair) in states.windows(2).enumerate() {
        for hole in pair[1].filled.difference(&pair[0].filled).iter() {
            filled.push(format!("[{},{}]", index + 1, at(hole)));
        }
    }
    text.push_str(&filled.join(","));
    text.push_str("]}");
    text
}
