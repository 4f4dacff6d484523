//! Scatter plots of two runs: a point below the diagonal is a level that the second run solves
//! faster.

use crate::axis::{SecondsAxis, rounded};
use crate::chart::{Chart, LEFT, TOP, color, escaped, heading, rule, text, upright_text};

/// The side of the square that points lie in.
const SIDE: f64 = 480.0;

/// Levels that a run does not solve are drawn on a line beyond its limit.
const BEYOND: f64 = 34.0;

/// A level in both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// What the level is called.
    pub name: String,
    /// The seconds of either run; `None` if it did not solve the level.
    pub seconds: [Option<f64>; 2],
}

/// Two runs compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// What is above it.
    pub title: String,
    /// What stands under the title.
    pub conditions: String,
    /// The names of the runs: across and up.
    pub names: [String; 2],
    /// The seconds that a level may take.
    pub limit: f64,
    /// The levels.
    pub points: Vec<Point>,
}

impl Scatter {
    /// Draws it. Levels that neither run solves are left out.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let (right, bottom) = (LEFT + SIDE, TOP + BEYOND + SIDE);
        let seconds = || self.points.iter().flat_map(|it| it.seconds).flatten();
        let (first, limit) = (seconds().fold(self.limit, f64::min), self.limit);
        let across = SecondsAxis::new(first, limit, (LEFT, right));
        let up = SecondsAxis::new(first, limit, (bottom, bottom - SIDE));
        let mut body = heading(&self.title, &self.conditions);
        let (x_max, y_min) = (right + BEYOND, bottom - SIDE - BEYOND);
        for mark in across.marks() {
            let (x, y) = (across.at(mark), up.at(mark));
            body.push_str(&rule("grid", (x, y_min), (x, bottom + 5.0)));
            body.push_str(&rule("grid", (LEFT - 5.0, y), (x_max, y)));
            body.push_str(&text(x, bottom + 21.0, "middle", &rounded(mark)));
            body.push_str(&text(LEFT - 10.0, y + 4.5, "end", &rounded(mark)));
        }
        body.push_str(&rule("axis", (LEFT, bottom), (x_max, bottom)));
        body.push_str(&rule("axis", (LEFT, y_min), (LEFT, bottom)));
        body.push_str(&rule("axis", (LEFT, bottom), (right, bottom - SIDE)));
        let [one, two] = &self.names;
        let label = |name: &str| format!("processor seconds of {name}");
        body.push_str(&text(LEFT + SIDE / 2.0, bottom + 46.0, "middle", &label(one)));
        body.push_str(&upright_text(20.0, bottom - SIDE / 2.0, &label(two)));
        for point in self.points.iter().filter(|it| it.seconds != [None, None]) {
            let x = point.seconds[0].map_or(x_max - 8.0, |it| across.at(it));
            let y = point.seconds[1].map_or(y_min + 8.0, |it| up.at(it));
            body.push_str(&format!(
                "<circle class=\"dot {}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\">\
                 <title>{}</title></circle>\n",
                color(Scatter::kind(point)),
                escaped(&point.name)
            ));
        }
        body.push_str(&self.legend(x_max + 24.0));
        Chart { height: bottom + 70.0, body }
    }

    /// The class of a point: both runs solve the level, or only one of them.
    fn kind(point: &Point) -> usize {
        match point.seconds {
            [Some(_), None] => 1,
            [None, Some(_)] => 2,
            _ => 0,
        }
    }

    fn legend(&self, left: f64) -> String {
        let [one, two] = &self.names;
        let only = |name: &str| format!("only {name}");
        let mut out = String::new();
        for (kind, words) in [(0, "both".to_owned()), (1, only(one)), (2, only(two))] {
            let y = TOP + 40.0 + 26.0 * kind as f64;
            let is_meant = |it: &&Point| it.seconds != [None, None] && Scatter::kind(it) == kind;
            let count = self.points.iter().filter(is_meant).count();
            out.push_str(&format!(
                "<circle class=\"dot {}\" cx=\"{left}\" cy=\"{y}\" r=\"6\"/>\n",
                color(kind)
            ));
            out.push_str(&text(left + 14.0, y + 4.5, "start", &format!("{words}: {count}")));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{Point, Scatter};
    use crate::chart::page;

    #[test]
    fn levels_of_one_run_alone_are_told_apart_and_those_of_none_left_out() {
        let point = |seconds| Point { name: "a & b".to_owned(), seconds };
        let points = vec![
            point([Some(0.1), Some(0.2)]),
            point([Some(1.0), None]),
            point([None, Some(2.0)]),
            point([None, Some(3.0)]),
            point([None, None]),
        ];
        let names = ["old", "new"].map(str::to_owned);
        let (title, conditions) = ("T".to_owned(), "5 levels".to_owned());
        let plot = Scatter { title, conditions, names, limit: 10.0, points };
        let svg = page(&[plot.chart()]);
        assert_eq!(svg.matches("<title>a &amp; b</title>").count(), 4);
        assert!(svg.contains(">both: 1<") && svg.contains(">only old: 1<"));
        assert!(svg.contains(">only new: 2<"));
    }
}
