//! Blocks: a piece of a certificate with its length and digest, compressed or plain.

use std::fmt;
use std::io::{self, Read, Write};

use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sha2::{Digest, Sha256};

/// The line with which a certificate begins.
pub(crate) const MAGIC: &[u8] = b"sokolab-proof 1\n";

/// The most bytes that a block holds, and that it takes as it is stored.
pub(crate) const CONTENT_MAX: usize = 1 << 20;
const STORED_MAX: usize = 2 << 20;

/// Kind, form, two lengths and a digest.
const HEAD_BYTES: usize = 26;

/// How blocks are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As they are.
    Plain,
    /// Compressed where that makes them smaller.
    Compressed,
}

/// What a block holds.
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

/// Why a certificate could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// It would be larger than allowed.
    TooLarge,
    /// The bytes could not be handed over.
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

/// Writes a block; gives the bytes that it takes.
pub(crate) fn write_block(
    sink: &mut dyn Write,
    kind: Kind,
    content: &[u8],
    form: Form,
) -> io::Result<u64> {
    assert!(content.len() <= CONTENT_MAX, "a block is closed before it is full");
    let packed = match form {
        Form::Compressed => packed(content),
        Form::Plain => None,
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

/// The content compressed, if that makes it smaller and it can be read back.
fn packed(content: &[u8]) -> Option<Vec<u8>> {
    let packed = compress_to_vec(content, CompressionLevel::Fastest);
    (packed.len() < content.len() && unpacked(&packed, content.len())? == content).then_some(packed)
}

/// The content of a frame that is said to hold so many bytes.
fn unpacked(stored: &[u8], length: usize) -> Option<Vec<u8>> {
    let decoder = StreamingDecoder::new(stored).ok()?;
    let mut content = Vec::with_capacity(length);
    // One byte more would be too many.
    decoder.take(length as u64 + 1).read_to_end(&mut content).ok()?;
    (content.len() == length).then_some(content)
}

fn digest(kind: Kind, content: &[u8]) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update([kind as u8]);
    hash.update(content);
    let whole: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|index| whole[index])
}

/// Reads the line with which a certificate begins; `false` at the end of the file.
pub(crate) fn read_magic(source: &mut dyn Read) -> io::Result<bool> {
    let mut line = [0; MAGIC.len()];
    let mut count = 0;
    while count < line.len() {
        match source.read(&mut line[count..])? {
            0 if count == 0 => return Ok(false),
            0 => break,
            more => count += more,
        }
    }
    if line[..count] == *MAGIC {
        return Ok(true);
    }
    let name = &MAGIC[..MAGIC.len() - 2];
    let why = if line.starts_with(name) {
        "a newer version of soko wrote this proof"
    } else {
        "this is no proof of soko"
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
        return Err(unreadable("a block is longer than blocks may be"));
    }
    let mut bytes = vec![0; stored];
    source.read_exact(&mut bytes).map_err(cut_short)?;
    let content = match head[1] {
        0 if stored == length => Some(bytes),
        1 => unpacked(&bytes, length),
        _ => None,
    };
    let content = content.ok_or_else(|| unreadable("a block cannot be unpacked"))?;
    if digest(kind, &content) != head[10..] {
        return Err(unreadable("a block is damaged: its digest is wrong"));
    }
    Ok((kind, content))
}

fn cut_short(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        unreadable("the proof is cut short")
    } else {
        error
    }
}

pub(crate) fn unreadable(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::{Form, Kind, MAGIC, read_block, read_magic, write_block};

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
