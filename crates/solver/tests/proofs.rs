//! Certificates of random levels with random changes: whatever the checker still accepts, the
//! second checker accepts too.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use sokolab_core::reference::{expand, fewest_moves, fewest_pushes};
use sokolab_core::testing::{Chance, is_slow, random_level};
use sokolab_core::{Budget, Level, Rules, State, check};
use sokolab_proof::{CheckLimits, Claim, Failure, check_proof, copy_plain, headers};
use sokolab_solver::{ProofRequest, write_proof};

mod mutation;

use mutation::{Certificate, mutate, reordered, without_header_line};

/// The uncompressed certificate of a level.
fn prove(level: &Level, claim: Claim, cyclic: bool) -> Vec<u8> {
    let (solution, budget) = (None, Budget::default());
    let request = ProofRequest { level, claim, cyclic, solution, budget, bytes_max: 1 << 24 };
    let mut file = Vec::new();
    write_proof(&request, &mut file, &mut |_| None).expect("the claim is true");
    let mut plain = Vec::new();
    copy_plain(&mut &file[..], &mut plain).expect("a good file");
    plain
}

fn judge(level: &Level, file: &[u8]) -> Result<(), Failure> {
    let open = &mut || Ok(Box::new(file) as Box<dyn Read>);
    check_proof(level, open, CheckLimits::default(), &mut |_| None).map(|_| ())
}

/// Levels of every rule set with a true claim each.
fn claims(count: usize) -> Vec<(Level, Claim)> {
    let mut chance = Chance::new(2323);
    let mut found = Vec::new();
    while found.len() < count {
        let rules = Rules::ALL[found.len() % 5];
        let level = random_level(&mut chance, rules, 5, 4);
        let Ok((board, start)) = check(&level) else { continue };
        let claim = match (fewest_pushes(&board, &start), found.len() / 5 % 3) {
            (None, 0) => Claim::Unsolvable,
            (Some(pushes), 1) if pushes > 1 => Claim::Pushes(pushes as u32),
            (Some(_), 2) => {
                let moves = fewest_moves(&board, &start).expect("it is solvable");
                Claim::Moves(moves as u32)
            }
            _ => continue,
        };
        found.push((level, claim));
    }
    found
}

/// The verdict of the second checker on each file: `accepted`, `refused` or `unreadable`; `None` if
/// Python is not available.
fn second_opinions(folder: &Path, files: &[Vec<u8>]) -> Option<Vec<String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/check_proof.py");
    let mut verdicts = Vec::new();
    for (chunk_index, chunk) in files.chunks(500).enumerate() {
        let path = |index: usize| folder.join(format!("{chunk_index}-{index}.proof"));
        let paths: Vec<PathBuf> = (0..chunk.len()).map(path).collect();
        for (path, file) in paths.iter().zip(chunk) {
            std::fs::write(path, file).expect("a temporary folder");
        }
        let output = Command::new("python3").arg(&script).args(&paths).output().ok()?;
        let text = String::from_utf8(output.stdout).expect("the script writes text");
        let word = |line: &str| line.split(": ").nth(1).unwrap_or_default().to_owned();
        verdicts.extend(text.lines().map(word));
    }
    assert_eq!(verdicts.len(), files.len(), "one line a file");
    Some(verdicts)
}

/// A new temporary folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sokolab-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

#[test]
fn both_checkers_accept_every_certificate() {
    let claims = claims(if is_slow() { 1_500 } else { 90 });
    let files: Vec<Vec<u8>> =
        claims.iter().map(|(level, claim)| prove(level, *claim, false)).collect();
    for ((level, claim), file) in claims.iter().zip(&files) {
        judge(level, file).unwrap_or_else(|failure| panic!("{claim:?} {failure:?}"));
    }
    let folder = folder("certificates");
    if let Some(verdicts) = second_opinions(&folder, &files) {
        let refused = verdicts.iter().position(|it| it != "accepted");
        assert_eq!(refused.map(|it| &claims[it]), None);
    }
    std::fs::remove_dir_all(folder).expect("our own folder");
}

/// Levels that start solved, with a true claim about solutions that have a push.
fn cyclic_claims(count: usize) -> Vec<(Level, Claim)> {
    let mut chance = Chance::new(4242);
    let mut found = Vec::new();
    while found.len() < count {
        let level = random_level(&mut chance, Rules::OFFICIAL, 4, 3);
        let Ok((board, start)) = check(&level) else { continue };
        if board.goals().contains(start.keeper) {
            continue;
        }
        let start = State { boxes: board.goals().clone(), ..start };
        let level = Level { picture: level.picture.with_state(&board, &start), ..level };
        let after = expand(&board, &start).into_iter();
        let rest = after.filter_map(|(_, child)| fewest_pushes(&board, &child)).min();
        found.push((level, rest.map_or(Claim::Unsolvable, |it| Claim::Pushes(it as u32 + 1))));
    }
    found
}

#[test]
fn both_checkers_know_that_a_cyclic_solution_has_a_push() {
    let claims = cyclic_claims(30);
    let files: Vec<Vec<u8>> =
        claims.iter().map(|(level, claim)| prove(level, *claim, true)).collect();
    let solvable = claims.iter().filter(|(_, claim)| *claim != Claim::Unsolvable).count();
    assert!((3..28).contains(&solvable), "{solvable}");
    for ((level, claim), file) in claims.iter().zip(&files) {
        judge(level, file).unwrap_or_else(|failure| panic!("{claim:?} {failure:?}"));
    }
    // Without the word, the start is a solution.
    let false_files: Vec<Vec<u8>> =
        files.iter().map(|file| without_header_line(file, "cyclic")).collect();
    for ((level, _), file) in claims.iter().zip(&false_files) {
        assert!(judge(level, file).is_err());
    }
    let folder = folder("cyclic");
    if let Some(verdicts) = second_opinions(&folder, &[files, false_files].concat()) {
        let (whole, changed) = verdicts.split_at(claims.len());
        assert!(whole.iter().all(|it| it == "accepted"), "{whole:?}");
        assert!(changed.iter().all(|it| it != "accepted"), "{changed:?}");
    }
    std::fs::remove_dir_all(folder).expect("our own folder");
}

/// Whether what a certificate claims of a level is so, by exhaustion.
fn is_true(level: &Level, claim: Claim) -> bool {
    let (board, start) = check(level).expect("a playable level");
    match claim {
        Claim::Unsolvable => fewest_pushes(&board, &start).is_none(),
        Claim::Pushes(count) => fewest_pushes(&board, &start).is_none_or(|it| it >= count as usize),
        Claim::Moves(count) => fewest_moves(&board, &start).is_none_or(|it| it >= count as usize),
    }
}

#[test]
fn both_checkers_agree_about_changed_certificates() {
    // A certificate that says little cannot be changed much.
    let whole = |(level, claim): (Level, Claim)| {
        let file = prove(&level, claim, false);
        let certificate = Certificate::read(&level, &file);
        (level, file, certificate)
    };
    let claims = claims(if is_slow() { 600 } else { 90 });
    let mut proofs: Vec<(Level, Vec<u8>, Certificate)> = claims.into_iter().map(whole).collect();
    proofs.retain(|(_, file, _)| file.len() > 400);
    let count = if is_slow() { 10_000 } else { 250 };
    let mut chance = Chance::new(77);
    let (mut files, mut accepted) = (Vec::new(), Vec::new());
    for (level, before, certificate) in proofs.iter().cycle() {
        if files.len() == count {
            break;
        }
        let other = &proofs[chance.below(proofs.len())].0;
        let mut certificate = certificate.clone();
        let file = if chance.below(10) == 0 {
            reordered(before, &mut chance)
        } else {
            mutate(&mut certificate, other, &mut chance);
            certificate.write()
        };
        if file == *before {
            continue;
        }
        // As in the program, the whole file must be one of certificates, up to its end.
        let whole = headers(&mut &file[..]).ok().filter(|_| judge(level, &file).is_ok());
        let is_accepted = whole.is_some();
        for (_, header) in whole.into_iter().flatten() {
            assert!(is_true(level, header.claim), "{:?} of {level:?}", header.claim);
        }
        accepted.push(is_accepted);
        files.push(file);
    }
    let still: Vec<Vec<u8>> =
        files.iter().zip(&accepted).filter(|(_, it)| **it).map(|(file, _)| file.clone()).collect();
    println!("{} changed certificates, {} still accepted", files.len(), still.len());
    assert!(still.len() < files.len() / 2, "{} of {} are accepted", still.len(), files.len());
    let folder = folder("mutations");
    if let Some(verdicts) = second_opinions(&folder, &still) {
        for (index, verdict) in verdicts.iter().enumerate() {
            assert_eq!(verdict, "accepted", "accepted mutation {index}");
        }
        println!("the second checker accepts them too");
    }
    std::fs::remove_dir_all(folder).expect("our own folder");
}
