//! The components of `astar` and `petersohn`: the options of petersohn's program, on the command
//! line and in game files.

use sokolab::{BlockStore, Checker, Level, Method, PartChoices, PartHeuristic, StonePusher};

use crate::search::limits::cores;

/// Options of petersohn's program that are spelled otherwise among [`PartChoices`].
#[derive(Debug, clap::Args)]
pub(crate) struct PetersohnArguments {
    /// The blocklist heuristic with this store, as petersohn's program has it: vector,
    /// decision-tree or none.
    #[arg(long, hide = true, value_name = "NAME", value_parser = calculator)]
    blocklist_heur_calculator: Option<Calculator>,

    /// Expand nodes of equal cost plus estimate in parallel, for astar and petersohn. Results and
    /// node counts stay the same.
    #[arg(long, hide_short_help = true)]
    parallel_outer_expand: bool,

    /// The number of nodes expanded in parallel with --parallel-outer-expand [default: the number
    /// of cores]. Without it, petersohn's program means the threads of preprocessing, which needs
    /// none.
    #[arg(long, hide_short_help = true, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    thread_num: Option<u16>,
}

/// The value of his option: the heuristic with a store, or none.
type Calculator = Option<BlockStore>;

/// The value of his option, which may be abbreviated as his parser permits.
fn calculator(text: &str) -> Result<Calculator, String> {
    let names = [
        ("vector", Some(BlockStore::List)),
        ("decision-tree", Some(BlockStore::Tree)),
        ("none", None),
    ];
    let found = names.iter().find(|(name, _)| !text.is_empty() && name.starts_with(text));
    found.map(|it| it.1).ok_or_else(|| "it is vector, decision-tree or none".to_owned())
}

/// The options of a game file that are handled elsewhere.
const OTHERS: [&str; 5] = ["method", "objective", "time", "nodes", "memory"];

/// The parts by the names that game files use.
const NAMES: [&str; 10] = [
    "heuristic",
    "checkers",
    "stone-pusher",
    "blocklist-number",
    "blocklist-distance",
    "blocklist-store",
    "blocklist-heur-calculator",
    "compare",
    "parallel-outer-expand",
    "thread-num",
];

/// The most boxes of a placement in a block list.
const BOXES_MAX: u8 = 4;

impl PetersohnArguments {
    /// `choices` completed by these options, which have lower precedence.
    pub(crate) fn add_to(&self, choices: PartChoices) -> PartChoices {
        let store = self.blocklist_heur_calculator.flatten();
        let all = || self.thread_num.unwrap_or_else(|| cores() as u16);
        let width = self.parallel_outer_expand.then(all);
        choices.or(PartChoices {
            heuristic: store.map(|_| PartHeuristic::BlockList),
            blocklist_store: store,
            side_by_side: width,
            ..PartChoices::default()
        })
    }
}

/// Refuses components for a method that has none.
pub(crate) fn check(choices: PartChoices, method: Option<Method>) -> anyhow::Result<()> {
    if choices != PartChoices::default() && !has_parts(method) {
        anyhow::bail!(
            "--heuristic, --checkers, --stone-pusher, --blocklist-…, --ties and \
             --parallel-outer-expand are for --method astar and petersohn"
        );
    }
    let is_asked = choices.heuristic == Some(PartHeuristic::BlockList)
        || choices.checkers.is_some_and(|it| it.has(Checker::BlockList));
    if is_asked && choices.blocklist_number == Some(1) {
        anyhow::bail!(
            "--blocklist-number 1 turns off the block list, which --heuristic blocklist and \
             --checkers blocklist need: give 2 to 4"
        );
    }
    Ok(())
}

fn has_parts(method: Option<Method>) -> bool {
    matches!(method, Some(Method::AStar | Method::Petersohn))
}

/// The components among the options of a level, and warnings about options that are ignored.
pub(crate) fn stored(level: &Level, method: Option<Method>) -> (PartChoices, Vec<String>) {
    let mut choices = PartChoices::default();
    let mut warnings = Vec::new();
    for (key, value) in &level.options {
        if OTHERS.contains(&key.as_str()) {
            continue;
        }
        let Some(name) = full_name(key) else {
            warnings.push(format!("the option {key} of the game is not known here: ignored"));
            continue;
        };
        if !has_parts(method) {
            warnings.push(format!(
                "the option {key} of the game is for --method astar and petersohn: ignored"
            ));
            continue;
        }
        if name == "blocklist-number" && value.parse().is_ok_and(|it: u8| it > BOXES_MAX) {
            warnings.push(format!(
                "{key}={value} of the game: block lists are made of up to {BOXES_MAX} boxes here, \
                 so {BOXES_MAX} is used"
            ));
            choices.blocklist_number = Some(BOXES_MAX);
        } else if set(&mut choices, name, value).is_none() {
            warnings.push(format!("the value of {key}={value} of the game is not valid: ignored"));
        }
    }
    (choices, warnings)
}

/// The full name of an unambiguous prefix; petersohn's parser accepts these.
fn full_name(key: &str) -> Option<&'static str> {
    if let Some(&name) = NAMES.iter().find(|&&it| it == key) {
        return Some(name);
    }
    let mut begun = NAMES.iter().filter(|it| !key.is_empty() && it.starts_with(key));
    let first = begun.next()?;
    begun.next().is_none().then_some(first)
}

/// Sets the component called `name`; `None` if the value is invalid.
fn set(choices: &mut PartChoices, name: &str, value: &str) -> Option<()> {
    let is_on = |value: &str| match value {
        "on" | "true" | "1" | "yes" | "" => Some(true),
        "off" | "false" | "0" | "no" => Some(false),
        _ => None,
    };
    match name {
        "heuristic" => choices.heuristic = Some(value.parse().ok()?),
        "checkers" => choices.checkers = Some(value.parse().ok()?),
        "stone-pusher" => {
            let is_on = is_on(value)?;
            choices.stone_pusher = Some(if is_on { StonePusher::On } else { StonePusher::Off });
        }
        "blocklist-number" => {
            choices.blocklist_number =
                Some(value.parse().ok().filter(|it| (1..=BOXES_MAX).contains(it))?);
        }
        "blocklist-distance" => {
            choices.blocklist_distance = Some(value.parse().ok().filter(|&it| it > 0)?);
        }
        "blocklist-store" => choices.blocklist_store = Some(value.parse().ok()?),
        "blocklist-heur-calculator" => {
            if let Some(store) = calculator(value).ok()? {
                (choices.heuristic, choices.blocklist_store) =
                    (Some(PartHeuristic::BlockList), Some(store));
            }
        }
        "compare" => choices.ties = Some(value.parse().ok()?),
        "parallel-outer-expand" => {
            let width = if is_on(value)? { cores() as u16 } else { 1 };
            choices.side_by_side = choices.side_by_side.or(Some(width));
        }
        // Without the other option, it is the number of threads for preprocessing, which needs none
        // here.
        "thread-num" => {
            value.parse::<u16>().ok()?;
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use sokolab::{BlockStore, Method, PartChoices, PartHeuristic};

    use super::{calculator, full_name, set};

    #[test]
    fn names_may_be_cut_short_while_they_are_clear() {
        assert_eq!(full_name("blocklist-n"), Some("blocklist-number"));
        assert_eq!(full_name("blocklist"), None);
        assert_eq!(full_name("co"), Some("compare"));
        assert_eq!(full_name("distance-limiter"), None);
        assert_eq!(calculator("d"), Ok(Some(BlockStore::Tree)));
        assert_eq!(calculator("vector"), Ok(Some(BlockStore::List)));
        assert!(calculator("w").is_err());
    }

    #[test]
    fn a_game_that_asks_for_more_boxes_gets_the_most_there_are() {
        let text = "#3\n#6\n#******\n#*yo.x*\n#******\nblocklist-number=5\nco=sideways\n";
        let level = sokolab::read_level(text).expect("a game");
        let (choices, warnings) = super::stored(&level, Some(Method::Petersohn));
        assert_eq!(choices.blocklist_number, Some(4));
        assert!(warnings[0].contains("so 4 is used"), "{warnings:?}");
        assert!(warnings[1].contains("co=sideways"), "{warnings:?}");
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        let mut choices = PartChoices::default();
        assert_eq!(set(&mut choices, "blocklist-number", "7"), None);
        assert_eq!(set(&mut choices, "checkers", "movable,corridor"), Some(()));
        assert_eq!(set(&mut choices, "checkers", "movable,walls"), None);
        assert_eq!(set(&mut choices, "blocklist-heur-calculator", "d"), Some(()));
        assert_eq!(choices.heuristic, Some(PartHeuristic::BlockList));
    }
}
