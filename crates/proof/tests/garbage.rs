//! Blocks of random bytes with correct digests: the checker never panics and accepts nothing false.

use std::io::Read;

use sha2::{Digest, Sha256};
use sokolab_core::testing::{Chance, is_slow, level_in};
use sokolab_core::{Level, Rules, check};
use sokolab_proof::{
    CheckLimits, Claim, Facts, Form, Header, Reason, Writer, check_proof, copy_plain, headers,
    puzzle_rows,
};

/// Levels with solutions of few pushes and moves.
fn levels() -> Vec<Level> {
    let straight = "
        ######
        #@$ .#
        #    #
        ######";
    let two = "
        #######
        #@$ . #
        # $ . #
        #######";
    let sink = "
        #######
        #@$ $.#
        #     #
        #######";
    let holes = "
        -------
        |@0.^<|
        |..0..|
        -------";
    let rules = [Rules::OFFICIAL, Rules::OFFICIAL, Rules::SINK, Rules::NETHACK_GAME];
    [straight, two, sink, holes].into_iter().zip(rules).map(|it| level_in(it.0, it.1)).collect()
}

/// A certificate without its last block.
fn beginning(level: &Level, claim: Claim) -> Vec<u8> {
    let (board, start) = check(level).expect("a playable level");
    let facts = Facts::new(&board, &start).expect("a small board");
    let spare = facts.spare(&start).max(0) as u32;
    let rows = puzzle_rows(&board, &start);
    let id = String::new();
    let header =
        Header { rules: level.rules, claim, id, spare, cyclic: false, solution: None, rows };
    let mut file = Vec::new();
    let writer = Writer::new(&mut file, &board, &start, &header, Form::Plain, u64::MAX);
    writer.and_then(|it| it.end(&[Reason::InSet])).expect("a vector takes everything");
    // The last block has a head of 26 bytes and four numbers.
    file.truncate(file.len() - 30);
    file
}

fn append(file: &mut Vec<u8>, kind: u8, content: &[u8]) {
    let mut hash = Sha256::new();
    hash.update([kind]);
    hash.update(content);
    file.extend([kind, 0]);
    file.extend((content.len() as u32).to_le_bytes());
    file.extend((content.len() as u32).to_le_bytes());
    file.extend(&hash.finalize()[..16]);
    file.extend(content);
}

#[test]
fn random_blocks_are_refused() {
    let mut chance = Chance::new(99);
    let rounds = if is_slow() { 200_000 } else { 4_000 };
    for round in 0..rounds {
        let levels = levels();
        let level = &levels[round % levels.len()];
        let claim = [Claim::Unsolvable, Claim::Pushes(40), Claim::Moves(60)][chance.below(3)];
        let mut file = beginning(level, claim);
        for _ in 0..=chance.below(4) {
            // Small numbers are more likely to be valid.
            let most = [2, 6, 32, 256][chance.below(4)];
            let length = chance.below(60);
            let content: Vec<u8> = (0..length).map(|_| chance.below(most) as u8).collect();
            append(&mut file, b"LPSEH"[chance.below(5)], &content);
        }
        append(&mut file, b'E', &[0, 0, 0, chance.below(3) as u8]);
        let limits = CheckLimits { memory_bytes_max: 1 << 16 };
        let open = &mut || Ok(Box::new(&file[..]) as Box<dyn Read>);
        assert!(check_proof(level, open, limits, &mut |_| None).is_err());
    }
}

#[test]
fn random_bytes_are_no_file() {
    let mut chance = Chance::new(98);
    let whole = {
        let level = &levels()[0];
        let mut file = beginning(level, Claim::Pushes(1));
        append(&mut file, b'E', &[5, 0, 0, 0]);
        file
    };
    assert_eq!(headers(&mut &whole[..]).expect("a good file").len(), 1);
    for _ in 0..2_000 {
        let mut file = whole.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(file.len());
            file[at] = chance.below(256) as u8;
        }
        file.truncate(file.len() - chance.below(3) * chance.below(file.len()) / 2);
        // An empty file is a file without certificates.
        let is_good = file == whole || file.is_empty();
        assert_eq!(headers(&mut &file[..]).is_ok(), is_good);
        assert_eq!(copy_plain(&mut &file[..], &mut Vec::new()).is_ok(), is_good);
    }
}
