//! The SHA-256 of files, as manifests have it.

use sha2::{Digest, Sha256};

/// The SHA-256 of a content in hexadecimal digits.
pub(super) fn sha256(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
