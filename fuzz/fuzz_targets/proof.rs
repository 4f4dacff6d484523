//! Certificates: as they are, and cut into blocks that get right digests.
//!
//! The first byte chooses a level. Whatever follows is refused or accepted without a panic, within
//! a small limit on memory; a level that has a solution is never proved to have none.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use sokolab_core::{Level, Rules, check, read_level};
use sokolab_proof::{CheckLimits, Claim, Form, Header, check_proof, copy_plain, headers};
use sokolab_proof::{Facts, Reason, Writer, puzzle_rows};

/// Small levels, all of which can be solved.
const LEVELS: [(&str, Rules); 5] = [
    ("######\n#@$ .#\n#    #\n######\n", Rules::OFFICIAL),
    ("#######\n#@$ . #\n# $ . #\n#######\n", Rules::OFFICIAL),
    ("#######\n#@$ $.#\n#     #\n#######\n", Rules::SINK),
    ("-------\n|@0.^<|\n|..0..|\n-------\n", Rules::NETHACK),
    ("-------\n|@0.^.|\n|..0..|\n-------\n", Rules::NETHACK_DIAGONAL),
];

const KINDS: &[u8] = b"LPSE";

fuzz_target!(|bytes: &[u8]| {
    let _ = headers(&mut &bytes[..]);
    let _ = copy_plain(&mut &bytes[..], &mut Vec::new());
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let (text, rules) = LEVELS[usize::from(choice) % LEVELS.len()];
    let level = read_level(text).expect("a level").with_rules(rules);
    let claim = match choice / 8 % 3 {
        0 => Claim::Unsolvable,
        1 => Claim::Pushes(40),
        _ => Claim::Moves(60),
    };
    let file = framed(&level, claim, rest);
    let limits = CheckLimits { memory_bytes_max: 1 << 20 };
    let open = &mut || Ok(Box::new(&file[..]) as Box<dyn std::io::Read>);
    let verdict = check_proof(&level, open, limits, &mut |_| None);
    assert!(verdict.is_err(), "the claim is false, and accepted");
});

/// The bytes as blocks behind a header: kind, length in two bytes, content.
fn framed(level: &Level, claim: Claim, mut bytes: &[u8]) -> Vec<u8> {
    let (board, start) = check(level).expect("a playable level");
    let facts = Facts::new(&board, &start).expect("a small board");
    let spare = facts.spare(&start).max(0) as u32;
    let rows = puzzle_rows(&board, &start);
    let (rules, id, cyclic, solution) = (level.rules, String::new(), false, None);
    let header = Header { rules, claim, id, spare, cyclic, solution, rows };
    let mut file = Vec::new();
    let writer = Writer::new(&mut file, &board, &start, &header, Form::Plain, u64::MAX);
    writer.and_then(|it| it.end(&[Reason::InSet])).expect("a vector takes everything");
    // Without the end that was just written: a block of 26 bytes and four numbers.
    file.truncate(file.len() - 30);
    while bytes.len() > 3 {
        let kind = KINDS[usize::from(bytes[0]) % KINDS.len()];
        let length = usize::from(u16::from_le_bytes([bytes[1], bytes[2]])) % 2048;
        let (content, rest) = bytes[3..].split_at(length.min(bytes.len() - 3));
        let mut hash = Sha256::new();
        hash.update([kind]);
        hash.update(content);
        file.extend([kind, 0]);
        file.extend((content.len() as u32).to_le_bytes());
        file.extend((content.len() as u32).to_le_bytes());
        file.extend(&hash.finalize()[..16]);
        file.extend(content);
        bytes = rest;
    }
    file
}
