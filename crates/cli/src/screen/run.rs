//! The event loop: passes events from the terminal to a model and draws it.
//!
//! Input is drawn before threads and the clock are polled, and nothing is redrawn that has not
//! changed.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use crossterm::event::{Event as Input, KeyEventKind};

use super::app::{App, Event, Flow};
use super::stage::{Heard, Stage};
use super::tty::Screen;

/// How long to wait for keys before time and threads are polled.
const PATIENCE: Duration = Duration::from_millis(40);

/// How long to wait for more pending input; a zero timeout would never poll.
const AT_ONCE: Duration = Duration::from_micros(50);

/// The largest number of events that are handled before the model is drawn.
const INPUTS_MAX: usize = 200;

/// How a loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The user was done.
    Left,
    /// By Ctrl-C, by a signal, or because the terminal is gone.
    Interrupted,
}

/// Runs a model on the terminal until it is over.
///
/// # Errors
/// If the terminal cannot be drawn on or listened to.
pub(crate) fn run<A: App>(app: &mut A, messages: &Receiver<A::Message>) -> anyhow::Result<Ended> {
    let mut screen = Screen::open()?;
    let ended = drive(app, messages, &mut screen);
    if ended.is_err() && screen.is_gone() { Ok(Ended::Interrupted) } else { ended }
}

/// Runs a model on a stage.
fn drive<A: App>(
    app: &mut A,
    messages: &Receiver<A::Message>,
    stage: &mut impl Stage,
) -> anyhow::Result<Ended> {
    let (width, height) = stage.size()?;
    app.update(Event::Size(width, height));
    stage.draw(app)?;
    loop {
        let mut flow = Flow::Still;
        let mut patience = PATIENCE;
        // Input that has arrived meanwhile is part of the same frame.
        for _ in 0..INPUTS_MAX {
            match stage.listen(patience)? {
                Heard::End => return Ok(Ended::Interrupted),
                Heard::Nothing => break,
                Heard::Input(input) => flow = flow.max(hand_over(app, &input)),
            }
            if flow == Flow::Leave {
                return Ok(Ended::Left);
            }
            patience = AT_ONCE;
        }
        if flow == Flow::On {
            stage.draw(app)?;
        }
        match look_around(app, messages, stage.passed()) {
            Flow::Leave => return Ok(Ended::Left),
            Flow::On => stage.draw(app)?,
            Flow::Still => {}
        }
    }
}

/// Passes on messages of threads, and the time.
fn look_around<A: App>(app: &mut A, messages: &Receiver<A::Message>, passed: Duration) -> Flow {
    let mut flow = app.update(Event::Tick(passed));
    while let Ok(message) = messages.try_recv() {
        flow = flow.max(app.update(Event::Message(message)));
    }
    flow
}

fn hand_over<A: App>(app: &mut A, input: &Input) -> Flow {
    match *input {
        Input::Key(key) if key.kind != KeyEventKind::Release => app.update(Event::Key(key)),
        Input::Mouse(mouse) => app.update(Event::Mouse(mouse)),
        Input::Resize(width, height) => app.update(Event::Size(width, height)),
        _ => Flow::Still,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
    use ratatui::Frame;

    use super::{Ended, drive};
    use crate::screen::app::{App, Event, Flow};
    use crate::screen::stage::{Heard, Stage};

    type Log = Rc<RefCell<Vec<String>>>;

    /// A model that records its events. A dot changes nothing visible.
    struct Listener(Log);

    impl App for Listener {
        type Message = char;

        fn update(&mut self, event: Event<char>) -> Flow {
            let (told, flow) = match event {
                Event::Key(KeyEvent { code: KeyCode::Char('q'), .. }) => ("q".into(), Flow::Leave),
                Event::Key(key) => (format!("key {}", key.code), Flow::On),
                Event::Message('.') => ("message .".into(), Flow::Still),
                Event::Message(message) => (format!("message {message}"), Flow::On),
                Event::Size(..) => ("size".into(), Flow::On),
                Event::Tick(_) | Event::Mouse(_) => return Flow::Still,
            };
            self.0.borrow_mut().push(told);
            flow
        }

        fn draw(&self, _: &mut Frame<'_>) {}
    }

    /// A terminal that hears what is written in its script, and no more after its end.
    struct Scripted {
        log: Log,
        script: VecDeque<Heard>,
    }

    impl Stage for Scripted {
        fn size(&self) -> anyhow::Result<(u16, u16)> {
            Ok((80, 24))
        }

        fn draw<A: App>(&mut self, _: &A) -> anyhow::Result<()> {
            self.log.borrow_mut().push("draw".to_owned());
            Ok(())
        }

        fn listen(&mut self, _: Duration) -> anyhow::Result<Heard> {
            Ok(self.script.pop_front().unwrap_or(Heard::End))
        }

        fn passed(&mut self) -> Duration {
            Duration::from_millis(40)
        }
    }

    fn key(letter: char) -> Heard {
        Heard::Input(Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)))
    }

    #[track_caller]
    fn check(script: Vec<Heard>, messages: &str, expected: &[&str], ended: Ended) {
        let log = Log::default();
        let (teller, receiver) = channel();
        for message in messages.chars() {
            teller.send(message).expect("somebody listens");
        }
        let mut stage = Scripted { log: Rc::clone(&log), script: script.into() };
        let end = drive(&mut Listener(Rc::clone(&log)), &receiver, &mut stage);
        assert_eq!(end.expect("a script does not fail"), ended);
        assert_eq!(*log.borrow(), expected);
    }

    #[test]
    fn a_key_is_drawn_before_threads_are_heard() {
        let expected = ["size", "draw", "key a", "draw", "message m", "draw"];
        check(vec![key('a'), Heard::Nothing], "m", &expected, Ended::Interrupted);
    }

    #[test]
    fn keys_that_come_together_are_drawn_together() {
        let expected = ["size", "draw", "key a", "key b", "draw"];
        check(vec![key('a'), key('b'), Heard::Nothing], "", &expected, Ended::Interrupted);
    }

    #[test]
    fn what_has_not_changed_is_not_drawn() {
        let quiet = vec![Heard::Nothing; 5];
        check(quiet, ".", &["size", "draw", "message ."], Ended::Interrupted);
    }

    #[test]
    fn leaving_ends_the_loop_at_once() {
        check(vec![key('q'), key('a')], "m", &["size", "draw", "q"], Ended::Left);
    }
}
