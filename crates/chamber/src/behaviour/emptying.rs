//! The ways to empty a chamber with two connections, as words over the sides by which boxes leave.

use std::collections::BTreeSet;
use std::fmt;

use super::graph::{ChamberGraph, TooManyStates};
use crate::space::{ChamberState, Event, Space};

/// The sides by which the boxes of a chamber leave, in order, as port numbers.
pub type Word = Vec<u8>;

/// All ways to empty a chamber without putting a box back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// The words, in ascending order.
    pub words: BTreeSet<Word>,
}

/// How many boxes must leave by the first port, how many by the second, and how many by either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split {
    /// Boxes that must leave by the first port.
    pub leftward: usize,
    /// Boxes that must leave by the second port.
    pub rightward: usize,
    /// Boxes that may leave by either.
    pub either: usize,
}

impl fmt::Display for Split {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts =
            [("leftward", self.leftward), ("rightward", self.rightward), ("either", self.either)];
        let named =
            parts.iter().filter(|it| it.1 > 0).map(|(name, count)| format!("{name} {count}"));
        let text = named.collect::<Vec<_>>().join(", ");
        formatter.write_str(if text.is_empty() { "empty" } else { &text })
    }
}

impl Language {
    /// Whether the chamber cannot be emptied at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// "Leftward a, rightward b, either c", if the numbers of boxes that leave by each side all
    /// follow from one such split. The split does not describe the order; the words do.
    #[must_use]
    pub fn split(&self) -> Option<Split> {
        let length = self.words.first()?.len();
        let lefts =
            self.words.iter().map(|word| word.len() - word.iter().filter(|&&it| it > 0).count());
        let lefts: BTreeSet<usize> = lefts.collect();
        let (&least, &most) = (lefts.first()?, lefts.last()?);
        let is_whole = lefts.len() == most - least + 1;
        is_whole.then_some(Split {
            leftward: least,
            rightward: length - most,
            either: most - least,
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |it: &u8| ['L', 'R', 'M'][usize::from(*it)];
        let words = self.words.iter().map(|word| word.iter().map(letter).collect::<String>());
        formatter.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

/// The ways to empty `space` from `start`. Its ports must take boxes; ways in which a box enters
/// are ignored.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn emptying(
    space: &Space,
    start: ChamberState,
    states_max: usize,
) -> Result<Language, TooManyStates> {
    let count = start.boxes.count_ones() as usize;
    // A box that enters raises the number of boxes above that of the start, or it follows one that
    // has left. This excludes the former; the latter is skipped below.
    let space = space.clone().with_boxes_max(count);
    let graph = ChamberGraph::forwards(&space, &[start], states_max)?;
    let mut words: Vec<BTreeSet<Word>> = vec![BTreeSet::new(); graph.states.len()];
    for left in 0..=count {
        let layer = (0..graph.states.len()).filter(|&it| graph.box_count(it) == left);
        let layer: Vec<usize> = layer.collect();
        for &state in &layer {
            if left == 0 {
                words[state].insert(Word::new());
            }
            for arc in graph.leaving(state) {
                let Event::Leave(port) = arc.event else { continue };
                let longer =
                    words[arc.to as usize].iter().map(|word| [&[port], &word[..]].concat());
                let longer: Vec<Word> = longer.collect();
                words[state].extend(longer);
            }
        }
        spread(&graph, &layer, &mut words);
    }
    Ok(Language { words: std::mem::take(&mut words[0]) })
}

/// Adds to every state of a layer the words of the states that a push leads to.
fn spread(graph: &ChamberGraph, layer: &[usize], words: &mut [BTreeSet<Word>]) {
    let mut pending: Vec<usize> = layer.to_vec();
    while let Some(state) = pending.pop() {
        let own = words[state].clone();
        for arc in graph.arriving(state).filter(|it| it.event == Event::Push) {
            let before = &mut words[arc.from as usize];
            let known = before.len();
            before.extend(own.iter().cloned());
            if before.len() > known {
                pending.push(arc.from as usize);
            }
        }
    }
}
