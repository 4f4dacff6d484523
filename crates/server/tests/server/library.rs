//! The user's library behind the server.

use std::sync::Arc;

use serde_json::{Value, json};
use sokolab_library::Library;
use sokolab_server::OpenLibrary;

use crate::client::Running;

const TWO: &str = "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n######\n#@ $.#\n######\n";

fn with_library(folder: &tempfile::TempDir) -> Running {
    let path = folder.path().join("library.db");
    let open = move || Library::open(&path).map_err(|it| it.to_string());
    Running::with_library(Arc::new(open) as Arc<OpenLibrary>)
}

fn ask(server: &Running, name: &str, question: &Value) -> Value {
    let answer = server.ask(&format!("library/{name}"), &question.to_string());
    assert_eq!(answer.status, 200, "{name}: {}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

#[test]
fn levels_are_kept_and_wins_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_library(&folder);
    assert_eq!(ask(&server, "collections", &json!({}))["collections"], json!([]));
    let kept = ask(&server, "import", &json!({ "collection": "Mine", "text": TWO }));
    assert_eq!((&kept["levels"], &kept["new"]), (&json!(2), &json!(2)));
    let listed = ask(&server, "levels", &json!({ "collection": "Mine" }));
    assert_eq!(listed["levels"].as_array().map(Vec::len), Some(2));
    assert_eq!(listed["won"], json!([]));
    let text = listed["levels"][1]["text"].as_str().expect("a text").to_owned();
    let played = json!({ "level": { "text": text }, "moves": "rR" });
    assert_eq!(ask(&server, "record", &played)["kept"], json!(true));
    let known = ask(&server, "known", &json!({ "level": { "text": text } }));
    assert_eq!((&known["wins"], &known["pushes"]), (&json!(1), &json!(1)));
    assert_eq!(ask(&server, "levels", &json!({ "collection": "Mine" }))["won"], json!([2]));
    let progress = &ask(&server, "collections", &json!({}))["collections"][0];
    assert_eq!(progress, &json!({ "name": "Mine", "levels": 2, "won": 1 }));
}

#[test]
fn what_does_not_solve_a_level_is_not_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = with_library(&folder);
    let level = json!({ "text": "#####\n#@$.#\n#####" });
    for moves in ["", "l", "not moves"] {
        let question = json!({ "level": level, "moves": moves }).to_string();
        assert_eq!(server.ask("library/record", &question).status, 422, "{moves}");
    }
    assert_eq!(server.ask("library/levels", r#"{"collection":"none"}"#).status, 400);
    assert_eq!(server.ask("library/sing", "{}").status, 404);
    let nobody = server.request("POST", "/api/library/collections", &[], "{}");
    assert_eq!(nobody.status, 401, "the library needs the token too");
}

#[test]
fn without_a_library_its_questions_are_refused_and_nothing_is_written() {
    let server = Running::start();
    let answer = server.ask("library/collections", "{}");
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("no_library"), "{}", answer.body);
}
