//! Certificates that are cut, of another version, hostile, or on standard input.

use std::fs::{self, File};

use crate::program::{Folder, Outcome, PAIR};

/// Bytes of the line with which a certificate begins, and of a block before its content.
const MAGIC_BYTES: usize = 16;
const HEAD_BYTES: usize = 26;

/// A folder with two levels and a certificate for each.
fn proved() -> (Folder, Vec<u8>) {
    let folder = Folder::new();
    folder.write("pair.sok", PAIR);
    let solved = folder.run(&[
        "solve",
        "pair.sok",
        "--objective",
        "pushes",
        "--threads",
        "1",
        "--proof",
        "pair.proof",
    ]);
    assert_eq!(solved.code, Some(1), "{solved:?}");
    let file = fs::read(folder.path("pair.proof")).expect("a file of certificates");
    (folder, file)
}

fn check(folder: &Folder, file: &[u8]) -> Outcome {
    fs::write(folder.path("changed.proof"), file).expect("the folder can be written to");
    folder.run(&["check-proof", "pair.sok", "changed.proof"])
}

#[test]
fn a_cut_file_is_no_proof_wherever_it_is_cut() {
    let (folder, file) = proved();
    assert_eq!(check(&folder, &file).code, Some(0));
    for length in [1, MAGIC_BYTES - 1, MAGIC_BYTES, 30, file.len() / 2, file.len() - 1] {
        let outcome = check(&folder, &file[..length]);
        let part = if length < MAGIC_BYTES { "this is not a soko proof" } else { "truncated" };
        outcome.fails(2, part);
    }
    check(&folder, &[]).fails(2, "contains no certificate");
}

#[test]
fn another_version_another_kind_and_another_length_are_refused() {
    let (folder, file) = proved();
    let changed = |at: usize, byte: u8| {
        let mut file = file.clone();
        file[at] = byte;
        check(&folder, &file)
    };
    changed(MAGIC_BYTES - 2, b'2').fails(2, "a newer version of soko wrote this proof");
    changed(MAGIC_BYTES, b'Z').fails(2, "unknown kind");
    changed(MAGIC_BYTES + 1, 9).fails(2, "cannot be decompressed");
    changed(MAGIC_BYTES + 5, 0xFF).fails(2, "a block is too long");
    changed(MAGIC_BYTES + 10, !file[MAGIC_BYTES + 10]).fails(2, "its digest is wrong");
}

#[test]
fn a_block_that_unpacks_to_more_than_it_says_is_refused() {
    let (folder, file) = proved();
    let length = |at: usize| u32::from_le_bytes(std::array::from_fn(|it| file[at + it])) as usize;
    let header = MAGIC_BYTES + HEAD_BYTES + length(MAGIC_BYTES + 6);
    // A frame of run-length blocks of 128 KiB each: four bytes stand for them.
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0, 0x38];
    for _ in 0..100_000 {
        frame.extend([0x02, 0, 0x10, 0]);
    }
    let mut bomb = file[..header].to_vec();
    bomb.extend(b"S\x01");
    bomb.extend((1_u32 << 20).to_le_bytes());
    bomb.extend((frame.len() as u32).to_le_bytes());
    bomb.extend([0; 16]);
    bomb.extend(&frame);
    check(&folder, &bomb).fails(2, "cannot be decompressed");
}

#[test]
fn certificates_come_from_standard_input_too() {
    let (folder, _) = proved();
    let from = |arguments: &[&str]| {
        let file = File::open(folder.path("pair.proof")).expect("a file of certificates");
        let output = folder.command(arguments).stdin(file).output();
        Outcome::new(output.expect("the program runs"))
    };
    let outcome = from(&["check-proof", "pair.sok", "-"]);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(outcome.stdout.matches(": accepted, ").count(), 2, "{outcome:?}");
    from(&["check-proof", "-", "-"]).fails(2, "standard input can be read only once");
}

#[test]
fn without_levels_the_mistake_is_named() {
    let (folder, _) = proved();
    let outcome = folder.run(&["check-proof", "pair.proof"]);
    assert_eq!(outcome.code, Some(2), "{outcome:?}");
    assert!(!outcome.stderr.contains("pair.proof"), "{outcome:?}");
}
