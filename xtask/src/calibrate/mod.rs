//! `cargo xtask calibrate`: fits the weights of the grade to the order of collections.
//!
//! Authors tend to put easy levels first. A pair of a level from the first third of a collection
//! and one from its last third therefore says which is harder, and a pairwise logistic fit finds
//! weights that agree with most pairs. Pairs from held-out collections show how well they do. No
//! level enters the repository, only means, standard deviations and weights.

mod fit;
mod sample;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use sokolab_plot::{Bar, Bars, page};

use crate::workspace::build_soko;
use fit::{Fit, accuracy};
use sample::{Collection, Sample};

/// Number of pairs drawn to evaluate each collection, and all of them together.
const PAIRS: usize = 1_000;

/// Fit the weights of the grade to the order of collections, and test them on others.
#[derive(Debug, clap::Args)]
pub(crate) struct Calibrate {
    /// Collections to fit on: files whose levels become harder.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    fit: Vec<PathBuf>,

    /// Collections to test on; they have no part in the fit.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    test: Vec<PathBuf>,

    /// Collections of `--fit` that are easier than those of `--harder`, by name.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    easier: Vec<String>,

    /// Collections of `--fit` that are harder than those of `--easier`, by name.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    harder: Vec<String>,

    /// A folder where ratings are kept and taken from when they are there.
    #[arg(long, value_name = "FOLDER")]
    keep: PathBuf,

    /// Known solutions, as `soko rate --solutions` takes them; other levels are solved.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,

    /// Draw the pairs in order, collection by collection, to this file.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// The most states that `soko rate` may expand for a level.
    #[arg(long, value_name = "N", default_value = "300K")]
    nodes: String,

    /// The most time that `soko rate` may take for a level.
    #[arg(long, value_name = "SECONDS", default_value = "6")]
    time: String,
}

impl Calibrate {
    pub(crate) fn run(&self) -> Result<()> {
        if let Some(both) = self.fit.iter().find(|it| self.test.contains(it)) {
            bail!("{} cannot be fitted on and tested on", both.display());
        }
        let fitted = self.read(&self.fit)?;
        let tested = self.read(&self.test)?;
        let samples: Vec<&Sample> = fitted.iter().flat_map(|it| &it.samples).collect();
        ensure!(!samples.is_empty(), "no level of the fitted collections was rated");
        let mut pairs: Vec<Vec<(&Sample, &Sample)>> =
            fitted.iter().map(Collection::pairs).collect();
        pairs.push(self.pairs_between(&fitted)?);
        pairs.retain(|it| !it.is_empty());
        let fit = Fit::new(&samples, &pairs);
        print!("{}", fit.rust(&samples));
        for (title, collections) in [("fitted", &fitted), ("held out", &tested)] {
            print!("{}", table(title, collections, &fit));
        }
        if let Some(path) = &self.plot {
            fs::write(path, plot(&[&fitted, &tested], &fit))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        for (index, name) in sample::NAMES.iter().enumerate() {
            let alone = Fit::alone(index, &samples);
            let share = |them: &[Collection]| 100.0 * overall(them, &alone);
            println!(
                "{name} alone: fitted {:.1} %, held out {:.1} %",
                share(&fitted),
                share(&tested)
            );
        }
        Ok(())
    }

    /// Ratings of collections, in the order of levels.
    fn read(&self, files: &[PathBuf]) -> Result<Vec<Collection>> {
        files.iter().map(|file| self.read_one(file)).collect()
    }

    fn read_one(&self, file: &Path) -> Result<Collection> {
        let name = file.file_stem().context("a file has a name")?.to_string_lossy().into_owned();
        let kept = self.keep.join(format!("{name}.jsonl"));
        if !kept.exists() {
            fs::create_dir_all(&self.keep).context("cannot make the folder of --keep")?;
            let text = self.rate(file)?;
            fs::write(&kept, text).with_context(|| format!("cannot write {}", kept.display()))?;
        }
        let text = fs::read_to_string(&kept);
        let text = text.with_context(|| format!("cannot read {}", kept.display()))?;
        Collection::read(name, &text)
    }

    fn rate(&self, file: &Path) -> Result<Vec<u8>> {
        let mut command = Command::new(build_soko()?);
        command.args(["rate", "--quiet", "--format", "jsonl", "--states", "0"]);
        command.args(["--nodes", &self.nodes, "--time", &self.time]).arg(file);
        if let Some(solutions) = &self.solutions {
            command.arg("--solutions").arg(solutions);
        }
        let result = command.stderr(Stdio::inherit()).output().context("soko cannot be started")?;
        match result.status.code() {
            // Exit codes 1 and 3: an invalid level, or one that exceeds the limits.
            Some(0 | 1 | 3) => Ok(result.stdout),
            _ => bail!("soko rate failed on {} ({})", file.display(), result.status),
        }
    }

    /// All pairs of a level from an easier and one from a harder collection.
    fn pairs_between<'a>(&self, fitted: &'a [Collection]) -> Result<Vec<(&'a Sample, &'a Sample)>> {
        let named = |names: &[String]| -> Result<Vec<&'a Sample>> {
            let mut samples = Vec::new();
            for name in names {
                let found = fitted.iter().find(|it| it.name == *name);
                samples.extend(&found.with_context(|| format!("{name} is not fitted on"))?.samples);
            }
            Ok(samples)
        };
        let (easier, harder) = (named(&self.easier)?, named(&self.harder)?);
        let with_each = |easy| harder.iter().map(move |hard| (easy, *hard));
        Ok(easier.into_iter().flat_map(with_each).collect())
    }
}

/// The accuracies as bars: fitted collections, then held-out ones.
fn plot(groups: &[&[Collection]], fit: &Fit) -> String {
    let bar = |group: usize, (seed, it): (usize, &Collection)| Bar {
        name: it.name.clone(),
        percent: 100.0 * accuracy(&it.draw(PAIRS, seed as u64), fit),
        group,
    };
    let bars = groups.iter().enumerate();
    let bars = bars.flat_map(|(group, all)| all.iter().enumerate().map(move |it| bar(group, it)));
    let chart = Bars {
        title: "Grade: pairs of levels in the order of their collection".to_owned(),
        conditions: "blue: fitted; orange: held out; 50 % is chance".to_owned(),
        bars: bars.collect(),
    };
    page(&[chart.chart()])
}

/// The accuracy on pairs of each collection, and of all together.
fn table(title: &str, collections: &[Collection], fit: &Fit) -> String {
    let mut text = format!("\n| {title} | levels | rated | pairs in order |\n|---|---|---|---|\n");
    for (seed, it) in collections.iter().enumerate() {
        let share = 100.0 * accuracy(&it.draw(PAIRS, seed as u64), fit);
        text.push_str(&format!(
            "| {} | {} | {} | {share:.1} % |\n",
            it.name,
            it.levels,
            it.samples.len()
        ));
    }
    let all: Vec<(&Sample, &Sample)> = collections.iter().flat_map(Collection::pairs).collect();
    let each = 100.0 * overall(collections, fit);
    let pooled = 100.0 * accuracy(&sample::draw_from(&all, PAIRS, 0), fit);
    text.push_str(&format!("| {PAIRS} pairs, each collection as often | | | {each:.1} % |\n"));
    text.push_str(&format!("| {PAIRS} of all {} pairs | | | {pooled:.1} % |\n", all.len()));
    text
}

/// The accuracy when each pair comes from a random collection.
fn overall(collections: &[Collection], fit: &Fit) -> f64 {
    let usable: Vec<&Collection> = collections.iter().filter(|it| !it.pairs().is_empty()).collect();
    let each = PAIRS.div_ceil(usable.len().max(1));
    let pairs = usable.iter().enumerate();
    let pairs: Vec<_> = pairs.flat_map(|(seed, it)| it.draw(each, 1_000 + seed as u64)).collect();
    accuracy(&pairs, fit)
}
