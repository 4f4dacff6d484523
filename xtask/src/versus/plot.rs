//! The cactus plot: solved levels over processor seconds.
//!
//! The legend stands beside the curves and never among them, so that no label hides anything.

use super::score::Score;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 80.0;
const BOTTOM: f64 = 460.0;

/// The least time that is told from another: what the kernel measures below is noise.
const SECONDS_MIN: f64 = 0.001;

/// The most marks on the axis of levels.
const LEVEL_MARKS_MAX: usize = 10;

/// The least distance of two labels on the axis of seconds.
const LABEL_DISTANCE: f64 = 42.0;

/// Letters of a name that fit into the legend.
const NAME_LETTERS: usize = 18;

/// Colours that the colour-blind tell apart (Okabe and Ito, *Color Universal Design*), the palest
/// left out.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];

/// Dashes tell curves apart that lie upon each other.
const DASHES: [&str; 4] = ["none", "9 4", "3 3", "12 3 3 3"];

/// The plot as SVG. `conditions` stand under the title.
pub(super) fn plot(score: &Score, conditions: &str) -> String {
    let times: Vec<Vec<f64>> = (0..score.solvers.len()).map(|at| score.times(at)).collect();
    let axes = Axes::new(score, &times);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" \
         font-size=\"13\" fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let title = "Levels solved within processor time";
    svg.push_str(&format!("<text x=\"{LEFT}\" y=\"34\" font-size=\"19\">{title}</text>\n"));
    svg.push_str(&text(LEFT, 58.0, "start", conditions));
    svg.push_str(&axes.draw());
    for (at, times) in times.iter().enumerate() {
        svg.push_str(&axes.curve(at, times));
    }
    svg.push_str(&legend(score, &times));
    svg.push_str("</svg>\n");
    svg
}

/// Where seconds and levels lie.
#[derive(Debug)]
struct Axes {
    /// The seconds at the left end.
    least: f64,
    /// The seconds at the right end: the limit.
    most: f64,
    /// The levels at the top.
    levels: usize,
}

impl Axes {
    fn new(score: &Score, times: &[Vec<f64>]) -> Axes {
        let most = score.limit as f64;
        let first = times.iter().filter_map(|it| it.first()).copied().fold(most / 10.0, f64::min);
        // A mark at the left end: 1, 2 or 5 times a power of ten.
        let power = 10_f64.powf(first.max(SECONDS_MIN).log10().floor());
        let factor = [5.0, 2.0, 1.0].into_iter().find(|it| it * power <= first).unwrap_or(1.0);
        Axes { least: factor * power, most, levels: score.level_count().max(1) }
    }

    fn x(&self, seconds: f64) -> f64 {
        let part = (seconds.max(self.least) / self.least).ln() / (self.most / self.least).ln();
        LEFT + part * (RIGHT - LEFT)
    }

    fn y(&self, levels: usize) -> f64 {
        BOTTOM - levels as f64 / self.levels as f64 * (BOTTOM - TOP)
    }

    /// Seconds with a label: the ends, and between them what leaves room for its neighbours.
    fn second_marks(&self) -> Vec<f64> {
        let decades = -3..=(self.most.log10().ceil() as i32);
        let powers = decades.map(|it| 10_f64.powi(it));
        let mut wanted: Vec<f64> = powers.clone().collect();
        wanted.extend(powers.flat_map(|it| [2.0 * it, 5.0 * it]));
        let mut marks = vec![self.least, self.most];
        // Powers of ten come first, so that they are kept when there is little room.
        for seconds in wanted {
            let is_inside = seconds > self.least && seconds < self.most;
            let has_room = |it: &f64| (self.x(*it) - self.x(seconds)).abs() >= LABEL_DISTANCE;
            if is_inside && marks.iter().all(has_room) {
                marks.push(seconds);
            }
        }
        marks
    }

    /// Numbers of levels with a label: steps of 1, 2 or 5 times a power of ten.
    fn level_marks(&self) -> Vec<usize> {
        let steps = (0..).flat_map(|it| [1, 2, 5].map(|factor| factor * 10_usize.pow(it)));
        let mut fitting = steps.skip_while(|step| self.levels / step > LEVEL_MARKS_MAX);
        let step = fitting.next().unwrap_or(self.levels);
        (0..=self.levels).step_by(step).collect()
    }

    fn draw(&self) -> String {
        let mut svg = String::new();
        let line = |x1: f64, y1: f64, x2: f64, y2: f64, colour: &str| {
            format!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
                 stroke=\"{colour}\"/>\n"
            )
        };
        for seconds in self.second_marks() {
            let x = self.x(seconds);
            svg.push_str(&line(x, TOP, x, BOTTOM + 5.0, "#ddd"));
            svg.push_str(&text(x, BOTTOM + 21.0, "middle", &rounded(seconds)));
        }
        for levels in self.level_marks() {
            let y = self.y(levels);
            svg.push_str(&line(LEFT - 5.0, y, RIGHT, y, "#ddd"));
            svg.push_str(&text(LEFT - 10.0, y + 4.5, "end", &levels.to_string()));
        }
        svg.push_str(&line(LEFT, BOTTOM, RIGHT, BOTTOM, "#222"));
        svg.push_str(&line(LEFT, TOP, LEFT, BOTTOM, "#222"));
        let middle = f64::midpoint(LEFT, RIGHT);
        svg.push_str(&text(middle, BOTTOM + 46.0, "middle", "processor seconds, logarithmic"));
        let middle = f64::midpoint(TOP, BOTTOM);
        svg.push_str(&format!(
            "<text x=\"20\" y=\"{middle}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 20 {middle})\">solved levels</text>\n"
        ));
        svg
    }

    /// A stair that begins with the first level, rises with every one and goes on to the limit.
    fn curve(&self, solver: usize, times: &[f64]) -> String {
        let first = times.first().copied().unwrap_or(self.least);
        let mut path = format!("M{:.1} {:.1}", self.x(first), self.y(0));
        for (index, seconds) in times.iter().enumerate() {
            path.push_str(&format!("H{:.1}V{:.1}", self.x(*seconds), self.y(index + 1)));
        }
        path.push_str(&format!("H{:.1}", self.x(self.most)));
        format!("<path d=\"{path}\" {}/>\n", stroke(solver))
    }
}

/// The names of the solvers with what they solved, the best first, as the curves end.
fn legend(score: &Score, times: &[Vec<f64>]) -> String {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(times[*at].len()));
    let mut svg = String::new();
    for (row, solver) in order.into_iter().enumerate() {
        let y = TOP + 12.0 + 42.0 * row as f64;
        let (from, to) = (RIGHT + 20.0, RIGHT + 56.0);
        svg.push_str(&format!("<path d=\"M{from} {y}H{to}\" {}/>\n", stroke(solver)));
        svg.push_str(&text(to + 8.0, y + 4.5, "start", &shortened(&score.solvers[solver])));
        let count = format!("{} of {}", times[solver].len(), score.level_count());
        svg.push_str(&text(to + 8.0, y + 21.0, "start", &count));
    }
    svg
}

fn stroke(solver: usize) -> String {
    let colour = COLOURS[solver % COLOURS.len()];
    let dashes = DASHES[solver % DASHES.len()];
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-dasharray=\"{dashes}\"")
}

fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n")
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME_LETTERS {
        return name.to_owned();
    }
    name.chars().take(NAME_LETTERS - 1).chain(['…']).collect()
}

/// Seconds without the digits that calculation with fractions adds.
fn rounded(seconds: f64) -> String {
    ((seconds * 1000.0).round() / 1000.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::record::samples::row;
    use super::{Axes, LABEL_DISTANCE, Score, plot};

    fn score(limit: u64, levels: usize, least: f64) -> Score {
        let name = |name: &str| name.to_owned();
        let mut rows = Vec::new();
        for level in 1..=levels {
            rows.push(row(level, "soko", Some(least * level as f64)));
            rows.push(row(level, "a <b> & c", None));
        }
        Score::new(vec![name("soko"), name("a <b> & c")], limit, &rows)
    }

    #[test]
    fn every_solver_is_in_the_plot() {
        let svg = plot(&score(60, 3, 0.02), "3 levels");
        assert!(svg.contains(">soko</text>") && svg.contains(">3 of 3</text>"), "{svg}");
        assert!(svg.contains(">a &lt;b&gt; &amp; c</text>"), "{svg}");
        assert!(svg.contains(">0 of 3</text>") && svg.contains(">3 levels</text>"), "{svg}");
        assert_eq!(svg.matches("<path").count(), 4, "a curve and a stroke in the legend each");
    }

    #[test]
    fn labels_leave_room_for_each_other() {
        for limit in [1, 2, 5, 7, 10, 60, 99, 600, 3600] {
            for least in [0.0, 0.000_1, 0.001, 0.013, 0.49, 9.9] {
                for levels in [1, 9, 90, 1000] {
                    let score = score(limit, levels, least);
                    let axes = Axes::new(&score, &[score.times(0), score.times(1)]);
                    let mut marks = axes.second_marks();
                    marks.sort_by(f64::total_cmp);
                    let is_apart = |it: &[f64]| axes.x(it[1]) - axes.x(it[0]) >= LABEL_DISTANCE;
                    assert!(marks.windows(2).all(is_apart), "{limit} {least} {marks:?}");
                    assert!((2..=11).contains(&axes.level_marks().len()), "{levels}");
                }
            }
        }
    }
}
