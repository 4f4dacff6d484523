//! `--dump`: the files that petersohn's solver writes in addition to its solution.
//!
//! A picture has info lines, a line with the coordinates of the stones, and rows with spaces
//! between columns: `*` wall, `o` stone, `O` the stone in question, `.` floor, `+` floor in
//! question.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::ValueEnum;
use sokolab::analysis::{
    Barred, BlockEntry, BlockList, BlockRequest, KeeperWay, PushDistances, Sides, block_list,
};
use sokolab::{
    Board, Level, Moves, PartOptions, SearchEvent, Square, SquareSet, State, apply_push, check,
    region,
};

use super::petersohn_pushes::pushes;
use crate::io::files::write_files;
use crate::io::interrupt;

/// How the whole search is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DumpStyle {
    /// dump.dump, a picture for each event.
    Text,
    /// dump.xml, in which a node contains its successors.
    Xml,
}

/// The most bytes of the dump of a search.
const DUMP_BYTES_MAX: usize = 64 << 20;

/// The folder of the dumps of one level.
#[derive(Debug)]
pub(super) struct DumpTarget {
    folder: PathBuf,
    style: Option<DumpStyle>,
    is_used: bool,
}

impl DumpTarget {
    pub(super) fn new(folder: PathBuf, style: Option<DumpStyle>) -> DumpTarget {
        DumpTarget { folder, style, is_used: false }
    }

    /// The file for the dump of a search.
    pub(super) fn search(&self) -> Option<SearchDump> {
        self.style.map(SearchDump::new)
    }

    /// Writes the files of a level, which must be the only one, within the time that is left.
    /// Returns the names of the files that time did not suffice for, or that would be too large.
    pub(super) fn write(
        &mut self,
        level: &Level,
        moves: Option<&Moves>,
        parts: Option<PartOptions>,
        search: Option<SearchDump>,
        time_left: Duration,
    ) -> anyhow::Result<Vec<&'static str>> {
        if std::mem::replace(&mut self.is_used, true) {
            anyhow::bail!("--dump is for one level: select it, as in FILE#1");
        }
        let begin = Instant::now();
        let keep_going = &|| begin.elapsed() < time_left && !interrupt::is_interrupted();
        let (files, missing) = files(&self.folder, level, moves, parts, search, keep_going);
        for name in NAMES {
            // A file of an earlier level would be taken for one of this level.
            let path = self.folder.join(name);
            if path.is_file() && files.iter().all(|it| it.0 != path) {
                std::fs::remove_file(&path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        write_files(&files)?;
        Ok(missing)
    }
}

/// The files that may be in a folder of dumps.
const NAMES: [&str; 5] =
    ["solution.dump", "partitions.dump", "blocklist.dump", "dump.dump", "dump.xml"];

/// A file and its text.
type DumpFile = (PathBuf, String);

/// The files of one level in a folder: solution.dump, partitions.dump, blocklist.dump if placements
/// are preprocessed, and the dump of the search if there is one; and the names of those that
/// `keep_going` stopped or that would be too large.
fn files(
    folder: &Path,
    level: &Level,
    moves: Option<&Moves>,
    parts: Option<PartOptions>,
    search: Option<SearchDump>,
    keep_going: &dyn Fn() -> bool,
) -> (Vec<DumpFile>, Vec<&'static str>) {
    let Ok((board, state)) = check(level) else { return (Vec::new(), Vec::new()) };
    let mut missing = Vec::new();
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    let mut add = |name: &str, text: String| files.push((folder.join(name), text));
    if let Some(moves) = moves {
        add("solution.dump", solution(level, &board, &state, moves));
    }
    match partitions(&board, keep_going) {
        Some(text) => add("partitions.dump", text),
        None => missing.push("partitions.dump"),
    }
    if let Some(parts) = parts.filter(PartOptions::preprocesses) {
        let request = BlockRequest {
            boxes: usize::from(parts.blocks.number).clamp(2, BlockRequest::BOXES_MAX),
            reach: usize::from(parts.blocks.distance),
            ..BlockRequest::default()
        };
        match block_list(&board, request, &mut |_, _| keep_going()) {
            Some(list) => add("blocklist.dump", blocks(&board, &list)),
            None => missing.push("blocklist.dump"),
        }
    }
    if let Some(search) = search {
        let name = match search.style {
            DumpStyle::Text => "dump.dump",
            DumpStyle::Xml => "dump.xml",
        };
        add(name, search.finish());
    }
    (files, missing)
}

/// A picture of boxes, with some squares in question.
fn picture(board: &Board, boxes: &SquareSet, stone: Option<Square>, floor: &SquareSet) -> String {
    let place = |it: Square| {
        let (x, y) = board.position(it);
        format!("({x:>2}, {y:>2})")
    };
    let stones: Vec<String> = boxes.iter().map(place).collect();
    let mut text = format!("{}\n", stones.join(" "));
    for y in 0..board.height() {
        let sign = |x: usize| match board.square_at(x, y) {
            None => "*",
            Some(it) if boxes.contains(it) && stone == Some(it) => "O",
            Some(it) if boxes.contains(it) => "o",
            Some(it) if floor.contains(it) => "+",
            Some(_) => ".",
        };
        let row: Vec<&str> = (0..board.width()).map(sign).collect();
        text.push_str(&format!("{}\n", row.join(" ")));
    }
    text.push('\n');
    text
}

/// Every push of a solution: the stone that was moved, and where the keeper can walk then.
fn solution(level: &Level, board: &Board, start: &State, moves: &Moves) -> String {
    let walked = |state: &State| region(board, state);
    let mut state = start.clone();
    let mut text = format!("Start\n{}", picture(board, &state.boxes, None, &walked(&state)));
    for (number, ((x, y), direction)) in pushes(level, moves).into_iter().enumerate() {
        let Some(from) = board.square_at(x, y) else { break };
        apply_push(board, &mut state, sokolab::Push { from, direction });
        let moved = board.neighbour(from, direction);
        text.push_str(&format!("Push {}: ({x:>2}, {y:>2}) --> {}\n", number + 1, direction.name()));
        text.push_str(&picture(board, &state.boxes, moved, &walked(&state)));
    }
    text
}

/// For every square, the parts into which a stone on it divides the floor, and its pushes to the
/// nearest sink from each; `None` if there is not enough time.
fn partitions(board: &Board, keep_going: &dyn Fn() -> bool) -> Option<String> {
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let sides = Sides::walking(board, &Barred::nothing(board));
    let mut text = String::new();
    for square in board.squares() {
        if !keep_going() {
            return None;
        }
        let mut boxes = board.no_squares();
        boxes.insert(square);
        let mut seen = Vec::new();
        for &direction in board.rules().steps().list() {
            let Some(keeper) = board.neighbour(square, direction) else { continue };
            let Some(node) = sides.node(square, keeper).filter(|it| !seen.contains(it)) else {
                continue;
            };
            seen.push(node);
            let state = State { boxes: boxes.clone(), filled: board.no_squares(), keeper };
            let pushes = distances.nearest(square, keeper);
            let pushes = pushes.map_or("no solution".to_owned(), |it| format!("cost {it}"));
            text.push_str(&format!("Partition {}: {pushes}\n", seen.len()));
            text.push_str(&picture(board, &boxes, Some(square), &region(board, &state)));
        }
    }
    Some(text)
}

/// The placements that have no solution or cost more than their boxes alone.
fn blocks(board: &Board, list: &BlockList) -> String {
    let mut text = String::new();
    for index in 0..list.len() {
        let mut boxes = board.no_squares();
        boxes.extend(list.squares(index).iter().copied());
        let worst = list.verdicts(index).first().copied().unwrap_or(BlockEntry::Plain);
        let info = match worst {
            BlockEntry::Plain => "nothing".to_owned(),
            BlockEntry::Dearer(pushes) => format!("cost {pushes} more"),
            BlockEntry::Dead => "no solution".to_owned(),
        };
        text.push_str(&format!("Placement {}: {info}\n", index + 1));
        text.push_str(&picture(board, &boxes, None, &board.no_squares()));
    }
    text
}

/// The dump of a search in progress.
#[derive(Debug)]
pub(super) struct SearchDump {
    style: DumpStyle,
    text: String,
    left_out: usize,
    is_in_node: bool,
}

impl SearchDump {
    pub(super) fn new(style: DumpStyle) -> SearchDump {
        let text = match style {
            DumpStyle::Text => String::new(),
            DumpStyle::Xml => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<dump>\n".to_owned(),
        };
        SearchDump { style, text, left_out: 0, is_in_node: false }
    }

    /// Writes down an event, unless the dump is large enough.
    pub(super) fn record(&mut self, board: &Board, event: &SearchEvent<'_>) {
        if self.text.len() > DUMP_BYTES_MAX {
            self.left_out += 1;
            return;
        }
        match self.style {
            DumpStyle::Text => self.record_text(board, event),
            DumpStyle::Xml => self.record_xml(board, event),
        }
    }

    fn record_text(&mut self, board: &Board, event: &SearchEvent<'_>) {
        let (info, state, stone) = match *event {
            SearchEvent::Expanded { node, state, cost, estimate } => {
                (format!("Expanded node {node}, cost {cost}, heuristic {estimate}"), state, None)
            }
            SearchEvent::Added { node, parent, state, pushes, cost, estimate } => {
                let parent = parent.map_or(String::new(), |it| format!(" from node {it}"));
                let stone = pushes.last().and_then(|it| board.neighbour(it.from, it.direction));
                let info = format!("Added node {node}{parent}, cost {cost}, heuristic {estimate}");
                (info, state, stone)
            }
            SearchEvent::Rejected { parent, state, push, checker } => {
                let by = checker.map_or("the heuristic", |it| it.name());
                let stone = board.neighbour(push.from, push.direction);
                (format!("Rejected from node {parent} by {by}"), state, stone)
            }
        };
        let floor = region(board, state);
        self.text.push_str(&format!("{info}\n{}", picture(board, &state.boxes, stone, &floor)));
    }

    fn record_xml(&mut self, board: &Board, event: &SearchEvent<'_>) {
        let stones = |state: &State| {
            let place = |it: Square| {
                let (x, y) = board.position(it);
                format!("{x},{y}")
            };
            state.boxes.iter().map(place).collect::<Vec<_>>().join(" ")
        };
        let line = match *event {
            SearchEvent::Expanded { node, state, cost, estimate } => {
                let end =
                    if std::mem::replace(&mut self.is_in_node, true) { "  </node>\n" } else { "" };
                let stones = stones(state);
                format!(
                    "{end}  <node number=\"{node}\" cost=\"{cost}\" heuristic=\"{estimate}\" \
                     stones=\"{stones}\">\n"
                )
            }
            SearchEvent::Added { node, state, cost, estimate, .. } => format!(
                "    <added number=\"{node}\" cost=\"{cost}\" heuristic=\"{estimate}\" \
                 stones=\"{}\"/>\n",
                stones(state)
            ),
            SearchEvent::Rejected { state, checker, .. } => format!(
                "    <rejected by=\"{}\" stones=\"{}\"/>\n",
                checker.map_or("heuristic", |it| it.name()),
                stones(state)
            ),
        };
        self.text.push_str(&line);
    }

    fn finish(mut self) -> String {
        if self.style == DumpStyle::Xml {
            if self.is_in_node {
                self.text.push_str("  </node>\n");
            }
            if self.left_out > 0 {
                self.text.push_str(&format!("  <left-out events=\"{}\"/>\n", self.left_out));
            }
            self.text.push_str("</dump>\n");
        } else if self.left_out > 0 {
            self.text.push_str(&format!("{} events left out\n", self.left_out));
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sokolab::{Level, PartOptions, parse_moves};

    use super::{DumpStyle, DumpTarget, SearchDump};

    #[test]
    fn a_folder_has_the_files_of_one_run_and_those_that_need_time_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let level: Level = "#######\n#@ $ .#\n#  $ .#\n#######\n".parse().expect("a level");
        let moves = parse_moves("rRRlldRR").expect("letters");
        let mut parts = PartOptions::PETERSOHN;
        parts.blocks.number = 2;
        let write = |moves, search, time| {
            let mut target = DumpTarget::new(folder.path().to_owned(), None);
            let missing = target.write(&level, moves, Some(parts), search, time);
            let listed = std::fs::read_dir(folder.path()).expect("a folder");
            let mut names: Vec<String> = listed
                .map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            (missing.expect("it can be written"), names.join(" "))
        };
        let search = Some(SearchDump::new(DumpStyle::Xml));
        let (missing, names) = write(Some(&moves), search, Duration::from_secs(600));
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(names, "blocklist.dump dump.xml partitions.dump solution.dump");
        let (missing, names) = write(None, None, Duration::ZERO);
        assert_eq!(missing, ["partitions.dump", "blocklist.dump"]);
        assert_eq!(names, "");
    }
}
