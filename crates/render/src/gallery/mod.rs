//! A gallery: levels with their measures and solutions, as one page that needs nothing else.
//!
//! Each level is drawn once; its solution is a list of frames, computed here, so that the page only
//! moves pieces about and knows no rules. Without scripts the page still shows every level with
//! its measures and its solution in letters.

mod player;
mod story;

pub use story::{Chapter, StoryItem, StoryPart, story};

use sokolab_core::{Level, Moves, quantity};

use crate::legend::escaped;
use crate::pieces::define;
use crate::theme::Theme;
use player::{Coordinates, Player, player};

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
    /// What the name means, as a sentence.
    pub meaning: String,
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
    let cards: Vec<String> = exhibits.iter().filter_map(card).collect();
    let levels = quantity(cards.len(), "level");
    let lead = format!(
        "<p>{levels}.{KEYS}{}</p>\n{}",
        if exhibits.iter().any(|it| !it.facts.is_empty()) {
            " The <a href=\"#measures\">measures</a> are explained below."
        } else {
            ""
        },
        sorting(exhibits)
    );
    page(title, &lead, &cards.concat(), &meanings(exhibits))
}

/// How to step through a solution.
const KEYS: &str = " <span class=\"needs-script\">Choose one and step through its solution with \
    the buttons, or with the keyboard: the arrow keys go move by move, with Shift push by push, \
    Home and End to the start and the end, and space plays.</span>";

/// What the measures of a gallery mean.
fn meanings(exhibits: &[Exhibit<'_>]) -> String {
    let mut seen: Vec<&str> = Vec::new();
    let mut entries = String::new();
    for fact in exhibits.iter().flat_map(|it| &it.facts) {
        if !seen.contains(&fact.name.as_str()) {
            seen.push(&fact.name);
            let (name, meaning) = (escaped(&fact.name), escaped(&fact.meaning));
            entries.push_str(&format!("<div><dt>{name}</dt><dd>{meaning}</dd></div>\n"));
        }
    }
    if entries.is_empty() {
        return entries;
    }
    format!(
        "<section id=\"measures\">\n<h2>What the measures mean</h2>\n<dl>\n{entries}</dl>\n\
             </section>\n"
    )
}

/// A page that needs nothing else.
fn page(title: &str, lead: &str, cards: &str, end: &str) -> String {
    let title = escaped(title);
    let mut pieces = String::new();
    define(&mut pieces, &Theme::LIGHT);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg class=\"defs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>\n{pieces}\
         </defs></svg>\n<header>\n<h1>{title}</h1>\n{lead}</header>\n\
         <main id=\"levels\">\n{cards}</main>\n{end}<script>\n{SCRIPT}</script>\n</body>\n\
         </html>\n",
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
         <select id=\"order\" aria-label=\"Order\" disabled>\
         <option value=\"1\">smallest first</option>\
         <option value=\"-1\">largest first</option></select>\n\
         </form>\n"
    )
}

/// One level.
fn card(exhibit: &Exhibit<'_>) -> Option<String> {
    let Player { figure, controls, data } =
        player(&exhibit.name, exhibit.level, exhibit.solution, Coordinates::Hidden)?;
    let name = escaped(&exhibit.name);
    let facts: String = exhibit.facts.iter().map(fact).collect();
    Some(format!(
        "<article class=\"card\" tabindex=\"0\" aria-label=\"{name}\">\n<h2>{name}</h2>\n\
         {figure}{controls}<dl>{facts}</dl>\n\
         <details><summary>Solution</summary><code>{}</code></details>\n{data}</article>\n",
        exhibit.solution,
    ))
}

fn fact(fact: &Fact) -> String {
    let (name, shown) = (escaped(&fact.name), escaped(&fact.shown));
    let value = fact.value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
    let meaning = escaped(&fact.meaning);
    format!(
        "<div title=\"{meaning}\"><dt>{name}</dt><dd data-name=\"{name}\"{value}>{shown}</dd></div>"
    )
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Rules, parse_moves};

    use super::{Exhibit, Fact, gallery};

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
        let page = gallery("Some levels", &exhibits);
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
