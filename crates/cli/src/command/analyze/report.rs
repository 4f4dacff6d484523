//! The report of one level.

use sokolab::analysis::locks::LockKind;
use sokolab::analysis::{Analysis, Significance};
use sokolab::{Level, Square, quantity, square_name};

use super::corrals;
use super::distances::distances;
use super::facts::FactArgs;
use super::result::AnalyzedLevel;
use super::square_names::named;
use crate::terminal::level_drawing::{marked_rows, named_rows};

/// The drawn level, and below it the selected facts.
pub(super) fn report(result: &AnalyzedLevel, wanted: FactArgs) -> String {
    let AnalyzedLevel { place, level, facts } = result;
    let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
    let mut text = format!("{}#{}{title}\n", place.file, place.level);
    let rows = if wanted.draws_locks() {
        marked_rows(level, &locked_places(facts), '8')
    } else {
        named_rows(level, &level.picture)
    };
    for row in rows {
        text.push_str(&format!("  {row}\n"));
    }
    if wanted.is_all() {
        text.push_str(&level.rules.translate(&overview(level, facts)));
    }
    if wanted.has_locks() {
        text.push_str(&level.rules.translate(&locks(facts)));
    }
    if wanted.has_tunnels() {
        text.push_str(&tunnels(facts));
    }
    if wanted.has_chambers() {
        text.push_str(&chambers(facts));
    }
    if wanted.has_corrals() {
        text.push_str(&level.rules.translate(&corrals::report(facts)));
    }
    if wanted.draws_distances() {
        text.push_str(&level.rules.translate(&distances(facts)));
    }
    text
}

fn locked_places(facts: &Analysis) -> Vec<(usize, usize)> {
    let is_locked = |square: &Square| facts.lock_kinds[square.index()].is_some();
    facts.board.squares().filter(is_locked).map(|it| facts.board.position(it)).collect()
}

fn overview(level: &Level, facts: &Analysis) -> String {
    let it = &facts.measures;
    let bound = match it.matching_bound {
        Some(bound) => format!("at least {}", quantity(bound, "push")),
        None => "no way to serve every goal: unsolvable".to_owned(),
    };
    let symmetries: Vec<&str> =
        facts.symmetries.iter().skip(1).map(|symmetry| symmetry.turn.name()).collect();
    let symmetries = if symmetries.is_empty() { "none".to_owned() } else { symmetries.join(", ") };
    let mut text = format!("  id          {}\n  rules       {}\n", facts.id, level.rules);
    text.push_str(&format!(
        "  size        {} by {} with its walls, {}, {}, {}\n",
        it.width + 2,
        it.height + 2,
        quantity(it.squares, "floor square"),
        quantity(it.boxes, "box"),
        quantity(it.goals, "goal")
    ));
    text.push_str(&format!("  bound       {bound}\n  symmetries  {symmetries}\n"));
    for swap in &facts.swaps {
        let [part, images] = [&swap.part, &swap.images].map(|it| named(facts, it.iter().copied()));
        text.push_str(&format!("  swap        {part} with {images}\n"));
    }
    text
}

fn locks(facts: &Analysis) -> String {
    let share = 100.0 * facts.measures.lock_share;
    let total = quantity(facts.measures.locks.total(), "square");
    let mut text = format!("  locked      {total}, {share:.0} % of the floor\n");
    for kind in LockKind::ALL {
        let is_kind = |square: &Square| facts.lock_kinds[square.index()] == Some(kind);
        let squares = named(facts, facts.board.squares().filter(is_kind));
        text.push_str(&format!("    {:<14}{squares}\n", kind.name()));
    }
    if !facts.frozen.is_empty() {
        text.push_str(&format!("  frozen      {}\n", named(facts, facts.frozen.iter())));
    }
    let lost = &facts.crate_locks.lost;
    if !lost.is_empty() {
        text.push_str(&format!("  lost        {}\n", named(facts, lost.iter())));
    }
    for group in &facts.crate_locks.groups {
        let boxes = named(facts, group.boxes.iter());
        text.push_str(&format!("  crate lock  {boxes}: at least {} lost\n", group.lost_min));
    }
    if !facts.crate_locks.is_complete {
        text.push_str(
            "  crate lock  (perhaps not all groups: a limit was met; --thorough looks further)\n",
        );
    }
    let goal_locks = facts.goal_locks.goals.iter().filter(|lock| !lock.locks.is_empty());
    for lock in goal_locks {
        let goal = square_name(&facts.board, lock.goal);
        let locked = named(facts, lock.locks.iter());
        text.push_str(&format!("  goal lock   a box on {goal} locks {locked}\n"));
    }
    text
}

fn tunnels(facts: &Analysis) -> String {
    let mut text = format!("  cut squares {}\n", named(facts, facts.cut_squares.iter()));
    for tunnel in facts.tunnels.list() {
        let kind = if tunnel.is_straight() { "tunnel" } else { "bent" };
        let squares = named(facts, tunnel.squares().iter().copied());
        text.push_str(&format!("  {kind:<12}{squares}\n"));
    }
    text
}

fn chambers(facts: &Analysis) -> String {
    let counts = facts.chambers.counts(&facts.board, &facts.state);
    let mut text = format!("  chambers    {}", counts.chambers);
    for (count, one, many) in [(counts.niches, "niche", "niches"), (counts.exits, "exit", "exits")]
    {
        if count > 0 {
            text.push_str(&format!(", {count} {}", if count == 1 { one } else { many }));
        }
    }
    let loops = facts.chambers.chambers().iter().filter(|it| it.merged > 1).count();
    text.push_str(&match loops {
        0 => "; a tree\n".to_owned(),
        1 => "; a tree, 1 chamber with a loop inside\n".to_owned(),
        _ => format!("; a tree, {loops} chambers with loops inside\n"),
    });
    let letters = facts.chambers.letters(&facts.board, &facts.state);
    let mut lettered: Vec<_> = letters.iter().zip(facts.chambers.chambers()).collect();
    lettered.sort_by_key(|it| (it.0.len(), it.0));
    for (letter, chamber) in lettered {
        let ports = named(facts, chamber.ports.iter().map(|port| port.square));
        let size = quantity(chamber.squares.len(), "square");
        let what = match chamber.significance(&facts.board, &facts.state) {
            Significance::Chamber => "",
            Significance::Niche => " (niche)",
            Significance::Exit => " (exit)",
        };
        text.push_str(&format!("    {letter:<4}{size}{what}, ports {ports}\n"));
    }
    for corridor in facts.chambers.corridors() {
        let [one, two] = corridor.ends.map(|end| &letters[end.chamber]);
        let squares = named(facts, corridor.squares.iter().copied());
        text.push_str(&if corridor.squares.is_empty() {
            format!("    {one}-{two} without a corridor between them\n")
        } else {
            format!("    {one}-{two} by {squares}\n")
        });
    }
    text
}
