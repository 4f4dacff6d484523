//! Bends that boxes can pass: empty chambers that behave like a corridor.
//!
//! A box cannot turn in a one-wide corridor, so a corridor for boxes is either straight or contains
//! such a chamber. The document treats bent corridors as equivalent to straight ones; these
//! chambers justify that.

use sokolab_core::Rules;

use super::emptying::emptying;
use super::graph::TooManyStates;
use crate::shape::ChamberShape;
use crate::space::{BehindPort, Event, Parking, Space};

/// Whether every box that enters an empty chamber with two ports by one of them can leave by the
/// other, followed by the keeper.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn is_transparent(
    shape: &ChamberShape,
    rules: Rules,
    states_max: usize,
) -> Result<bool, TooManyStates> {
    let anything = [BehindPort::Anything, BehindPort::Anything];
    let entering = Space::new(shape, rules, Parking::Forbidden, &anything).with_boxes_max(1);
    let taking = [BehindPort::Taker, BehindPort::Taker];
    let leaving = Space::new(shape, rules, Parking::Forbidden, &taking);
    for port in 0..2u8 {
        let mut entered = None;
        let start = entering.state(0, entering.outside(usize::from(port)));
        entering.successors(&start, &mut |event, after| {
            if event == Event::Enter(port) {
                entered = Some(after);
            }
        });
        let Some(entered) = entered else { return Ok(false) };
        let language = emptying(&leaving, entered, states_max)?;
        if !language.words.contains(&vec![1 - port]) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use sokolab_core::Rules;

    use super::is_transparent;
    use crate::behaviour::tests::{Drawn, PLENTY};

    #[test]
    fn the_smallest_elbow_has_seven_squares() {
        let elbow = Drawn::new(
            "
            -----
            |-..|
            |...#
            |..-|
            |-#-|",
        );
        assert_eq!(elbow.shape.area(), 7);
        assert_eq!(is_transparent(&elbow.shape, Rules::OFFICIAL, PLENTY), Ok(true));
    }

    #[test]
    fn a_plain_bend_is_not_transparent() {
        let bend = Drawn::new(
            "
            ----
            |..#
            |.--
            |#|",
        );
        assert_eq!(is_transparent(&bend.shape, Rules::OFFICIAL, PLENTY), Ok(false));
    }
}
