//! `soko bench --plot`: runs as plots.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use sokolab::quantity;
use sokolab_plot::{Chart, Curve, Point, Scatter, SolvedOverTime, page};

use super::row::Row;
use crate::io::output_file::OutputFile;

/// The file of a plot.
pub(super) struct PlotFile(OutputFile);

impl PlotFile {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If it is not an SVG file, or cannot be written.
    pub(super) fn create(path: &Path) -> anyhow::Result<PlotFile> {
        let is_svg = path.extension().is_none_or(|it| it.eq_ignore_ascii_case("svg"));
        if !is_svg {
            anyhow::bail!("plots are SVG: name {} with .svg", path.display());
        }
        OutputFile::create(path).map(PlotFile)
    }

    /// Discards the file.
    pub(super) fn discard(self) {
        self.0.discard();
    }

    pub(super) fn write(mut self, charts: &[Chart]) -> anyhow::Result<()> {
        self.0.write(page(charts).as_bytes())
    }
}

/// Solved levels over time.
pub(super) fn solved(runs: &[(&str, &[Row])], limit: Duration) -> Chart {
    let levels = runs.iter().map(|it| it.1.len()).max().unwrap_or(0);
    let curve = |&(name, rows): &(&str, &[Row])| Curve {
        name: name.to_owned(),
        seconds: rows.iter().filter_map(seconds).collect(),
    };
    SolvedOverTime {
        title: "Levels solved within processor time".to_owned(),
        conditions: conditions(levels, limit),
        limit: limit.as_secs_f64(),
        levels,
        curves: runs.iter().map(curve).collect(),
    }
    .chart()
}

/// Two runs: solved levels over time, and level by level.
pub(super) fn compared(names: [&str; 2], [old, new]: [&[Row]; 2], limit: Duration) -> Vec<Chart> {
    let [one, two] = names;
    let earlier: BTreeMap<_, _> = old.iter().map(|it| (it.key(), seconds(it))).collect();
    let point = |row: &Row| {
        let earlier = earlier.get(&row.key())?;
        Some(Point { name: row.name(), seconds: [*earlier, seconds(row)] })
    };
    let points: Vec<Point> = new.iter().filter_map(point).collect();
    let scatter = Scatter {
        title: "Level by level".to_owned(),
        conditions: conditions(points.len(), limit),
        names: [one.to_owned(), two.to_owned()],
        limit: limit.as_secs_f64(),
        points,
    };
    vec![solved(&[(one, old), (two, new)], limit), scatter.chart()]
}

fn conditions(levels: usize, limit: Duration) -> String {
    format!("{}, limit {} s", quantity(levels, "level"), limit.as_secs_f64())
}

/// The processor seconds of a level, if it was decided.
fn seconds(row: &Row) -> Option<f64> {
    row.is_decided().then_some(row.cpu_seconds)
}
