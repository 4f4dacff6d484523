//! `soko trace --figures`: how many tiles and rules there are, as published and corrected.

use serde::Serialize;
use sokolab::TileRules;
use sokolab::constraint::tiles::{COLUMNS, ROWS, SuperTiles, TIME, TileClass};

use super::TraceFormat;
use crate::exit::{self, Exit};
use crate::io::output::Output;

/// The figures of a tile set, all of them counted.
#[derive(Debug, Serialize)]
struct FiguresLine {
    schema: &'static str,
    rules: &'static str,
    tiles: Vec<(&'static str, usize)>,
    rules_by_kind: Vec<(&'static str, usize)>,
    rules_by_direction: Vec<(&'static str, usize)>,
}

impl FiguresLine {
    fn new(name: &'static str, rules: TileRules) -> FiguresLine {
        let tiles = SuperTiles::with(rules);
        let class = |it: TileClass| tiles.count_class(it);
        let classes = [
            ("neutral", class(TileClass::Neutral)),
            ("goal", class(TileClass::Goal)),
            ("transitional", class(TileClass::Transitional)),
            ("traps", class(TileClass::Trap)),
        ];
        let real: usize = classes.iter().map(|it| it.1).sum();
        let counts = tiles.count_rules();
        let directions = [
            ("right", COLUMNS.forward()),
            ("left", COLUMNS.backward()),
            ("down", ROWS.forward()),
            ("up", ROWS.backward()),
            ("later", TIME.forward()),
            ("earlier", TIME.backward()),
        ];
        let mut tiles_listed = vec![("super tiles", real + 1)];
        tiles_listed.extend(classes);
        tiles_listed.push(("empty", 1));
        FiguresLine {
            schema: "sokolab/trace-figures/1",
            rules: name,
            tiles: tiles_listed,
            rules_by_kind: vec![
                ("rules", counts.total()),
                ("side by side", counts.plane),
                ("beside the empty tile", counts.plane_empty),
                ("one after the other", counts.time),
                ("before or after the empty tile", counts.time_empty),
                ("the empty tile with itself", counts.empty),
            ],
            rules_by_direction: directions
                .map(|(name, direction)| (name, tiles.count_towards(direction)))
                .to_vec(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &(&'static str, usize)> {
        self.tiles.iter().chain(&self.rules_by_kind).chain(&self.rules_by_direction)
    }
}

/// Prints the figures of both tile sets.
///
/// # Errors
/// If they cannot be written, or not in this format.
pub(super) fn print(format: TraceFormat, output: &mut Output) -> anyhow::Result<Exit> {
    let published = FiguresLine::new("published", TileRules::Published);
    let corrected = FiguresLine::new("corrected", TileRules::Corrected);
    match format {
        TraceFormat::Jsonl => {
            output.json(&published)?;
            output.json(&corrected)?;
        }
        TraceFormat::Text => {
            output.line(&format!("{:<32}{:>12}{:>12}", "", "published", "corrected"))?;
            for (one, other) in published.all().zip(corrected.all()) {
                let is_sum = matches!(one.0, "super tiles" | "rules");
                let name = if is_sum { one.0.to_owned() } else { format!("  {}", one.0) };
                let (one, other) = (grouped(one.1), grouped(other.1));
                output.line(&format!("{name:<32}{one:>12}{other:>12}"))?;
            }
            output.line(
                "\nAs published, the keeper never steps from a border onto an open goal at the \
                 centre.",
            )?;
        }
        TraceFormat::Svg | TraceFormat::Html => {
            anyhow::bail!("--figures are text or jsonl");
        }
    }
    Ok(exit::DONE)
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for start in (first..digits.len()).step_by(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&digits[start..start + 3]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_set_apart() {
        let shown = [0, 12, 123, 1_234, 9_370, 8_903_224].map(grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "9,370", "8,903,224"]);
    }
}
