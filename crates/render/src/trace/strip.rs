//! A strip of planes as SVG: keepers above, boxes below, and the expected keepers as a line.

use std::fmt::Write;

use sokolab_constraint::watch::{CellView, PlaneView, WatchStage};

use super::TraceScene;
use crate::xml::escaped;

/// The largest number of planes in a strip; of longer runs, some planes are left out.
const PLANES_MAX: usize = 12;

const SIDE: usize = 16;
const GAP: usize = 14;
const CHART: usize = 90;

/// Draws the planes of a stage as SVG without scripts; `None` if there is no such stage.
#[must_use]
pub fn trace_svg(scene: &TraceScene<'_>, stage: usize) -> Option<String> {
    let stage = scene.watched.stages.get(stage)?;
    let (columns, rows) = scene.watched.size;
    let planes = chosen(stage.planes.len());
    let (board_width, board_height) = (columns * SIDE + GAP, rows * SIDE + GAP);
    let width = (planes.len() * board_width + GAP).max(560);
    let height = 70 + 2 * (board_height + 6) + CHART + 40;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"9\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n"
    );
    let title = format!("{}: {}, {}", scene.title, scene.method, stage.name);
    text(&mut out, (GAP, 20), 14, &title);
    text(&mut out, (GAP, 38), 10, &stage.remark);
    let maps: [Map; 2] = [
        ("keeper, in percent of what is left", "31,90,166", |it| it.keeper),
        ("boxes, in percent", "166,84,12", |it| it.boxes),
    ];
    for (row, (name, tint, share)) in maps.into_iter().enumerate() {
        let top = 66 + row * (board_height + 6);
        text(&mut out, (GAP, top - 8), 10, name);
        for (at, &plane) in planes.iter().enumerate() {
            let corner = (GAP + at * board_width, top);
            draw_plane(&mut out, scene, stage, plane, (corner, tint, share));
        }
    }
    draw_keepers(&mut out, stage, scene.unit(), (width, 70 + 2 * (board_height + 6) + 16));
    out.push_str("</svg>\n");
    Some(out)
}

/// A selection of planes, including the first and the last.
fn chosen(count: usize) -> Vec<usize> {
    if count <= PLANES_MAX {
        return (0..count).collect();
    }
    (0..PLANES_MAX).map(|it| it * (count - 1) / (PLANES_MAX - 1)).collect()
}

/// A map: its name, its tint, and the value it shows for a cell.
type Map = (&'static str, &'static str, fn(&CellView) -> f32);

/// The position of a map, its tint, and the values it shows.
type Look = ((usize, usize), &'static str, fn(&CellView) -> f32);

fn draw_plane(
    out: &mut String,
    scene: &TraceScene<'_>,
    stage: &WatchStage,
    plane: usize,
    ((left, top), tint, share): Look,
) {
    let (columns, rows) = scene.watched.size;
    let (width, height) = (columns * SIDE, rows * SIDE);
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#8b8578\"/>"
    );
    for (cell, square) in scene.floor() {
        let (x, y) = (left + cell % columns * SIDE, top + cell / columns * SIDE);
        let number = share(&stage.planes[plane].cells[cell]);
        let is_goal = scene.board.goals().contains(square);
        let dashes = if is_goal { " stroke=\"#1c1c1c\" stroke-dasharray=\"2 2\"" } else { "" };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#fbfaf7\"/>\
             <rect x=\"{x}.5\" y=\"{y}.5\" width=\"{}\" height=\"{}\" \
             fill=\"rgba({tint},{number:.2})\"{dashes}/>",
            SIDE - 1,
            SIDE - 1
        );
        let percent = (number * 100.0).round() as u32;
        if percent > 0 {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{percent}</text>",
                x + SIDE / 2,
                y + SIDE / 2 + 3
            );
        }
    }
    text(out, (left, top + height + 10), 9, &format!("{} {plane}", scene.unit()));
}

/// The number of keepers expected in each plane; more than one means duplicates.
fn draw_keepers(out: &mut String, stage: &WatchStage, unit: &str, (width, top): (usize, usize)) {
    let numbers: Vec<f32> = stage.planes.iter().map(PlaneView::keepers).collect();
    let most = numbers.iter().copied().fold(1.2, f32::max);
    let x = |index: usize| {
        40.0 + index as f32 / (numbers.len() - 1).max(1) as f32 * (width - 60) as f32
    };
    let y = |number: f32| top as f32 + CHART as f32 - number / most * CHART as f32;
    text(out, (GAP, top - 6), 10, &format!("keepers expected, by {unit}; above 1 are doubles"));
    let mut path = String::new();
    for (index, &number) in numbers.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{:.1} {:.1}", x(index), y(number));
    }
    let one = y(1.0);
    let _ = writeln!(
        out,
        "<path d=\"M40 {one:.1}H{}\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"#1c1c1c\" stroke-width=\"1.5\"/>",
        width - 20
    );
    text(out, (GAP, one as usize + 3), 9, "1");
    text(out, (GAP, top + 6), 9, &format!("{most:.1}"));
}

fn text(out: &mut String, (x, y): (usize, usize), size: usize, words: &str) {
    let words = escaped(words);
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{words}</text>");
}
