//! Checks files of answers: a verdict for every line, and a summary.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use sokolab::analysis::CanonicalForm;
use sokolab::{LetterCase, Level, verify};
use sokolab_wire::{
    Answer, AnswerFault, AnswerSubject, AnswerSummary, AnswerTally, Place, Share, VerifyLine,
    is_same_file,
};

use super::result::VerifiedClaim;
use crate::boundary;
use crate::export::Exporter;
use crate::input::{Entry, Levels};
use crate::io::output::Output;
use crate::io::output_file::OutputFile;
use crate::io::{in_use, interrupt, standard_input};

/// The largest size of a line in bytes.
const LINE_BYTES_MAX: usize = 16 << 20;

/// The longest line that is skipped, in bytes; a longer one may be endless.
const SKIPPED_BYTES_MAX: usize = 64 << 20;

/// The levels that answers may refer to.
pub(super) struct Questions {
    entries: Vec<Entry>,
    /// Levels by the hash of their canonical form, which rotated and reflected levels share.
    by_id: BTreeMap<String, Vec<usize>>,
}

impl Questions {
    /// Reads all levels.
    pub(super) fn read(levels: &mut Levels, output: &Output) -> Questions {
        let mut questions = Questions { entries: Vec::new(), by_id: BTreeMap::new() };
        while let Some(entry) = levels.next(output) {
            if let Ok(form) = CanonicalForm::of_level(&entry.level) {
                let same = questions.by_id.entry(form.id().to_string()).or_default();
                same.push(questions.entries.len());
            }
            questions.entries.push(entry);
        }
        questions
    }

    /// The levels that an answer refers to; without a name, the level with the number of the line.
    fn meant(&self, subject: &AnswerSubject, line: usize) -> Vec<usize> {
        let AnswerSubject { id, file, level } = subject;
        let is_file = |place: &Place| file.as_ref().is_none_or(|it| is_same_file(it, &place.file));
        let numbered = |number: usize| {
            let is_meant = |it: &Entry| it.place.level == number && is_file(&it.place);
            self.entries.iter().position(is_meant)
        };
        if let Some(same) = id.as_ref().and_then(|id| self.by_id.get(id)) {
            // A number distinguishes rotated forms of a level.
            let told = level.and_then(numbered).filter(|it| same.contains(it));
            return told.map_or_else(|| same.clone(), |it| vec![it]);
        }
        let found = match (id, level) {
            (_, Some(level)) => numbered(*level),
            (Some(id), None) => self.named(id),
            (None, None) => line.checked_sub(1).filter(|&it| it < self.entries.len()),
        };
        found.into_iter().collect()
    }

    /// The level with a name: its place, as in `a.sok#7`, or its title.
    fn named(&self, name: &str) -> Option<usize> {
        let place = name.rsplit_once('#');
        let place = place.and_then(|(file, it)| Some((file, it.parse::<usize>().ok()?)));
        let is_there = |it: &Entry| {
            let is_it = |(file, number): (&str, usize)| {
                it.place.level == number && is_same_file(file, &it.place.file)
            };
            place.is_some_and(is_it)
        };
        let is_title = |it: &Entry| it.level.title.as_deref() == Some(name);
        self.entries.iter().position(is_there).or_else(|| self.entries.iter().position(is_title))
    }
}

/// Judges every line of a file, writes the verdicts, and returns their summary.
pub(super) fn judge_all(
    path: &Path,
    questions: &Questions,
    case: LetterCase,
    exporter: &mut dyn Exporter<VerifiedClaim>,
    output: &mut Output,
) -> anyhow::Result<AnswerSummary> {
    let mut lines = Lines::open(path)?;
    let mut tally = AnswerTally::default();
    questions.entries.iter().for_each(|it| tally.ask(&it.place));
    while let Some((number, answer)) = lines.next().with_context(|| cannot_read(path))? {
        let meant = questions.meant(&answer.subject, number);
        let judged = match meant.first() {
            None => Some(without_level(&answer)),
            Some(&first) => {
                let Entry { place, level } = &questions.entries[first];
                let form = exporter.failure_form();
                boundary::around(place, level, form, output, |_| {
                    best(&meant, questions, &answer, case)
                })?
            }
        };
        let Some(mut line) = judged else { continue };
        line.line = Some(number);
        if answer.input.is_some() {
            line.input = answer.input;
        }
        tally.count(&line);
        exporter.level(line.into(), output)?;
    }
    Ok(tally.summary())
}

/// The best verdict on an answer for levels that are equal up to symmetry: it needs to solve only
/// one of them.
fn best(meant: &[usize], questions: &Questions, answer: &Answer, case: LetterCase) -> VerifyLine {
    let mut first = None;
    for &index in meant {
        let Entry { place, level } = &questions.entries[index];
        let line = judge(place, level, answer, case);
        if line.ok {
            return line;
        }
        first.get_or_insert(line);
    }
    first.unwrap_or_else(|| without_level(answer))
}

fn judge(place: &Place, level: &Level, answer: &Answer, case: LetterCase) -> VerifyLine {
    let refused = |code: &str, message: String| {
        VerifyLine::refused(place.clone(), Some(level), code, message)
    };
    match &answer.moves {
        Err(AnswerFault::Unreadable(reason)) => {
            refused("unreadable", format!("the answer cannot be read: {reason}"))
        }
        Err(AnswerFault::ParseMovesError(letter)) => {
            VerifyLine { index: Some(letter.index), ..refused("bad_letter", letter.to_string()) }
        }
        Ok(moves) => {
            let line = VerifyLine::new(place.clone(), level, &verify(level, moves, case));
            // A level that starts won is solved by no moves at all.
            if moves.is_empty() && line.code.as_deref() == Some("not_solved") {
                return refused("empty", "the answer has no moves".to_owned());
            }
            line
        }
    }
}

/// The verdict on an answer for which there is no level.
fn without_level(answer: &Answer) -> VerifyLine {
    let AnswerSubject { id, file, level } = answer.subject.clone();
    let place = Place { file: file.unwrap_or_default(), level: level.unwrap_or_default() };
    let line = match &answer.moves {
        Err(AnswerFault::Unreadable(reason)) => {
            let message = format!("the answer cannot be read: {reason}");
            VerifyLine::refused(place, None, "unreadable", message)
        }
        Ok(moves) if moves.is_empty() && answer.subject == AnswerSubject::default() => {
            VerifyLine::refused(place, None, "empty", "the line is empty".to_owned())
        }
        _ => {
            let message = unknown_level(&answer.subject);
            VerifyLine::refused(place, None, "unknown_level", message)
        }
    };
    VerifyLine { id, ..line }
}

fn unknown_level(subject: &AnswerSubject) -> String {
    let how = "name a level by its id, its title, or file and number as in a.sok#7";
    match subject {
        AnswerSubject { id: Some(id), .. } => format!("no level is called {id:?}; {how}"),
        AnswerSubject { file: Some(file), level: Some(level), .. } => {
            format!("there is no level {file}#{level}; {how}")
        }
        AnswerSubject { level: Some(level), .. } => format!("there is no level {level}; {how}"),
        AnswerSubject { .. } => {
            format!("the answer names no level, and this line has no level of its own; {how}")
        }
    }
}

/// Writes a summary as JSON.
pub(super) fn write_summary(summary: &AnswerSummary, mut file: OutputFile) -> anyhow::Result<()> {
    file.write((serde_json::to_string(summary)? + "\n").as_bytes())?;
    file.complete();
    Ok(())
}

/// A summary for a person.
pub(super) fn summary_text(summary: &AnswerSummary) -> String {
    let shown = |name: &str, share: &Share| {
        let percent = |it: f64| format!("{:.1}", it * 100.0);
        let (lowest, highest) = (percent(share.lowest), percent(share.highest));
        format!(
            "{name}: {} of {}, {} % (95 % interval {lowest} to {highest} %)\n",
            share.solved,
            share.of,
            percent(share.share)
        )
    };
    let mut text = shown("answers that solve their level", &summary.answers);
    text.push_str(&shown("levels solved by some answer", &summary.levels));
    if summary.files.len() > 1 {
        for (file, share) in &summary.files {
            text.push_str(&shown(&format!("  {file}"), share));
        }
    }
    for (code, count) in &summary.codes {
        text.push_str(&format!("  refused as {code}: {count}\n"));
    }
    text
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

/// The lines of a file of answers.
struct Lines {
    bytes: BufReader<Box<dyn Read>>,
    number: usize,
    is_over: bool,
}

impl Lines {
    fn open(path: &Path) -> anyhow::Result<Lines> {
        let bytes: Box<dyn Read> = if path == Path::new("-") {
            Box::new(standard_input::take()?)
        } else {
            in_use::read(path)?;
            standard_input::open(path).with_context(|| cannot_read(path))?
        };
        Ok(Lines { bytes: BufReader::new(bytes), number: 0, is_over: false })
    }

    /// The answer of the next line with its number, from 1.
    fn next(&mut self) -> std::io::Result<Option<(usize, Answer)>> {
        if self.is_over || interrupt::is_interrupted() {
            return Ok(None);
        }
        let mut line = Vec::new();
        let whole = self.fill(&mut line, LINE_BYTES_MAX)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if whole {
            return Ok(Some((self.number, Answer::read(&line))));
        }
        let mut skipped = 0;
        while !self.is_over {
            line.clear();
            let ended = self.fill(&mut line, LINE_BYTES_MAX)?;
            skipped += line.len();
            self.is_over = skipped > SKIPPED_BYTES_MAX;
            if ended {
                break;
            }
        }
        let rest = if self.is_over { ", and nothing after that was read" } else { "" };
        let reason = format!("it is longer than {} MiB{rest}", LINE_BYTES_MAX >> 20);
        Ok(Some((self.number, Answer::unreadable(&reason))))
    }

    /// Reads up to this many bytes of a line; returns whether that is the whole line.
    fn fill(&mut self, line: &mut Vec<u8>, most: usize) -> std::io::Result<bool> {
        let read = self.bytes.by_ref().take(most as u64).read_until(b'\n', line)?;
        Ok(read < most || line.ends_with(b"\n"))
    }
}
