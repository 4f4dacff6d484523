//! What a run may spend.

/// Counts the work of a run, and asks now and then whether to go on.
pub struct Limits<'a> {
    /// The most choices that may be made.
    pub choices_max: u64,
    keep_going: Option<&'a mut dyn FnMut() -> bool>,
    work: u64,
    is_over: bool,
}

/// Revisions between two questions.
const WORK_BETWEEN_QUESTIONS: u64 = 10_000;

impl<'a> Limits<'a> {
    /// As many choices, and as long as `keep_going` says yes. It is asked every few milliseconds.
    pub fn new(choices_max: u64, keep_going: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        Limits { choices_max, keep_going: Some(keep_going), work: 0, is_over: false }
    }

    /// No limits. A run on a problem without a tiling may then never end.
    #[must_use]
    pub fn none() -> Limits<'a> {
        Limits { choices_max: u64::MAX, keep_going: None, work: 0, is_over: false }
    }

    /// Counts work; `false` when it is time to stop.
    pub(crate) fn work(&mut self, units: u64) -> bool {
        self.work += units;
        if self.work >= WORK_BETWEEN_QUESTIONS && !self.is_over {
            self.work = 0;
            self.is_over = self.keep_going.as_mut().is_some_and(|keep_going| !keep_going());
        }
        !self.is_over
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Limits")
            .field("choices_max", &self.choices_max)
            .finish_non_exhaustive()
    }
}
