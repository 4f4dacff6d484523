//! `cargo xtask licences`: rejects dependencies with a licence that `deny.toml` does not allow.
//!
//! The list is read from the configuration of `cargo deny`, so that the two cannot differ; the
//! check itself needs nothing to be installed.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

use crate::workspace::{cargo, output, root};

/// Checks the licence of every package in the build of the workspace.
pub(crate) fn run() -> Result<()> {
    let list = fs::read_to_string(root().join("deny.toml")).context("deny.toml cannot be read")?;
    let allowed = allowed_licences(&list)?;
    let metadata = output(&mut cargo("metadata --format-version 1 --all-features"))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata is no JSON")?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let faults: Vec<_> = packages.iter().filter_map(|it| fault_of(it, &allowed)).collect();
    if !faults.is_empty() {
        bail!("{} of {} packages:\n  {}", faults.len(), packages.len(), faults.join("\n  "));
    }
    println!("the licences of {} packages are allowed", packages.len());
    Ok(())
}

/// The licences under `[licenses] allow`.
fn allowed_licences(list: &str) -> Result<Vec<Licensee>> {
    let list: toml::Table = list.parse().context("deny.toml is no TOML")?;
    let names = list
        .get("licenses")
        .and_then(|section| section.get("allow"))
        .and_then(toml::Value::as_array)
        .context("deny.toml has no list `allow` under [licenses]")?;
    let parse = |name: &toml::Value| {
        let name = name.as_str().context("an allowed licence is not a string")?;
        Licensee::parse(name).with_context(|| format!("{name:?} is not a licence"))
    };
    names.iter().map(parse).collect()
}

/// What is wrong with the licence of `package`.
fn fault_of(package: &Value, allowed: &[Licensee]) -> Option<String> {
    let name = package["name"].as_str().unwrap_or("a package without a name");
    let version = package["version"].as_str().unwrap_or("without a version");
    let fault = match package["license"].as_str() {
        None => "has no licence".to_owned(),
        Some(licence) => match is_allowed(licence, allowed) {
            Ok(true) => return None,
            Ok(false) => format!("has the licence {licence}, which deny.toml does not allow"),
            Err(error) => format!("has a licence that cannot be read: {error}"),
        },
    };
    Some(format!("{name} {version} {fault}"))
}

/// Whether `licence` offers an allowed choice. Old manifests write `/` for `OR`, which lax parsing
/// accepts.
fn is_allowed(licence: &str, allowed: &[Licensee]) -> Result<bool> {
    let expression = Expression::parse_mode(licence, ParseMode::LAX)
        .map_err(|error| anyhow::anyhow!("{licence:?}: {}", error.reason))?;
    Ok(expression.evaluate(|wanted| allowed.iter().any(|it| it.satisfies(wanted))))
}

#[cfg(test)]
mod tests {
    use super::{allowed_licences, fault_of, is_allowed};
    use serde_json::json;

    const LIST: &str = "[licenses]\nallow = [\"MIT\", \"Zlib\"]";

    #[track_caller]
    fn check(licence: &str, expected: bool) {
        let allowed = allowed_licences(LIST).expect("a list");
        assert_eq!(is_allowed(licence, &allowed).expect("an expression"), expected);
    }

    #[test]
    fn one_choice_is_enough() {
        check("MIT OR GPL-3.0-only", true);
        check("GPL-3.0-only/MIT", true);
    }

    #[test]
    fn every_part_must_be_allowed() {
        check("MIT AND Zlib", true);
        check("MIT AND GPL-3.0-only", false);
    }

    #[test]
    fn an_exception_is_another_licence() {
        check("MIT WITH LLVM-exception", false);
    }

    #[test]
    fn packages_without_a_licence_are_faults() {
        let allowed = allowed_licences(LIST).expect("a list");
        let package = json!({ "name": "odd", "version": "1.0.0", "license": null });
        let fault = fault_of(&package, &allowed);
        assert_eq!(fault.as_deref(), Some("odd 1.0.0 has no licence"));
        let package = json!({ "name": "good", "version": "1.0.0", "license": "Zlib" });
        assert_eq!(fault_of(&package, &allowed), None);
    }

    #[test]
    fn a_list_that_cannot_be_read_is_refused() {
        assert!(allowed_licences("[bans]").is_err());
        assert!(allowed_licences("[licenses]\nallow = [\"no such licence\"]").is_err());
    }
}
