//! Packages of Debian, for tests and builds that need other programs.

use std::sync::Once;

use anyhow::{Context, Result};

use crate::workspace::{execute, program, succeeds};

/// Installs packages, separated by spaces.
///
/// # Errors
/// If `apt-get` is missing or fails; the message names the packages.
pub(crate) fn install(packages: &str) -> Result<()> {
    static LISTS: Once = Once::new();
    // The lists of an image may be so old that packages are missing or cannot be fetched any more.
    // If there are no newer ones, the old ones may do.
    LISTS.call_once(|| drop(execute(&mut program("apt-get", "update"))));
    execute(&mut program("apt-get", &format!("install -y --no-install-recommends {packages}")))
        .with_context(|| format!("install these by hand: {packages}"))
}

/// Whether packages of Debian can be installed here.
pub(crate) fn is_available() -> bool {
    succeeds(&mut program("apt-get", "--version"))
}
