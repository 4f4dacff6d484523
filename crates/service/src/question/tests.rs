//! Tests of all questions together, and of what they have in common.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use super::{QUESTIONS, answer};
use crate::event::Event;
use crate::limits::Limits;
use crate::watch::{Unwatched, Watch};

fn ask(name: &str, question: &Value) -> Value {
    let text = answer(name, &question.to_string(), Limits::DEFAULT, &Unwatched);
    serde_json::from_str(&text.expect("an answer")).expect("JSON")
}

fn refused(name: &str, question: &str) -> &'static str {
    answer(name, question, Limits::DEFAULT, &Unwatched).expect_err("a refusal").code
}

/// Records all events, and cancels after a number of polls.
#[derive(Default)]
struct Listener {
    events: Mutex<Vec<Event>>,
    looks: AtomicU64,
    looks_max: Option<u64>,
}

impl Watch for Listener {
    fn seconds(&self) -> f64 {
        // Every look takes a tenth of a second.
        self.looks.load(Ordering::Relaxed) as f64 / 10.0
    }

    fn is_cancelled(&self) -> bool {
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        self.looks_max.is_some_and(|most| looks >= most)
    }

    fn tell(&self, event: Event) {
        self.events.lock().expect("nobody fails while holding it").push(event);
    }
}

/// Too much for any search within seconds.
fn hall() -> String {
    let mut rows = vec![format!("#{}#", "#".repeat(30))];
    for y in 0..30 {
        let row = (0..30).map(|x| match (x, y) {
            (0, 0) => '@',
            (2..=10, 2..=10) if x % 2 == 0 && y % 2 == 0 => '$',
            (18..=26, 18..=26) if x % 2 == 0 && y % 2 == 0 => '.',
            _ => ' ',
        });
        rows.push(format!("#{}#", row.collect::<String>()));
    }
    rows.push(rows[0].clone());
    rows.join("\n")
}

#[test]
fn every_example_has_an_answer() {
    for question in QUESTIONS {
        let text = answer(question.name, question.example, Limits::DEFAULT, &Unwatched);
        let text = text.unwrap_or_else(|it| panic!("{}: {it}", question.name));
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert!(value.is_object(), "{}", question.name);
    }
}

#[test]
fn every_question_has_a_schema_that_names_what_its_example_uses() {
    for question in QUESTIONS {
        let schema = serde_json::to_value((question.schema)()).expect("JSON");
        let example: Value = serde_json::from_str(question.example).expect("JSON");
        for key in example.as_object().expect("an object").keys() {
            assert!(schema["properties"].get(key).is_some(), "{}: {key}", question.name);
        }
    }
}

#[test]
fn a_level_that_was_read_can_be_asked_about_by_its_text() {
    let screen = "  ------\n  |@0^<|\n  ------\n";
    let read = ask("read", &json!({ "level": { "text": screen } }));
    assert_eq!(read["format"], "nethack-map");
    let level = &read["levels"][0];
    assert_eq!((&level["rules"], &level["playable"]), (&json!("nethack"), &json!(true)));
    let solved = ask("solve", &json!({ "level": { "text": level["text"] } }));
    assert_eq!((&solved["status"], &solved["solution"]), (&json!("solved"), &json!("Rrr")));
    let keys = json!({ "level": { "text": level["text"] }, "to": "vi", "moves": "Rrr" });
    assert_eq!(ask("convert", &keys)["text"], "lll");
}

#[test]
fn solving_goes_on_after_moves() {
    let level = json!({ "text": "########\n#@ $  .#\n########\n" });
    let solved = ask("solve", &json!({ "level": level, "moves": "rR" }));
    assert_eq!(solved["solution"], "RR");
    let illegal = json!({ "level": level, "moves": "l" }).to_string();
    assert_eq!(refused("solve", &illegal), "bad_moves");
}

#[test]
fn a_game_travels_as_text() {
    let level = json!({ "text": "#######\n#@ $ .#\n#     #\n#######\n" });
    let act = |game: &Value, actions: Value| {
        ask("act", &json!({ "level": level, "game": game, "actions": actions }))
    };
    let reach = act(&json!(""), json!([{ "reach": [3, 1] }]));
    assert!(reach["reach"]["squares"].as_array().is_some_and(|it| it.contains(&json!([5, 1]))));
    let won = act(&reach["game"], json!([{ "push": { "box": [3, 1], "to": [5, 1] } }]));
    assert_eq!((&won["won"], &won["moves"]), (&json!(true), &json!("rRR")));
    assert_eq!(won["trail"].as_array().map(Vec::len), Some(3));
    assert_eq!(won["said"], "solved with 2 pushes and 3 moves");
    let back = act(&won["game"], json!([{ "undo": "push" }]));
    assert_eq!((&back["moves"], &back["line_moves"]), (&json!("rR"), &json!(3)));
    assert_eq!(back["line_pushes"], json!([2, 3]));
    let wall = act(&back["game"], json!([{ "step": "u" }, { "step": "l" }]));
    assert!(wall["refused"].is_string() && wall["moves"] == "rR", "{wall}");
    let marked = act(&back["game"], json!([{ "bookmark": "here" }, { "restart": true }]));
    assert_eq!(marked["bookmarks"], json!([{ "name": "here", "moves": 2 }]));
    let jumped = act(&marked["game"], json!([{ "jump": "here" }, { "step": "d" }]));
    assert_eq!(
        (&jumped["moves"], &jumped["said"]),
        (&json!("rRd"), &json!("3 moves; 0 of 1 stored"))
    );
}

#[test]
fn hints_say_no_more_than_asked_and_follow_one_line() {
    let level = json!({ "text": "########\n#@ $  .#\n#  $  .#\n########\n" });
    let hint = |moves: &str, rung: &str, line: &Value| {
        let line = line.as_str().unwrap_or("");
        ask("hint", &json!({ "level": level, "moves": moves, "rung": rung, "line": line }))
    };
    let first = hint("", "solvable", &Value::Null);
    assert_eq!(first["verdict"], "solvable");
    assert!(first.get("box").is_none() && first.get("push").is_none(), "{first}");
    let (mut moves, mut line) = (String::new(), first["line"].clone());
    for _ in 0..20 {
        let next = hint(&moves, "push", &line);
        assert_eq!(next["line"], line, "hints follow the player");
        let Some(push) = next["push"].as_str() else { break };
        moves.push_str(push);
        line = next["line"].clone();
    }
    let verdict = ask("verify", &json!({ "level": level, "moves": moves }));
    assert_eq!(verdict["ok"], true, "{moves}");
}

#[test]
fn the_alarm_names_the_box_and_the_way_back() {
    let level = json!({ "text": "########\n#. @$  #\n#   #  #\n##    ##\n ######\n" });
    let lost = ask("alarm", &json!({ "level": level, "moves": "RR", "seconds": 1 }));
    assert_eq!((&lost["dead"], &lost["boxes"]), (&json!(true), &json!(["g2"])));
    assert_eq!(lost["safe_moves"], 1);
    let fine = ask("alarm", &json!({ "level": level, "moves": "R", "seconds": 1 }));
    assert_eq!((&fine["dead"], &fine["solvable"]), (&json!(false), &json!(true)));
}

#[test]
fn a_drawing_is_judged_while_it_is_made() {
    let level = json!({ "text": "######\n#@$. \n######\n" });
    let open = ask("edit", &json!({ "level": level, "edits": [] }));
    assert_eq!((&open["playable"], &open["findings"][0]["spot"]), (&json!(false), &json!([5, 1])));
    let put = json!({ "put": { "spot": [5, 1], "place": "wall" } });
    let closed = ask("edit", &json!({ "level": level, "edits": [put] }));
    assert_eq!(closed["playable"], true, "{closed}");
    let wider = json!({ "resize": { "left": 1, "top": 0, "right": 0, "bottom": 0 } });
    let wider = ask("edit", &json!({ "level": { "text": closed["text"] }, "edits": [wider] }));
    assert_eq!(wider["view"]["width"], 7);
    let gone = json!({ "resize": { "left": -9, "top": 0, "right": 0, "bottom": 0 } });
    let gone = json!({ "level": { "text": closed["text"] }, "edits": [gone] }).to_string();
    assert_eq!(refused("edit", &gone), "bad_question");
}

#[test]
fn a_locked_square_is_explained() {
    let level = json!({ "text": "#######\n#@ $ .#\n#######\n" });
    let why = ask("analyze", &json!({ "level": level, "square": "b2" }));
    assert_eq!((&why["locked"], &why["kind"]), (&json!(true), &json!("corner")));
    assert!(why["why"].as_str().is_some_and(|it| it.contains("b2")), "{why}");
}

#[test]
fn generated_levels_are_events_in_order() {
    let listener = Listener::default();
    let question = r#"{"method":"reverse","seed":3,"count":3,"boxes":2,"seconds":1e9}"#;
    let limits = Limits { seconds_max: 1e9, ..Limits::DEFAULT };
    let text = answer("generate", question, limits, &listener).expect("an answer");
    assert!(text.contains(r#""levels":3"#), "{text}");
    let events = listener.events.into_inner().expect("nobody failed");
    let levels: Vec<&Event> = events.iter().filter(|it| it.name == "level").collect();
    assert_eq!(levels.len(), 3);
    for event in levels {
        let data = &event.data;
        let moves = json!({ "level": { "text": data["text"] }, "moves": data["solution"] });
        assert_eq!(ask("verify", &moves)["ok"], true, "{data}");
    }
}

#[test]
fn a_search_reports_progress_and_can_be_cancelled() {
    let listener = Listener { looks_max: Some(20), ..Listener::default() };
    let question = json!({ "level": { "text": hall() }, "objective": "pushes" }).to_string();
    let text = answer("solve", &question, Limits::DEFAULT, &listener).expect("an answer");
    let solved: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(solved["reason"], "interrupted", "{text}");
    let events = listener.events.into_inner().expect("nobody failed");
    assert!(events.iter().any(|it| it.name == "progress" && it.data["nodes"].is_u64()));
}

#[test]
fn time_limits_hold() {
    let listener = Listener::default();
    let question = json!({ "level": { "text": hall() }, "objective": "pushes", "seconds": 2 });
    let text = answer("solve", &question.to_string(), Limits::DEFAULT, &listener).expect("one");
    let solved: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(solved["reason"], "time", "{text}");
}

#[test]
fn bad_questions_are_refused_with_a_code() {
    assert_eq!(refused("sing", "{}"), "unknown_question");
    assert_eq!(refused("solve", "not JSON"), "bad_question");
    assert_eq!(refused("solve", r#"{"level":{"text":"?"},"objectiv":"any"}"#), "bad_question");
    assert_eq!(refused("solve", r#"{"level":{"text":""}}"#), "bad_level");
    assert_eq!(refused("explain", r#"{"level":{"text":"\n###\n#@#\n# #\n"}}"#), "bad_level");
    let large = json!({ "level": { "text": "#".repeat(5 << 20) } }).to_string();
    assert_eq!(refused("read", &large), "too_large");
    let wide = format!("{}\n#@$.{}#\n", "#".repeat(50_000), " ".repeat(49_994));
    let wide = json!({ "level": { "text": wide } }).to_string();
    assert_eq!(refused("solve", &wide), "too_large");
}

#[test]
fn odd_questions_never_fail() {
    let texts = ["", "#", "@", "\u{0}", "####\n#@.#\n####", "{\"rows\":[]}", "<SokobanLevels>"];
    for question in QUESTIONS {
        for text in texts {
            let asked = json!({ "level": { "text": text } }).to_string();
            let moves = json!({ "level": { "text": text }, "moves": "lurd" }).to_string();
            for asked in [asked, moves] {
                let given = answer(question.name, &asked, Limits::DEFAULT, &Unwatched);
                assert!(given.err().is_none_or(|it| it.code != "failed"), "{asked}");
            }
        }
    }
}

#[test]
fn an_explanation_can_be_a_page_that_needs_nothing_else() {
    let level = json!({ "text": "\n#######\n#@ $ .#\n#######\nTitle: Corridor\n" });
    let answer = ask("explain", &json!({ "level": level, "as": "html" }));
    let html = answer["html"].as_str().expect("a page");
    assert!(html.contains("Corridor") && html.contains("<svg"), "{html}");
    assert!(html.contains("The solution: 2 pushes (no solution has fewer)"), "{html}");
    let given = ask("explain", &json!({ "level": level, "as": "html", "solution": "rRR" }));
    assert!(given["html"].as_str().is_some_and(|it| it.contains("(as given)")));
}

/// An option below two flattened structs would be described, and refused as unknown.
#[test]
fn issue_16_every_field_that_a_schema_describes_is_read() {
    for info in QUESTIONS {
        let schema = (info.schema)();
        let fields = schema.get("properties").and_then(Value::as_object).expect("fields");
        for field in fields.keys() {
            let mut question: Value = serde_json::from_str(info.example).expect("JSON");
            let given = question.as_object_mut().expect("an object");
            given.entry(field.as_str()).or_insert(Value::Null);
            let said = answer(info.name, &question.to_string(), Limits::DEFAULT, &Unwatched);
            let message = said.map_or_else(|it| it.message, |_| String::new());
            assert!(!message.contains("unknown field"), "{}: {message}", info.name);
        }
    }
}
