//! `cargo xtask page`: tests the page in a real browser, and checks its types.
//!
//! The page runs on both hosts: `soko serve`, and the static site, whose engine is built if the
//! machine can. The packages for the tests are installed from npm by their lock file, into the
//! target folder; the browser is Chromium, installed from Debian's packages if it is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::debian;
use crate::node::install_packages;
use crate::web;
use crate::workspace::{build_soko_with, execute, program, root, succeeds};

/// The folder with the tests, the list of packages and its lock file.
const TESTS: &str = "crates/server/tests/page";

/// The folder with the tests of the npm package.
const PACKAGE_TESTS: &str = "crates/web/tests/package";

/// Possible names of Chromium.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Runs the tests of the page.
#[derive(Debug, clap::Args)]
pub(crate) struct Page {
    /// The program to test; built if not given.
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,

    /// Only the tests whose name matches.
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,

    /// Measure how fast page, server and engine are instead of testing them.
    #[arg(long)]
    measure: bool,

    /// Levels that `--measure` solves with the engine and with the program, to be compared.
    #[arg(long, value_name = "FILE", requires = "measure")]
    levels: Option<PathBuf>,
}

impl Page {
    pub(crate) fn run(self) -> Result<()> {
        let soko = match self.program {
            Some(program) => fs::canonicalize(&program)
                .with_context(|| format!("there is no program {}", program.display()))?,
            None => build_soko_with(if self.measure { "--release" } else { "" })?,
        };
        let tools = Tools::install()?;
        let subject = Subject::build(soko);
        if self.measure {
            return tools.measure(&subject, self.levels.as_deref());
        }
        tools.test(&subject, self.only.as_deref())
    }
}

/// Tests the page of a program. If the tools cannot be installed, it says so and continues.
pub(crate) fn test_where_possible(soko: PathBuf) -> Result<()> {
    match Tools::install() {
        Ok(tools) => tools.test(&Subject::build(soko), None),
        Err(error) => {
            println!("SKIPPED: the page is not tested, for its tools cannot be had: {error:#}");
            Ok(())
        }
    }
}

/// What is tested.
struct Subject {
    soko: PathBuf,
    /// The folders of the static site and of the npm package, if the engine can be built.
    built: Option<(PathBuf, PathBuf)>,
}

impl Subject {
    fn build(soko: PathBuf) -> Subject {
        let built = web::write_both();
        if let Err(error) = &built {
            println!("SKIPPED: the static site and the npm package are not tested: {error:#}");
        }
        Subject { soko, built: built.ok() }
    }
}

/// The browser and the packages.
struct Tools {
    folder: PathBuf,
    browser: PathBuf,
}

impl Tools {
    fn install() -> Result<Tools> {
        let folder = root().join("target/page");
        install_packages(TESTS, &folder)?;
        Ok(Tools { folder, browser: browser()? })
    }

    /// Node with all that the tests ask for in its environment.
    fn node(&self, subject: &Subject) -> Command {
        let mut node = program("node", "");
        node.env("SOKO", &subject.soko);
        node.env("PAGE_TOOLS", &self.folder).env("CHROMIUM", &self.browser);
        if let Some((site, package)) = &subject.built {
            node.env("SITE", site).env("PACKAGE", package);
        }
        node
    }

    /// Measures the page in the browser, the server under load, and the engine.
    fn measure(&self, subject: &Subject, levels: Option<&Path>) -> Result<()> {
        if !succeeds(&mut program("which", "wrk")) {
            debian::install("wrk")?;
        }
        for script in ["page/measure.mjs", "load/act.mjs", "load/jobs.mjs"] {
            execute(self.node(subject).arg(root().join("crates/server/tests").join(script)))?;
        }
        let Some(levels) = levels else { return Ok(()) };
        let script = root().join(PACKAGE_TESTS).join("measure.mjs");
        execute(self.node(subject).arg(script).arg(levels).arg("60"))
    }

    /// Checks the types and runs the tests one after another, or those whose name matches `only`.
    fn test(&self, subject: &Subject, only: Option<&str>) -> Result<()> {
        self.check_types(TESTS)?;
        self.check_types(PACKAGE_TESTS)?;
        let mut tests = self.node(subject);
        tests.args(["--test", "--test-concurrency=1"]);
        if let Some(pattern) = only {
            tests.arg(format!("--test-name-pattern={pattern}"));
        }
        if subject.built.is_some() {
            tests.args(test_files(PACKAGE_TESTS)?);
        }
        execute(tests.args(test_files(TESTS)?))?;
        println!("screenshots: {}", self.folder.join("screenshots").display());
        Ok(())
    }

    /// Checks the types declared in the comments of the modules below a folder.
    fn check_types(&self, folder: &str) -> Result<()> {
        let compiler = self.folder.join("node_modules/typescript/bin/tsc");
        execute(program("node", "").arg(compiler).arg("-p").arg(root().join(folder)))
    }
}

/// The path of a browser.
fn browser() -> Result<PathBuf> {
    if let Some(path) = find_browser() {
        return Ok(path);
    }
    debian::install("chromium fonts-dejavu-core")?;
    find_browser().context("install Chromium: the tests of the page need a browser")
}

fn find_browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let paths = BROWSERS.iter().flat_map(|name| folders.iter().map(move |it| it.join(name)));
    paths.into_iter().find(|it| it.is_file())
}

fn test_files(folder: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(folder))? {
        let path = entry?.path();
        if is_test(&path) {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "there are no tests in {folder}");
    files.sort();
    Ok(files)
}

fn is_test(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".test.mjs")
}
