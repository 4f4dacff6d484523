//! The static site: the page as it is, and the engine beside it.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::{Copies, copy};
use crate::debian;
use crate::workspace::{output, program, root, succeeds};

const PAGE: &str = "crates/server/page";
const SCRIPTS: &str = "crates/web/js";
const INDEX: &str = "index.html";

/// The most bytes of the whole site, compressed as a host that knows brotli keeps it.
const BYTES_MAX: u64 = 1_500_000;

/// The service worker; its list of files is written in front of it.
const OFFLINE: &str = "offline.js";

/// As on the server, except that the engine may be compiled and run in workers.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Writes the site.
pub(super) fn write(engine: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        ensure!(folder.join(OFFLINE).exists(), "{} is not a site", folder.display());
        fs::remove_dir_all(folder)?;
    }
    let page = root().join(PAGE);
    for file in files_below(&page)? {
        copy(&page.join(&file), &folder.join(&file))?;
    }
    let scripts = root().join(SCRIPTS);
    for name in ["engine.js", "worker.js"] {
        copy(&scripts.join(name), &folder.join("engine").join(name))?;
    }
    copy(engine, &folder.join("engine/sokolab.wasm"))?;
    let index = fs::read_to_string(page.join(INDEX))?;
    fs::write(folder.join(INDEX), with_engine(&index)?)?;
    let offline = fs::read_to_string(scripts.join(OFFLINE))?;
    let list = list(folder)?;
    fs::write(folder.join(OFFLINE), format!("{list}\n{offline}"))?;
    Ok(())
}

/// Checks that the site, compressed, is not too much to download, and writes the compressed files.
pub(super) fn check_size(folder: &Path, copies: Copies) -> Result<()> {
    if !succeeds(&mut program("node", "--version")) {
        debian::install("nodejs")?;
    }
    let mut measure = program("node", "crates/web/tests/size.mjs");
    measure.arg(folder);
    if copies == Copies::Written {
        measure.arg("--write");
    }
    let bytes: u64 = output(&mut measure)?.trim().parse()?;
    println!("site: {bytes} bytes, compressed");
    ensure!(bytes <= BYTES_MAX, "the site is larger than {BYTES_MAX} bytes, compressed");
    Ok(())
}

/// The page, told to use the engine, and with the policy that a server would send.
fn with_engine(index: &str) -> Result<String> {
    let policy = format!(
        "<meta charset=\"utf-8\">\n  \
         <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">"
    );
    let marked = index.replacen("<html ", "<html data-engine=\"worker\" ", 1);
    let marked = marked.replacen("<meta charset=\"utf-8\">", &policy, 1);
    ensure!(marked.len() > index.len() + POLICY.len(), "the page has lost its first tags");
    Ok(marked)
}

/// The version and the files of the site as JavaScript.
fn list(folder: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    let mut names = vec!["./".to_owned()];
    for file in files_below(folder)? {
        fs::read(folder.join(&file))?.hash(&mut hasher);
        let name = file.to_str().context("a name is UTF-8")?.replace('\\', "/");
        name.hash(&mut hasher);
        names.push(name);
    }
    let names = serde_json::to_string(&names)?;
    Ok(format!("const VERSION = \"{:016x}\";\nconst FILES = {names};", hasher.finish()))
}

/// The files below a folder, relative to it, in order.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            let list = if entry.file_type()?.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    files.sort();
    Ok(files)
}
