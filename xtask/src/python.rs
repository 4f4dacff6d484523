//! `cargo xtask python`: builds the wheel in a virtual environment and tests it there.
//!
//! The tests run against the installed wheel, as users have it: pytest with all docstrings and the
//! notebook, then mypy and pyright on the package and its tests, and the stubs against the compiled
//! module. `cargo xtask train` and `cargo xtask scale` test what needs heavy packages.

use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::debian;
use crate::workspace::{build_soko, build_soko_with, execute, program, root, succeeds};

/// The packages that the tests need.
const PACKAGES: [&str; 7] = ["maturin", "numpy", "gymnasium", "pytest", "mypy", "pyright", "pip"];

/// What `sokolab.train` needs besides; installed, all of it takes 150 MB.
const TRAIN_PACKAGES: [&str; 1] = ["onnx"];

/// What `sokolab.ray` needs besides.
const RAY_PACKAGES: [&str; 2] = ["pyarrow", "ray[data]"];

/// Build the wheel `sokolab` in a virtual environment and run its tests.
#[derive(Debug, clap::Args)]
pub(crate) struct Python {
    /// Build as users do, which takes longer, and measure the steps of the environments.
    #[arg(long)]
    release: bool,
}

impl Python {
    pub(crate) fn run(self) -> Result<()> {
        let environment = Environment::install(&root().join("target/python"))?;
        environment.build(if self.release { "release" } else { "dev" })?;
        environment.test()?;
        if self.release {
            let bench = root().join("crates/python/benches/steps.py");
            execute(environment.python().arg(bench))?;
        }
        Ok(())
    }
}

/// Trains a small network with `sokolab.train` and lets tree search read it.
pub(crate) fn train() -> Result<()> {
    let environment = Environment::install(&root().join("target/python"))?;
    environment.add(&TRAIN_PACKAGES)?;
    environment.build("dev")?;
    let soko = build_soko_with("--features onnx")?;
    execute(environment.pytest("tests/train").env("SOKO", soko))
}

/// Label levels with `sokolab.ray` on a cluster of two nodes while a worker and a node are killed.
#[derive(Debug, clap::Args)]
pub(crate) struct Scale {
    /// Levels to label.
    #[arg(long, default_value_t = 5_000)]
    levels: usize,
    /// Files to take them from, as in 'boxoban/**/*.txt', instead of new levels.
    #[arg(long, value_name = "PATTERN")]
    shards: Option<PathBuf>,
}

impl Scale {
    pub(crate) fn run(self) -> Result<()> {
        let environment = Environment::install(&root().join("target/python"))?;
        environment.add(&RAY_PACKAGES)?;
        environment.build("release")?;
        let mut command = in_loopback(&environment.pytest("tests/scale"));
        command
            .env("SOKO", build_soko()?)
            .env("SOKO_LEVELS", self.levels.to_string())
            .env("RAY_USAGE_STATS_ENABLED", "0");
        if let Some(shards) = self.shards {
            command.env("SOKO_SHARDS", path::absolute(shards)?);
        }
        execute(&mut command)
    }
}

/// The command in a network namespace that has nothing but loopback, so that a cluster neither is
/// disturbed by the network of the machine nor seen there. Where there are no namespaces, as it is.
fn in_loopback(command: &Command) -> Command {
    let up = "ip link set lo up";
    let isolated = || program("unshare", "--net --map-root-user");
    let is_possible = succeeds(isolated().args(["sh", "-c", up]));
    let mut found = if is_possible {
        let mut shell = isolated();
        shell.args(["sh", "-c", &format!("{up} && exec \"$@\""), "sh"]).arg(command.get_program());
        shell
    } else {
        println!("without a network namespace: `unshare --net` or `ip` cannot be run");
        Command::new(command.get_program())
    };
    found.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        found.current_dir(folder);
    }
    found
}

/// The step of `cargo xtask test`. Where Python or its packages cannot be had, nothing is tested,
/// and a line says so.
pub(crate) fn run_step() -> Result<()> {
    match Environment::install(&root().join("target/python")) {
        Ok(environment) => {
            environment.build("dev")?;
            environment.test()
        }
        Err(error) => {
            println!("SKIPPED: the Python package was not tested: {error:#}");
            Ok(())
        }
    }
}

/// A virtual environment of Python.
#[derive(Debug)]
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Creates the environment under `folder`, and installs what is missing in it.
    fn install(folder: &Path) -> Result<Environment> {
        fs::create_dir_all(folder)?;
        let environment = Environment { folder: folder.to_owned() };
        if !succeeds(environment.python().args(["-m", "pip", "--version"])) {
            environment.create()?;
        }
        environment.add(&PACKAGES)?;
        Ok(environment)
    }

    /// Installs what is missing of some packages; nothing is asked of a registry if all are there.
    fn add(&self, packages: &[&str]) -> Result<()> {
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        execute(self.python().args(install).args(packages))
    }

    /// The tests of a folder.
    fn pytest(&self, folder: &str) -> Command {
        let mut command = self.python();
        command.args(["-m", "pytest", "-p", "no:cacheprovider", folder]);
        command
    }

    /// Creates an empty environment; on Debian, the module for it is a separate package.
    fn create(&self) -> Result<()> {
        let venv = || {
            let mut command = program("python3", "-m venv --clear");
            command.arg(self.folder.join("venv"));
            command
        };
        if !succeeds(&mut venv()) {
            debian::install("python3 python3-venv")
                .context("Python 3.10 or newer with the module venv is needed")?;
            execute(&mut venv())?;
        }
        Ok(())
    }

    fn script(&self, name: &str) -> PathBuf {
        let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.join("venv").join(scripts).join(name)
    }

    /// Its interpreter, to be run in the folder of the package.
    fn python(&self) -> Command {
        let mut command = Command::new(self.script("python"));
        command.current_dir(root().join("crates/python"));
        command
    }

    /// Builds the wheel and installs it.
    fn build(&self, profile: &str) -> Result<()> {
        let wheels = self.folder.join("wheels");
        if wheels.exists() {
            fs::remove_dir_all(&wheels)?;
        }
        let build = ["-m", "maturin", "build", "--quiet", "--locked", "--profile", profile];
        execute(
            self.python()
                .args(build)
                .arg("--interpreter")
                .arg(self.script("python"))
                .arg("--out")
                .arg(&wheels),
        )?;
        let built: Vec<PathBuf> =
            fs::read_dir(&wheels)?.filter_map(|it| Some(it.ok()?.path())).collect();
        ensure!(built.len() == 1, "maturin built {} wheels", built.len());
        let install = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
        execute(self.python().args(install).arg(&built[0]))
    }

    fn test(&self) -> Result<()> {
        let heavy = ["--ignore", "tests/train", "--ignore", "tests/scale"];
        let soko = build_soko_with("-p sokolab-cli")?;
        execute(self.pytest("tests").args(heavy).env("SOKO", soko))?;
        let cache = self.folder.join("mypy");
        let types = ["-m", "mypy", "--strict", "--package", "sokolab", "--cache-dir"];
        execute(self.python().args(types).arg(&cache))?;
        let types = ["-m", "mypy", "--strict", "tests", "--cache-dir"];
        execute(self.python().args(types).arg(&cache))?;
        execute(self.python().args(["-m", "pyright", "--pythonpath"]).arg(self.script("python")))?;
        execute(self.python().args(["-m", "mypy.stubtest", "sokolab._native"]))
    }
}
