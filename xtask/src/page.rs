//! `cargo xtask page`: tests the page in a real browser, and checks its types.
//!
//! The packages for the tests are installed from npm by their lock file, into the target folder;
//! the browser is Chromium, installed from Debian's packages if it is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{build_soko_with, execute, program, root, succeeds};

/// The folder with the tests, the list of packages and its lock file.
const TESTS: &str = "crates/server/tests/page";

/// The files that determine the installed packages.
const MANIFESTS: [&str; 3] = ["package.json", "package-lock.json", ".npmrc"];

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
}

impl Page {
    pub(crate) fn run(self) -> Result<()> {
        let soko = match self.program {
            Some(program) => fs::canonicalize(&program)
                .with_context(|| format!("there is no program {}", program.display()))?,
            None => build_soko_with("")?,
        };
        test(&soko, self.only.as_deref())
    }
}

/// Installs what is needed, checks the types, and runs the tests one after another, or only those
/// whose name matches `only`.
pub(crate) fn test(soko: &Path, only: Option<&str>) -> Result<()> {
    let tools = root().join("target/page");
    install_packages(&tools)?;
    let browser = browser()?;
    check_types(&tools)?;
    let mut tests = program("node", "--test --test-concurrency=1");
    if let Some(pattern) = only {
        tests.arg(format!("--test-name-pattern={pattern}"));
    }
    for file in test_files()? {
        tests.arg(file);
    }
    tests.env("SOKO", soko).env("PAGE_TOOLS", &tools).env("CHROMIUM", browser);
    execute(&mut tests)?;
    println!("screenshots: {}", tools.join("screenshots").display());
    Ok(())
}

/// Installs the packages of the lock file, unless they are up to date.
fn install_packages(tools: &Path) -> Result<()> {
    fs::create_dir_all(tools)?;
    let mut changed = !tools.join("node_modules").is_dir();
    for name in MANIFESTS {
        let (from, to) = (root().join(TESTS).join(name), tools.join(name));
        let text = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        if fs::read(&to).ok().as_deref() != Some(&text) {
            fs::write(&to, text)?;
            changed = true;
        }
    }
    if !changed {
        return Ok(());
    }
    if !succeeds(Command::new("npm").arg("--version")) {
        install_debian("nodejs npm")?;
    }
    execute(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(tools))
}

/// The path of a browser.
fn browser() -> Result<PathBuf> {
    if let Some(path) = find_browser() {
        return Ok(path);
    }
    install_debian("chromium fonts-dejavu-core")?;
    find_browser().context("install Chromium: the tests of the page need a browser")
}

fn find_browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let paths = BROWSERS.iter().flat_map(|name| folders.iter().map(move |it| it.join(name)));
    paths.into_iter().find(|it| it.is_file())
}

fn install_debian(packages: &str) -> Result<()> {
    execute(&mut program("apt-get", &format!("install -y --no-install-recommends {packages}")))
        .with_context(|| format!("install these by hand: {packages}"))
}

/// Checks the types declared in the comments of the modules.
fn check_types(tools: &Path) -> Result<()> {
    let compiler = tools.join("node_modules/typescript/bin/tsc");
    execute(program("node", "").arg(compiler).arg("-p").arg(root().join(TESTS)))
}

fn test_files() -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(TESTS))? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "there are no tests of the page");
    files.sort();
    Ok(files)
}
