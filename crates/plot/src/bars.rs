//! Bar charts: a share in percent for each item.

use crate::chart::{Chart, color, heading, rule, text};

const LINE: f64 = 26.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 840.0;
const TOP: f64 = 92.0;

/// A thing and its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is called.
    pub name: String,
    /// The share, in percent.
    pub percent: f64,
    /// The group it belongs to, which chooses its colour.
    pub group: usize,
}

/// Shares side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What is above it.
    pub title: String,
    /// What stands under the title.
    pub conditions: String,
    /// The bars, from above.
    pub bars: Vec<Bar>,
}

impl Bars {
    /// Draws it.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let bottom = TOP + self.bars.len() as f64 * LINE;
        let x = |percent: f64| LEFT + percent.clamp(0.0, 100.0) / 100.0 * (RIGHT - LEFT);
        let mut body = heading(&self.title, &self.conditions);
        for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
            body.push_str(&rule("grid", (x(percent), TOP - 8.0), (x(percent), bottom)));
            body.push_str(&text(x(percent), bottom + 18.0, "middle", &format!("{percent} %")));
        }
        for (row, Bar { name, percent, group }) in self.bars.iter().enumerate() {
            let top = TOP + row as f64 * LINE;
            body.push_str(&text(LEFT - 10.0, top + 13.0, "end", name));
            body.push_str(&format!(
                "<rect class=\"bar {}\" x=\"{LEFT}\" y=\"{top:.1}\" width=\"{:.1}\" \
                 height=\"18\"/>\n",
                color(*group),
                x(*percent) - LEFT
            ));
            body.push_str(&text(x(*percent) + 6.0, top + 13.0, "start", &format!("{percent:.1}")));
        }
        Chart { height: bottom + 40.0, body }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, Bars};
    use crate::chart::page;

    #[test]
    fn bars_are_as_long_as_their_share() {
        let bar = |name: &str, percent, group| Bar { name: name.to_owned(), percent, group };
        let bars = vec![bar("half", 50.0, 0), bar("all", 100.0, 1)];
        let (title, conditions) = ("T".to_owned(), String::new());
        let svg = page(&[Bars { title, conditions, bars }.chart()]);
        assert!(svg.contains("width=\"305.0\"") && svg.contains("width=\"610.0\""));
    }
}
