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

/// Answers questions about one game at a time, in the background.
pub(super) trait Engine {
    /// Starts another game. Questions about the last one are dropped.
    fn open(&mut self, board: &Board, start: &State, known: Vec<Solution>);

    /// Asks a question, and cancels the previous one.
    fn ask(&mut self, ticket: u64, question: Question);

    /// Cancels the question that was asked last.
    fn cancel(&mut self);
}

/// An engine with a thread for each game.
#[derive(Debug)]
pub(super) struct EngineThread {
    replies: Sender<Message>,
    questions: Option<Sender<NumberedQuestion>>,
    cancel: Cancel,
}

/// A question on its way to the thread.
struct NumberedQuestion {
    ticket: u64,
    question: Question,
    cancel: Cancel,
}

impl EngineThread {
    /// An engine, and the receiver of its replies.
    pub(super) fn new() -> (EngineThread, Receiver<Message>) {
        let (replies, messages) = channel();
        (EngineThread { replies, questions: None, cancel: Cancel::new() }, messages)
    }
}

impl Engine for EngineThread {
    fn open(&mut self, board: &Board, start: &State, known: Vec<Solution>) {
        self.cancel.cancel();
        let (sender, questions) = channel::<NumberedQuestion>();
        let (replies, board, start) = (self.replies.clone(), board.clone(), start.clone());
        self.questions = Some(sender);
        // The thread ends with the channel, when another game begins.
        std::thread::spawn(move || {
            let mut trail = HintTrail::new(board);
            for solution in known {
                // An invalid solution is ignored.
                let _ = trail.offer(&start, &Assessed::unproved(solution));
            }
            while let Ok(question) = questions.recv() {
                serve(&mut trail, &question, &replies);
            }
        });
    }

    fn ask(&mut self, ticket: u64, question: Question) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        if let Some(questions) = &self.questions {
            // If the thread has ended, there are no answers, but the game continues.
            drop(questions.send(NumberedQuestion {
                ticket,
                question,
                cancel: self.cancel.clone(),
            }));
        }
    }

    fn cancel(&mut self) {
        self.cancel.cancel();
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Answers one question.
fn serve(trail: &mut HintTrail, question: &NumberedQuestion, replies: &Sender<Message>) {
    let ticket = question.ticket;
    let tell = |reply: Reply| drop(replies.send(Message { ticket, reply }));
    if question.cancel.is_cancelled() {
        return tell(Reply::Done);
    }
    let answered = contain(|| match &question.question {
        Question::Hint { state, rung } => hint(trail, state, *rung, question, &tell),
        Question::Alarm { history } => look(trail, history, question, &tell),
        Question::Solve { state } => solve(trail, state, question, &tell),
    });
    if let Err(message) = answered {
        tell(Reply::Failed(message));
    }
    tell(Reply::Done);
}

/// An observer that reports progress now and then.
fn watch<'a>(
    question: &NumberedQuestion,
    time: Option<Duration>,
    tell: &'a dyn Fn(Reply),
) -> Watch<'a> {
    let mut told = 0;
    let look = move |progress: &Progress| {
        // Some thousands of states take a fraction of a second.
        if progress.nodes >= told + 20_000 {
            told = progress.nodes;
            tell(Reply::Progress(told));
        }
    };
    let watch = Watch::new().cancelled_by(&question.cancel).on_progress(look);
    match time {
        Some(time) => watch.time_limit(time),
        None => watch,
    }
}

fn hint(
    trail: &mut HintTrail,
    state: &State,
    rung: Rung,
    question: &NumberedQuestion,
    tell: &dyn Fn(Reply),
) {
    let mut watch = watch(question, Some(HINT_TIME), tell);
    let answer = trail.hint(state, rung, &JudgeLimits::default(), &mut watch.observer());
    if !question.cancel.is_cancelled() {
        tell(Reply::Answer { answer, rung });
    }
}

fn look(
    trail: &mut HintTrail,
    history: &[State],
    question: &NumberedQuestion,
    tell: &dyn Fn(Reply),
) {
    let Some(last) = history.last() else { return };
    let limits = JudgeLimits::default();
    let mut watch = watch(question, Some(ALARM_TIME), tell);
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
    if let Some(alarm) = found.filter(|_| !question.cancel.is_cancelled()) {
        tell(Reply::Alarm(alarm));
    }
}

fn solve(trail: &mut HintTrail, state: &State, question: &NumberedQuestion, tell: &dyn Fn(Reply)) {
    let limits = JudgeLimits::default();
    let rung = Rung::Solvable;
    let mut first = watch(question, None, tell);
    let answer = trail.hint(state, rung, &limits, &mut first.observer());
    let is_solvable = matches!(answer, HintAnswer::Solvable(_));
    if question.cancel.is_cancelled() {
        return;
    }
    tell(Reply::Answer { answer, rung });
    if is_solvable {
        let mut second = watch(question, None, tell);
        trail.improve(state, &limits, &mut second.observer());
        if let Some(answer) = trail.known(state, rung) {
            tell(Reply::Answer { answer, rung });
        }
    }
}
