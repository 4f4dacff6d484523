//! Takes certificates apart, changes them and puts them together again with correct digests.

use sha2::{Digest, Sha256};
use sokolab_core::reference::expand;
use sokolab_core::testing::Chance;
use sokolab_core::{Board, Level, Square, SquareSet, State, check};
use sokolab_proof::{
    Claim, Facts, Form, Header, PriceKind, PriceList, Reason, Record, Relaxed, Setting, Writer,
    headers, pi_corral, puzzle_rows, relaxed_pushes,
};

/// A state or a pattern of a certificate.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    boxes: SquareSet,
    filled: SquareSet,
    keeper: Square,
    cost: u32,
    corral: Vec<Square>,
    reasons: Vec<Reason>,
}

/// A certificate of which every part can be changed.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    board: Board,
    start: State,
    header: Header,
    lists: Vec<PriceList>,
    patterns: Vec<Entry>,
    states: Vec<Entry>,
    first: Reason,
}

struct Data<'a>(&'a [u8]);

impl Data<'_> {
    fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().expect("a whole record");
        self.0 = rest;
        first
    }

    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                return number;
            }
        }
    }

    fn set(&mut self, board: &Board, from: &[Square]) -> SquareSet {
        let mut set = board.no_squares();
        for eight in from.chunks(8) {
            let byte = self.byte();
            set.extend(
                eight.iter().enumerate().filter(|(it, _)| byte >> it & 1 == 1).map(|it| *it.1),
            );
        }
        set
    }

    fn reason(&mut self) -> Reason {
        match self.byte() {
            0 => Reason::InSet,
            1 => Reason::DeadSquares,
            2 => Reason::Pattern((0..self.number()).map(|_| self.number() as u16).collect()),
            3 => Reason::NoAssignment(self.number() as u32),
            4 => Reason::Prices(self.number() as u32),
            5 => Reason::Cost,
            6 => Reason::Image(self.byte()),
            other => panic!("reason {other}"),
        }
    }

    fn squares(&mut self, board: &Board) -> Vec<Square> {
        (0..self.number()).map(|_| board.square(self.number() as usize)).collect()
    }
}

impl Certificate {
    /// Takes an uncompressed certificate of a level apart.
    pub(crate) fn read(level: &Level, file: &[u8]) -> Certificate {
        let (board, start) = check(level).expect("a playable level");
        let header = headers(&mut &file[..]).expect("a good file")[0].1.clone();
        let (lists, patterns, states) = (Vec::new(), Vec::new(), Vec::new());
        let first = Reason::Cost;
        let mut whole = Certificate { board, start, header, lists, patterns, states, first };
        let mut rest = &file[b"sokolab-proof 1\n".len()..];
        while !rest.is_empty() {
            let length = u32::from_le_bytes(std::array::from_fn(|it| rest[2 + it])) as usize;
            let (kind, content) = (rest[0], &rest[26..26 + length]);
            whole.block(kind, &mut Data(content));
            rest = &rest[26 + length..];
        }
        whole
    }

    fn block(&mut self, kind: u8, data: &mut Data<'_>) {
        let (board, start) = (self.board.clone(), self.start.clone());
        let facts = Facts::new(&board, &start).expect("a small board");
        while !data.0.is_empty() {
            match kind {
                b'L' => {
                    let reach = data.byte() == 1;
                    let kind = if reach { PriceKind::Reach } else { PriceKind::Distance };
                    let price = |_: &Square| {
                        let number = data.number();
                        (number >> 1) as i32 ^ -((number & 1) as i32)
                    };
                    let prices = facts.table.aims().iter().map(price).collect();
                    self.lists.push(PriceList { kind, prices });
                }
                b'P' => self.patterns.push(pattern(&facts, data)),
                b'S' => self.states.push(self.state(&facts, data)),
                b'E' => {
                    self.first = data.reason();
                    return;
                }
                _ => return,
            }
        }
    }

    fn state(&self, facts: &Facts<'_>, data: &mut Data<'_>) -> Entry {
        let board = facts.board;
        let boxes = data.set(board, &board.squares().collect::<Vec<_>>());
        let mut filled = facts.start.filled.clone();
        if facts.has_holes() {
            filled = filled.union(&data.set(board, facts.table.aims()));
        }
        let keeper = board.square(data.number() as usize);
        let is_free = self.header.claim == Claim::Unsolvable;
        let cost = if is_free { 0 } else { data.number() as u32 };
        let corral = data.squares(board);
        let state = State { boxes: boxes.clone(), filled: filled.clone(), keeper };
        let pushes = expand(board, &state).into_iter();
        let reasons = match pi_corral(facts, &state, &corral, Setting::State) {
            Ok(valid) if !corral.is_empty() => pushes
                .filter(|(push, _)| valid.wants(board, *push))
                .map(|_| data.reason())
                .collect(),
            _ => pushes.map(|_| data.reason()).collect(),
        };
        Entry { boxes, filled, keeper, cost, corral, reasons }
    }

    /// Puts the certificate together again.
    pub(crate) fn write(&self) -> Vec<u8> {
        let (board, start) = (&self.board, &self.start);
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, board, start, &self.header, Form::Plain, u64::MAX)
            .expect("a vector takes everything");
        for list in &self.lists {
            writer.list(list).expect("a vector takes everything");
        }
        for (entries, is_state) in [(&self.patterns, false), (&self.states, true)] {
            for entry in entries {
                let Entry { boxes, filled, keeper, cost, corral, reasons } = entry;
                let (keeper, cost) = (*keeper, *cost);
                let record = Record { boxes, filled, keeper, cost, corral, reasons };
                let added = if is_state { writer.state(&record) } else { writer.pattern(&record) };
                added.expect("a vector takes everything");
            }
        }
        writer.end(std::slice::from_ref(&self.first)).expect("a vector takes everything");
        file
    }
}

/// Reads a pattern with its reasons.
fn pattern(facts: &Facts<'_>, data: &mut Data<'_>) -> Entry {
    let board = facts.board;
    let boxes = data.set(board, &board.squares().collect::<Vec<_>>());
    let keeper = board.square(data.number() as usize);
    let corral = data.squares(board);
    let relaxed = Relaxed { boxes: boxes.clone(), keeper };
    let state = relaxed.state(board);
    let pushes = relaxed_pushes(board, facts.start, &relaxed).into_iter();
    let reasons = match pi_corral(facts, &state, &corral, Setting::Pattern) {
        Ok(valid) if !corral.is_empty() => {
            pushes.filter(|(push, _)| valid.wants(board, *push)).map(|_| data.reason()).collect()
        }
        _ => pushes.map(|_| data.reason()).collect(),
    };
    Entry { boxes, filled: board.no_squares(), keeper, cost: 0, corral, reasons }
}

/// Changes something meaningful.
pub(crate) fn mutate(certificate: &mut Certificate, other: &Level, chance: &mut Chance) {
    let entries = match chance.below(2) {
        0 if !certificate.patterns.is_empty() => &mut certificate.patterns,
        _ => &mut certificate.states,
    };
    let place = (!entries.is_empty()).then(|| chance.below(entries.len()));
    match (chance.below(12), place) {
        (0, Some(place)) => {
            entries.remove(place);
        }
        (1, Some(place)) => entries[place].cost = entries[place].cost.saturating_sub(1),
        (2, Some(place)) => entries[place].cost += 1,
        (3, Some(place)) => move_box(&certificate.board, &mut entries[place], chance),
        (4, Some(place)) => {
            let board = &certificate.board;
            entries[place].keeper = board.square(chance.below(board.square_count()));
        }
        (5, Some(place)) => entries[place].corral.clear(),
        (6, Some(place)) => {
            let board = &certificate.board;
            entries[place].corral.push(board.square(chance.below(board.square_count())));
        }
        (7 | 8, Some(place)) if !entries[place].reasons.is_empty() => {
            let reasons = &mut entries[place].reasons;
            let reason = chance.below(reasons.len());
            change_reason(&mut reasons[reason], chance);
        }
        (9, _) if !certificate.lists.is_empty() => {
            let list = chance.below(certificate.lists.len());
            let list = &mut certificate.lists[list];
            if let Some(price) = (!list.prices.is_empty()).then(|| chance.below(list.prices.len()))
            {
                list.prices[price] += chance.below(7) as i32 - 3;
            }
        }
        (10, _) => {
            let (board, start) = check(other).expect("a playable level");
            certificate.header.rows = puzzle_rows(&board, &start);
            certificate.header.rules = other.rules;
        }
        (_, _) => raise(certificate, chance),
    }
}

/// A plain certificate with two of its blocks exchanged, or one of them left out or doubled. The
/// digests stay right, for each block has its own.
pub(crate) fn reordered(file: &[u8], chance: &mut Chance) -> Vec<u8> {
    let (magic, mut rest) = file.split_at(b"sokolab-proof 1\n".len());
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_le_bytes(std::array::from_fn(|it| rest[2 + it])) as usize;
        let (block, after) = rest.split_at(26 + length);
        blocks.push(block);
        rest = after;
    }
    let (one, two) = (chance.below(blocks.len()), chance.below(blocks.len()));
    match chance.below(6) {
        0 => blocks.insert(one, blocks[two]),
        1 => drop(blocks.remove(one)),
        _ => blocks.swap(one, two),
    }
    [magic, &blocks.concat()].concat()
}

/// A plain certificate without a line of its header, with the right digest.
pub(crate) fn without_header_line(file: &[u8], line: &str) -> Vec<u8> {
    let (magic, rest) = file.split_at(b"sokolab-proof 1\n".len());
    let length = u32::from_le_bytes(std::array::from_fn(|it| rest[2 + it])) as usize;
    let text = String::from_utf8_lossy(&rest[26..26 + length]);
    let text = text.replacen(&format!("{line}\n"), "", 1);
    let mut hash = Sha256::new();
    hash.update(b"H");
    hash.update(&text);
    let mut changed = [magic, b"H\0"].concat();
    changed.extend([(text.len() as u32).to_le_bytes(); 2].concat());
    changed.extend(&hash.finalize()[..16]);
    changed.extend(text.as_bytes());
    changed.extend(&rest[26 + length..]);
    changed
}

fn move_box(board: &Board, entry: &mut Entry, chance: &mut Chance) {
    let boxes: Vec<Square> = entry.boxes.iter().collect();
    if !boxes.is_empty() {
        entry.boxes.remove(boxes[chance.below(boxes.len())]);
    }
    entry.boxes.insert(board.square(chance.below(board.square_count())));
}

fn change_reason(reason: &mut Reason, chance: &mut Chance) {
    *reason = match (chance.below(8), &reason) {
        (0, Reason::Pattern(places)) if places.len() > 1 => Reason::Pattern(places[1..].to_vec()),
        (1, Reason::Pattern(places)) => Reason::Pattern(places.iter().map(|it| it + 1).collect()),
        (0, _) => Reason::InSet,
        (1, _) => Reason::DeadSquares,
        (2, _) => Reason::Pattern(vec![chance.below(3) as u16]),
        (3, _) => Reason::NoAssignment(chance.below(3) as u32),
        (4, _) => Reason::Prices(chance.below(3) as u32),
        (5, _) => Reason::Cost,
        (6, _) => Reason::Image(chance.below(8) as u8),
        (_, _) => Reason::Pattern(vec![0, 1]),
    };
}

/// Claims more, changes the number of spare boxes or what a solution needs, or changes the reason
/// for the start.
fn raise(certificate: &mut Certificate, chance: &mut Chance) {
    let header = &mut certificate.header;
    match chance.below(5) {
        0 => {
            header.claim = match header.claim {
                Claim::Pushes(count) => Claim::Pushes(count + 1),
                Claim::Moves(count) => Claim::Moves(count + 1),
                Claim::Unsolvable => Claim::Unsolvable,
            }
        }
        1 => header.spare += 1,
        2 => header.spare = header.spare.saturating_sub(1),
        3 => header.cyclic = !header.cyclic,
        _ => change_reason(&mut certificate.first, chance),
    }
}
