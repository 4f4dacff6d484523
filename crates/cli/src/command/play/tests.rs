//! The model driven without a terminal: keys, clicks and answers in, drawings out.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use sokolab::insight::alarm::alarm;
use sokolab::insight::hint::HintTrail;
use sokolab::insight::verdict::JudgeLimits;
use sokolab::{Board, Level, Solution, State, read_level};
use sokolab_wire::Place;

use super::engine::{Engine, Message, Question, Reply};
use super::keeping::NoKeeping;
use super::level_list::LevelList;
use super::model::{Looks, Model};
use crate::screen::{App, Event, Flow, Palette, ThemeChoice};

/// An engine that queues the questions until a test answers them.
#[derive(Clone, Default)]
struct Drawer(Arc<Mutex<Vec<(u64, Question)>>>);

impl Drawer {
    fn take(&self) -> Vec<(u64, Question)> {
        std::mem::take(&mut self.0.lock().expect("one thread"))
    }
}

impl Engine for Drawer {
    fn open(&mut self, _: &Board, _: &State, _: Vec<Solution>) {
        self.take();
    }

    fn ask(&mut self, ticket: u64, question: Question) {
        self.0.lock().expect("one thread").push((ticket, question));
    }

    fn cancel(&mut self) {}
}

const LEVELS: [&str; 3] = [
    "#######\n#@ $ .#\n#     #\n#######\n",
    "########\n#@     #\n# $  . #\n#      #\n########\n",
    "#####\n#@$.#\n#####\n",
];

struct Bench {
    model: Model<Drawer>,
    drawer: Drawer,
    trail: HintTrail,
}

impl Bench {
    fn new() -> Bench {
        Bench::with(&LEVELS.map(|text| read_level(text).expect("a level")), (80, 24))
    }

    fn with(levels: &[Level], size: (u16, u16)) -> Bench {
        let place = |level| Place { file: "test.sok".to_owned(), level };
        let stages = levels.iter().enumerate().map(|(at, it)| (place(at + 1), it.clone()));
        let drawer = Drawer::default();
        let looks = Looks { choice: ThemeChoice::Classic, palette: Palette::None };
        let levels = LevelList::new(stages.collect());
        let mut model = Model::new(levels, 0, drawer.clone(), Box::new(NoKeeping), looks);
        model.open();
        model.update(Event::Size(size.0, size.1));
        let trail = HintTrail::new(model.game.board().clone());
        Bench { model, drawer, trail }
    }

    fn key(&mut self, code: KeyCode) -> Flow {
        self.model.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    /// Clicks the square with a name.
    fn click(&mut self, name: &str) {
        let square = self.model.game.square(name).expect("floor");
        let place = self.model.game.board().position(square);
        let (column, row) = self.model.window().cell_of(place).expect("it is seen");
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.model.update(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    /// Answers all questions as the real engine would, but at once.
    fn answer(&mut self) {
        let limits = JudgeLimits::default();
        for (ticket, question) in self.drawer.take() {
            let reply = match question {
                Question::Hint { state, rung } => {
                    let answer = self.trail.hint(&state, rung, &limits, &mut |_| None);
                    Some(Reply::Answer { answer, rung })
                }
                Question::Alarm { history } => {
                    alarm(&mut self.trail, &history, &limits, &mut |_| None).map(Reply::Alarm)
                }
                Question::Solve { .. } => None,
            };
            for reply in reply.into_iter().chain([Reply::Done]) {
                self.model.update(Event::Message(Message { ticket, reply }));
            }
        }
    }

    fn screen(&self) -> String {
        let (width, height) = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test");
        terminal.draw(|frame| self.model.draw(frame)).expect("a test");
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn sees(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "no {text:?} in\n{screen}");
    }
}

#[test]
fn a_level_is_won_by_keys_and_the_next_one_by_clicks() {
    let mut bench = Bench::new();
    bench.sees("test.sok#1");
    bench.sees("0 of 3 solved");
    bench.keys("lll");
    bench.sees("Solved: 2 pushes, 3 moves");
    bench.sees("1 of 3 solved");
    bench.key(KeyCode::Tab);
    bench.sees("test.sok#2");
    bench.click("c3");
    bench.sees("The box on c3 can be pushed to");
    bench.click("f3");
    bench.sees("Solved: 3 pushes");
    bench.key(KeyCode::Tab);
    bench.sees("test.sok#3");
    bench.key(KeyCode::Right);
    bench.key(KeyCode::Tab);
    bench.sees("There is no other level that is not solved.");
    assert_eq!(bench.key(KeyCode::Char('q')), Flow::Leave);
}

#[test]
fn clicks_walk_and_choose_and_give_up() {
    let mut bench = Bench::new();
    bench.click("b3");
    assert_eq!(bench.model.game.moves().to_string(), "d");
    bench.click("d2");
    bench.sees("can be pushed to");
    bench.key(KeyCode::Esc);
    assert_eq!(bench.model.chosen, None);
    bench.click("d2");
    bench.click("d2");
    assert_eq!(bench.model.chosen, None);
    bench.click("d2");
    bench.click("b3");
    bench.sees("The box cannot be pushed there");
}

#[test]
fn undo_redo_branches_and_bookmarks_are_on_keys() {
    let mut bench = Bench::new();
    bench.keys("ll");
    bench.keys("m");
    bench.sees("Name of the bookmark:");
    bench.keys("here");
    bench.key(KeyCode::Enter);
    bench.sees("Bookmark \"here\" is set");
    bench.keys("zj");
    bench.sees("branches: 2");
    assert_eq!(bench.model.game.to_text(), "r(R{here})d");
    bench.keys("zvx");
    assert_eq!(bench.model.game.to_text(), "r(d)R{here}");
    bench.keys("r");
    bench.sees("Back at the start");
    bench.keys("'");
    assert_eq!(bench.model.game.moves().to_string(), "rR");
    bench.keys("Z");
    assert_eq!(bench.model.game.moves().to_string(), "r");
    bench.keys("X");
    assert_eq!(bench.model.game.moves().to_string(), "rR");
    bench.keys("zzz");
    bench.sees("Nothing to undo.");
}

#[test]
fn the_ladder_says_a_little_more_each_time() {
    let mut bench = Bench::new();
    let rungs = [
        "Still solvable",
        "Next comes the box on d2.",
        "The box on d2 goes to f2.",
        "Push the box on d2 right, on its way to f2.",
        "The rest takes 3 moves; press w to see it: rRR",
    ];
    for said in rungs {
        bench.keys(" ");
        bench.sees("Looking for a solution");
        bench.answer();
        bench.sees(said);
    }
    bench.keys("w");
    bench.sees("The rest of a solution");
    bench.key(KeyCode::End);
    bench.sees("solved");
    bench.keys("q");
    bench.keys("l");
    bench.keys(" ");
    bench.answer();
    bench.sees("The rest takes 2 moves; press w to see it: RR");
    bench.keys("l");
    bench.answer();
    bench.keys(" ");
    bench.answer();
    bench.sees(rungs[0]);
}

#[test]
fn a_hint_stays_in_sight_while_the_keeper_walks_and_goes_with_the_push() {
    let mut bench = Bench::new();
    for _ in 0..3 {
        bench.keys(" ");
        bench.answer();
    }
    bench.sees("The box on d2 goes to f2.");
    bench.keys("jkl");
    bench.sees("The box on d2 goes to f2.");
    assert!(!bench.model.marks().is_empty(), "the squares stay marked");
    bench.keys("l");
    assert!(!bench.screen().contains("The box on d2 goes to f2."));
    assert!(bench.model.marks().is_empty());
}

#[test]
fn a_hint_for_a_state_that_is_left_is_not_told() {
    let mut bench = Bench::new();
    bench.keys("a l l");
    bench.answer();
    assert!(!bench.screen().contains("Still solvable"));
}

#[test]
fn a_fatal_push_raises_the_alarm_and_a_key_leads_to_safety() {
    let room = read_level("#######\n#  @  #\n#  $ .#\n#     #\n#######\n").expect("a level");
    let mut bench = Bench::with(&[room], (80, 24));
    bench.keys("j");
    bench.answer();
    bench.sees("Lost.");
    bench.sees("alarm: LOST");
    bench.sees("e takes 1 push back.");
    bench.keys("e");
    bench.sees("Back where it can be won: 1 push taken back.");
    assert_eq!(bench.model.game.move_count(), 0);
    bench.sees("alarm: on");
    bench.answer();
    assert!(!bench.screen().contains("LOST"));
}

#[test]
fn the_best_solution_is_shown_only_after_the_win() {
    let mut bench = Bench::new();
    bench.keys("w");
    bench.sees("Solve the level first");
    bench.keys("lll");
    bench.keys("w");
    bench.sees("The best solution known");
    bench.keys(" ");
    for _ in 0..20 {
        bench.model.update(Event::Tick(Duration::from_millis(100)));
    }
    bench.sees("solved: 2 pushes, 3 moves");
}

#[test]
fn every_screen_is_drawn_at_every_size() {
    let room = format!(
        "{0}\n#@{1}#\n{2}\n# $.{3}#\n{0}\n",
        "#".repeat(60),
        " ".repeat(57),
        vec![format!("#{}#", " ".repeat(58)); 50].join("\n"),
        " ".repeat(55)
    );
    let level = read_level(&room).expect("a wide level");
    for size in [(1, 1), (10, 3), (20, 8), (40, 15), (80, 24), (200, 60)] {
        let mut bench = Bench::with(std::slice::from_ref(&level), size);
        for keys in ["", "o", "o", "t", "t", "t", "?", "x", "m", "z"] {
            bench.keys(keys);
            bench.screen();
        }
    }
    let bench = Bench::with(&[level], (80, 24));
    bench.sees("@");
    bench.sees("? keys");
}

#[test]
fn a_narrow_screen_has_what_matters() {
    let mut bench = Bench::with(&[read_level(LEVELS[0]).expect("a level")], (40, 15));
    bench.keys("l");
    bench.sees("moves 1");
    bench.sees("? keys");
    bench.sees("test.sok#1");
    bench.sees(" 0/1");
    let title = Some("A name that leaves no room".to_owned());
    let level = Level { title, ..read_level(LEVELS[0]).expect("a level") };
    Bench::with(&[level], (40, 15)).sees("#1 A name that leaves no room");
}

#[test]
fn levels_are_found_by_number() {
    let mut bench = Bench::new();
    bench.keys("#3");
    bench.key(KeyCode::Enter);
    bench.sees("test.sok#3");
    bench.keys("#9");
    bench.key(KeyCode::Enter);
    bench.sees("There is no level number 9 here.");
    bench.keys("<");
    bench.sees("test.sok#2");
    bench.keys(">>");
    bench.sees("There is no further level in this direction.");
}
