//! Checks that the graph of crates in `ARCHITECTURE.md` is the one that cargo builds.
//!
//! The document has a block with a line for each crate, `name → those it needs`. A crate that is
//! needed through another one of the line is left out, so that the block can be read.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Document, Fault};
use crate::workspace::{cargo, output};

/// The direct dependencies of each crate, without the prefix of their names.
pub(super) type Graph = BTreeMap<String, BTreeSet<String>>;

/// The first line of the block.
const MARK: &str = "```crates";

/// The graph of the workspace, as cargo sees it.
pub(super) fn of_workspace() -> Result<Graph> {
    let text = output(&mut cargo("metadata --format-version 1 --no-deps --all-features"))?;
    let metadata: Value = serde_json::from_str(&text).context("cargo metadata is no JSON")?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    Ok(packages.iter().filter_map(node).collect())
}

/// A crate with its dependencies; `None` for what is not part of the product, as this one.
fn node(package: &Value) -> Option<(String, BTreeSet<String>)> {
    let is_normal = |it: &&Value| it["kind"].is_null();
    let needed = package["dependencies"].as_array()?.iter().filter(is_normal);
    let needed = needed.filter_map(|it| short(it["name"].as_str()?)).collect();
    Some((short(package["name"].as_str()?)?, needed))
}

/// The name of one of our crates as the document writes it.
fn short(name: &str) -> Option<String> {
    let rest = name.strip_prefix("sokolab")?;
    Some(rest.strip_prefix('-').unwrap_or(name).to_owned())
}

/// Adds the faults of the block in the document, if it is the one that has it.
pub(super) fn check(document: &Document<'_>, graph: &Graph, faults: &mut Vec<Fault>) {
    let mut lines = document.text.lines().enumerate();
    if lines.by_ref().all(|(_, line)| line != MARK) {
        if document.path.ends_with("ARCHITECTURE.md") {
            faults.push(document.fault(format!("has no graph of crates, which begins {MARK}")));
        }
        return;
    }
    let mut missing = reduced(graph);
    for (index, line) in lines.take_while(|(_, line)| !line.starts_with("```")) {
        let Some((name, needed)) = line.split_once('→') else { continue };
        let listed = |text: &str| -> BTreeSet<String> {
            text.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
        };
        for name in listed(name) {
            match missing.remove(&name) {
                Some(expected) if expected == listed(needed) => {}
                Some(expected) => {
                    let expected: Vec<String> = expected.into_iter().collect();
                    let message = format!("`{name}` needs {}", expected.join(", "));
                    faults.push(document.fault_at(index + 1, message));
                }
                None => {
                    let message = format!("there is no crate `{name}`, or it is listed twice");
                    faults.push(document.fault_at(index + 1, message));
                }
            }
        }
    }
    for (name, needed) in missing.into_iter().filter(|(_, needed)| !needed.is_empty()) {
        let needed: Vec<String> = needed.into_iter().collect();
        let message = format!("the graph lacks `{name} → {}`", needed.join(", "));
        faults.push(document.fault(message));
    }
}

/// The graph without dependencies that follow from others.
fn reduced(graph: &Graph) -> Graph {
    let needed = |name: &str| graph.get(name).cloned().unwrap_or_default();
    let reduce = |direct: &BTreeSet<String>| {
        let mut below = BTreeSet::new();
        let mut pending: Vec<String> = direct.iter().flat_map(|it| needed(it)).collect();
        while let Some(name) = pending.pop() {
            if below.insert(name.clone()) {
                pending.extend(needed(&name));
            }
        }
        direct.difference(&below).cloned().collect()
    };
    graph.iter().map(|(name, direct)| (name.clone(), reduce(direct))).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Document;
    use super::{Graph, check as check_graph};

    /// `top` needs `middle` and `base`, `middle` needs `base`.
    fn graph() -> Graph {
        let node = |name: &str, needed: &[&str]| {
            (name.to_owned(), needed.iter().map(|&it| it.to_owned()).collect())
        };
        [node("top", &["middle", "base"]), node("middle", &["base"]), node("base", &[])].into()
    }

    #[track_caller]
    fn check(block: &str, expected: &[&str]) {
        let text = format!("# Words\n```crates\n{block}\n```\n");
        let mut faults = Vec::new();
        check_graph(&Document { path: Path::new("a.md"), text: &text }, &graph(), &mut faults);
        let messages: Vec<&str> = faults.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages, expected);
    }

    #[test]
    fn what_follows_from_others_is_left_out() {
        check("top → middle\nmiddle → base", &[]);
        check("top → middle, base\nmiddle → base", &["`top` needs middle"]);
    }

    #[test]
    fn a_crate_that_is_missing_or_unknown_is_a_fault() {
        check("top → middle", &["the graph lacks `middle → base`"]);
        check(
            "top → middle\nmiddle, roof → base",
            &["there is no crate `roof`, or it is listed twice"],
        );
    }
}
