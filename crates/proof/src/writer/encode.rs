//! Encodes numbers, reasons and headers as bytes; `bytes`, `reason` and `header` decode them.

use crate::header::{Claim, Header};
use crate::reason::Reason;

/// Appends a number, seven bits per byte, the lowest first.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a signed number.
pub(crate) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put_number(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

/// Appends a reason.
pub(super) fn put_reason(bytes: &mut Vec<u8>, reason: &Reason) {
    bytes.push(reason.number() as u8);
    match reason {
        Reason::InSet | Reason::DeadSquares | Reason::Cost => {}
        Reason::Pattern(places) => {
            put_number(bytes, places.len() as u64);
            for &place in places {
                put_number(bytes, u64::from(place));
            }
        }
        Reason::NoAssignment(list) | Reason::Prices(list) => put_number(bytes, u64::from(*list)),
        Reason::Image(number) => bytes.push(*number),
    }
}

/// The text of a header.
pub(super) fn header_text(header: &Header) -> String {
    let Header { rules, claim, id, spare, .. } = header;
    let mut text = format!("rules {rules}\nclaim {}\nid {id}\nspare {spare}\n", claim_text(*claim));
    if header.cyclic {
        text.push_str("cyclic\n");
    }
    if let Some(moves) = &header.solution {
        text.push_str(&format!("solution {moves}\n"));
    }
    text.push_str("board\n");
    for row in &header.rows {
        text.push_str(&format!("{row}\n"));
    }
    text
}

fn claim_text(claim: Claim) -> String {
    match claim {
        Claim::Unsolvable => "unsolvable".to_owned(),
        Claim::Pushes(count) => format!("pushes {count}"),
        Claim::Moves(count) => format!("moves {count}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{header_text, put_number, put_reason, put_signed};
    use crate::bytes::Bytes;
    use crate::header::{Claim, Header};
    use crate::reason::Reason;
    use sokolab_core::{Rules, parse_moves};

    #[test]
    fn numbers_are_read_back() {
        for number in [0, 1, 127, 128, 300, 1 << 40, (1 << 62) - 1] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(Bytes(&bytes).number(), Some(number));
            for signed in [number as i64 / 2, -(number as i64 / 2)] {
                bytes.clear();
                put_signed(&mut bytes, signed);
                assert_eq!(Bytes(&bytes).signed(), Some(signed));
            }
        }
        assert_eq!(Bytes(&[0x80]).number(), None);
        assert_eq!(Bytes(&[0xFF; 12]).number(), None);
    }

    #[test]
    fn reasons_are_read_back() {
        for reason in [
            Reason::InSet,
            Reason::DeadSquares,
            Reason::Pattern(vec![0, 3, 300]),
            Reason::NoAssignment(7),
            Reason::Prices(1000),
            Reason::Cost,
            Reason::Image(5),
        ] {
            let mut bytes = Vec::new();
            put_reason(&mut bytes, &reason);
            let mut read = Bytes(&bytes);
            assert_eq!(Reason::read(&mut read), Some(reason));
            assert!(read.is_empty());
        }
        assert_eq!(Reason::read(&mut Bytes(&[7])), None);
    }

    #[test]
    fn headers_are_read_back() {
        for claim in [Claim::Unsolvable, Claim::Pushes(17), Claim::Moves(0)] {
            for solution in [None, parse_moves("rRd").ok()] {
                let rows = vec!["#####".to_owned(), "#@$.#".to_owned()];
                let (rules, id, spare) = (Rules::SINK, "v1:00".to_owned(), 2);
                let cyclic = solution.is_none();
                let header = Header { rules, claim, id, spare, cyclic, solution, rows };
                assert_eq!(Header::parse(&header_text(&header)), Some(header));
            }
        }
        assert_eq!(Header::parse("rules chess\n"), None);
        assert_eq!(Header::parse(""), None);
    }
}
