//! Finds cycles among the modules of a crate.
//!
//! Sibling modules, at the top of a crate or in one folder, must form a directed graph without
//! cycles. A module uses another if a path in it, followed through all re-exports, leads into the
//! other or into a module below it. Uses between a module and those below it are ignored: a child
//! may use what its parent defines, and a parent is there to use its children.
//!
//! Method calls name no module and are not seen.

mod graph;
mod resolve;
mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use self::graph::{Component, Graph};
use self::resolve::ModuleTree;
use self::scan::{Mention, Module, modules_of};
use super::Fault;

/// The Rust files of the repository and their texts.
pub(super) type Sources = BTreeMap<PathBuf, String>;

/// Crates that still have cycles. None may be added.
const NOT_YET: &[&str] = &[];

/// Adds a fault for each cycle of modules, and for each unnecessary name in [`NOT_YET`].
pub(super) fn check(sources: &Sources, faults: &mut Vec<Fault>) {
    check_crates(sources, NOT_YET, faults);
}

fn check_crates(sources: &Sources, not_yet: &[&str], faults: &mut Vec<Fault>) {
    let mut tied = BTreeSet::new();
    for root in sources.keys() {
        let Some(name) = crate_with_root(root) else { continue };
        let found = faults_of(name, root, sources);
        if not_yet.contains(&name) && !found.is_empty() {
            tied.insert(name);
        } else {
            faults.extend(found);
        }
    }
    for name in not_yet.iter().filter(|&it| !tied.contains(it)) {
        let message = format!("`{name}` has no cycles: remove it from NOT_YET");
        faults.push(Fault { path: file!().into(), line: None, message });
    }
}

/// The folder of the crate whose root is `file`.
fn crate_with_root(file: &Path) -> Option<&str> {
    let is_root = file.ends_with("src/lib.rs") || file.ends_with("src/main.rs");
    let folder = file.parent()?.parent()?.file_name()?.to_str()?;
    is_root.then_some(folder)
}

fn faults_of(name: &str, root: &Path, sources: &Sources) -> Vec<Fault> {
    let modules = match modules_of(root, sources) {
        Ok(modules) => modules,
        Err(error) => {
            let message = format!("cannot be parsed: {}", error.message);
            return vec![Fault { path: error.file, line: Some(error.line), message }];
        }
    };
    let mut faults = Vec::new();
    for (parent, uses) in uses_of(&modules) {
        let mut graph = Graph::default();
        for (from, to) in uses.keys() {
            graph.insert(from, to);
        }
        let around: Vec<&str> =
            [name].into_iter().chain(parent.iter().map(String::as_str)).collect();
        for component in graph.components() {
            faults.push(fault_of(&around.join("::"), &component, &uses));
        }
    }
    faults
}

/// Where a module uses another.
struct Use<'a> {
    file: &'a PathBuf,
    mention: &'a Mention,
}

/// For each pair of siblings, the first place where the one uses the other.
type Uses<'a> = BTreeMap<(&'a str, &'a str), Use<'a>>;

/// The uses between siblings, by the path of their parent.
fn uses_of(modules: &[Module]) -> BTreeMap<&[String], Uses<'_>> {
    let tree = ModuleTree::new(modules);
    let mut all: BTreeMap<&[String], Uses<'_>> = BTreeMap::new();
    for module in modules {
        for mention in &module.mentions {
            for used in tree.modules_behind(module, &mention.path) {
                let Some((parent, from, to)) = siblings(&module.path, &used.path) else { continue };
                let here = Use { file: &module.file, mention };
                all.entry(parent).or_default().entry((from, to)).or_insert(here);
            }
        }
    }
    all
}

/// The siblings that contain two modules, and the path of their parent; `None` if one of the two
/// modules lies in the other.
fn siblings<'a>(
    one: &'a [String],
    other: &'a [String],
) -> Option<(&'a [String], &'a str, &'a str)> {
    let depth = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    Some((&one[..depth], one.get(depth)?, other.get(depth)?))
}

fn fault_of(around: &str, component: &Component<'_>, uses: &Uses<'_>) -> Fault {
    let cycle = &component.cycle;
    let mut message = format!("modules of `{around}` use each other in a cycle: ");
    message += &format!("{} → {}", cycle.join(" → "), cycle[0]);
    let edges = || cycle.iter().zip(cycle.iter().cycle().skip(1)).map(|(&from, &to)| (from, to));
    for (from, to) in edges() {
        let Use { file, mention } = &uses[&(from, to)];
        let path = mention.path.join("::");
        let place = format!("{}:{}", file.display(), mention.line);
        message += &format!("\n    {from} → {to}: {place} uses `{path}`");
    }
    if component.nodes.len() > cycle.len() {
        message += &format!("\n    all modules in cycles here: {}", component.nodes.join(", "));
    }
    let first = edges().next().map(|edge| &uses[&edge]).expect("a cycle has edges");
    Fault { path: first.file.clone(), line: Some(first.mention.line), message }
}

#[cfg(test)]
mod tests;
