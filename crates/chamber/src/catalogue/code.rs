//! The byte format of the catalogue: one column for each kind of number, with the entries in order
//! in each column.
//!
//! Shapes are sorted by size and floor, so a floor is stored as its difference from the previous
//! one, which is usually a small number. Numbers are stored in groups of seven bits; the high bit
//! marks the last group. Columns compress a third better than whole entries, which matters for the
//! engine of the static site, because browsers download it.

use std::fmt;

use sokolab_core::Direction;

use super::{Entry, EntryRole, Manner};
use crate::enumerate::all_ports;
use crate::shape::ChamberShape;

/// A packed shape: its rectangle, one bit per place, and the numbers of its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed {
    size: (u8, u8),
    floor: u64,
    ports: [u8; 2],
    port_count: u8,
}

impl Packed {
    /// The packed form of a shape whose ports lie on the sides of its rectangle.
    pub(super) fn new(shape: &ChamberShape) -> Packed {
        let (width, height) = shape.size();
        let all = all_ports(width, height);
        let number = |port| all.iter().position(|it| it == port).expect("a port on a side") as u8;
        let mut ports = [0; 2];
        for (place, port) in ports.iter_mut().zip(shape.ports()) {
            *place = number(port);
        }
        let bits = shape.squares().iter().map(|&(x, y)| 1 << (y * width + x));
        let floor = bits.fold(0u64, |set, it| set | it);
        let port_count = shape.ports().len() as u8;
        Packed { size: (width as u8, height as u8), floor, ports, port_count }
    }

    /// The shape.
    pub(super) fn shape(&self) -> ChamberShape {
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        let places = (0..width * height).filter(|it| self.floor >> it & 1 == 1);
        let places: Vec<_> = places.map(|it| (it % width, it / width)).collect();
        let all = all_ports(width, height);
        let ports = &self.ports[..usize::from(self.port_count)];
        let ports: Vec<_> = ports.iter().map(|&it| all[usize::from(it)]).collect();
        ChamberShape::new(&places, &[], &ports).expect("checked when it was read")
    }

    /// How many squares it has.
    pub(super) const fn area(&self) -> usize {
        self.floor.count_ones() as usize
    }

    /// Whether the floor touches every side of the rectangle and each port is next to floor.
    fn is_sound(&self) -> bool {
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        let is_floor = |(x, y): (usize, usize)| self.floor >> (y * width + x) & 1 == 1;
        let all = all_ports(width, height);
        let touches =
            |side: Direction| all.iter().any(|it| it.outward == side && is_floor(it.inner));
        let ports = self.ports.iter().take(usize::from(self.port_count));
        self.floor >> (width * height) == 0 && Direction::ORTHOGONAL.into_iter().all(touches) && {
            ports
        }
        .all(|&it| all.get(usize::from(it)).is_some_and(|it| is_floor(it.inner)))
    }
}

/// The error for bytes that are not a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The offset of the first invalid byte.
    pub at: usize,
}

impl fmt::Display for CodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "not a catalogue of chambers, at byte {}", self.at)
    }
}

impl std::error::Error for CodeError {}

/// The numbers of directed chambers in the column of roles.
const MANNERS: [(u8, Manner); 3] = [(2, Manner::Any), (4, Manner::Strict), (5, Manner::Firm)];

const MAGIC: &[u8] = b"soko-chambers-2\n";

// The columns. Each role has three columns; these constants name the first of them.
const SIZE: usize = 0;
const FLOOR: usize = 1;
const PORTS: usize = 2;
const KIND: usize = 4;
const STORAGE: usize = 5;
const FEED: usize = 8;
const DIRECTED: usize = 11;
const COLUMN_COUNT: usize = 14;

/// The entries as bytes. They must be sorted.
#[must_use]
pub fn to_bytes(entries: &[Entry]) -> Vec<u8> {
    let mut columns = [const { Vec::new() }; COLUMN_COUNT];
    let mut last = (0u64, 0u64);
    for entry in entries {
        let Packed { size, floor, ports, port_count } = entry.packed;
        let size = u64::from(size.0) << 4 | u64::from(size.1);
        let base = if last.0 == size { last.1 } else { 0 };
        put(&mut columns[SIZE], size);
        put(&mut columns[FLOOR], floor - base);
        last = (size, floor);
        for (index, &port) in ports.iter().enumerate() {
            let is_there = index < usize::from(port_count);
            columns[PORTS + index].push(if is_there { port + 1 } else { 0 });
        }
        let (kind, first, numbers) = role_numbers(&entry.role);
        columns[KIND].push(kind | u8::from(entry.eight) << 7);
        for (column, &number) in columns[first..].iter_mut().zip(&numbers) {
            put(column, number);
        }
    }
    let mut bytes = MAGIC.to_vec();
    put(&mut bytes, entries.len() as u64);
    for column in &columns {
        put(&mut bytes, column.len() as u64);
    }
    bytes.extend(columns.iter().flatten());
    bytes
}

/// The entries in these bytes.
///
/// # Errors
///
/// If the bytes are not a catalogue.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Entry>, CodeError> {
    if !bytes.starts_with(MAGIC) {
        return Err(CodeError { at: 0 });
    }
    let mut head = Column { bytes, at: MAGIC.len() };
    let count = head.number()?;
    let mut lengths = [0; COLUMN_COUNT];
    for length in &mut lengths {
        *length = head.number()? as usize;
    }
    let mut at = head.at;
    let mut columns = lengths.map(|length| {
        let begin = at;
        at = at.saturating_add(length).min(bytes.len());
        Column { bytes: &bytes[..at], at: begin }
    });
    let mut entries = Vec::new();
    let mut last = (0u64, 0u64);
    for _ in 0..count {
        let size = columns[SIZE].number()?;
        let base = if last.0 == size { last.1 } else { 0 };
        let floor = base.saturating_add(columns[FLOOR].number()?);
        last = (size, floor);
        let packed = packed(&mut columns, size, floor)?;
        let kind = columns[KIND].byte()?;
        let role = role(&mut columns, kind & 0x7F)?;
        entries.push(Entry { packed, eight: kind >> 7 == 1, role });
    }
    Ok(entries)
}

/// Reads the ports of a shape and checks the shape.
fn packed(
    columns: &mut [Column<'_>; COLUMN_COUNT],
    size: u64,
    floor: u64,
) -> Result<Packed, CodeError> {
    let size = ((size >> 4) as u8, (size & 15) as u8);
    let mut packed = Packed { size, floor, ports: [0; 2], port_count: 0 };
    for (index, port) in packed.ports.iter_mut().enumerate() {
        if let Some(number) = columns[PORTS + index].byte()?.checked_sub(1) {
            *port = number;
            packed.port_count = index as u8 + 1;
        }
    }
    let places = usize::from(size.0) * usize::from(size.1);
    if !(1..=58).contains(&places) || packed.port_count == 0 || !packed.is_sound() {
        return Err(CodeError { at: columns[PORTS].at });
    }
    Ok(packed)
}

/// The number of the role, the first of its columns, and its numbers.
fn role_numbers(role: &EntryRole) -> (u8, usize, Vec<u64>) {
    match *role {
        EntryRole::Storage { capacity, is_regular, wrong_percent } => {
            let numbers = [u64::from(capacity), u64::from(is_regular), u64::from(wrong_percent)];
            (0, STORAGE, numbers.to_vec())
        }
        EntryRole::Feed { boxes, keeper, moves } => {
            let keeper = keeper.map_or(0, |it| u64::from(it) + 1);
            (1, FEED, vec![boxes, keeper, u64::from(moves)])
        }
        EntryRole::Directed { boxes, requirement, manner, moves } => {
            let kind = MANNERS.iter().find(|it| it.1 == manner).map_or(2, |it| it.0);
            (kind, DIRECTED, vec![boxes, u64::from(requirement), u64::from(moves)])
        }
        EntryRole::Bend => (3, STORAGE, Vec::new()),
    }
}

fn role(columns: &mut [Column<'_>; COLUMN_COUNT], kind: u8) -> Result<EntryRole, CodeError> {
    let manner = MANNERS.iter().find(|it| it.0 == kind).map_or(Manner::Any, |it| it.1);
    Ok(match kind {
        0 => EntryRole::Storage {
            capacity: columns[STORAGE].small()?,
            is_regular: columns[STORAGE + 1].small()? == 1,
            wrong_percent: columns[STORAGE + 2].small()?,
        },
        1 => EntryRole::Feed {
            boxes: columns[FEED].number()?,
            keeper: columns[FEED + 1].small()?.checked_sub(1),
            moves: columns[FEED + 2].small()?,
        },
        2 | 4 | 5 => EntryRole::Directed {
            boxes: columns[DIRECTED].number()?,
            requirement: columns[DIRECTED + 1].small()?,
            manner,
            moves: columns[DIRECTED + 2].small()?,
        },
        3 => EntryRole::Bend,
        _ => return Err(CodeError { at: columns[KIND].at }),
    })
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 & 0x7F);
        number >>= 7;
    }
    bytes.push(number as u8 | 0x80);
}

/// A column while it is read.
struct Column<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Column<'_> {
    fn byte(&mut self) -> Result<u8, CodeError> {
        let byte = *self.bytes.get(self.at).ok_or(CodeError { at: self.at })?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, CodeError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte >= 0x80 {
                return Ok(number);
            }
        }
        Err(CodeError { at: self.at })
    }

    fn small(&mut self) -> Result<u8, CodeError> {
        u8::try_from(self.number()?).map_err(|_| CodeError { at: self.at })
    }
}
