//! The TypeScript type that several JSON values have in common.

use std::collections::BTreeSet;

use serde_json::Value;

/// The type of all values, indented by this many steps.
pub(crate) fn shape(values: &[Value], depth: usize) -> String {
    let mut parts = BTreeSet::new();
    for value in values {
        match value {
            Value::Null => parts.insert("null".to_owned()),
            Value::Bool(_) => parts.insert("boolean".to_owned()),
            Value::Number(_) => parts.insert("number".to_owned()),
            Value::String(_) => parts.insert("string".to_owned()),
            Value::Array(_) | Value::Object(_) => false,
        };
    }
    let lists: Vec<&Vec<Value>> = values.iter().filter_map(Value::as_array).collect();
    if !lists.is_empty() {
        parts.insert(list(&lists, depth));
    }
    let objects: Vec<Value> = values.iter().filter(|it| it.is_object()).cloned().collect();
    if !objects.is_empty() {
        parts.insert(object(&objects, depth));
    }
    if parts.is_empty() || parts.iter().all(|it| it == "null") {
        return "any".to_owned();
    }
    parts.into_iter().collect::<Vec<_>>().join(" | ")
}

/// A place of a board is a pair of numbers; any other list has items of one type.
fn list(lists: &[&Vec<Value>], depth: usize) -> String {
    if lists.iter().all(|it| it.len() == 2 && it.iter().all(Value::is_u64)) {
        return "[number, number]".to_owned();
    }
    let items: Vec<Value> = lists.iter().flat_map(|it| it.iter().cloned()).collect();
    format!("({})[]", shape(&items, depth))
}

fn object(objects: &[Value], depth: usize) -> String {
    let maps: Vec<_> = objects.iter().filter_map(Value::as_object).collect();
    let names: BTreeSet<&String> = maps.iter().flat_map(|it| it.keys()).collect();
    let indent = "  ".repeat(depth + 1);
    let mut text = String::from("{\n");
    for name in names {
        let values: Vec<Value> = maps.iter().filter_map(|it| it.get(name)).cloned().collect();
        let mark = if values.len() < maps.len() { "?" } else { "" };
        let is_plain = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        let name = if is_plain { name.clone() } else { format!("{name:?}") };
        text.push_str(&format!("{indent}{name}{mark}: {};\n", shape(&values, depth + 1)));
    }
    text.push_str(&format!("{}}}", "  ".repeat(depth)));
    text
}
