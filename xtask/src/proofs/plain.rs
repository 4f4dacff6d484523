//! Plain certificates of a file, one by one.

use anyhow::{Context, Result, ensure};

/// The line with which a certificate begins.
const MAGIC: &[u8] = b"sokolab-proof 1\n";

/// Bytes of a block before its content.
const HEAD_BYTES: usize = 26;

/// The certificates with fewer than `states_max` states, and how many they are. `states` has the
/// number of states of each certificate in the file.
pub(super) fn small(file: &[u8], states: &[u64], states_max: u64) -> Result<(Vec<u8>, usize)> {
    let certificates = certificates(file)?;
    ensure!(certificates.len() == states.len(), "a certificate was not checked");
    let small = certificates.into_iter().zip(states).filter(|(_, states)| **states < states_max);
    let small: Vec<&[u8]> = small.map(|(certificate, _)| certificate).collect();
    Ok((small.concat(), small.len()))
}

/// Splits a file into its certificates.
fn certificates(mut file: &[u8]) -> Result<Vec<&[u8]>> {
    let mut found = Vec::new();
    while !file.is_empty() {
        ensure!(file.starts_with(MAGIC), "a certificate begins with its version");
        let mut end = MAGIC.len();
        loop {
            let head = file.get(end..end + HEAD_BYTES).context("a block is cut short")?;
            let stored = u32::from_le_bytes(std::array::from_fn(|index| head[6 + index]));
            end += HEAD_BYTES + stored as usize;
            if head[0] == b'E' {
                break;
            }
        }
        let (certificate, rest) = file.split_at_checked(end).context("a block is cut short")?;
        found.push(certificate);
        file = rest;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, small};

    #[test]
    fn large_certificates_are_left_out() {
        let block = |kind: u8, content: &[u8]| {
            let mut bytes = vec![kind, 0];
            bytes.extend([(content.len() as u32).to_le_bytes(); 2].concat());
            bytes.extend([0; 16]);
            bytes.extend(content);
            bytes
        };
        let one = [MAGIC, &block(b'S', b"abc"), &block(b'E', b"")].concat();
        let two = [MAGIC, &block(b'E', b"xy")].concat();
        let file = [&one[..], &two].concat();
        assert_eq!(small(&file, &[5, 9], 9).expect("a good file"), (one, 1));
        assert!(small(&file, &[5], 9).is_err());
        assert!(small(&file[..file.len() - 1], &[5, 9], 9).is_err());
    }
}
