//! The plot of a comparison: solved levels over processor seconds.

use sokolab_plot::{Curve, SolvedOverTime, page};

use super::score::Score;

/// The plot as SVG. `conditions` is the subtitle.
pub(super) fn plot(score: &Score, conditions: &str) -> String {
    let curve =
        |(at, name): (usize, &String)| Curve { name: name.clone(), seconds: score.times(at) };
    let plot = SolvedOverTime {
        title: "Levels solved within processor time".to_owned(),
        conditions: conditions.to_owned(),
        limit: score.limit as f64,
        levels: score.level_count(),
        curves: score.solvers.iter().enumerate().map(curve).collect(),
    };
    page(&[plot.chart()])
}

#[cfg(test)]
mod tests {
    use super::super::record::samples::row;
    use super::{Score, plot};

    #[test]
    fn every_solver_is_in_the_plot() {
        let name = |name: &str| name.to_owned();
        let mut rows = Vec::new();
        for level in 1..=3 {
            rows.push(row(level, "soko", Some(0.02 * level as f64)));
            rows.push(row(level, "other", None));
        }
        let score = Score::new(vec![name("soko"), name("other")], 60, &rows);
        let svg = plot(&score, "3 levels");
        assert!(svg.contains(">soko</text>") && svg.contains(">3 of 3</text>"), "{svg}");
        assert!(svg.contains(">other</text>") && svg.contains(">0 of 3</text>"), "{svg}");
    }
}
