//! Reads the headers of a file of certificates without checking the certificates.

use std::io::{self, Read};

use crate::block::{Kind, read_block, read_magic, unreadable};
use crate::header::Header;

/// The header of a certificate.
pub(crate) fn read_header(source: &mut dyn Read) -> io::Result<(Header, usize)> {
    let (kind, content) = read_block(source)?;
    let header = String::from_utf8(content).ok().filter(|_| kind == Kind::Header);
    let bytes = header.as_ref().map_or(0, String::len);
    let header = header.and_then(|text| Header::parse(&text));
    header.map(|it| (it, bytes)).ok_or_else(|| unreadable("the header is invalid"))
}

/// The headers of all certificates in a file, each with the offset of its certificate. Every digest
/// is checked.
///
/// # Errors
/// If the file cannot be read, is no file of certificates, or is damaged.
pub fn headers(source: &mut dyn Read) -> io::Result<Vec<(u64, Header)>> {
    let mut source = Counted { source, count: 0 };
    let mut found = Vec::new();
    loop {
        let place = source.count;
        if !read_magic(&mut source)? {
            return Ok(found);
        }
        found.push((place, read_header(&mut source)?.0));
        while read_block(&mut source)?.0 != Kind::End {}
    }
}

struct Counted<'a> {
    source: &'a mut dyn Read,
    count: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.count += count as u64;
        Ok(count)
    }
}
