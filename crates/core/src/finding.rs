//! Everything that can be wrong or odd about a text or a level: one list with stable codes.
//!
//! A program shows a finding with the place it refers to; this module only defines what it is, how
//! severe it is, and what to do about it.

use std::fmt;

use crate::character::{is_zero_width, shown};
use crate::quantity::quantity;
use crate::rule_set::{GoalKind, Rules};

/// A range in a line of a file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line number.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Number of characters.
    pub length: usize,
}

/// How severe a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The level can be used, but its author should take a look.
    Warning,
    /// The text or level cannot be used.
    Error,
}

/// A problem or oddity, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was found.
    pub kind: FindingKind,
    /// Its location; `None` if it refers to the whole text.
    pub location: Option<Location>,
    /// The line it refers to, if that line is not part of a level.
    pub excerpt: Option<String>,
}

impl Finding {
    /// A finding at a location.
    #[must_use]
    pub fn at(kind: FindingKind, location: Location) -> Finding {
        Finding { kind, location: Some(location), excerpt: None }
    }

    /// A finding about the whole text.
    #[must_use]
    pub fn about_all(kind: FindingKind) -> Finding {
        Finding { kind, location: None, excerpt: None }
    }

    /// What was found, in the vocabulary of a rule set.
    #[must_use]
    pub fn message(&self, rules: Rules) -> String {
        rules.translate(&self.kind.to_string())
    }

    /// What to do about it, in the vocabulary of a rule set.
    #[must_use]
    pub fn help(&self, rules: Rules) -> String {
        if self.kind == FindingKind::NoKeeper && rules.goal() == GoalKind::Fill {
            // Under these rules a plus sign is a door, and the keeper cannot stand on a hole.
            return "draw the keeper as @ on a map; in .des and .lua files it arrives at the \
                    BRANCH, the levregion or the down stair"
                .to_owned();
        }
        rules.translate(self.kind.help())
    }

    /// The same finding with the line it refers to, unless that is too long to be shown.
    #[must_use]
    pub fn with_excerpt(self, line: &str) -> Finding {
        let excerpt = (line.len() <= 400).then(|| line.to_owned());
        Finding { excerpt, ..self }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Location { line, column, .. }) = self.location {
            write!(formatter, "line {line}, column {column}: ")?;
        }
        self.kind.fmt(formatter)
    }
}

impl std::error::Error for Finding {}

macro_rules! findings {
    ($(
        $(#[doc = $what:literal])+
        $code:literal $name:ident $(($($field:ty),+))? => $help:literal;
    )+) => {
        /// What was found. The code of a kind never changes its meaning.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum FindingKind {
            $($(#[doc = $what])+ $name $(($($field),+))?,)+
        }

        impl FindingKind {
            /// The stable code: `E…` for errors, `W…` for warnings.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(FindingKind::$name { .. } => $code,)+ }
            }

            /// Advice on how to fix it, as a sentence.
            #[must_use]
            pub const fn help(&self) -> &'static str {
                match self { $(FindingKind::$name { .. } => $help,)+ }
            }

            /// Every code with its meaning and advice, in the order of the list.
            pub const CODES: &[(&'static str, &'static str, &'static str)] =
                &[$(($code, concat!($($what),+), $help)),+];
        }
    };
}

findings! {
    /// The text holds no level.
    "E0101" NoLevel =>
        "a level needs at least three rows with a wall `#` at both ends; for other glyphs name \
         them, as in --legend wall=X,box=O, or a legend: xsb, dos, dangarfield, reasoning-gym, \
         sokoban-elements, gem; for other formats say which with --from: sok, boxoban, slc, \
         nethack-map, nethack-des, nethack-lua, petersohn, jsonl";
    /// An unknown character in a row.
    "E0102" UnknownCharacter(char) =>
        "use # wall, @ keeper, + keeper on goal, $ box, * box on goal, . goal, x dead field and \
         space or - for floor, or name the glyphs as in --legend wall=X,box=O, or a legend: xsb, \
         dos, dangarfield, reasoning-gym, sokoban-elements, gem";
    /// A tab in a row.
    "E0103" Tab => "a tab has no fixed width: replace it by spaces";
    /// Run-length encoding that does not parse.
    "E0104" RunLength(&'static str) =>
        "write a count before a glyph or a group, as in 3#2(-$)#, and | between rows";
    /// A level or row beyond the limits.
    "E0105" TooLarge(&'static str) =>
        "a level may have 1,000,000 places and 65,534 floor squares, an encoded row 4,096 \
         places";
    /// A line beyond the limit.
    "E0106" LineTooLong => "lines may have 1 MiB, those of JSON lines 4 MiB: is this a level file?";
    /// The file is not text.
    "E0107" NotText => "remove the NUL characters; a level file is plain text";
    /// The format cannot be determined.
    "E0108" UnclearFormat => "name the format with --from sok or --from nethack-map";
    /// XML that does not parse.
    "E0109" Xml(String) => "an .slc file is XML with a SokobanLevels root and rows in <L> elements";
    /// A relative of Sokoban with other rules.
    "E0110" Variant(String) =>
        "only square grids with one keeper and like boxes are supported; the text is kept as it \
         is";
    /// A box, hole or stair without fixed coordinates.
    "E0111" RandomPlace(&'static str) =>
        "give fixed coordinates: a level with random places is not one puzzle";
    /// Coordinates beyond the map.
    "E0112" OutsideMap(&'static str) =>
        "coordinates are (x,y), count from 0 and must lie inside the map above";
    /// A map without its end.
    "E0113" UnterminatedMap => "close the map with ENDMAP (.des) or ]] (.lua)";
    /// A header that does not fit its rows.
    "E0114" Header(&'static str) =>
        "the first two lines are #HEIGHT and #WIDTH, then HEIGHT lines of # and WIDTH \
         characters";
    /// The file is too large for its format.
    "E0115" FileTooLarge =>
        "files of this format, and single levels in .slc files, are read up to 16 MiB; collections \
         in .sok and .slc text may have any size";
    /// A boulder, hole or stair in solid rock.
    "E0116" InsideWall(&'static str) => "move it onto a floor square of the map";
    /// A second box on a square, or a box on a hole.
    "E0117" Stacked =>
        "a square holds one box and no open hole beneath it: move or remove one of them";
    /// A JSON line that is not a level.
    "E0118" JsonLine(String) =>
        "each line is an object with the list `rows` and perhaps `rules`, `title` and `solution`, \
         as soko convert --to jsonl writes it";
    /// Rows that look like a level but use unknown characters.
    "E0119" UnknownLegend(char, String) =>
        "name the characters as in --legend wall=X,box=O, or a legend: xsb, dos, dangarfield, \
         reasoning-gym, sokoban-elements, gem; for other formats say which with --from: sok, \
         boxoban, slc, nethack-map, nethack-des, nethack-lua, petersohn, jsonl";
    /// Bytes were read as Windows-1252.
    "W0101" Encoding => "the text is not UTF-8 and was read as Windows-1252; save it as UTF-8";
    /// A comment without its end.
    "W0102" UnterminatedComment => "close the block with Comment-End:";
    /// Width or height attributes that do not fit the rows.
    "W0103" SizeMismatch => "Width, Height, MaxWidth and MaxHeight are recomputed from the rows";
    /// A random choice in a level description.
    "W0104" RandomChoice => "the first alternative was read, the others were not";
    /// An object or monster on the map.
    "W0105" TakenAsFloor(char) =>
        "objects and creatures are not part of the puzzle: the place was read as floor";
    /// Unknown keys of a JSON line that are too long to be kept.
    "W0106" InputTooLarge =>
        "unknown keys are copied to the results, up to 64 KiB per line";
    /// A non-standard space or a zero-width character in a row.
    "W0107" ForeignSpace(char) =>
        "web pages and word processors write such characters: replace them by plain spaces";
    /// Text between two levels that is too long to be kept.
    "W0108" TextTooLong =>
        "up to 4 MiB of titles, comments and solutions are kept for a level; the rest was left out";
    /// No keeper.
    "E0201" NoKeeper => "draw the keeper as @, or as + on a goal";
    /// More than one keeper.
    "E0202" SeveralKeepers => "keep one keeper and remove the others";
    /// The keeper can leave the level.
    "E0203" Open =>
        "close the gap in the wall; if a row of the level is empty, write - in it, for a blank \
         line ends a level";
    /// More floor squares than can be numbered.
    "E0204" TooManySquares(usize) => "a board may have 65,534 floor squares";
    /// The keeper on an open hole.
    "E0205" KeeperOnHole =>
        "under NetHack rules the keeper cannot stand on a hole: move one of them, or use \
         --rules official";
    /// Neither a goal nor an exit.
    "E0206" NoGoal =>
        "draw at least one goal: . in XSB, ^ on a NetHack map, where an exit < will do too";
    /// Boxes and goals differ in number.
    "W0201" CountsDiffer(usize, usize) =>
        "with spare boxes every goal needs a box, with spare goals every box a goal";
    /// A box that the keeper can never reach.
    "W0202" UnreachableBox => "the box can never be moved: remove it, or open a way";
    /// A goal that the keeper can never reach.
    "W0203" UnreachableGoal => "no box can be brought there: remove it, or open a way";
    /// Two walls touch only at their corners and leave a diagonal passage.
    "W0204" DiagonalChokepoint => "fill one of the two squares between the walls, or open one wall";
    /// The level starts won.
    "W0205" StartsWon => "the empty solution solves it: move a box off its goal";
    /// No boxes.
    "W0206" NoBoxes => "draw at least one box";
    /// A stored solution does not solve its level.
    "W0207" StoredSolution(String) => "remove the solution or correct it";
    /// An exit that the keeper can never reach.
    "W0208" UnreachableExit => "the exit is walled off: open a way";
    /// A box on a square from which it can reach no goal.
    "W0209" LockedBox(String) =>
        "move the box, or open a way; with no box to spare the level is unsolvable";
    /// Dead-end floor that serves no purpose.
    "W0210" DeadEnd => "fill it with wall: neither the keeper nor a box needs to go there";
    /// A repeated level, possibly rotated or reflected.
    "W0211" Duplicate(String) => "remove one of them: they are equal up to rotation and reflection";
}

impl FindingKind {
    /// Whether the message refers to squares by name, so that showing coordinates helps.
    #[must_use]
    pub const fn names_squares(&self) -> bool {
        matches!(self, FindingKind::LockedBox(_) | FindingKind::StoredSolution(_))
    }

    /// The severity, which follows from the first letter of the code.
    #[must_use]
    pub fn severity(&self) -> Severity {
        if self.code().starts_with('E') { Severity::Error } else { Severity::Warning }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FindingKind as K;
        if let Some(sentence) = self.fixed_sentence() {
            return formatter.write_str(sentence);
        }
        match self {
            K::UnknownCharacter(character) => {
                write!(formatter, "unknown character {} in a row", shown(*character))?;
                match without_shift(*character) {
                    Some(meant) => {
                        write!(formatter, "; did you mean {meant} (Shift+{character})?")
                    }
                    None => Ok(()),
                }
            }
            K::UnknownLegend(wall, advice) => {
                let separator = if advice.is_empty() { "" } else { "; " };
                let wall = shown(*wall);
                write!(
                    formatter,
                    "no level found, but rows that look like one with {wall} as the wall, which \
                     means nothing in a row{separator}{advice}"
                )
            }
            K::RunLength(reason) => {
                write!(formatter, "run-length encoding: {reason}")
            }
            K::TooLarge(what) => write!(formatter, "{what} is too large"),
            K::Xml(reason) => write!(formatter, "not a level collection in XML: {reason}"),
            K::Variant(name) => write!(formatter, "unsupported variant: {name}"),
            K::RandomPlace(what) => write!(formatter, "{what} without fixed coordinates"),
            K::OutsideMap(what) => write!(formatter, "{what} lies outside the map"),
            K::InsideWall(what) => write!(formatter, "{what} lies in solid rock"),
            K::Header(reason) => write!(formatter, "header and rows differ: {reason}"),
            K::JsonLine(reason) => write!(formatter, "not a level: {reason}"),
            K::TakenAsFloor(character) => {
                write!(formatter, "character {} taken as floor", shown(*character))
            }
            K::ForeignSpace(character) => {
                let read = if is_zero_width(*character) { "left out" } else { "read as floor" };
                write!(formatter, "{} in a row, {read}", shown(*character))
            }
            K::TooManySquares(count) => formatter.write_str(&quantity(*count, "floor square")),
            K::CountsDiffer(boxes, goals) => {
                let (boxes, goals) = (quantity(*boxes, "box"), quantity(*goals, "goal"));
                write!(formatter, "{boxes} but {goals}")
            }
            K::StoredSolution(reason) => {
                write!(formatter, "the stored solution is refused: {reason}")
            }
            K::LockedBox(reason) => write!(formatter, "locked box: {reason}"),
            K::Duplicate(other) => write!(formatter, "the same level as {other}"),
            _ => Ok(()),
        }
    }
}

/// The glyph of a row on the same key as `character`, which was typed without Shift.
const fn without_shift(character: char) -> Option<char> {
    match character {
        '2' => Some('@'),
        '3' => Some('#'),
        '4' => Some('$'),
        '8' => Some('*'),
        '=' => Some('+'),
        _ => None,
    }
}

impl FindingKind {
    /// The message of a kind that has no parameters.
    fn fixed_sentence(&self) -> Option<&'static str> {
        use FindingKind as K;
        Some(match self {
            K::NoLevel => "no level found",
            K::Tab => "tab in a row",
            K::LineTooLong => "line is too long",
            K::NotText => "this is not text",
            K::UnclearFormat => "the format of this text is unclear",
            K::Stacked => "another box or hole on the same square",
            K::UnterminatedMap => "the map has no end",
            K::FileTooLarge => "the file is too large for its format",
            K::Encoding => "the text is not UTF-8",
            K::TextTooLong => "too much text between two levels",
            K::UnterminatedComment => "the comment has no end",
            K::SizeMismatch => "the stated size differs from the rows",
            K::RandomChoice => "the level makes a random choice",
            K::InputTooLarge => "the other keys of the line are too long to be kept",
            K::NoKeeper => "no keeper",
            K::SeveralKeepers => "another keeper",
            K::Open => "the keeper can walk out of the level here",
            K::KeeperOnHole => "the keeper stands on an open hole",
            K::NoGoal => "no goal",
            K::UnreachableBox => "the keeper can never reach this box",
            K::UnreachableGoal => "the keeper can never reach this goal",
            K::DiagonalChokepoint => "diagonal chokepoint",
            K::StartsWon => "the level starts won",
            K::NoBoxes => "no boxes",
            K::DeadEnd => "dead-end floor",
            K::UnreachableExit => "the keeper can never reach this exit",
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Finding, FindingKind, Severity};
    use crate::rule_set::Rules;

    #[test]
    fn advice_fits_the_rules() {
        let finding = Finding::about_all(FindingKind::NoKeeper);
        assert!(finding.help(Rules::OFFICIAL).contains("+ on a goal"));
        assert!(!finding.help(Rules::NETHACK).contains('+'));
    }

    #[test]
    fn a_key_without_shift_is_guessed() {
        let told = |it| FindingKind::UnknownCharacter(it).to_string();
        assert!(told('4').ends_with("; did you mean $ (Shift+4)?"));
        assert!(told('5').ends_with("in a row"));
    }

    #[test]
    fn codes_are_unique_and_tell_the_severity() {
        let mut codes: Vec<_> = FindingKind::CODES.iter().map(|(code, ..)| code).collect();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), FindingKind::CODES.len());
        assert_eq!(FindingKind::NoLevel.severity(), Severity::Error);
        assert_eq!(FindingKind::StartsWon.severity(), Severity::Warning);
    }

    #[test]
    fn findings_speak_of_boulders_and_holes_under_nethack_rules() {
        let finding = Finding::about_all(FindingKind::CountsDiffer(1, 2));
        assert_eq!(finding.message(Rules::NETHACK_GAME), "1 boulder but 2 holes");
        assert_eq!(finding.message(Rules::OFFICIAL), "1 box but 2 goals");
        let locked = Finding::about_all(FindingKind::LockedBox("a box on c3 …".to_owned()));
        assert_eq!(locked.message(Rules::NETHACK), "locked boulder: a boulder on c3 …");
        assert!(locked.help(Rules::NETHACK).starts_with("move the boulder"));
    }

    #[test]
    fn counts_are_told_in_good_grammar() {
        assert_eq!(FindingKind::CountsDiffer(1, 2).to_string(), "1 box but 2 goals");
        assert_eq!(FindingKind::CountsDiffer(2, 1).to_string(), "2 boxes but 1 goal");
    }
}
