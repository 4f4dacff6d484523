//! A request as text, and the response as text.

use serde_json::json;
use sokolab_service::{Event, Limits, Pace, QUESTIONS, Refusal, Watch, answer};

/// What the engine needs from the program that hosts it.
pub trait Host: Sync {
    /// Seconds since a fixed moment.
    fn seconds(&self) -> f64;

    /// Receives an event: its name, a line break, and its JSON.
    fn tell(&self, event: &str);
}

/// Limits on the cost of one question. A browser tab has less memory than a machine.
const LIMITS: Limits = Limits { memory_bytes_max: 512 << 20, ..Limits::DEFAULT };

/// Responds to a request: the name of a question, a line break, and its JSON. The response is
/// `answer` or `refusal`, a line break, and JSON.
#[must_use]
pub fn respond(request: &[u8], host: &dyn Host) -> String {
    let answered = std::str::from_utf8(request)
        .ok()
        .and_then(|text| text.split_once('\n'))
        .map(|(name, question)| answer(name, question, LIMITS, &Watched(host)));
    match answered {
        Some(Ok(answer)) => format!("answer\n{answer}"),
        Some(Err(refusal)) => format!("refusal\n{}", refusal.to_json()),
        None => {
            let message = "a request is a name, a line break and JSON in UTF-8".to_owned();
            format!("refusal\n{}", Refusal { code: "bad_question", message }.to_json())
        }
    }
}

/// The names of the questions that may take long, as a JSON array. A host runs them in a separate
/// worker.
#[must_use]
pub fn long_questions() -> String {
    let long = QUESTIONS.iter().filter(|it| it.pace == Pace::Long);
    json!(long.map(|it| it.name).collect::<Vec<_>>()).to_string()
}

/// The host as the watch over a question.
struct Watched<'a>(&'a dyn Host);

impl Watch for Watched<'_> {
    fn seconds(&self) -> f64 {
        self.0.seconds()
    }

    /// A host cancels by ending the instance.
    fn is_cancelled(&self) -> bool {
        false
    }

    fn tell(&self, event: Event) {
        self.0.tell(&format!("{}\n{}", event.name, event.data));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{Host, long_questions, respond};

    /// A host whose clock advances by a millisecond whenever it is read.
    #[derive(Default)]
    struct Recorder {
        milliseconds: AtomicU64,
        events: Mutex<Vec<String>>,
    }

    impl Host for Recorder {
        fn seconds(&self) -> f64 {
            self.milliseconds.fetch_add(1, Ordering::Relaxed) as f64 / 1000.0
        }

        fn tell(&self, event: &str) {
            self.events.lock().expect("no test panics with it").push(event.to_owned());
        }
    }

    #[test]
    fn a_question_has_an_answer_or_a_refusal() {
        let host = Recorder::default();
        let solve = b"solve\n{\"level\":{\"text\":\"#####\\n#@$.#\\n#####\"}}";
        let response = respond(solve, &host);
        assert!(response.starts_with("answer\n{"), "{response}");
        assert!(response.contains(r#""solution":"R""#), "{response}");
        for request in [&b"sing\n{}"[..], b"solve\nnonsense", b"solve", b"\xff\n{}"] {
            let response = respond(request, &host);
            assert!(response.starts_with("refusal\n{\"error\":{\"code\":"), "{response}");
        }
    }

    #[test]
    fn generated_levels_are_told_on_the_way() {
        let host = Recorder::default();
        let request = b"generate\n{\"method\":\"reverse\",\"seed\":7,\"count\":2,\"boxes\":2,\
            \"seconds\":600}";
        assert!(respond(request, &host).starts_with("answer\n"));
        let events = host.events.lock().expect("no test panics with it");
        assert_eq!(events.iter().filter(|it| it.starts_with("level\n{")).count(), 2);
    }

    #[test]
    fn time_is_the_hosts() {
        let host = Recorder::default();
        let hall = "##########\\n#@       #\\n# $$$$$$ #\\n#        #\\n# ...... #\\n##########";
        let request = format!(
            "solve\n{{\"level\":{{\"text\":\"{hall}\"}},\"objective\":\"moves\",\"seconds\":0.005}}"
        );
        let response = respond(request.as_bytes(), &host);
        assert!(response.contains(r#""status":"stopped""#), "{response}");
        assert!(response.contains(r#""reason":"time""#), "{response}");
    }

    #[test]
    fn playing_is_not_among_the_long_questions() {
        let long: Vec<String> = serde_json::from_str(&long_questions()).expect("JSON");
        assert!(long.iter().any(|it| it == "solve") && !long.iter().any(|it| it == "act"));
    }
}
