//! Solved levels over time, one curve per run.

use crate::axis::{SecondsAxis, count_marks, rounded};
use crate::chart::{Chart, LEFT, RIGHT, TOP, curve, heading, rule, shortened, text, upright_text};

const HEIGHT: f64 = 520.0;
const BOTTOM: f64 = 460.0;

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What the legend calls it.
    pub name: String,
    /// The times of the levels that were solved.
    pub seconds: Vec<f64>,
}

/// How many levels are solved within how much time.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedOverTime {
    /// What is above it.
    pub title: String,
    /// What stands under the title.
    pub conditions: String,
    /// The seconds that a level may take.
    pub limit: f64,
    /// All levels, solved or not.
    pub levels: usize,
    /// The runs.
    pub curves: Vec<Curve>,
}

impl SolvedOverTime {
    /// Draws it.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let sorted = |curve: &Curve| {
            let mut seconds = curve.seconds.clone();
            seconds.sort_by(f64::total_cmp);
            seconds
        };
        let times: Vec<Vec<f64>> = self.curves.iter().map(sorted).collect();
        let firsts = times.iter().filter_map(|it| it.first()).copied();
        let axis = SecondsAxis::new(firsts.fold(self.limit, f64::min), self.limit, (LEFT, RIGHT));
        let mut body = heading(&self.title, &self.conditions);
        body.push_str(&self.axes(&axis));
        for (number, times) in times.iter().enumerate() {
            body.push_str(&curve(number, &self.stair(&axis, times)));
        }
        body.push_str(&self.legend());
        Chart { height: HEIGHT, body }
    }

    fn y(&self, levels: usize) -> f64 {
        BOTTOM - levels as f64 / self.levels.max(1) as f64 * (BOTTOM - TOP)
    }

    fn axes(&self, axis: &SecondsAxis) -> String {
        let mut out = String::new();
        for seconds in axis.marks() {
            let x = axis.at(seconds);
            out.push_str(&rule("grid", (x, TOP), (x, BOTTOM + 5.0)));
            out.push_str(&text(x, BOTTOM + 21.0, "middle", &rounded(seconds)));
        }
        for levels in count_marks(self.levels.max(1)) {
            let y = self.y(levels);
            out.push_str(&rule("grid", (LEFT - 5.0, y), (RIGHT, y)));
            out.push_str(&text(LEFT - 10.0, y + 4.5, "end", &levels.to_string()));
        }
        out.push_str(&rule("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM)));
        out.push_str(&rule("axis", (LEFT, TOP), (LEFT, BOTTOM)));
        let middle = f64::midpoint(LEFT, RIGHT);
        out.push_str(&text(middle, BOTTOM + 46.0, "middle", "processor seconds, logarithmic"));
        out.push_str(&upright_text(20.0, f64::midpoint(TOP, BOTTOM), "solved levels"));
        out
    }

    /// A step curve that begins at the first solved level, rises with each, and continues to the
    /// limit.
    fn stair(&self, axis: &SecondsAxis, times: &[f64]) -> String {
        let first = times.first().copied().unwrap_or(axis.least);
        let mut path = format!("M{:.1} {:.1}", axis.at(first), self.y(0));
        for (index, seconds) in times.iter().enumerate() {
            path.push_str(&format!("H{:.1}V{:.1}", axis.at(*seconds), self.y(index + 1)));
        }
        path.push_str(&format!("H{:.1}", axis.at(axis.most)));
        path
    }

    /// The names of the runs with their numbers of solved levels, in the order in which the curves
    /// end, the best first.
    fn legend(&self) -> String {
        let mut order: Vec<usize> = (0..self.curves.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.curves[*at].seconds.len()));
        let mut out = String::new();
        for (row, number) in order.into_iter().enumerate() {
            let y = TOP + 12.0 + 42.0 * row as f64;
            let (from, to) = (RIGHT + 20.0, RIGHT + 56.0);
            let Curve { name, seconds } = &self.curves[number];
            out.push_str(&curve(number, &format!("M{from} {y}H{to}")));
            out.push_str(&text(to + 8.0, y + 4.5, "start", &shortened(name)));
            let count = format!("{} of {}", seconds.len(), self.levels);
            out.push_str(&text(to + 8.0, y + 21.0, "start", &count));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{Curve, SolvedOverTime};
    use crate::chart::page;

    #[test]
    fn every_run_is_in_the_plot() {
        let run = |name: &str, seconds: &[f64]| Curve {
            name: name.to_owned(),
            seconds: seconds.to_vec(),
        };
        let plot = SolvedOverTime {
            title: "T".to_owned(),
            conditions: "3 levels".to_owned(),
            limit: 60.0,
            levels: 3,
            curves: vec![run("soko", &[3.0, 0.02, 0.5]), run("a <b> & c", &[])],
        };
        let svg = page(&[plot.chart()]);
        assert!(svg.contains(">soko</text>") && svg.contains(">3 of 3</text>"), "{svg}");
        assert!(svg.contains(">a &lt;b&gt; &amp; c</text>"), "{svg}");
        assert!(svg.contains(">0 of 3</text>") && svg.contains(">3 levels</text>"), "{svg}");
        assert_eq!(svg.matches("class=\"line").count(), 4, "a curve and a stroke each");
        assert!(svg.contains("prefers-color-scheme: dark"));
    }
}
