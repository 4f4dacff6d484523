//! What a drawn chamber does, for a person.

use std::collections::BTreeSet;

use sokolab::analysis::locks::LockKind;
use sokolab::chamber::behaviour::Language;
use sokolab::chamber::describe::{
    Composition, Description, Goals, Insertion, Known, OutsideStates, Unknown,
};
use sokolab::{place_name, quantity};

use super::read::NamedDrawing;

/// The drawing with its locked squares, and a description below it.
pub(super) fn report(named: &NamedDrawing, found: &Description) -> String {
    let NamedDrawing { file, number, drawing } = named;
    let mut text = format!("{file}#{number}, {} rules\n", found.rules);
    for row in drawing.rows_with_locks(&found.locks.places()) {
        text.push_str(&format!("  {row}\n"));
    }
    let mut facts = Facts { lines: String::new() };
    facts.shape(named, found);
    // The names of kinds stay; the text below uses the words of the rule set.
    text.push_str(&std::mem::take(&mut facts.lines));
    facts.service(found);
    facts.drawn(found);
    if let Ok(states) = &found.states {
        facts.patterns(states, found);
    }
    facts.compositions(found);
    facts.goals(found);
    facts.locks(&drawing.eights(), found);
    facts.catalogue(found);
    text.push_str(&found.rules.translate(&facts.lines));
    text.push('\n');
    text
}

struct Facts {
    lines: String,
}

impl Facts {
    fn add(&mut self, name: &str, text: &str) {
        self.lines.push_str(&format!("  {name:<12}{text}\n"));
    }

    fn shape(&mut self, named: &NamedDrawing, found: &Description) {
        let squares = quantity(named.drawing.floor().len(), "square");
        let ports: Vec<String> = (0..found.ports.count()).map(|it| found.ports.name(it)).collect();
        let count = quantity(ports.len(), "port");
        self.add("size", &format!("{squares}, {count}: {}", ports.join(", ")));
        for (port, chamber) in named.drawing.leads_to().iter().enumerate() {
            if let Some(chamber) = chamber {
                let port = found.ports.said(port);
                self.add("", &format!("{port} leads to chamber {}", chamber + 1));
            }
        }
        let kinds: Vec<&str> = found.kinds.iter().map(|it| it.name()).collect();
        let is_known = found.service.stores.is_ok() && found.service.feeds.is_ok();
        let kinds = match kinds.as_slice() {
            [] if is_known => "nothing".to_owned(),
            [] => "not known".to_owned(),
            kinds => kinds.join(", "),
        };
        self.add("serves as", &kinds);
    }

    fn service(&mut self, found: &Description) {
        let stores = match &found.service.stores {
            Err(why) => format!("not known: {why}"),
            Ok(it) if it.capacity == 0 => "nothing".to_owned(),
            Ok(it) => {
                let boxes = quantity(it.capacity, "box");
                let regular = if it.is_regular {
                    "added and taken out at any time"
                } else {
                    "though not at any time"
                };
                let example: Vec<String> = it.example.iter().map(|&it| place_name(it)).collect();
                format!("{boxes}, {regular}; full with {}", example.join(" "))
            }
        };
        self.add("stores", &stores);
        let feeds = match &found.service.feeds {
            Err(why) => format!("not known: {why}"),
            Ok(it) if it.most == it.outside => {
                format!("{}, wherever the keeper begins", quantity(it.most, "box"))
            }
            Ok(it) => {
                format!("{}, {} if the keeper begins outside", quantity(it.most, "box"), it.outside)
            }
        };
        self.add("feeds", &feeds);
        match found.service.passes {
            Some(Ok(true)) => self.add("empty", "boxes pass it like a corridor, both ways"),
            Some(Ok(false)) => self.add("empty", "boxes do not pass it both ways"),
            Some(Err(_)) | None => {}
        }
    }

    /// What the drawn boxes can do, and the effect of an insertion.
    fn drawn(&mut self, found: &Description) {
        let drawn = &found.drawn;
        if drawn.boxes > 0 {
            let boxes = quantity(drawn.boxes, "box");
            let leave = match drawn.can_be_emptied {
                Ok(true) => "all of them can leave".to_owned(),
                Ok(false) => "not all of them can leave".to_owned(),
                Err(why) => format!("not known whether all can leave: {why}"),
            };
            self.add("drawn", &format!("{boxes}; {leave}"));
            self.orders(found);
            if found.ports.count() > 1 {
                let passes = match drawn.is_passable {
                    Ok(true) => "walks from port to port".to_owned(),
                    Ok(false) => "cannot walk from port to port".to_owned(),
                    Err(why) => format!("not known whether it can walk from port to port: {why}"),
                };
                self.add("keeper", &passes);
            }
        }
        for (port, insertion) in drawn.insertions.iter().enumerate() {
            if matches!(insertion, Insertion::Unknown(_)) {
                continue;
            }
            let becomes = match insertion {
                Insertion::Barred => "cannot be pushed in now".to_owned(),
                Insertion::Locks => "locks it: some box never leaves".to_owned(),
                Insertion::Becomes(language) => format!("makes it {}", state(language, found)),
                Insertion::Unknown(why) => format!("not known: {why}"),
            };
            self.add("insertion", &format!("a box by {} {becomes}", found.ports.said(port)));
        }
    }

    fn orders(&mut self, found: &Description) {
        let Ok(plain) = &found.drawn.orders else { return };
        if plain.is_empty() {
            self.add("state", "locked: there is no order in which all of them leave");
        } else {
            self.add("state", &state(plain, found));
            self.add("order", &words(plain.words.iter(), found));
        }
        let Ok(parked) = &found.drawn.orders_with_parking else { return };
        let more: Vec<_> = parked.words.difference(&plain.words).collect();
        if !more.is_empty() {
            let more = words(more.into_iter(), found);
            self.add("", &format!("with boxes left in doorways also {more}"));
        }
    }

    /// The document's patterns: the states that do not block the keeper, by the number of boxes.
    fn patterns(&mut self, states: &OutsideStates, found: &Description) {
        let ports = found.ports.count();
        let all = quantity(states.list.len(), "state");
        let most = quantity(states.boxes_max, "box");
        self.add("states", &format!("{all} from outside with up to {most}"));
        if ports < 2 {
            return;
        }
        for boxes in (1..=states.boxes_max).rev() {
            let is_open = |it: &&sokolab::chamber::describe::OutsideState| {
                it.boxes.len() == boxes && it.walks.len() == ports
            };
            let names = states.list.iter().filter(is_open).filter_map(|it| it.name.as_deref());
            let names: BTreeSet<&str> = names.collect();
            let boxes = quantity(boxes, "box");
            if names.is_empty() {
                self.add("", &format!("{boxes}: the keeper cannot pass"));
            }
            for name in names {
                self.add("", &format!("{boxes}: {name}"));
            }
        }
    }

    fn compositions(&mut self, found: &Description) {
        for it in &found.compositions {
            if it.demands == Err(Unknown::Holes) {
                continue;
            }
            let port = found.ports.said(it.port);
            self.add("demands", &demand(it, &port));
            for joined in &it.joined {
                let result = match joined.capacity {
                    Err(why) => format!("not known: {why}"),
                    Ok(None) => "not all boxes can leave".to_owned(),
                    Ok(Some(capacity)) => format!(
                        "together a storage for {capacity} that holds {}",
                        found.drawn.boxes
                    ),
                };
                self.add("", &format!("with a storage for {}: {result}", joined.storage));
            }
        }
    }

    fn goals(&mut self, found: &Description) {
        match &found.goals {
            None => {}
            Some(Err(why)) => self.add("goals", &format!("not known how they are filled: {why}")),
            Some(Ok(goals)) => {
                for port in 0..found.ports.count() {
                    self.filling(goals, port, found);
                }
            }
        }
        let mut locks: Vec<(Vec<String>, String)> = Vec::new();
        for (goal, locked) in &found.locks.goal_locks {
            let locked: Vec<String> = locked.iter().map(|&it| place_name(it)).collect();
            let (goal, locked) = (place_name(*goal), locked.join(" "));
            match locks.iter_mut().find(|it| it.1 == locked) {
                Some((goals, _)) => goals.push(goal),
                None => locks.push((vec![goal], locked)),
            }
        }
        for (goals, locked) in locks {
            self.add("goal lock", &format!("a box on {} locks {locked}", goals.join(" or ")));
        }
        for &port in &found.locks.closed_ports {
            let port = found.ports.said(port);
            self.add("", &format!("once a goal has its box, no box gets anywhere by {port}"));
        }
    }

    fn filling(&mut self, goals: &Goals, port: usize, found: &Description) {
        const ORDERS_SHOWN: usize = 6;
        let port_said = found.ports.said(port);
        let filled = match &goals.by_port[port] {
            Err(why) => {
                self.add("goals", &format!("not known how they are filled by {port_said}: {why}"));
                return;
            }
            Ok(None) => {
                self.add("goals", &format!("cannot all be filled by {port_said}"));
                return;
            }
            Ok(Some(filled)) => filled,
        };
        let orders = goals.orders(filled);
        let storage = match (found.ports.count(), filled.storage) {
            (1, _) => String::new(),
            (_, 0) => ", no storage needed".to_owned(),
            (_, storage) => format!(", with a storage for {storage} behind the other"),
        };
        let count = quantity(orders.len(), "order");
        self.add("goals", &format!("filled by {port_said}{storage}, in {count}"));
        for order in orders.iter().take(ORDERS_SHOWN) {
            let names: Vec<String> = order.iter().map(|&it| place_name(it)).collect();
            self.add("", &names.join(" "));
        }
        if orders.len() > ORDERS_SHOWN {
            self.add("", &format!("and {} more", orders.len() - ORDERS_SHOWN));
        }
        let first = filled.filling.boxes_before_first;
        if first > 1 {
            let boxes = quantity(first, "box");
            self.add("", &format!("{boxes} must have come in before the first goal is filled"));
        }
    }

    fn locks(&mut self, drawn: &[(usize, usize)], found: &Description) {
        let locks = &found.locks;
        let total = quantity(locks.squares.len(), "square");
        self.add("locked", if locks.squares.is_empty() { "nothing" } else { &total });
        self.eights(drawn, &locks.places());
        for kind in LockKind::ALL {
            let squares = locks.squares.iter().filter(|it| it.1 == kind);
            let squares: Vec<String> = squares.map(|it| place_name(it.0)).collect();
            if !squares.is_empty() {
                self.lines.push_str(&format!("    {:<14}{}\n", kind.name(), squares.join(" ")));
            }
        }
        if !locks.lost.is_empty() {
            self.add("lost", &format!("{} cannot leave even alone", names(&locks.lost)));
        }
        for (boxes, lost) in &locks.groups {
            self.add("crate lock", &format!("{}: at least {lost} lost", names(boxes)));
        }
        if !locks.groups_are_complete {
            self.add("crate lock", "(perhaps not all groups: a limit was met)");
        }
    }

    /// Whether the squares drawn as locked are the locked ones.
    fn eights(&mut self, drawn: &[(usize, usize)], locked: &[(usize, usize)]) {
        let missing = |from: &[(usize, usize)], others: &[(usize, usize)]| {
            from.iter().copied().filter(|it| !others.contains(it)).collect::<Vec<_>>()
        };
        if drawn.is_empty() {
            return;
        }
        let (free, unmarked) = (missing(drawn, locked), missing(locked, drawn));
        if free.is_empty() && unmarked.is_empty() {
            self.add("", "just those that are drawn as 8");
        }
        if !free.is_empty() {
            self.add("", &format!("drawn as 8 and free: {}", names(&free)));
        }
        if !unmarked.is_empty() {
            self.add("", &format!("not drawn as 8: {}", names(&unmarked)));
        }
    }

    fn catalogue(&mut self, found: &Description) {
        for chambers in &found.equivalents {
            let squares = quantity(chambers.area_min, "square");
            let text = match chambers.count {
                1 => format!("1 chamber does this: {}; it has {squares}", chambers.does),
                count => format!("{count} chambers {}; the smallest has {squares}", chambers.does),
            };
            self.add("catalogue", &text);
        }
    }
}

fn names(places: &[(usize, usize)]) -> String {
    places.iter().map(|&it| place_name(it)).collect::<Vec<_>>().join(" ")
}

fn state(language: &Language, found: &Description) -> String {
    found.ports.split(language).unwrap_or_else(|| words(language.words.iter(), found))
}

fn words<'a>(words: impl Iterator<Item = &'a Vec<u8>>, found: &Description) -> String {
    words.map(|word| found.ports.word(word)).collect::<Vec<_>>().join(" ")
}

fn demand(composition: &Composition, port: &str) -> String {
    let said = |demand: &Known<Option<u8>>| match demand {
        Err(why) => format!("not known what behind {port}: {why}"),
        Ok(None) => format!("in vain: whatever {port} leads to, not all boxes leave otherwise"),
        Ok(Some(0)) => format!("nothing behind {port}"),
        Ok(Some(demand)) => format!("a storage for {demand} behind {port}"),
    };
    let plain = said(&composition.demands);
    match composition.demands_with_parking {
        parked if parked == composition.demands => plain,
        Ok(Some(parked)) => format!("{plain}, for {parked} with boxes left in doorways"),
        Ok(None) | Err(_) => plain,
    }
}
