//! Checks of manifests: every crate inherits its lints from the workspace, or is a foreign
//! interface that denies unsafe code itself.

use toml::{Table, Value};

use super::{Document, Fault};

/// Adds the faults of a manifest; other TOML files have none.
pub(super) fn check(document: &Document<'_>, faults: &mut Vec<Fault>) {
    let is_crate = document.path.starts_with("crates") || document.path.starts_with("xtask");
    if !is_crate || !document.path.ends_with("Cargo.toml") {
        return;
    }
    match document.text.parse::<Table>() {
        Ok(manifest) if takes_lints(&manifest) => {}
        Ok(manifest) if is_interface(document) && denies_unsafe(&manifest) => {}
        Ok(_) => faults.push(document.fault("needs `[lints]` with `workspace = true`")),
        Err(error) => faults.push(document.fault(format!("is no TOML: {}", error.message()))),
    }
}

/// Crates that are foreign interfaces: their calls or macros need unsafe code, which the workspace
/// forbids.
const INTERFACES: [&str; 2] = ["crates/python", "crates/web"];

fn is_interface(document: &Document<'_>) -> bool {
    INTERFACES.iter().any(|folder| document.path.starts_with(folder))
}

fn denies_unsafe(manifest: &Table) -> bool {
    let rust = manifest.get("lints").and_then(|it| it.get("rust"));
    rust.and_then(|it| it.get("unsafe_code")).and_then(Value::as_str) == Some("deny")
}

fn takes_lints(manifest: &Table) -> bool {
    let lints = manifest.get("lints").and_then(|it| it.get("workspace"));
    lints.and_then(Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use super::check as check_manifest;
    use std::path::Path;

    #[track_caller]
    fn check(path: &str, text: &str, expected: usize) {
        let mut faults = Vec::new();
        check_manifest(&Document { path: Path::new(path), text }, &mut faults);
        assert_eq!(faults.len(), expected, "{faults:?}");
    }

    #[test]
    fn every_crate_takes_the_lints_of_the_workspace() {
        check("crates/a/Cargo.toml", "[lints]\nworkspace = true\n", 0);
        check("crates/a/Cargo.toml", "[lints]\nworkspace = false\n", 1);
        check("crates/a/Cargo.toml", "[package]\nname = \"a\"\n", 1);
        check("crates/a/Cargo.toml", "[", 1);
        check("fuzz/Cargo.toml", "[package]\nname = \"a\"\n", 0);
    }

    #[test]
    fn a_foreign_interface_denies_unsafe_code_by_itself() {
        let own = "[lints.rust]\nunsafe_code = \"deny\"\n";
        check("crates/python/Cargo.toml", own, 0);
        check("crates/python/Cargo.toml", "[lints.rust]\n", 1);
        check("crates/a/Cargo.toml", own, 1);
    }
}
