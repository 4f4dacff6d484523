//! Blocks: the pieces of a certificate, each with its length and digest, compressed or plain.

use std::io::{self, Read};

use ruzstd::decoding::StreamingDecoder;
use sha2::{Digest, Sha256};

/// The first line of a certificate.
pub(crate) const MAGIC: &[u8] = b"sokolab-proof 1\n";

/// The largest content of a block, and the largest block as stored.
pub(crate) const CONTENT_MAX: usize = 1 << 20;
const STORED_MAX: usize = 2 << 20;

/// The size of a block's head: kind, form, two lengths and a digest.
const HEAD_BYTES: usize = 26;

/// The kind of a block's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Header = b'H' as isize,
    Lists = b'L' as isize,
    Patterns = b'P' as isize,
    States = b'S' as isize,
    End = b'E' as isize,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Header, Kind::Lists, Kind::Patterns, Kind::States, Kind::End];
}

/// Decompresses a frame whose content should have this length.
pub(crate) fn unpacked(stored: &[u8], length: usize) -> Option<Vec<u8>> {
    let decoder = StreamingDecoder::new(stored).ok()?;
    let mut content = Vec::with_capacity(length);
    // One byte more than the length shows that the content is too long.
    decoder.take(length as u64 + 1).read_to_end(&mut content).ok()?;
    (content.len() == length).then_some(content)
}

pub(crate) fn digest(kind: Kind, content: &[u8]) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update([kind as u8]);
    hash.update(content);
    let whole: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|index| whole[index])
}

/// Reads the first line of a certificate; `false` at the end of the file.
pub(crate) fn read_magic(source: &mut dyn Read) -> io::Result<bool> {
    let mut line = Vec::new();
    source.take(MAGIC.len() as u64).read_to_end(&mut line)?;
    if line.is_empty() || line == MAGIC {
        return Ok(!line.is_empty());
    }
    let name = &MAGIC[..MAGIC.len() - 2];
    let why = if line.len() == MAGIC.len() && line.starts_with(name) {
        "a newer version of soko wrote this proof"
    } else {
        "this is not a soko proof"
    };
    Err(unreadable(why))
}

/// Reads a block.
pub(crate) fn read_block(source: &mut dyn Read) -> io::Result<(Kind, Vec<u8>)> {
    let mut head = [0; HEAD_BYTES];
    source.read_exact(&mut head).map_err(cut_short)?;
    let kind = Kind::ALL.into_iter().find(|&kind| kind as u8 == head[0]);
    let kind = kind.ok_or_else(|| unreadable("a block has an unknown kind"))?;
    let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| head[at + index]));
    let (length, stored) = (number(2) as usize, number(6) as usize);
    if length > CONTENT_MAX || stored > STORED_MAX {
        return Err(unreadable("a block is too long"));
    }
    let mut bytes = vec![0; stored];
    source.read_exact(&mut bytes).map_err(cut_short)?;
    let content = match head[1] {
        0 if stored == length => Some(bytes),
        1 => unpacked(&bytes, length),
        _ => None,
    };
    let content = content.ok_or_else(|| unreadable("a block cannot be decompressed"))?;
    if digest(kind, &content) != head[10..] {
        return Err(unreadable("a block is damaged: its digest is wrong"));
    }
    Ok((kind, content))
}

fn cut_short(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        unreadable("the proof is truncated")
    } else {
        error
    }
}

pub(crate) fn unreadable(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, read_magic};

    #[test]
    fn the_first_line_tells_the_version() {
        assert!(read_magic(&mut &MAGIC[..]).is_ok_and(|it| it));
        assert!(read_magic(&mut &[][..]).is_ok_and(|it| !it));
        let newer = read_magic(&mut &b"sokolab-proof 2\n"[..]).expect_err("unknown");
        assert_eq!(newer.to_string(), "a newer version of soko wrote this proof");
        assert!(read_magic(&mut &b"#####\n#@$.#\n"[..]).is_err());
        assert!(read_magic(&mut &b"sok"[..]).is_err());
    }
}
