//! Writes blocks, compressed if that makes them smaller.

use std::fmt;
use std::io::{self, Read, Write};

use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::block::{CONTENT_MAX, Kind, MAGIC, digest, read_block, read_magic, unpacked};

/// Smaller blocks are stored plain: setting up the compressor takes longer than the whole search of
/// a small level and saves at most a few hundred bytes.
const PACKED_MIN: usize = 1 << 10;

/// How blocks are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain.
    Plain,
    /// Compressed, except for small blocks and those that would not become smaller.
    Compressed,
}

/// Why a certificate could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// It would be larger than allowed.
    TooLarge,
    /// The output failed.
    Failed(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::TooLarge => formatter.write_str("the proof is too large"),
            WriteError::Failed(error) => write!(formatter, "the proof cannot be written: {error}"),
        }
    }
}

impl std::error::Error for WriteError {}

/// Writes a block and returns its size in bytes.
pub(crate) fn write_block(
    sink: &mut dyn Write,
    kind: Kind,
    content: &[u8],
    form: Form,
) -> io::Result<u64> {
    assert!(content.len() <= CONTENT_MAX, "a block is closed before it is full");
    let packed = match form {
        Form::Compressed if content.len() >= PACKED_MIN => packed(content),
        Form::Compressed | Form::Plain => None,
    };
    let stored = packed.as_deref().unwrap_or(content);
    let mut head = vec![kind as u8, u8::from(packed.is_some())];
    head.extend((content.len() as u32).to_le_bytes());
    head.extend((stored.len() as u32).to_le_bytes());
    head.extend(digest(kind, content));
    sink.write_all(&head)?;
    sink.write_all(stored)?;
    Ok((head.len() + stored.len()) as u64)
}

/// The compressed content, if it is smaller and can be read back.
fn packed(content: &[u8]) -> Option<Vec<u8>> {
    let packed = compress_to_vec(content, CompressionLevel::Fastest);
    (packed.len() < content.len() && unpacked(&packed, content.len())? == content).then_some(packed)
}

/// Copies a file of certificates with plain blocks only.
///
/// # Errors
///
/// If the file cannot be read, is not a file of certificates, or is damaged, or if the output
/// fails.
pub fn copy_plain(source: &mut dyn Read, sink: &mut dyn Write) -> io::Result<()> {
    while read_magic(source)? {
        sink.write_all(MAGIC)?;
        loop {
            let (kind, content) = read_block(source)?;
            write_block(sink, kind, &content, Form::Plain)?;
            if kind == Kind::End {
                break;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Form, PACKED_MIN, write_block};
    use crate::block::{Kind, read_block};

    #[test]
    fn small_blocks_are_stored_as_they_are() {
        for (length, is_packed) in [(0, 0), (PACKED_MIN - 1, 0), (PACKED_MIN, 1)] {
            let content = vec![7; length];
            let mut file = Vec::new();
            write_block(&mut file, Kind::Lists, &content, Form::Compressed).expect("a vector");
            assert_eq!(file[1], is_packed, "{length}");
            let read = read_block(&mut file.as_slice()).expect("a good block");
            assert_eq!(read, (Kind::Lists, content));
        }
    }

    #[test]
    fn blocks_are_read_back_and_damage_is_noticed() {
        let content: Vec<u8> = (0..5000_u32).map(|it| (it / 7) as u8).collect();
        for form in [Form::Plain, Form::Compressed] {
            let mut file = Vec::new();
            let bytes = write_block(&mut file, Kind::States, &content, form).expect("a vector");
            assert_eq!(bytes, file.len() as u64);
            assert_eq!(form == Form::Compressed, file.len() < content.len());
            let read = read_block(&mut file.as_slice()).expect("a good block");
            assert_eq!(read, (Kind::States, content.clone()));
            for at in [0, 1, 2, 6, 12, 40, file.len() - 1] {
                let mut damaged = file.clone();
                damaged[at] ^= 1;
                assert!(read_block(&mut damaged.as_slice()).is_err(), "{form:?} {at}");
            }
            assert!(read_block(&mut &file[..file.len() - 1]).is_err());
        }
    }
}
