//! A gallery: levels with their measures and solutions, as one self-contained page.
//!
//! Each level is drawn once. Its solution is a list of frames, computed here, so the page only
//! moves pieces and knows no rules. Without scripts, the page still shows every level with its
//! measures and the letters of its solution.

mod player;
mod story;

pub use story::{Chapter, StoryItem, StoryPart, story};

use maud::{Markup, html};
use sokolab_core::{Level, Moves, quantity};

use crate::drawing::Coordinates;
use crate::page::Page;
use crate::theme::Theme;
use player::{Player, player};

const STYLE: &str = include_str!("gallery.css");
const SCRIPT: &str = include_str!("gallery.js");

/// A fact about a level in a gallery.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its name; a gallery can be sorted by it.
    pub name: String,
    /// The displayed value.
    pub shown: String,
    /// The sort key; `None` sorts last.
    pub value: Option<f64>,
    /// What the name means, as a sentence.
    pub meaning: String,
}

/// A level in a gallery.
#[derive(Clone, Debug)]
pub struct Exhibit<'a> {
    /// The name of the level.
    pub name: String,
    /// The level.
    pub level: &'a Level,
    /// A solution, or other moves; if empty, the level has no player.
    pub solution: &'a Moves,
    /// The facts about it.
    pub facts: Vec<Fact>,
}

/// Draws a gallery as an HTML page. Levels that cannot be played are left out.
#[must_use]
pub fn gallery(title: &str, theme: Theme, exhibits: &[Exhibit<'_>]) -> String {
    let cards: Vec<Markup> = exhibits.iter().filter_map(|it| card(it, theme)).collect();
    let levels = quantity(cards.len(), "level");
    let is_played = exhibits.iter().any(|it| !it.solution.is_empty());
    let body = html! {
        header {
            h1 { (title) }
            p {
                (levels) "."
                @if is_played { " " span.needs-script { (KEYS) } }
                @if exhibits.iter().any(|it| !it.facts.is_empty()) {
                    " The " a href="#measures" { "measures" } " are explained below."
                }
            }
            (sorting(exhibits))
        }
        main id="levels" { @for card in &cards { (card) } }
        (meanings(exhibits))
    };
    Page { title, theme, style: STYLE, body, script: SCRIPT }.into_text()
}

/// Instructions for stepping through a solution.
const KEYS: &str = "Choose one and step through its solution with the buttons, or with the \
    keyboard: the arrow keys go move by move, with Shift push by push, Home and End to the start \
    and the end, and space plays.";

/// The meanings of the measures in a gallery.
fn meanings(exhibits: &[Exhibit<'_>]) -> Markup {
    let mut known: Vec<&Fact> = Vec::new();
    for fact in exhibits.iter().flat_map(|it| &it.facts) {
        if known.iter().all(|it| it.name != fact.name) {
            known.push(fact);
        }
    }
    html! {
        @if !known.is_empty() {
            section id="measures" {
                h2 { "What the measures mean" }
                dl { @for it in &known { div { dt { (it.name) } dd { (it.meaning) } } } }
            }
        }
    }
}

/// The menu of sort keys.
fn sorting(exhibits: &[Exhibit<'_>]) -> Markup {
    let mut names: Vec<&str> = Vec::new();
    for fact in exhibits.iter().flat_map(|it| &it.facts) {
        if fact.value.is_some() && !names.contains(&fact.name.as_str()) {
            names.push(&fact.name);
        }
    }
    html! {
        @if !names.is_empty() {
            form.needs-script id="sorting" {
                label for="key" { "Sort by" }
                select id="key" {
                    option value="" { "order made" }
                    @for name in &names { option { (name) } }
                }
                select id="order" aria-label="Order" disabled {
                    option value="1" { "smallest first" }
                    option value="-1" { "largest first" }
                }
            }
        }
    }
}

/// The card of one level.
fn card(exhibit: &Exhibit<'_>, theme: Theme) -> Option<Markup> {
    let look = (theme, Coordinates::Hidden);
    let Player { figure, controls, data } =
        player(&exhibit.name, exhibit.level, exhibit.solution, look)?;
    let is_played = !exhibit.solution.is_empty();
    Some(html! {
        article.card[is_played].still[!is_played] tabindex="0" aria-label=(exhibit.name) {
            h2 { (exhibit.name) }
            (figure)
            @if is_played { (controls) }
            dl { @for it in &exhibit.facts { (fact(it)) } }
            @if is_played {
                details { summary { "Solution" } code { (exhibit.solution.to_string()) } }
                (data)
            }
        }
    })
}

fn fact(fact: &Fact) -> Markup {
    html! {
        div title=(fact.meaning) {
            dt { (fact.name) }
            dd data-name=(fact.name) data-value=[fact.value] { (fact.shown) }
        }
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Rules, parse_moves};

    use super::{Exhibit, Fact, gallery};
    use crate::theme::Theme;

    fn fact(name: &str, value: f64) -> Fact {
        let meaning = "What it <says>.".to_owned();
        Fact { name: name.to_owned(), shown: format!("{value}"), value: Some(value), meaning }
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
        let page = gallery("Some levels", Theme::Flat, &exhibits);
        assert_eq!(page.matches("<article").count(), 2);
        assert!(page.contains("A &lt;b&gt; &amp; &quot;c&quot;") && !page.contains("A <b>"));
        assert!(page.contains("[8,9],[9,10],[10,11]"), "keeper and box, move by move");
        assert!(page.contains("\"filled\":[[1,11],[3,13]]"));
        assert_eq!(page.matches("<option>pushes</option>").count(), 1);
        assert!(page.contains("<option value=\"-1\">largest first</option></select>"));
        assert_eq!(page.matches("title=\"What it &lt;says&gt;.\"").count(), 3, "a tooltip each");
        let legend = "<dt>pushes</dt><dd>What it &lt;says&gt;.</dd>";
        assert_eq!(page.matches(legend).count(), 1, "and one entry of the legend");
        for way in ["first", "unpush", "back", "play", "forward", "push", "last"] {
            let button = format!("data-go=\"{way}\" aria-label=\"");
            assert_eq!(page.matches(&button).count(), 2, "{way}");
            assert!(page.contains(&format!("{way}: ()")) || way == "play", "{way} does something");
        }
        for word in ["http:", "https:", " src=", "@import", "url("] {
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
        assert!(gallery("None", Theme::Flat, &exhibits).contains("0 levels"));
    }
}
