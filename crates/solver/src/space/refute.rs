//! Refuting threads: they try to prove dead the states that the forward search is looking at.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::deadlock::Detector;
use crate::deadlock::corral::{Corrals, Enclosure};
use crate::deadlock::patterns::Patterns;
use crate::memory::lock;
use crate::problem::Problem;
use crate::prune::pi_corral::closed_parts;
use sokolab_field::{Bits, Place};

/// The data that the forward search and the refuting threads share.
#[derive(Debug)]
pub(crate) struct SharedPatterns<const N: usize> {
    /// A state that the forward search looks at, replaced by the next one.
    question: Mutex<Option<(Bits<N>, Place)>>,
    /// The patterns learned, in order.
    answers: Mutex<Vec<(Bits<N>, Bits<N>)>>,
    count: AtomicUsize,
}

impl<const N: usize> SharedPatterns<N> {
    pub(crate) fn new() -> SharedPatterns<N> {
        let (question, answers) = (Mutex::new(None), Mutex::new(Vec::new()));
        SharedPatterns { question, answers, count: AtomicUsize::new(0) }
    }

    /// Shows a state to the refuting threads and takes over the patterns learned since `taken`.
    pub(crate) fn exchange(
        &self,
        boxes: &Bits<N>,
        keeper: Place,
        taken: &mut usize,
        patterns: &mut Patterns<N>,
    ) {
        if let Ok(mut question) = self.question.try_lock() {
            *question = Some((*boxes, keeper));
        }
        if self.count.load(Ordering::Acquire) > *taken {
            let answers = lock(&self.answers);
            for &(boxes, keepers) in &answers[*taken..] {
                patterns.learn(boxes, keepers);
            }
            *taken = answers.len();
        }
    }
}

/// All refuting threads together may take at most one part in this many of the memory.
const SHARE: u64 = 16;

/// Refutes states until `is_done` is set, as one of `threads` threads.
pub(crate) fn refute<const N: usize>(
    problem: &Problem<'_, N>,
    lemmas: &SharedPatterns<N>,
    is_done: &Arc<AtomicBool>,
    threads: usize,
) {
    let mut corrals = Corrals::with_full_effort(Arc::clone(is_done), SHARE * threads as u64);
    let mut patterns = Patterns::new();
    let mut handed_on = 0;
    while !is_done.load(Ordering::Relaxed) {
        let Some((boxes, keeper)) = lock(&lemmas.question).take() else {
            std::thread::yield_now();
            continue;
        };
        let region = problem.field.region(keeper, &boxes, &Bits::EMPTY);
        let parts = closed_parts(&problem.field, &boxes, &region);
        let (region, parts, learned) = (&region, &parts[..], &mut patterns);
        corrals.is_dead(problem, Enclosure { boxes: &boxes, region, parts, learned });
        if patterns.len() > handed_on {
            let mut answers = lock(&lemmas.answers);
            answers.extend(patterns.since(handed_on));
            handed_on = patterns.len();
            lemmas.count.store(answers.len(), Ordering::Release);
        }
    }
}
