//! A gallery: levels with their measures and solutions, as one page that needs nothing else.
//!
//! Each level is drawn once; its solution is a list of frames, computed here, so that the page only
//! moves pieces about and knows no rules. Without scripts the page still shows every level with
//! its measures and its solution in letters.

use std::fmt::Write;

use sokolab_core::{Board, GoalKind, Ground, Level, Moves, Occupant, Place, Session, State, check};

use crate::legend::escaped;
use crate::pieces::{UNIT, define, place};
use crate::svg::{Drawing, draw_floor, places};
use crate::theme::Theme;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Something said about a level in a gallery.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is about; a gallery can be sorted by it.
    pub name: String,
    /// What is shown.
    pub shown: String,
    /// What is sorted by; `None` comes last.
    pub value: Option<f64>,
}

/// A level in a gallery.
#[derive(Clone, Debug)]
pub struct Exhibit<'a> {
    /// What it is called.
    pub name: String,
    /// The level.
    pub level: &'a Level,
    /// A solution of it.
    pub solution: &'a Moves,
    /// What is said about it.
    pub facts: Vec<Fact>,
}

/// Draws a gallery as an HTML page. Levels that cannot be played are left out.
#[must_use]
pub fn gallery(title: &str, exhibits: &[Exhibit<'_>]) -> String {
    let title = escaped(title);
    let mut pieces = String::new();
    define(&mut pieces, &Theme::LIGHT);
    let cards: Vec<String> = exhibits.iter().filter_map(card).collect();
    let count = cards.len();
    let levels = if count == 1 { "level" } else { "levels" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg class=\"defs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>\n{pieces}\
         </defs></svg>\n<header>\n<h1>{title}</h1>\n<p>{count} {levels}. Choose one and step \
         through its solution with the buttons or the arrow keys.</p>\n{}</header>\n\
         <main id=\"levels\">\n{}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        sorting(exhibits),
        cards.concat(),
    )
}

/// The choice of what to sort by.
fn sorting(exhibits: &[Exhibit<'_>]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for fact in exhibits.iter().flat_map(|it| &it.facts) {
        if fact.value.is_some() && !names.contains(&fact.name.as_str()) {
            names.push(&fact.name);
        }
    }
    let option = |name: &&str| format!("<option>{}</option>", escaped(name));
    let options: String = names.iter().map(option).collect();
    format!(
        "<form id=\"sorting\" class=\"needs-script\">\n<label for=\"key\">Sort by</label>\n\
         <select id=\"key\"><option value=\"\">order made</option>{options}</select>\n\
         <button type=\"button\" id=\"order\" aria-pressed=\"false\">smallest first</button>\n\
         </form>\n"
    )
}

/// One level.
fn card(exhibit: &Exhibit<'_>) -> Option<String> {
    let (board, start) = check(exhibit.level).ok()?;
    let mut session = Session::new(exhibit.level).ok()?;
    let mut states = vec![start];
    for one in exhibit.solution.as_slice() {
        session.play(one.direction).ok()?;
        states.push(session.state().clone());
    }
    let name = escaped(&exhibit.name);
    let last = states.len() - 1;
    let data = frames(&board, &states, exhibit.solution);
    let facts: String = exhibit.facts.iter().map(fact).collect();
    Some(format!(
        "<article class=\"card\" tabindex=\"0\" aria-label=\"{name}\">\n<h2>{name}</h2>\n\
         <figure>{}</figure>\n\
         <div class=\"player needs-script\">\n\
         {}\
         <input type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"Move\">\n\
         <output>0 / {last}</output>\n</div>\n\
         <dl>{facts}</dl>\n\
         <details><summary>Solution</summary><code>{}</code></details>\n\
         <script type=\"application/json\">{data}</script>\n</article>\n",
        drawing(exhibit, &board),
        buttons(),
        exhibit.solution,
    ))
}

/// The buttons of a player, drawn rather than written: few fonts have these signs.
fn buttons() -> String {
    let button = |(way, label, path): (&str, &str, &str)| {
        let icon = format!("<svg viewBox=\"0 0 20 20\" aria-hidden=\"true\">{path}</svg>");
        format!(
            "<button type=\"button\" data-go=\"{way}\" aria-label=\"{label}\">{icon}</button>\n"
        )
    };
    let play = "<path class=\"run\" d=\"M6 4v12l10-6z\"/>\
                <path class=\"rest\" d=\"M5 4h3.5v12H5zM11.5 4H15v12h-3.5z\"/>";
    let buttons = [
        ("first", "To the start", "<path d=\"M4 4h2.5v12H4zM17 4v12L8 10z\"/>"),
        ("back", "One move back", "<path d=\"M15 4v12L6 10z\"/>"),
        ("play", "Play", play),
        ("push", "To the next push", "<path d=\"M3 4v12l9-6zM13.5 4H16v12h-2.5z\"/>"),
    ];
    buttons.map(button).concat()
}

fn fact(fact: &Fact) -> String {
    let (name, shown) = (escaped(&fact.name), escaped(&fact.shown));
    let value = fact.value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
    format!("<div><dt>{name}</dt><dd data-name=\"{name}\"{value}>{shown}</dd></div>")
}

/// The level as it begins, without coordinates, for any size.
fn drawing(exhibit: &Exhibit<'_>, board: &Board) -> String {
    let (picture, rules) = (&exhibit.level.picture, exhibit.level.rules);
    let drawing = Drawing { rules, ..Drawing::new(picture) };
    let (width, height) = (picture.width() * UNIT, picture.height() * UNIT);
    let (mut floor, mut grounds, mut standing) = (String::new(), String::new(), String::new());
    draw_floor(&mut floor, &drawing);
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
    let (boxes, goals) = (count(picture, Occupant::Box), board.goals().len());
    let name = escaped(&exhibit.name);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{name}: {} by {} places, \
         {boxes} boxes, {goals} goals, {} rules\">\n{floor}{grounds}<g class=\"pieces\">{standing}\
         </g></svg>",
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

/// The frames of a solution: for each the keeper's place and those of the boxes, and when holes are
/// filled.
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

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Rules, parse_moves};

    use super::{Exhibit, Fact, gallery};

    fn fact(name: &str, value: f64) -> Fact {
        Fact { name: name.to_owned(), shown: format!("{value}"), value: Some(value) }
    }

    #[test]
    fn a_page_holds_every_level_with_its_frames_and_asks_for_nothing_else() {
        let one = level(
            "
            #######
            #@$ . #
            #######",
        );
        let two = level_in(
            "
            --------
            |@0^0^<|
            --------",
            Rules::NETHACK,
        );
        let moves = [parse_moves("RR"), parse_moves("RrRrr")].map(|it| it.expect("letters"));
        let exhibits = [
            Exhibit {
                name: "A <b> & \"c\"".to_owned(),
                level: &one,
                solution: &moves[0],
                facts: vec![fact("pushes", 2.0), fact("grade", 1.0)],
            },
            Exhibit {
                name: "Two".to_owned(),
                level: &two,
                solution: &moves[1],
                facts: vec![fact("pushes", 2.0)],
            },
        ];
        let page = gallery("Some levels", &exhibits);
        assert_eq!(page.matches("<article").count(), 2);
        assert!(page.contains("A &lt;b&gt; &amp; &quot;c&quot;") && !page.contains("A <b>"));
        assert!(page.contains("[8,9],[9,10],[10,11]"), "keeper and box, move by move");
        assert!(page.contains("\"filled\":[[1,11],[3,13]]"));
        assert_eq!(page.matches("<option>pushes</option>").count(), 1);
        for word in ["http:", "https:", "src=", "@import", "url("] {
            let outside = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!outside.contains(word), "{word} would need a network");
        }
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    }

    #[test]
    fn moves_that_cannot_be_played_are_left_out() {
        let level = level("#####\n#@$.#\n#####\n");
        let moves = parse_moves("uuu").expect("letters");
        let name = "wrong".to_owned();
        let exhibits = [Exhibit { name, level: &level, solution: &moves, facts: Vec::new() }];
        assert!(gallery("None", &exhibits).contains("0 levels"));
    }
}
