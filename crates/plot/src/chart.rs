//! The frame of a plot: texts, lines and colours.

/// The width of every plot.
pub(crate) const WIDTH: f64 = 900.0;
pub(crate) const LEFT: f64 = 70.0;
pub(crate) const RIGHT: f64 = 690.0;
pub(crate) const TOP: f64 = 80.0;

/// Letters of a name that fit into the legend.
const NAME_LETTERS: usize = 18;

/// Colour classes that colour-blind readers can distinguish (Okabe and Ito, *Color Universal
/// Design*).
const COLORS: usize = 7;

/// Dashes distinguish curves that overlap.
const DASHES: [&str; 4] = ["none", "9 4", "3 3", "12 3 3 3"];

/// The colours on light and on dark pages.
const STYLE: &str = "\
svg { color-scheme: light dark; }
.paper { fill: #ffffff; }
text { fill: #1f2328; }
.note { fill: #59636e; }
.grid { stroke: #d8dee4; }
.axis { stroke: #59636e; }
.c0 { --c: #0072b2; } .c1 { --c: #d55e00; } .c2 { --c: #009e73; } .c3 { --c: #cc79a7; }
.c4 { --c: #56b4e9; } .c5 { --c: #e69f00; } .c6 { --c: #000000; }
.line { fill: none; stroke: var(--c); stroke-width: 2.5; }
.dot { fill: var(--c); fill-opacity: 0.7; }
.bar { fill: var(--c); }
@media (prefers-color-scheme: dark) {
.paper { fill: #0d1117; }
text { fill: #e6edf3; }
.note { fill: #9198a1; }
.grid { stroke: #30363d; }
.axis { stroke: #9198a1; }
.c0 { --c: #58a6ff; } .c1 { --c: #ff9e4f; } .c2 { --c: #3fcf9f; } .c3 { --c: #e39ac4; }
.c6 { --c: #ffffff; }
}
";

/// A drawn plot, to be put on a page.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(crate) height: f64,
    pub(crate) body: String,
}

/// One picture with some plots, one below the other.
#[must_use]
pub fn page(charts: &[Chart]) -> String {
    let height: f64 = charts.iter().map(|it| it.height).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" \
         font-size=\"13\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
    );
    let mut top = 0.0;
    for chart in charts {
        svg.push_str(&format!("<g transform=\"translate(0 {top})\">\n{}</g>\n", chart.body));
        top += chart.height;
    }
    svg.push_str("</svg>\n");
    svg
}

/// The title of a plot and what is below it.
pub(crate) fn heading(title: &str, conditions: &str) -> String {
    let title = escaped(title);
    format!(
        "<text x=\"{LEFT}\" y=\"34\" font-size=\"19\">{title}</text>\n\
         <text class=\"note\" x=\"{LEFT}\" y=\"58\">{}</text>\n",
        escaped(conditions)
    )
}

/// A text at a place.
pub(crate) fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    let words = escaped(words);
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n")
}

/// A text that is read from below.
pub(crate) fn upright_text(x: f64, y: f64, words: &str) -> String {
    let words = escaped(words);
    format!(
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 {x} {y})\">{words}</text>\n"
    )
}

/// A line of the grid or of an axis.
pub(crate) fn rule(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!("<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>\n")
}

/// The class of the colour with this number.
pub(crate) fn color(number: usize) -> String {
    format!("c{}", number % COLORS)
}

/// A curve with the colour and dashes of its number.
pub(crate) fn curve(number: usize, path: &str) -> String {
    let (color, dashes) = (color(number), DASHES[number % DASHES.len()]);
    format!("<path class=\"line {color}\" stroke-dasharray=\"{dashes}\" d=\"{path}\"/>\n")
}

/// A name that fits into the legend.
pub(crate) fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME_LETTERS {
        return name.to_owned();
    }
    name.chars().take(NAME_LETTERS - 1).chain(['…']).collect()
}

/// `words` as they must stand in XML.
pub(crate) fn escaped(words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    words.chars().filter(|it| !it.is_control()).collect()
}
