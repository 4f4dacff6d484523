//! The page with a slider.

use maud::{Markup, html};
use sokolab_constraint::watch::{CellView, WatchStage};

use super::TraceScene;
use crate::page::{Page, json_script};
use crate::theme::Theme;

const STYLE: &str = include_str!("trace.css");
const SCRIPT: &str = include_str!("trace.js");

/// Draws a recorded run as an HTML page.
#[must_use]
pub fn trace_page(scene: &TraceScene<'_>) -> String {
    let watched = scene.watched;
    let unit = scene.unit();
    let title = format!("{}: {}", scene.title, scene.method);
    let body = html! {
        header {
            h1 { (scene.title) }
            p {
                b { (scene.method) } ", planes counted by " (unit) ", length " (watched.length)
                ": " (scene.outcome()) "."
            }
        }
        nav id="stages" aria-label="stages" {}
        p id="remark" {}
        div id="time" {
            (buttons(unit))
            input id="plane" type="range" min="0" value="0" aria-label=(unit);
            output id="now" {}
        }
        main id="boards" {}
        p id="legend" {
            svg width="18" height="18" aria-hidden="true" {
                rect.goal x="2" y="2" width="14" height="14" {}
            }
            " " (scene.board.rules().translate("a goal"))
        }
        section id="charts" {}
        section id="why" {}
        section id="facts" {
            h2 { "What this run shows" }
            ul { @for fact in scene.facts() { li { (fact) } } }
        }
        noscript {
            p {
                "This page shows its planes with scripts; soko trace --format svg draws them \
                 without."
            }
        }
        (json_script(Some("data"), &data(scene)))
    };
    let theme = Theme::default();
    Page { title: &title, theme, style: STYLE, body, script: SCRIPT }.into_text()
}

/// The buttons that move through time.
fn buttons(unit: &str) -> Markup {
    let all = [
        ("first", "to the start", "Home", "start"),
        ("back", &*format!("one {unit} back"), "left arrow", "back"),
        ("play", "play or pause", "space", "play"),
        ("on", &*format!("one {unit} on"), "right arrow", "next"),
        ("last", "to the end", "End", "end"),
    ];
    html! {
        @for (id, label, key, word) in all {
            button id=(id) title={ (label) " (" (key) ")" } { (word) }
        }
    }
}

/// The data of the page.
fn data(scene: &TraceScene<'_>) -> String {
    let watched = scene.watched;
    let cells: Vec<String> = scene
        .floor()
        .map(|(cell, square)| {
            let is_goal = u8::from(scene.board.goals().contains(square));
            format!("[{cell},{is_goal}]")
        })
        .collect();
    let stages: Vec<String> = watched.stages.iter().map(|stage| stage_data(scene, stage)).collect();
    format!(
        "{{\"width\":{},\"height\":{},\"unit\":\"{}\",\"cells\":[{}],\"stages\":[{}]}}",
        watched.size.0,
        watched.size.1,
        scene.unit(),
        cells.join(","),
        stages.join(",\n")
    )
}

fn stage_data(scene: &TraceScene<'_>, stage: &WatchStage) -> String {
    let floor: Vec<usize> = scene.floor().map(|(cell, _)| cell).collect();
    let list = |plane: usize, number: fn(&CellView) -> f32, scale: fn(f32) -> u32| {
        let view = &stage.planes[plane];
        let numbers: Vec<String> =
            floor.iter().map(|&cell| scale(number(&view.cells[cell])).to_string()).collect();
        numbers.join(",")
    };
    let planes: Vec<String> = (0..stage.planes.len())
        .map(|plane| {
            let hundred = |share: f32| (share * 100.0).round() as u32;
            let whole = |count: f32| count as u32;
            let moves: Vec<String> = scene
                .watched
                .movements(stage, plane)
                .iter()
                .map(|it| {
                    let weight = hundred(it.weight);
                    format!("[{},{},{},{weight}]", it.cell, it.to, u8::from(it.is_push))
                })
                .collect();
            format!(
                "{{\"k\":[{}],\"b\":[{}],\"l\":[{}],\"m\":[{}],\"a\":[{}]}}",
                list(plane, |it| it.keeper, hundred),
                list(plane, |it| it.boxes, hundred),
                list(plane, |it| it.left as f32, whole),
                list(plane, |it| it.missed as f32, whole),
                moves.join(",")
            )
        })
        .collect();
    let removals = removals(scene, stage, &floor);
    let progress: Vec<String> = stage.progress.iter().map(ToString::to_string).collect();
    format!(
        "{{\"name\":\"{}\",\"remark\":\"{}\",\"planes\":[{}],\"removals\":[{}],\"progress\":[{}]}}",
        stage.name,
        stage.remark.replace(['"', '\\', '\n', '<'], " "),
        planes.join(","),
        removals.join(","),
        progress.join(",")
    )
}

/// What was removed, by reason and cell.
fn removals(scene: &TraceScene<'_>, stage: &WatchStage, floor: &[usize]) -> Vec<String> {
    let area = scene.watched.squares.len();
    stage
        .removals
        .iter()
        .map(|it| {
            let at = |plane: usize| {
                let counts: Vec<String> = floor
                    .iter()
                    .map(|&cell| it.by_cell.get(plane * area + cell).copied().unwrap_or(0))
                    .map(|count| count.to_string())
                    .collect();
                format!("[{}]", counts.join(","))
            };
            let cells: Vec<String> = (0..stage.planes.len()).map(at).collect();
            format!(
                "{{\"reason\":\"{}\",\"count\":{},\"cells\":[{}]}}",
                it.reason,
                it.count,
                cells.join(",")
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{SCRIPT, STYLE, buttons};
    use crate::palette::palette;
    use crate::theme::{Background, Look, Theme};

    #[test]
    fn time_can_be_gone_through_from_end_to_end_by_buttons_and_keys() {
        let html = buttons("move").into_string();
        for id in ["first", "back", "play", "on", "last"] {
            assert!(html.contains(&format!("<button id=\"{id}\" title=\"")), "{id}");
            assert!(SCRIPT.contains(&format!("$(\"{id}\").onclick")), "{id}");
        }
        assert!(SCRIPT.contains("\"Home\"") && SCRIPT.contains("\"End\""));
    }

    #[test]
    fn a_table_has_headings_and_no_instructions() {
        assert!(!SCRIPT.contains("\"choose a cell of a map\""));
        assert!(SCRIPT.contains("<p>Choose a cell of a map above"));
    }

    #[test]
    fn floor_has_a_colour_of_its_own_in_light_and_dark() {
        for background in Background::ALL {
            let colors = palette(Look { theme: Theme::default(), background });
            assert_ne!(colors.floor, colors.background, "{}", background.name());
        }
        assert!(STYLE.contains(".ground { fill: var(--p-floor); }"));
        assert!(SCRIPT.contains("class=\"ground\""));
    }
}
