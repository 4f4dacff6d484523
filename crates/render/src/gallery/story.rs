//! A story: an explained level on a page, where each sentence leads to its position in the
//! solution.

use maud::{Markup, PreEscaped, html};
use sokolab_core::{Level, Moves};

use super::player::{Player, player};
use super::{SCRIPT, STYLE};
use crate::drawing::Coordinates;
use crate::page::Page;
use crate::theme::Theme;

/// A sentence of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryItem {
    /// The text of the sentence.
    pub text: String,
    /// A note beside it in small print.
    pub note: Option<String>,
    /// The number of moves after which the sentence applies.
    pub frame: Option<usize>,
    /// Subordinate sentences.
    pub items: Vec<StoryItem>,
}

impl StoryItem {
    /// A sentence without a note, a position or subordinates.
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
    /// Whether the sentences are consecutive steps.
    pub is_numbered: bool,
    /// Drawings above the sentences, as SVG for pages.
    pub drawings: Vec<String>,
    /// The sentences.
    pub items: Vec<StoryItem>,
}

/// A level explained.
#[derive(Clone, Debug)]
pub struct Chapter<'a> {
    /// The name of the level.
    pub name: String,
    /// The level.
    pub level: &'a Level,
    /// The moves to step through; may be empty.
    pub moves: Moves,
    /// The introduction.
    pub lead: String,
    /// The parts after the introduction.
    pub parts: Vec<StoryPart>,
}

/// Writes explained levels as one self-contained HTML page. Levels that cannot be played are left
/// out.
#[must_use]
pub fn story(title: &str, chapters: &[Chapter<'_>]) -> String {
    let cards: Vec<Markup> = chapters
        .iter()
        .enumerate()
        .filter_map(|(number, it)| chapter(number, it, chapters.len()))
        .collect();
    let body = html! {
        header {
            h1 { (title) }
            @if chapters.iter().any(|it| !it.moves.is_empty()) {
                p.needs-script { (KEYS) }
            }
        }
        main id="levels" { @for card in &cards { (card) } }
    };
    Page { title, theme: THEME, style: STYLE, body, script: SCRIPT }.into_text()
}

/// The theme of the drawings: explanations describe pieces as this theme draws them.
const THEME: Theme = Theme::Flat;

/// Instructions for stepping through a solution.
const KEYS: &str = "Step through a solution with the buttons, or with the keyboard: the arrow keys \
    go move by move, with Shift push by push, Home and End to the start and the end, and space \
    plays. Or choose a sentence to see the position it speaks of.";

/// One of several chapters. The heading of a page with one level is that of the level.
fn chapter(number: usize, chapter: &Chapter<'_>, chapters: usize) -> Option<Markup> {
    let Player { figure, controls, data } =
        player(&chapter.name, chapter.level, &chapter.moves, (THEME, Coordinates::Shown))?;
    let is_played = !chapter.moves.is_empty();
    Some(html! {
        article.story.card[is_played] tabindex="0" aria-label=(chapter.name) {
            @if chapters > 1 { h2 { (chapter.name) } }
            div.stage {
                (figure)
                @if is_played { (controls) }
            }
            div.words {
                p { (chapter.lead) }
                @for it in &chapter.parts { (part(number, it)) }
            }
            @if is_played { (data) }
        }
    })
}

fn part(chapter: usize, part: &StoryPart) -> Markup {
    // Pattern names are unique within one drawing only, so a page needs a prefix for each.
    let own = |(place, drawing): (usize, &String)| {
        let name = format!("c{chapter}-{place}-p");
        let drawing = drawing.replace("id=\"p", &format!("id=\"{name}"));
        PreEscaped(drawing.replace("url(#p", &format!("url(#{name}")))
    };
    html! {
        section {
            h3 { (part.heading) }
            @for it in part.drawings.iter().enumerate() { div.drawing { (own(it)) } }
            @if part.is_numbered {
                ol { @for it in &part.items { (item(it)) } }
            } @else {
                ul { @for it in &part.items { (item(it)) } }
            }
        }
    }
}

fn item(item: &StoryItem) -> Markup {
    html! {
        li {
            @match item.frame {
                Some(frame) => button.to type="button" data-frame=(frame) { (item.text) },
                None => (item.text),
            }
            @if let Some(note) = &item.note { " " small { (note) } }
            @if !item.items.is_empty() {
                ul { @for it in &item.items { (self::item(it)) } }
            }
        }
    }
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
        // The keys work immediately, on the first level.
        assert!(page.contains("let chosen = cards.find((it) => it.classList.contains(\"story\"))"));
        // Drawings and coordinates follow the colour scheme.
        assert!(page.contains(".drawing .paper { fill: none; }"));
        assert!(page.contains(".drawing .ink { fill: var(--ink); }"));
        // Coordinates have the text colour of the page, which is light on dark pages.
        assert!(page.contains("<g class=\"coordinates\""));
        assert!(page.contains("figure .coordinates text { fill: var(--soft); }"));
        assert!(page.contains("<p>A &amp; B</p>") && page.contains("\"frames\":[[6,7],[7,8]]"));
    }
}
