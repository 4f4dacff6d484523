//! JSON Schema as TypeScript.

use std::collections::BTreeMap;

use serde_json::Value;

/// Adds the types that a schema defines for itself.
pub(crate) fn define(schema: &Value, definitions: &mut BTreeMap<String, String>) {
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        let shape = shape(definition, 0);
        let old = definitions.insert(name.clone(), shape.clone());
        assert!(old.is_none_or(|it| it == shape), "two types have the name {name}");
    }
}

/// The type of values that match a schema, indented by this many steps.
pub(crate) fn shape(schema: &Value, depth: usize) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[key].as_array() {
            return union(choices.iter().map(|it| shape(it, depth)));
        }
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(ToString::to_string));
    }
    match &schema["type"] {
        Value::Array(kinds) => union(kinds.iter().map(|it| of_kind(it, schema, depth))),
        kind => of_kind(kind, schema, depth),
    }
}

fn of_kind(kind: &Value, schema: &Value, depth: usize) -> String {
    match kind.as_str() {
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("null") => "null".to_owned(),
        Some("array") => array(schema, depth),
        Some("object") => object(schema, depth),
        _ => "unknown".to_owned(),
    }
}

fn array(schema: &Value, depth: usize) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|it| shape(it, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    format!("({})[]", shape(&schema["items"], depth))
}

fn object(schema: &Value, depth: usize) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return "Record<string, unknown>".to_owned();
    };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let indent = "  ".repeat(depth + 1);
    let mut text = String::from("{\n");
    for (name, property) in properties {
        if let Some(comment) = property["description"].as_str() {
            text.push_str(&format!("{indent}/** {} */\n", comment.replace('\n', " ")));
        }
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        text.push_str(&format!("{indent}{name}{mark}: {};\n", shape(property, depth + 1)));
    }
    text.push_str(&format!("{}}}", "  ".repeat(depth)));
    text
}

fn union(shapes: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for shape in shapes {
        if !distinct.contains(&shape) {
            distinct.push(shape);
        }
    }
    distinct.join(" | ")
}
