//! Lines of `soko chamber`.

use std::collections::BTreeMap;

use serde::Serialize;
use sokolab::Rules;
use sokolab::chamber::behaviour::Language;
use sokolab::chamber::catalogue::{Entry, EntryRole, Manner};
use sokolab::chamber::describe::{
    Composition, Description, Equivalents, Filled, Goals, Insertion, Known, OutsideState,
};
use sokolab::chamber::drawing::ChamberDrawing;
use sokolab::{Directions, place_name};

/// A drawn chamber under one rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChamberLine {
    /// Name and version of this schema.
    pub schema: &'static str,
    /// The file it is drawn in.
    pub file: String,
    /// The number of the chamber in the file, from 1.
    pub chamber: usize,
    /// The rule set.
    pub rules: String,
    /// How many ports it has.
    pub ports: usize,
    /// The most boxes that can be stored and taken out again.
    pub capacity: Option<usize>,
    /// The most boxes that can all come out, wherever the keeper begins.
    pub feeds: Option<usize>,
    /// The capacity of the storage that it demands before it lets boxes through.
    pub demands: Option<u8>,
    /// What it can serve as.
    pub kinds: Vec<&'static str>,
    /// The kind of each locked square.
    pub locked: BTreeMap<String, &'static str>,
    /// Its states as seen from outside; the drawn one is the first.
    pub states: Option<Vec<ChamberStateLine>>,
    /// Why fields are `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The drawing, with an 8 on each locked square.
    pub rows: Vec<String>,
    /// How many squares it has.
    pub squares: usize,
    /// The names of its ports, and where each leads.
    pub port_names: Vec<String>,
    /// For each port, the number of the chamber to which its corridor leads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leads_to: Vec<Option<usize>>,
    /// Whether boxes can be added up to the capacity and taken out at any time.
    pub regular: Option<bool>,
    /// The most boxes that can all come out with the keeper outside.
    pub feeds_outside: Option<usize>,
    /// What the boxes that are drawn do.
    pub drawn: DrawnLine,
    /// Its behaviour with a storage behind one of its ports.
    pub compositions: Vec<CompositionLine>,
    /// Boxes that cannot leave even alone.
    pub lost: Vec<String>,
    /// Groups of boxes that lock each other.
    pub crate_locks: Vec<CrateLockLine>,
    /// For each goal that locks squares when filled, these squares.
    pub goal_locks: BTreeMap<String, Vec<String>>,
    /// How its goals are filled, by the port through which boxes enter.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub goals: BTreeMap<String, GoalsLine>,
    /// Chambers of the catalogue that do the same.
    pub catalogue: Vec<EquivalentsLine>,
}

/// The behaviour of the boxes drawn in a chamber.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawnLine {
    /// How many they are.
    pub boxes: usize,
    /// Whether they can all leave.
    pub can_leave: Option<bool>,
    /// The sides by which they leave, in words.
    pub state: Option<String>,
    /// The orders in which they leave, one letter per box.
    pub orders: Option<Vec<String>>,
    /// The same if boxes may be parked in doorways.
    pub orders_with_parking: Option<Vec<String>>,
    /// Whether the keeper can walk from port to port, if it is known.
    pub passable: Option<bool>,
    /// The effect of pushing a box in, by port.
    pub insert: BTreeMap<String, InsertionLine>,
}

/// The effect of pushing a box into a chamber.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InsertionLine {
    /// `barred`, `locks`, `becomes` or `unknown`.
    pub result: &'static str,
    /// The state afterwards, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The orders in which boxes leave afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Vec<String>>,
}

/// A state of a chamber as seen from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChamberStateLine {
    /// Its name in words.
    pub name: Option<String>,
    /// The squares with boxes.
    pub boxes: Vec<String>,
    /// The ports outside of which the keeper can be.
    pub keeper: Vec<String>,
    /// For each port, the states, from 0, that pushing a box in leads to.
    pub insert: BTreeMap<String, Vec<usize>>,
    /// For each port, the states that removing a box leads to.
    pub remove: BTreeMap<String, Vec<usize>>,
    /// The states to which pushes inside lead.
    pub rearrange: Vec<usize>,
}

/// A chamber with a storage behind one of its ports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompositionLine {
    /// The port with the storage.
    pub port: String,
    /// The least storage with which all boxes can leave by the other ports.
    pub demands: Option<u8>,
    /// The same if boxes may be parked in doorways.
    pub demands_with_parking: Option<u8>,
    /// What the two are together.
    pub joined: Vec<JoinedLine>,
}

/// A chamber and a storage, taken as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct JoinedLine {
    /// The capacity of the storage.
    pub storage: u8,
    /// The capacity of both together; `null` if not all boxes can leave.
    pub capacity: Option<usize>,
}

/// Boxes that lock each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrateLockLine {
    /// Their squares.
    pub boxes: Vec<String>,
    /// How many of them are lost at least.
    pub lost: usize,
}

/// How the goals of a chamber are filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalsLine {
    /// Whether all of them can be filled.
    pub fillable: Option<bool>,
    /// The least storage behind the other ports with which they can be filled.
    pub storage: Option<u8>,
    /// The fewest boxes that must be inside before the first goal is permanently filled.
    pub boxes_before_first: Option<usize>,
    /// The orders in which they can be filled.
    pub orders: Option<Vec<Vec<String>>>,
}

/// Chambers of the catalogue that do the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EquivalentsLine {
    /// What they do.
    pub does: String,
    /// How many there are.
    pub count: usize,
    /// The squares of the smallest.
    pub squares_min: usize,
}

fn names(places: &[(usize, usize)]) -> Vec<String> {
    places.iter().map(|&it| place_name(it)).collect()
}

impl ChamberLine {
    /// What is known of a chamber.
    #[must_use]
    pub fn new(
        file: &str,
        number: usize,
        drawing: &ChamberDrawing,
        found: &Description,
    ) -> ChamberLine {
        let name = |port: usize| found.ports.name(port);
        let stores = found.service.stores.as_ref().ok();
        let feeds = found.service.feeds.as_ref().ok();
        let is_joined = drawing.leads_to().iter().any(Option::is_some);
        let links = drawing.leads_to().iter().map(|it| it.map(|chamber| chamber + 1));
        let group = |(boxes, lost): &(Vec<(usize, usize)>, usize)| CrateLockLine {
            boxes: names(boxes),
            lost: *lost,
        };
        let state = |it| ChamberStateLine::new(it, found);
        ChamberLine {
            schema: "sokolab/chamber/1",
            file: file.to_owned(),
            chamber: number,
            rules: found.rules.name().to_owned(),
            ports: found.ports.count(),
            capacity: stores.map(|it| it.capacity),
            feeds: feeds.map(|it| it.most),
            demands: found.demands().ok().flatten(),
            kinds: found.kinds.iter().map(|it| it.name()).collect(),
            locked: found.locks.squares.iter().map(|it| (place_name(it.0), it.1.name())).collect(),
            states: found.states.as_ref().ok().map(|it| it.list.iter().map(state).collect()),
            reason: reason(found),
            rows: drawing.rows_with_locks(&found.locks.places()),
            squares: drawing.floor().len(),
            port_names: (0..found.ports.count()).map(name).collect(),
            leads_to: if is_joined { links.collect() } else { Vec::new() },
            regular: stores.map(|it| it.is_regular),
            feeds_outside: feeds.map(|it| it.outside),
            drawn: DrawnLine::new(found),
            compositions: found.compositions.iter().map(|it| composition(it, found)).collect(),
            lost: names(&found.locks.lost),
            crate_locks: found.locks.groups.iter().map(group).collect(),
            goal_locks: { found.locks.goal_locks.iter() }
                .map(|(goal, locks)| (place_name(*goal), names(locks)))
                .collect(),
            goals: goals(found),
            catalogue: found.equivalents.iter().map(EquivalentsLine::new).collect(),
        }
    }
}

/// Why something is unknown; `None` if everything is known.
fn reason(found: &Description) -> Option<String> {
    fn said<T>(field: &str, known: &Known<T>) -> Option<String> {
        known.as_ref().err().map(|why| format!("{field}: {why}"))
    }
    let demands = found.demands();
    let locked = matches!(demands, Ok(None))
        .then(|| "demands: not all boxes can leave, whatever is behind the ports".to_owned());
    let parts = [
        said("capacity", &found.service.stores),
        said("feeds", &found.service.feeds),
        said("demands", &demands),
        locked,
        said("states", &found.states),
        said("drawn", &found.drawn.orders),
        found.goals.as_ref().and_then(|it| said("goals", it)),
    ];
    let ports = found.goals.iter().flatten().flat_map(|it| &it.by_port);
    let goals = ports.filter_map(|it| said("goals", it));
    let parts: Vec<String> = parts.into_iter().flatten().chain(goals).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn orders(language: &Language, found: &Description) -> Vec<String> {
    language.words.iter().map(|word| found.ports.word(word)).collect()
}

impl DrawnLine {
    fn new(found: &Description) -> DrawnLine {
        let drawn = &found.drawn;
        let known = drawn.orders.as_ref().ok();
        let insert = drawn.insertions.iter().enumerate();
        let insert = insert.map(|(port, it)| (found.ports.name(port), insertion(it, found)));
        let with_parking = drawn.orders_with_parking.as_ref().ok();
        DrawnLine {
            boxes: drawn.boxes,
            can_leave: drawn.can_be_emptied.ok(),
            state: known.and_then(|it| found.ports.split(it)),
            orders: known.map(|it| orders(it, found)),
            orders_with_parking: with_parking.map(|it| orders(it, found)),
            passable: drawn.is_passable.ok(),
            insert: insert.collect(),
        }
    }
}

fn insertion(insertion: &Insertion, found: &Description) -> InsertionLine {
    let plain = |result| InsertionLine { result, state: None, orders: None };
    match insertion {
        Insertion::Barred => plain("barred"),
        Insertion::Locks => plain("locks"),
        Insertion::Unknown(_) => plain("unknown"),
        Insertion::Becomes(language) => InsertionLine {
            result: "becomes",
            state: found.ports.split(language),
            orders: Some(orders(language, found)),
        },
    }
}

impl ChamberStateLine {
    fn new(state: &OutsideState, found: &Description) -> ChamberStateLine {
        let name = |port: usize| found.ports.name(port);
        let by_port = |lists: &[Vec<usize>]| {
            lists.iter().enumerate().map(|(port, list)| (name(port), list.clone())).collect()
        };
        ChamberStateLine {
            name: state.name.clone(),
            boxes: names(&state.boxes),
            keeper: state.walks.iter().map(|&port| name(port)).collect(),
            insert: by_port(&state.insert),
            remove: by_port(&state.remove),
            rearrange: state.rearrange.clone(),
        }
    }
}

fn composition(composition: &Composition, found: &Description) -> CompositionLine {
    let joined = composition
        .joined
        .iter()
        .map(|it| JoinedLine { storage: it.storage, capacity: it.capacity.ok().flatten() });
    CompositionLine {
        port: found.ports.name(composition.port),
        demands: composition.demands.ok().flatten(),
        demands_with_parking: composition.demands_with_parking.ok().flatten(),
        joined: joined.collect(),
    }
}

fn goals(found: &Description) -> BTreeMap<String, GoalsLine> {
    let Some(Ok(goals)) = &found.goals else { return BTreeMap::new() };
    let lines = goals.by_port.iter().enumerate();
    lines.map(|(port, it)| (found.ports.name(port), GoalsLine::new(goals, it))).collect()
}

impl GoalsLine {
    fn new(goals: &Goals, filled: &Known<Option<Filled>>) -> GoalsLine {
        let possible = filled.as_ref().ok().and_then(Option::as_ref);
        let orders = |it: &Filled| goals.orders(it).iter().map(|order| names(order)).collect();
        GoalsLine {
            fillable: filled.as_ref().ok().map(Option::is_some),
            storage: possible.map(|it| it.storage),
            boxes_before_first: possible.map(|it| it.filling.boxes_before_first),
            orders: possible.map(orders),
        }
    }
}

impl EquivalentsLine {
    fn new(equivalents: &Equivalents) -> EquivalentsLine {
        let Equivalents { does, count, area_min } = *equivalents;
        EquivalentsLine { does: does.to_string(), count, squares_min: area_min }
    }
}

/// A chamber of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CatalogueLine {
    /// Name and version of this schema.
    pub schema: &'static str,
    /// Its number in the catalogue, from 1.
    pub entry: usize,
    /// The rule sets it is for.
    pub rules: Vec<String>,
    /// What it is for.
    pub kind: &'static str,
    /// How many ports it has.
    pub ports: usize,
    /// How many squares it has.
    pub squares: usize,
    /// The boxes that a storage holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u8>,
    /// Whether boxes can be added to a storage and taken out at any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regular: Option<bool>,
    /// The boxes that a feed or a directed chamber begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxes: Option<u32>,
    /// The storage that a directed chamber demands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demands: Option<u8>,
    /// How a directed chamber treats foreign boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<&'static str>,
    /// The number of box moves that emptying a feed or a directed chamber takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u8>,
    /// Whether a rotation or reflection maps it to itself.
    pub symmetric: bool,
    /// As drawn.
    pub rows: Vec<String>,
}

impl CatalogueLine {
    /// The entry with this number.
    #[must_use]
    pub fn new(number: usize, entry: &Entry) -> CatalogueLine {
        let shape = entry.shape();
        let directions = if entry.eight { Directions::Eight } else { Directions::Four };
        let rules = Rules::ALL.into_iter().filter(|it| it.pushes() == directions);
        let rules = rules.filter(|&it| it != Rules::SINK);
        let mut line = CatalogueLine {
            schema: "sokolab/chamber-catalogue/1",
            entry: number,
            rules: rules.map(|it| it.name().to_owned()).collect(),
            kind: entry.role.name(),
            ports: shape.ports().len(),
            squares: entry.area(),
            capacity: None,
            regular: None,
            boxes: None,
            demands: None,
            manner: None,
            moves: None,
            symmetric: shape.is_symmetric(),
            rows: entry.drawing().rows_with_locks(&[]),
        };
        match entry.role {
            EntryRole::Storage { capacity, is_regular, .. } => {
                line.capacity = Some(capacity);
                line.regular = Some(is_regular);
            }
            EntryRole::Feed { boxes, moves, .. } => {
                line.boxes = Some(boxes.count_ones());
                line.moves = Some(moves);
            }
            EntryRole::Directed { boxes, requirement, manner, moves } => {
                line.boxes = Some(boxes.count_ones());
                line.demands = Some(requirement);
                line.moves = Some(moves);
                line.manner = Some(match manner {
                    Manner::Any => "any",
                    Manner::Firm => "firm",
                    Manner::Strict => "strict",
                });
            }
            EntryRole::Bend => {}
        }
        line
    }
}
