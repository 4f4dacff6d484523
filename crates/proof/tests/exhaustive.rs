//! Exhaustive certificates, which list every reachable state and use no lemmas.

use sokolab_core::reference::{expand, fewest_pushes, layers};
use sokolab_core::testing::random_levels;
use sokolab_core::{Level, Rules, State, check, normalized};
use sokolab_proof::{
    CheckLimits, Claim, Failure, Form, Header, Reason, Record, Writer, check_proof, puzzle_rows,
};

/// The certificate that lists every state below the bound of `claim`, or all states if there is no
/// bound.
fn exhaustive(level: &Level, claim: Claim, form: Form) -> Vec<u8> {
    let (board, start) = check(level).expect("a playable level");
    let rows = puzzle_rows(&board, &start);
    let (rules, id) = (level.rules, "none".to_owned());
    let header = Header { rules, claim, id, spare: 0, cyclic: false, solution: None, rows };
    let mut file = Vec::new();
    let mut writer =
        Writer::new(&mut file, &board, &start, &header, form, u64::MAX).expect("a vector");
    let bound = claim.bound().map_or(usize::MAX, |it| it as usize);
    for (cost, layer) in layers(&board, &start).enumerate().take(bound) {
        let is_last = cost + 1 >= bound;
        for state in &layer {
            let reason = if is_last { Reason::Cost } else { Reason::InSet };
            let reasons = vec![reason; expand(&board, state).len()];
            let State { boxes, filled, keeper } = state;
            let (keeper, cost) = (*keeper, cost as u32);
            let record = Record { boxes, filled, keeper, cost, corral: &[], reasons: &reasons };
            writer.state(&record).expect("a vector");
        }
    }
    let first = if bound == 0 { Reason::Cost } else { Reason::InSet };
    writer.end(&[first]).expect("a vector");
    file
}

fn judge(level: &Level, file: &[u8], memory_bytes_max: u64) -> Result<u64, Failure> {
    let limits = CheckLimits { memory_bytes_max };
    let accepted = check_proof(level, &mut || Ok(Box::new(file)), limits, &mut |_| None)?;
    Ok(accepted.statistics.passes)
}

#[test]
fn what_is_true_is_accepted_and_what_is_false_is_refused() {
    let mut unsolvable = 0;
    for rules in Rules::ALL {
        for level in random_levels(rules, 60) {
            let (board, start) = check(&level).expect("a playable level");
            let fewest = fewest_pushes(&board, &start);
            let form = if unsolvable % 2 == 0 { Form::Plain } else { Form::Compressed };
            let file = exhaustive(&level, Claim::Unsolvable, form);
            assert_eq!(judge(&level, &file, 1 << 30).is_ok(), fewest.is_none());
            unsolvable += u32::from(fewest.is_none());
            if let Some(fewest) = fewest.map(|it| it as u32) {
                for (count, is_true) in [(fewest, true), (fewest + 1, false)] {
                    let file = exhaustive(&level, Claim::Pushes(count), form);
                    let judged = judge(&level, &file, 1 << 30);
                    assert_eq!(judged.is_ok(), is_true, "{judged:?}");
                }
            }
        }
    }
    assert!(unsolvable > 50, "{unsolvable}");
}

#[test]
fn with_little_memory_the_file_is_read_more_often() {
    let levels = random_levels(Rules::OFFICIAL, 300);
    let unsolvable = levels.filter(|level| {
        let (board, start) = check(level).expect("a playable level");
        fewest_pushes(&board, &start).is_none() && layers(&board, &start).count() > 6
    });
    for level in unsolvable.take(3) {
        let file = exhaustive(&level, Claim::Unsolvable, Form::Compressed);
        let passes = judge(&level, &file, 9000).expect("it is unsolvable");
        assert!(passes > 1 || file.len() < 1000, "{passes}");
    }
}

#[test]
fn a_proof_about_another_level_is_refused() {
    let levels: Vec<Level> = random_levels(Rules::SINK, 30).collect();
    let unsolvable = levels.iter().filter(|level| {
        let (board, start) = check(level).expect("a playable level");
        fewest_pushes(&board, &start).is_none() && normalized(&board, &start) == start
    });
    for level in unsolvable {
        let file = exhaustive(level, Claim::Unsolvable, Form::Plain);
        assert!(judge(level, &file, 1 << 30).is_ok());
        for other in levels.iter().filter(|it| it.picture != level.picture) {
            assert!(matches!(judge(other, &file, 1 << 30), Err(Failure::Refused(_))));
        }
    }
}
