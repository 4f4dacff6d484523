//! Networks that judge states in tree search, read from ONNX files.

use std::path::Path;

use sokolab::Judge;

/// A judge with the digest of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedJudge {
    /// It lives as long as the program, because every search may use it.
    pub(crate) judge: &'static dyn Judge,
    /// The beginning of the SHA-256 of its file.
    pub(crate) digest: u64,
}

/// Whether a file is a network, by its name.
pub(crate) fn is_network(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("onnx"))
}

/// Reads a network.
#[cfg(feature = "onnx")]
pub(crate) fn read(path: &Path) -> anyhow::Result<NamedJudge> {
    use anyhow::Context;
    use sha2::{Digest, Sha256};

    let bytes = crate::io::files::read_bytes(path)?;
    let network = sokolab_judge::Network::read(&bytes);
    let network = network.with_context(|| path.display().to_string())?;
    let digest = Sha256::digest(&bytes);
    let digest = digest.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    Ok(NamedJudge { judge: Box::leak(Box::new(network)), digest })
}

/// Without the feature `onnx`, the program has no runtime for networks.
#[cfg(not(feature = "onnx"))]
pub(crate) fn read(path: &Path) -> anyhow::Result<NamedJudge> {
    anyhow::bail!(
        "{}: this program was built without networks: build it with `cargo install --path \
         crates/cli --features onnx`, or give linear weights",
        path.display()
    )
}
