//! A description as part of a JSON line, so that levels are piped between commands with all their
//! metadata.

use serde_json::{Map, Value, json};

use super::{Arrival, Dialect, NethackDescription, Slot};

/// Column and row, on the map of the description, of the first character of a level's rows.
type Origin = (isize, isize);

const DIALECTS: [(Dialect, &str); 4] = [
    (Dialect::Des343, "3.4.3"),
    (Dialect::Des4, "4"),
    (Dialect::Des36, "3.6"),
    (Dialect::Lua37, "3.7"),
];

/// The description as JSON.
pub(in crate::text) fn written_json(text: &NethackDescription, origin: Origin) -> Value {
    let version = DIALECTS.iter().find(|(dialect, _)| *dialect == text.dialect);
    json!({
        "version": version.map(|(_, name)| name),
        "name": text.name,
        "arrival": match text.arrival {
            Arrival::Branch => "branch",
            Arrival::DownStairs => "stairs",
        },
        "trap": match text.slot {
            Slot::Entry => "pit",
            Slot::Later => "hole",
        },
        "map": text.map,
        "origin": [origin.0, origin.1],
        "preamble": text.preamble,
        "commands": text.commands,
        "positions": text.positions,
    })
}

/// Parses a description written as JSON; `None` if it has another form.
pub(in crate::text) fn read_json(value: &Value) -> Option<(NethackDescription, Origin)> {
    let object = value.as_object()?;
    let word = |key: &str| object.get(key)?.as_str();
    let positions = object.get("positions")?.as_array()?;
    let positions: Option<Vec<usize>> =
        positions.iter().map(|it| usize::try_from(it.as_u64()?).ok()).collect();
    let origin = object.get("origin")?.as_array()?;
    let origin: Option<Vec<isize>> =
        origin.iter().map(|it| isize::try_from(it.as_i64()?).ok()).collect();
    let [left, top] = origin?[..] else { return None };
    let version = word("version")?;
    let text = NethackDescription {
        dialect: DIALECTS.into_iter().find(|(_, name)| *name == version)?.0,
        name: word("name").filter(|it| !it.contains(char::is_control))?.to_owned(),
        arrival: match word("arrival")? {
            "branch" => Arrival::Branch,
            "stairs" => Arrival::DownStairs,
            _ => return None,
        },
        slot: match word("trap")? {
            "pit" => Slot::Entry,
            "hole" => Slot::Later,
            _ => return None,
        },
        map: lines_of(object, "map")?,
        preamble: lines_of(object, "preamble")?,
        commands: lines_of(object, "commands")?,
        positions: positions?.try_into().ok()?,
    };
    Some((text, (left, top)))
}

fn lines_of(object: &Map<String, Value>, key: &str) -> Option<Vec<String>> {
    let lines = object.get(key)?.as_array()?.iter();
    let is_line = |it: &&str| !it.contains(['\n', '\r', '\0']);
    lines.map(|it| it.as_str().filter(is_line).map(str::to_owned)).collect()
}
