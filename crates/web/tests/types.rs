//! The TypeScript types of questions and answers in `npm/questions.d.ts` are up to date.
//!
//! Questions are typed by their JSON Schema. Answers have none, so their types are the shapes of
//! the answers to examples; fields that are sometimes missing are optional.
//! `UPDATE=1 cargo test -p sokolab-web --test types` writes the file anew.

#[path = "types/infer.rs"]
mod infer;
#[path = "types/schema.rs"]
mod schema;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use sokolab_service::{Limits, QUESTIONS, Unwatched, answer};

/// Further questions, whose answers have fields that those to the examples lack.
const MORE: [(&str, &str); 8] = [
    ("read", "{\"level\":{\"text\":\"\\n#####\\n#@$ #\\n#####\\nTitle: x\\nAuthor: y\\n\"}}"),
    (
        "act",
        "{\"level\":{\"text\":\"\\n#####\\n#@$.#\\n#####\\n\"},\"game\":\"\",\
             \"actions\":[{\"bookmark\":\"a\"},{\"reach\":[2,1]}]}",
    ),
    (
        "act",
        "{\"level\":{\"text\":\"\\n######\\n#@$ .#\\n######\\n\",\"rules\":\"nethack\"},\
             \"game\":\"\",\"actions\":[{\"step\":\"l\"}]}",
    ),
    (
        "act",
        "{\"level\":{\"text\":\"\\n######\\n#@ $.#\\n######\\n\"},\"game\":\"\",\
             \"actions\":[{\"play\":\"rR\"}]}",
    ),
    ("solve", "{\"level\":{\"text\":\"\\n#####\\n#@$ #\\n#  .#\\n#####\\n\"}}"),
    ("solve", "{\"level\":{\"text\":\"\\n#####\\n#@$.#\\n#####\\n\"},\"nodes\":0}"),
    ("analyze", "{\"level\":{\"text\":\"\\n######\\n#@$. #\\n######\\n\"},\"square\":\"b2\"}"),
    ("convert", "{\"level\":{\"text\":\"\\n#####\\n#@$.#\\n#####\\n\"},\"to\":\"sok\"}"),
];

#[test]
fn types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("npm/questions.d.ts");
    let written = types();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &written).expect("the folder of the package");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == written, "write it anew: UPDATE=1 cargo test -p sokolab-web --test types");
}

fn types() -> String {
    let mut text = String::from(
        "/** Questions and answers of the service. Made from its schemas and examples. */\n",
    );
    let mut definitions = BTreeMap::new();
    let mut questions = String::new();
    for info in QUESTIONS {
        let schema = serde_json::to_value((info.schema)()).expect("a schema is JSON");
        schema::define(&schema, &mut definitions);
        let shape = schema::shape(&schema, 1);
        questions.push_str(&format!("  /** {} */\n  {}: {shape};\n", info.summary, info.name));
    }
    for (name, shape) in definitions {
        text.push_str(&format!("\nexport type {name} = {shape};\n"));
    }
    text.push_str(&format!("\nexport interface Questions {{\n{questions}}}\n"));
    text.push_str("\nexport interface Answers {\n");
    for info in QUESTIONS {
        let answers = answers(info.name, info.example);
        text.push_str(&format!("  {}: {};\n", info.name, infer::shape(&answers, 1)));
    }
    text.push_str("}\n");
    text
}

fn answers(name: &str, example: &str) -> Vec<Value> {
    let more = MORE.iter().filter(|(it, _)| *it == name).map(|(_, question)| *question);
    let ask = |question| {
        let answered = answer(name, question, Limits::DEFAULT, &Unwatched);
        let answered = answered.unwrap_or_else(|error| panic!("{name} {question}: {error}"));
        serde_json::from_str(&answered).expect("an answer is JSON")
    };
    std::iter::once(example).chain(more).map(ask).collect()
}
