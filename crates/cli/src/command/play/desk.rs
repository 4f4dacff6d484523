//! A background thread that answers a game's questions one after the other.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use sokolab::insight::Assessed;
use sokolab::insight::alarm::{Alarm, LastSafe};
use sokolab::insight::alarm::{alarm, boxes_to_spare, last_safe, sound};
use sokolab::insight::hint::{HintAnswer, HintTrail, Rung};
use sokolab::insight::verdict::JudgeLimits;
use sokolab::{Board, Cancel, Progress, Solution, State, Watch, contain};

/// Time limit for a hint; asking again continues the search for longer.
const HINT_TIME: Duration = Duration::from_secs(10);

/// Time limit for examining a push, after which it counts as harmless.
const ALARM_TIME: Duration = Duration::from_secs(4);

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// What to do in a state, up to a rung.
    Hint { state: State, rung: Rung },
    /// Whether the last of these states, each one push after the previous, is lost.
    Alarm { history: Vec<State> },
    /// The best solution from a state, without a time limit.
    Solve { state: State },
}

/// A reply to a question.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    /// The number of states explored so far.
    Progress(u64),
    /// A better answer may follow.
    Answer { answer: HintAnswer, rung: Rung },
    /// The game is lost. Where it was lost may follow.
    Alarm(Alarm),
    /// The number of boxes that may still be lost, if known.
    Spare(Option<usize>),
    /// An internal error.
    Failed(String),
    /// There is no more to come.
    Done,
}

/// A reply with the number of its question.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) ticket: u64,
    pub(super) reply: Reply,
}

/// Takes questions about one game at a time.
pub(super) trait Desk {
    /// Starts another game. Questions about the last one are dropped.
    fn open(&mut self, board: &Board, start: &State, known: Vec<Solution>);

    /// Asks a question, and cancels the previous one.
    fn ask(&mut self, ticket: u64, question: Question);

    /// Cancels the question that was asked last.
    fn cancel(&mut self);
}

/// A desk with a thread for each game.
#[derive(Debug)]
pub(super) struct Clerk {
    replies: Sender<Message>,
    questions: Option<Sender<Slip>>,
    cancel: Cancel,
}

/// A question on its way to the thread.
struct Slip {
    ticket: u64,
    question: Question,
    cancel: Cancel,
}

impl Clerk {
    /// A desk, and the receiver of its replies.
    pub(super) fn new() -> (Clerk, Receiver<Message>) {
        let (replies, messages) = channel();
        (Clerk { replies, questions: None, cancel: Cancel::new() }, messages)
    }
}

impl Desk for Clerk {
    fn open(&mut self, board: &Board, start: &State, known: Vec<Solution>) {
        self.cancel.cancel();
        let (sender, slips) = channel::<Slip>();
        let (replies, board, start) = (self.replies.clone(), board.clone(), start.clone());
        self.questions = Some(sender);
        // The thread ends with the channel, when another game begins.
        std::thread::spawn(move || {
            let mut trail = HintTrail::new(board);
            for solution in known {
                // An invalid solution is ignored.
                let _ = trail.offer(&start, &Assessed::unproved(solution));
            }
            while let Ok(slip) = slips.recv() {
                serve(&mut trail, &slip, &replies);
            }
        });
    }

    fn ask(&mut self, ticket: u64, question: Question) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        if let Some(questions) = &self.questions {
            // If the thread has ended, there are no answers, but the game continues.
            drop(questions.send(Slip { ticket, question, cancel: self.cancel.clone() }));
        }
    }

    fn cancel(&mut self) {
        self.cancel.cancel();
    }
}

impl Drop for Clerk {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Answers one question.
fn serve(trail: &mut HintTrail, slip: &Slip, replies: &Sender<Message>) {
    let ticket = slip.ticket;
    let tell = |reply: Reply| drop(replies.send(Message { ticket, reply }));
    if slip.cancel.is_cancelled() {
        return tell(Reply::Done);
    }
    let answered = contain(|| match &slip.question {
        Question::Hint { state, rung } => hint(trail, state, *rung, slip, &tell),
        Question::Alarm { history } => look(trail, history, slip, &tell),
        Question::Solve { state } => solve(trail, state, slip, &tell),
    });
    if let Err(message) = answered {
        tell(Reply::Failed(message));
    }
    tell(Reply::Done);
}

/// An observer that reports progress now and then.
fn watch<'a>(slip: &Slip, time: Option<Duration>, tell: &'a dyn Fn(Reply)) -> Watch<'a> {
    let mut told = 0;
    let look = move |progress: &Progress| {
        // Some thousands of states take a fraction of a second.
        if progress.nodes >= told + 20_000 {
            told = progress.nodes;
            tell(Reply::Progress(told));
        }
    };
    let watch = Watch::new().cancelled_by(&slip.cancel).on_progress(look);
    match time {
        Some(time) => watch.time_limit(time),
        None => watch,
    }
}

fn hint(trail: &mut HintTrail, state: &State, rung: Rung, slip: &Slip, tell: &dyn Fn(Reply)) {
    let mut watch = watch(slip, Some(HINT_TIME), tell);
    let answer = trail.hint(state, rung, &JudgeLimits::default(), &mut watch.observer());
    if !slip.cancel.is_cancelled() {
        tell(Reply::Answer { answer, rung });
    }
}

fn look(trail: &mut HintTrail, history: &[State], slip: &Slip, tell: &dyn Fn(Reply)) {
    let Some(last) = history.last() else { return };
    let limits = JudgeLimits::default();
    let mut watch = watch(slip, Some(ALARM_TIME), tell);
    // Detectors are fast, so their result is shown before a search begins.
    let seen = sound(trail, last);
    if let Some(dead) = &seen {
        tell(Reply::Alarm(Alarm { dead: dead.clone(), last_safe: None }));
    }
    tell(Reply::Spare(boxes_to_spare(trail.board(), last)));
    let found = match seen {
        Some(dead) => {
            let lost: Option<LastSafe> = last_safe(trail, history, &limits, &mut watch.observer());
            lost.map(|lost| Alarm { dead, last_safe: Some(lost) })
        }
        None => alarm(trail, history, &limits, &mut watch.observer()),
    };
    if let Some(alarm) = found.filter(|_| !slip.cancel.is_cancelled()) {
        tell(Reply::Alarm(alarm));
    }
}

fn solve(trail: &mut HintTrail, state: &State, slip: &Slip, tell: &dyn Fn(Reply)) {
    let limits = JudgeLimits::default();
    let rung = Rung::Solvable;
    let mut first = watch(slip, None, tell);
    let answer = trail.hint(state, rung, &limits, &mut first.observer());
    let is_solvable = matches!(answer, HintAnswer::Solvable(_));
    if slip.cancel.is_cancelled() {
        return;
    }
    tell(Reply::Answer { answer, rung });
    if is_solvable {
        let mut second = watch(slip, None, tell);
        trail.improve(state, &limits, &mut second.observer());
        if let Some(answer) = trail.known(state, rung) {
            tell(Reply::Answer { answer, rung });
        }
    }
}
