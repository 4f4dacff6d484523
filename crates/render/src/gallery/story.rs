//! A story: a level explained, with its solution to step through from sentence to sentence.

use std::fmt::Write;

use sokolab_core::{Level, Moves};

use super::page;
use super::player::{Coordinates, Player, player};
use crate::legend::escaped;

/// A sentence of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryItem {
    /// What it says.
    pub text: String,
    /// What is said beside it in small print.
    pub note: Option<String>,
    /// The moves after which the position is that which it speaks of.
    pub frame: Option<usize>,
    /// Sentences that belong to it.
    pub items: Vec<StoryItem>,
}

impl StoryItem {
    /// A sentence by itself.
    #[must_use]
    pub fn new(text: String) -> StoryItem {
        StoryItem { text, note: None, frame: None, items: Vec::new() }
    }
}

/// A part of a story: sentences under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryPart {
    /// The heading.
    pub heading: String,
    /// Whether the sentences are steps, one after the other.
    pub is_numbered: bool,
    /// Drawings above the sentences, as SVG.
    pub drawings: Vec<String>,
    /// The sentences.
    pub items: Vec<StoryItem>,
}

/// A level explained.
#[derive(Clone, Debug)]
pub struct Chapter<'a> {
    /// What the level is called.
    pub name: String,
    /// The level.
    pub level: &'a Level,
    /// The moves to step through, perhaps none.
    pub moves: Moves,
    /// What is said first.
    pub lead: String,
    /// What is said then.
    pub parts: Vec<StoryPart>,
}

/// Tells levels on an HTML page that needs nothing else. Levels that cannot be played are left out.
#[must_use]
pub fn story(title: &str, chapters: &[Chapter<'_>]) -> String {
    // The heading of a page with one level is that of the level.
    let heading = |name: &str| match chapters.len() {
        1 => String::new(),
        _ => format!("<h2>{}</h2>\n", escaped(name)),
    };
    let card = |(number, it): (usize, &Chapter<'_>)| chapter(number, it, &heading(&it.name));
    let cards: String = chapters.iter().enumerate().filter_map(card).collect();
    let is_played = chapters.iter().any(|it| !it.moves.as_slice().is_empty());
    let lead = if is_played {
        "<p class=\"needs-script\">Step through a solution with the buttons, or with the keyboard: \
         the arrow keys go move by move, with Shift push by push, Home and End to the start and \
         the end, and space plays. Or choose a sentence to see the position it speaks of.</p>\n"
    } else {
        ""
    };
    page(title, lead, &cards, "")
}

fn chapter(number: usize, chapter: &Chapter<'_>, heading: &str) -> Option<String> {
    let Player { figure, controls, data } =
        player(&chapter.name, chapter.level, &chapter.moves, Coordinates::Shown)?;
    let controls = if chapter.moves.as_slice().is_empty() { String::new() } else { controls };
    let name = escaped(&chapter.name);
    let parts: String = chapter.parts.iter().map(|it| part(number, it)).collect();
    let class = if controls.is_empty() { "story" } else { "card story" };
    let data = if controls.is_empty() { String::new() } else { data };
    Some(format!(
        "<article class=\"{class}\" tabindex=\"0\" aria-label=\"{name}\">\n{heading}\
         <div class=\"stage\">{figure}{controls}</div>\n\
         <div class=\"words\"><p>{}</p>\n{parts}</div>\n{data}</article>\n",
        escaped(&chapter.lead),
    ))
}

fn part(chapter: usize, part: &StoryPart) -> String {
    let list = if part.is_numbered { "ol" } else { "ul" };
    let heading = escaped(&part.heading);
    // Names of patterns are those of a drawing; on a page they would be mixed up.
    let own = |(place, drawing): (usize, &String)| {
        let name = format!("c{chapter}-{place}-p");
        let drawing = drawing.replace("id=\"p", &format!("id=\"{name}"));
        let drawing = drawing.replace("url(#p", &format!("url(#{name}"));
        format!("<div class=\"drawing\">{drawing}</div>\n")
    };
    let drawings: String = part.drawings.iter().enumerate().map(own).collect();
    let items: String = part.items.iter().map(item).collect();
    format!("<section>\n<h3>{heading}</h3>\n{drawings}<{list}>\n{items}</{list}>\n</section>\n")
}

fn item(item: &StoryItem) -> String {
    let mut text = escaped(&item.text);
    if let Some(frame) = item.frame {
        text =
            format!("<button type=\"button\" class=\"to\" data-frame=\"{frame}\">{text}</button>");
    }
    // Writing to a string cannot fail.
    if let Some(note) = &item.note {
        let _ = write!(text, " <small>{}</small>", escaped(note));
    }
    if !item.items.is_empty() {
        let items: String = item.items.iter().map(self::item).collect();
        let _ = write!(text, "\n<ul>\n{items}</ul>");
    }
    format!("<li>{text}</li>\n")
}

#[cfg(test)]
mod tests {
    use sokolab_core::parse_moves;
    use sokolab_core::testing::level;

    use super::{Chapter, StoryItem, StoryPart, story};

    #[test]
    fn sentences_lead_to_the_positions_they_speak_of() {
        let level = level("#####\n#@$.#\n#####\n");
        let step = StoryItem { frame: Some(1), ..StoryItem::new("Push <it>.".to_owned()) };
        let part = StoryPart {
            heading: "Plan".to_owned(),
            is_numbered: true,
            drawings: Vec::new(),
            items: vec![step],
        };
        let chapter = Chapter {
            name: "One".to_owned(),
            level: &level,
            moves: parse_moves("R").expect("letters"),
            lead: "A & B".to_owned(),
            parts: vec![part],
        };
        let page = story("One", std::slice::from_ref(&chapter));
        assert!(page.contains("<h1>One</h1>") && !page.contains("<h2>"), "one heading is enough");
        let several = story("Levels explained", &[chapter.clone(), chapter]);
        assert_eq!(several.matches("<h2>One</h2>").count(), 2);
        assert!(page.contains("data-frame=\"1\">Push &lt;it&gt;.</button>"));
        // The keys work at once, for the first level.
        assert!(page.contains("let chosen = cards.find((it) => it.classList.contains(\"story\"))"));
        // Drawings and coordinates follow the colour scheme.
        assert!(page.contains(".drawing .paper { fill: none; }"));
        assert!(page.contains(".drawing .ink { fill: var(--ink); }"));
        // Coordinates have the ink of the page, which is light in the dark.
        assert!(page.contains("<g class=\"coordinates\""));
        assert!(page.contains("figure .coordinates text { fill: var(--soft); }"));
        assert!(page.contains("<p>A &amp; B</p>") && page.contains("\"frames\":[[6,7],[7,8]]"));
    }
}
