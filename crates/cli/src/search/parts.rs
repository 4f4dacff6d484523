//! The parts that `astar` and `petersohn` are put together from: options of the command line, and
//! those that a game file carries.

use sokolab::{
    BlockStore, Checker, Checkers, Level, Method, PartHeuristic, PartOptions, StonePusher, Tie,
    Ties, UnknownName,
};

/// The options.
#[derive(Debug, clap::Args)]
pub(crate) struct PartArguments {
    /// The estimate of the pushes left, for astar and petersohn: blocklist adds what groups of
    /// boxes cost beyond partition, which is petersohn's default.
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    heuristic: Option<PartHeuristic>,

    /// The deadlock checkers, for astar and petersohn: movable, corridor, blocklist and
    /// sound-corridor, separated by commas, or none. corridor is unsound as published: once it has
    /// rejected something, nothing is proved.
    #[arg(long, hide_short_help = true, value_name = "LIST", value_parser = checkers)]
    checkers: Option<Checkers>,

    /// Whether boxes first go straight to a sink, for astar and petersohn.
    #[arg(long, hide_short_help = true, value_name = "SWITCH")]
    stone_pusher: Option<StonePusher>,

    /// Preprocess the placements of up to N boxes, from 2 to 4, and reject states that hold a lost
    /// one, for astar and petersohn; 1 is none.
    #[arg(long, hide_short_help = true, value_name = "N",
        value_parser = clap::value_parser!(u8).range(1..=4))]
    blocklist_number: Option<u8>,

    /// How much the columns and rows of preprocessed boxes may differ [default: 4].
    #[arg(long, hide_short_help = true, value_name = "K",
        value_parser = clap::value_parser!(u8).range(1..))]
    blocklist_distance: Option<u8>,

    /// How preprocessed placements are looked up.
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    blocklist_store: Option<BlockStore>,

    /// The blocklist heuristic with this store, as petersohn's program has it: vector,
    /// decision-tree or none.
    #[arg(long, hide = true, value_name = "NAME", value_parser = calculator)]
    blocklist_heur_calculator: Option<Calculator>,

    /// What decides between nodes of equal cost plus estimate, for astar and petersohn: up to three
    /// of +time (oldest first), -time, +heur (lowest estimate first), -heur, +depth (fewest pushes
    /// first) and -depth, separated by commas [default: +heur,-time].
    #[arg(long, hide_short_help = true, value_name = "LIST", value_parser = ties,
        allow_hyphen_values = true)]
    ties: Option<Ties>,

    /// Expand nodes of equal cost plus estimate in parallel, for astar and petersohn. Results and
    /// node counts stay the same.
    #[arg(long, hide_short_help = true)]
    parallel_outer_expand: bool,

    /// The number of nodes expanded in parallel [default: the number of cores].
    #[arg(long, hide_short_help = true, value_name = "N", requires = "parallel_outer_expand",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    thread_num: Option<u16>,
}

/// What his option says: the heuristic with a store, or none.
type Calculator = Option<BlockStore>;

/// The value of his option, which may be cut short as his parser allows.
fn calculator(text: &str) -> Result<Calculator, String> {
    let names = [
        ("vector", Some(BlockStore::List)),
        ("decision-tree", Some(BlockStore::Tree)),
        ("none", None),
    ];
    let found = names.iter().find(|(name, _)| !text.is_empty() && name.starts_with(text));
    found.map(|it| it.1).ok_or_else(|| "it is vector, decision-tree or none".to_owned())
}

/// Checkers by their names, separated by commas, or `none`.
fn checkers(text: &str) -> Result<Checkers, String> {
    let names = text.split(',').filter(|it| *it != "none");
    let found: Result<Checkers, UnknownName> =
        names.map(|name| name.trim().parse::<Checker>()).collect();
    found.map_err(|error| format!("there are {} and none", error.known().join(", ")))
}

/// Comparisons, separated by commas or blanks, each of which may be cut short as his parser allows.
fn ties(text: &str) -> Result<Ties, String> {
    let names = text.split([',', ' ']).filter(|it| !it.is_empty());
    let found: Option<Vec<Tie>> = names.map(tie).collect();
    let ties = found.filter(|it| !it.is_empty()).and_then(|it| Ties::new(&it));
    ties.ok_or_else(|| format!("up to {} of {}", Ties::MAX, Tie::ALL.map(Tie::name).join(", ")))
}

/// The comparison that `text` begins: a sign and at least one letter.
fn tie(text: &str) -> Option<Tie> {
    Tie::ALL.into_iter().find(|it| text.len() > 1 && it.name().starts_with(text))
}

/// The parts that were named, wherever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chosen {
    heuristic: Option<PartHeuristic>,
    checkers: Option<Checkers>,
    stone_pusher: Option<StonePusher>,
    number: Option<u8>,
    distance: Option<u8>,
    store: Option<BlockStore>,
    ties: Option<Ties>,
    side_by_side: Option<u16>,
}

impl Chosen {
    /// What was named here, else what `other` names.
    fn or(self, other: Chosen) -> Chosen {
        Chosen {
            heuristic: self.heuristic.or(other.heuristic),
            checkers: self.checkers.or(other.checkers),
            stone_pusher: self.stone_pusher.or(other.stone_pusher),
            number: self.number.or(other.number),
            distance: self.distance.or(other.distance),
            store: self.store.or(other.store),
            ties: self.ties.or(other.ties),
            side_by_side: self.side_by_side.or(other.side_by_side),
        }
    }

    /// The parts of `method`; `None` if it is put together otherwise.
    fn parts(self, method: Method) -> Option<PartOptions> {
        let usual = match method {
            Method::Petersohn => PartOptions::PETERSOHN,
            Method::AStar if self != Chosen::default() => PartOptions::SOUND,
            _ => return None,
        };
        let mut parts = PartOptions {
            heuristic: self.heuristic.unwrap_or(usual.heuristic),
            checkers: self.checkers.unwrap_or(usual.checkers),
            stone_pusher: self.stone_pusher.unwrap_or(usual.stone_pusher),
            ties: self.ties.unwrap_or(usual.ties),
            side_by_side: self.side_by_side.unwrap_or(usual.side_by_side),
            ..usual
        };
        parts.blocks.number = self.number.unwrap_or(usual.blocks.number);
        parts.blocks.distance = self.distance.unwrap_or(usual.blocks.distance);
        parts.blocks.store = self.store.unwrap_or(usual.blocks.store);
        Some(parts)
    }
}

/// The options of a game file that are no parts, but honoured elsewhere.
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

impl PartArguments {
    fn chosen(&self) -> Chosen {
        let calculator = self.blocklist_heur_calculator.flatten();
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u16;
        let side_by_side = self.thread_num.or(self.parallel_outer_expand.then_some(cores));
        Chosen {
            heuristic: self.heuristic.or(calculator.map(|_| PartHeuristic::BlockList)),
            checkers: self.checkers,
            stone_pusher: self.stone_pusher,
            number: self.blocklist_number,
            distance: self.blocklist_distance,
            store: self.blocklist_store.or(calculator),
            ties: self.ties,
            side_by_side,
        }
    }

    /// The parts that the command line asks for.
    ///
    /// # Errors
    /// If it names parts, and no method that is put together from them.
    pub(crate) fn check(&self, method: Option<Method>) -> anyhow::Result<Option<PartOptions>> {
        let chosen = self.chosen();
        let method = method.unwrap_or_default();
        let has_parts = matches!(method, Method::AStar | Method::Petersohn);
        if chosen != Chosen::default() && !has_parts {
            anyhow::bail!(
                "--heuristic, --checkers, --stone-pusher, --blocklist-…, --ties and \
                 --parallel-outer-expand are for --method astar and petersohn"
            );
        }
        Ok(chosen.parts(method))
    }

    /// The parts for a level, whose own options yield to the command line; and what is to be said
    /// about those that are not honoured.
    pub(crate) fn for_level(
        &self,
        level: &Level,
        method: Method,
    ) -> (Option<PartOptions>, Vec<String>) {
        let mut own = Chosen::default();
        let mut warnings = Vec::new();
        let has_parts = matches!(method, Method::AStar | Method::Petersohn);
        for (key, value) in &level.options {
            if OTHERS.contains(&key.as_str()) {
                continue;
            }
            let Some(name) = full_name(key) else {
                warnings.push(format!("the option {key} of the game is not known here: ignored"));
                continue;
            };
            if !has_parts {
                warnings.push(format!(
                    "the option {key} of the game is for --method astar and petersohn: ignored"
                ));
            } else if own.set(name, value).is_none() {
                warnings.push(format!("{key}={value} of the game cannot be read: ignored"));
            }
        }
        (self.chosen().or(own).parts(method), warnings)
    }
}

/// The name that `key` begins, if it begins one only; his parser takes such prefixes.
fn full_name(key: &str) -> Option<&'static str> {
    if let Some(&name) = NAMES.iter().find(|&&it| it == key) {
        return Some(name);
    }
    let mut begun = NAMES.iter().filter(|it| !key.is_empty() && it.starts_with(key));
    let first = begun.next()?;
    begun.next().is_none().then_some(first)
}

impl Chosen {
    /// Sets the part called `name`; `None` if the value means nothing.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let is_on = |value: &str| match value {
            "on" | "true" | "1" | "yes" | "" => Some(true),
            "off" | "false" | "0" | "no" => Some(false),
            _ => None,
        };
        match name {
            "heuristic" => self.heuristic = Some(value.parse().ok()?),
            "checkers" => self.checkers = Some(checkers(value).ok()?),
            "stone-pusher" => {
                let is_on = is_on(value)?;
                self.stone_pusher = Some(if is_on { StonePusher::On } else { StonePusher::Off });
            }
            "blocklist-number" => {
                self.number = Some(value.parse().ok().filter(|it| (1..=4).contains(it))?);
            }
            "blocklist-distance" => self.distance = Some(value.parse().ok().filter(|&it| it > 0)?),
            "blocklist-store" => self.store = Some(value.parse().ok()?),
            "blocklist-heur-calculator" => {
                if let Some(store) = calculator(value).ok()? {
                    (self.heuristic, self.store) = (Some(PartHeuristic::BlockList), Some(store));
                }
            }
            "compare" => self.ties = Some(ties(value).ok()?),
            "parallel-outer-expand" => {
                let cores = std::thread::available_parallelism().map_or(1, usize::from) as u16;
                let width = if is_on(value)? { cores } else { 1 };
                self.side_by_side = self.side_by_side.or(Some(width));
            }
            // Without the other option it says how many threads preprocess, which needs none here.
            "thread-num" => {
                value.parse::<u16>().ok()?;
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Chosen, calculator, full_name, ties};
    use sokolab::{BlockStore, PartHeuristic, Tie, Ties};

    #[test]
    fn names_may_be_cut_short_while_they_are_clear() {
        assert_eq!(full_name("blocklist-n"), Some("blocklist-number"));
        assert_eq!(full_name("blocklist"), None);
        assert_eq!(full_name("co"), Some("compare"));
        assert_eq!(full_name("distance-limiter"), None);
        assert_eq!(calculator("d"), Ok(Some(BlockStore::Tree)));
        assert_eq!(calculator("vector"), Ok(Some(BlockStore::List)));
        assert!(calculator("w").is_err());
        assert_eq!(ties("+t"), Ok(Ties::by(Tie::Oldest)));
        assert_eq!(ties("+heur, -time").ok(), Ties::new(&[Tie::LeastEstimate, Tie::Newest]));
        assert!(ties("+").is_err() && ties("time").is_err() && ties("+t,+h,+d,-t").is_err());
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        let mut chosen = Chosen::default();
        assert_eq!(chosen.set("blocklist-number", "7"), None);
        assert_eq!(chosen.set("checkers", "movable,corridor"), Some(()));
        assert_eq!(chosen.set("checkers", "movable,walls"), None);
        assert_eq!(chosen.set("blocklist-heur-calculator", "d"), Some(()));
        assert_eq!(chosen.heuristic, Some(PartHeuristic::BlockList));
    }
}
