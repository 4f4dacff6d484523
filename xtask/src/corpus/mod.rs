//! `cargo xtask corpus`: solves every collection in a folder and records the results.
//!
//! Rows go to `bench/runs/<date>/corpus-<objective>/`, one file per collection, with a
//! `summary.md`. An interrupted run continues when it is started again on the same day.

mod collection;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::bench::absolute;
use crate::date;
use crate::workspace::{build_soko, root};
use collection::Collection;
use report::{Report, Row};

/// Solve every collection in a folder with `soko bench` and write tables to `bench/runs`.
#[derive(Debug, clap::Args)]
pub(crate) struct Corpus {
    /// A folder of collections; its folders public, dev, odd, petersohn/games and nethack are
    /// looked into as well. Known solutions beside a collection are compared.
    folder: PathBuf,

    /// The most processor time a level may take, as `soko bench` takes it.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    time: String,

    /// Only these collections, by name.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,

    /// What is wanted: any, pushes or moves; may be given several times.
    #[arg(long, value_name = "OBJECTIVE", default_value = "pushes")]
    objective: Vec<String>,

    /// How to search.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    method: String,

    /// A word added to the name of the run's folder, to tell two runs of a day apart.
    #[arg(long, value_name = "WORD")]
    label: Option<String>,
}

impl Corpus {
    pub(crate) fn run(&self) -> Result<()> {
        let collections = self.collections()?;
        let soko = build_soko()?;
        let mut reports = Vec::new();
        for objective in &self.objective {
            reports.push(self.run_objective(objective, &collections, &soko)?);
        }
        print!("\n{}", report::node_rates(&reports));
        let wrong: usize = reports.iter().map(|it| it.wrong.len()).sum();
        ensure!(wrong == 0, "{wrong} results contradict known solutions");
        Ok(())
    }

    fn collections(&self) -> Result<Vec<Collection>> {
        let mut collections = collection::find(&self.folder)?;
        let names: Vec<String> = collections.iter().map(|it| it.name.clone()).collect();
        if let Some(name) = self.only.iter().find(|it| !collections.iter().any(|c| c.is(it))) {
            bail!("there is no collection {name}: there are {}", names.join(", "));
        }
        if !self.only.is_empty() {
            collections.retain(|it| self.only.iter().any(|name| it.is(name)));
        }
        ensure!(!collections.is_empty(), "{} holds no collections", self.folder.display());
        Ok(collections)
    }

    fn run_objective(
        &self,
        objective: &str,
        collections: &[Collection],
        soko: &Path,
    ) -> Result<Report> {
        let label = self.label.as_ref().map_or(String::new(), |label| format!("-{label}"));
        let name = format!("bench/runs/{}/corpus-{objective}{label}", date::today());
        let folder = root().join(&name);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {name}"))?;
        println!("\n{name}\n{}", report::heading());
        let settings =
            format!("--objective {objective} --method {} --time {}", self.method, self.time);
        let mut report = Report::new(objective, settings);
        for collection in collections {
            let csv = folder.join(format!("{}.csv", collection.name.replace('/', "-")));
            let line = self.measure(objective, collection, soko, &csv)?;
            let row = Row::new(&collection.name, &line);
            println!("{}", row.text());
            report.add(row, &line);
            // Written after every collection, so that an interrupted run also has a summary.
            fs::write(folder.join("summary.md"), report.markdown())
                .with_context(|| format!("cannot write {name}/summary.md"))?;
        }
        println!("{}", report.total().text());
        for sentence in &report.wrong {
            println!("WRONG {sentence}");
        }
        Ok(report)
    }

    /// The summary of a collection. The program runs in the folder of collections, so that no local
    /// path appears in the rows.
    fn measure(
        &self,
        objective: &str,
        collection: &Collection,
        soko: &Path,
        csv: &Path,
    ) -> Result<Value> {
        let mut command = Command::new(soko);
        command.current_dir(&self.folder).arg("bench").args(&collection.files);
        command.args(["--objective", objective, "--method", &self.method, "--time", &self.time]);
        command.args(["--format", "jsonl", "--summary", "--resume"]).arg(absolute(csv));
        for known in &collection.known {
            command.arg("--known").arg(known);
        }
        let result = command.stderr(Stdio::inherit()).output().context("soko cannot be started")?;
        match result.status.code() {
            // Exit code 1 is a negative answer: a contradiction, or a file without a level.
            Some(0 | 1) => {}
            Some(130) => bail!("interrupted: start it again to go on"),
            _ => bail!("soko bench failed on {} ({})", collection.name, result.status),
        }
        let text = String::from_utf8_lossy(&result.stdout);
        let line = text.lines().last().context("soko bench wrote no summary")?;
        serde_json::from_str(line).context("soko bench wrote no JSON")
    }
}
