//! Plays the branch in the game, from the entry to the prize.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use sokolab_core::{Direction, Session};

use super::Storey;
use super::data::PROGRAM;
use super::terminal::{Screen, Terminal};

/// No pet, no prompts, and an unambiguous symbol for boulders.
const OPTIONS: &str = "\
OPTIONS=windowtype:tty,playmode:debug,name:tester,role:Valkyrie,race:human,gender:female
OPTIONS=align:neutral,pettype:none,!autopickup,!legacy,!news,!splash_screen,!cmdassist,!tombstone
OPTIONS=!color,!verbose,!sparkle,!mail,!toptenwin,!number_pad,time,boulder:0
";

/// How long the game may take to respond to a key, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the map may lag behind the status.
const GLANCE: Duration = Duration::from_millis(400);

/// How often a key is repeated while a monster is in the way.
const TRIES: usize = 60;

/// Plays the branch in the game of `folder`. Returns the names of the levels won; the screens at
/// the beginning and at the end of each are written to `screens`.
pub(super) fn play(folder: &Path, storeys: &[Storey], screens: &Path) -> Result<Vec<String>> {
    let options = folder.join("options");
    fs::write(&options, OPTIONS)?;
    let folder = fs::canonicalize(folder)?;
    let command = format!(
        "cd '{0}' && HACKDIR='{0}' NETHACKOPTIONS='@{0}/options' {PROGRAM} -D -u tester",
        folder.display()
    );
    let mut game = Game { terminal: Terminal::start(&command)?, wands: Vec::new() };
    game.grow_strong()?;
    game.enter_branch()?;
    let mut won = Vec::new();
    for number in 0..storeys.len() / 2 {
        let variants = &storeys[2 * number..2 * number + 2];
        if number == 0 {
            game.teleport_to_stairs()?;
        }
        let (storey, corner, screen) = game.arrive(variants)?;
        fs::write(screens.join(format!("{}-begin.txt", storey.name)), screen.to_string())?;
        let screen = game.solve(storey, corner)?;
        fs::write(screens.join(format!("{}-won.txt", storey.name)), screen.to_string())?;
        println!("{} is won:\n{screen}", storey.name);
        won.push(format!("{}, {} keys", storey.name, storey.moves.len()));
        if 2 * number + 2 < storeys.len() {
            game.terminal.type_text("<")?;
        }
    }
    game.quit()?;
    Ok(won)
}

/// Column and row of the screen where the map of a level begins; may be off screen.
type Corner = (isize, isize);

/// The level on the screen, identified by its boulders and the hero's position.
fn find<'a>(variants: &'a [Storey], screen: &Screen) -> Option<(&'a Storey, Corner)> {
    variants.iter().find_map(|storey| {
        let session = Session::new(&storey.level).ok()?;
        let (x, y) = session.board().position(session.state().keeper);
        let corner = (
            screen.cursor.0.cast_signed() - x.cast_signed(),
            screen.cursor.1.cast_signed() - y.cast_signed(),
        );
        is_shown(&session, corner, screen).then_some((storey, corner))
    })
}

/// Whether hero and boulders are on the screen where the session has them, and filled holes are no
/// longer traps.
fn is_shown(session: &Session, corner: Corner, screen: &Screen) -> bool {
    let (board, state) = (session.board(), session.state());
    let place =
        |(x, y): (usize, usize)| (x.wrapping_add_signed(corner.0), y.wrapping_add_signed(corner.1));
    let mut boulders: Vec<_> = state.boxes.iter().map(|it| place(board.position(it))).collect();
    boulders.sort_by_key(|&(x, y)| (y, x));
    let mut filled = state.filled.iter().map(|it| place(board.position(it)));
    screen.cursor == place(board.position(state.keeper))
        && screen.places('0') == boulders
        && filled.all(|(x, y)| screen.at(x, y) != '^')
}

/// The number of the turn in the status line.
fn turn(screen: &Screen) -> Option<usize> {
    let line = screen.lines().find(|it| it.contains("Dlvl:"))?;
    line.split_whitespace().find_map(|it| it.strip_prefix("T:"))?.parse().ok()
}

/// Whether the game reports a monster behind a boulder.
fn is_blocked(screen: &Screen) -> bool {
    screen.shows("behind the boulder") || screen.shows("Perhaps that's why")
}

const fn key(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "h",
        Direction::Up => "k",
        Direction::Right => "l",
        Direction::Down => "j",
        Direction::UpLeft => "y",
        Direction::UpRight => "u",
        Direction::DownLeft => "b",
        Direction::DownRight => "n",
    }
}

#[derive(Debug)]
struct Game {
    terminal: Terminal,
    /// The letters of wands against monsters behind boulders that cannot leave.
    wands: Vec<String>,
}

impl Game {
    /// The screen when the game waits for a command, after answering any prompts.
    fn settled(&self) -> Result<Screen> {
        for _ in 0..200 {
            let is_calm = |it: &Screen| it.shows("Dlvl:") || it.shows("game?");
            let (is_there, screen) = self.terminal.wait_for(is_calm, PATIENCE)?;
            ensure!(is_there, "the game is not to be seen:\n{screen}");
            if screen.shows("--More--") {
                self.terminal.press("Enter")?;
            } else if screen.shows("Destroy old game?") {
                self.terminal.type_text("y")?;
            } else if screen.lines().next().is_some_and(|it| it.starts_with("Call ")) {
                self.terminal.press("Escape")?;
            } else if screen.shows("Die?") || screen.shows("Really attack") {
                self.terminal.type_text("n")?;
            } else if screen.shows("Dlvl:") {
                return Ok(screen);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("the game asks and asks:\n{}", self.terminal.screen()?)
    }

    /// Makes the hero strong, so that no monster ends the game.
    fn grow_strong(&mut self) -> Result<()> {
        let screen = self.settled()?;
        ensure!(screen.shows("wizard") || screen.shows("Wizard"), "not in wizard mode:\n{screen}");
        self.terminal.type_text("#levelchange\n")?;
        self.terminal.wait_for(|it| it.shows("To what experience level"), PATIENCE)?;
        self.terminal.type_text("30\n")?;
        self.terminal.wait_for(|it| it.shows("experience level 2."), PATIENCE)?;
        self.settled()?;
        for _ in 0..2 {
            self.terminal.press("C-w")?;
            self.terminal.wait_for(|it| it.shows("For what do you wish"), PATIENCE)?;
            self.terminal.type_text("blessed wand of death\n")?;
            let (_, screen) = self.terminal.wait_for(|it| it.shows("wand of death."), PATIENCE)?;
            let message = screen.lines().find(|it| it.contains(" - ")).unwrap_or_default();
            self.wands.extend(message.split(" - ").next().map(|it| it.trim().to_owned()));
            self.settled()?;
        }
        Ok(())
    }

    /// Goes to the entry.
    fn enter_branch(&self) -> Result<()> {
        self.terminal.press("C-v")?;
        self.terminal.wait_for(|it| it.shows("To what level"), PATIENCE)?;
        self.terminal.type_text("?\n")?;
        for _ in 0..6 {
            let is_menu = |it: &Screen| it.shows(" of ") || it.shows("(end)");
            let (_, screen) = self.terminal.wait_for(is_menu, PATIENCE)?;
            let line = screen.lines().find(|it| it.contains("soko4:"));
            if let Some(letter) = line.and_then(|it| it.trim_start().chars().next()) {
                self.terminal.type_text(&letter.to_string())?;
                let is_there = |it: &Screen| !it.shows("soko4:") && it.shows("Dlvl:");
                self.terminal.wait_for(is_there, PATIENCE)?;
                self.settled()?;
                return Ok(());
            }
            self.terminal.type_text(">")?;
            std::thread::sleep(Duration::from_millis(300));
        }
        bail!("the branch is not in the list:\n{}", self.terminal.screen()?)
    }

    /// Teleports to where the hero would have arrived: the stairs down.
    fn teleport_to_stairs(&self) -> Result<()> {
        self.terminal.press("C-t")?;
        let (is_asked, screen) =
            self.terminal.wait_for(|it| it.shows("Where do you want"), PATIENCE)?;
        ensure!(is_asked, "no question where to:\n{screen}");
        self.terminal.type_text(">")?;
        self.terminal.wait_for(|it| it.shows("staircase down"), PATIENCE)?;
        self.terminal.type_text(".")?;
        self.settled()?;
        self.terminal.type_text(":")?;
        let (is_there, screen) =
            self.terminal.wait_for(|it| it.shows("staircase down"), PATIENCE)?;
        ensure!(is_there, "the hero is not at the stairs:\n{screen}");
        self.settled()?;
        Ok(())
    }

    /// Waits until one of the levels is on the screen.
    fn arrive<'a>(&self, variants: &'a [Storey]) -> Result<(&'a Storey, Corner, Screen)> {
        for _ in 0..20 {
            let screen = self.settled()?;
            if let Some((storey, corner)) = find(variants, &screen) {
                return Ok((storey, corner, screen));
            }
            std::thread::sleep(GLANCE);
        }
        bail!("none of our levels is on the screen:\n{}", self.terminal.screen()?)
    }

    /// Types the solution of a level and checks that it is won.
    fn solve(&self, storey: &Storey, corner: Corner) -> Result<Screen> {
        let Ok(mut session) = Session::new(&storey.level) else { bail!("not playable") };
        for (number, step) in storey.moves.as_slice().iter().enumerate() {
            ensure!(session.play(step.direction).is_ok(), "move {number} is not allowed");
            self.step(step.direction, &session, corner)
                .with_context(|| format!("{}, move {}", storey.name, number + 1))?;
        }
        ensure!(session.is_won(), "the rules do not call it won");
        if session.board().exits().is_empty() {
            return self.settled();
        }
        self.terminal.type_text(":")?;
        let (is_there, screen) = self.terminal.wait_for(|it| it.shows("staircase up"), PATIENCE)?;
        ensure!(is_there, "the hero is not at the stairs up:\n{screen}");
        Ok(screen)
    }

    /// Types one key and checks its effect. Fights a monster in the way, and waits for or shoots
    /// one behind a boulder.
    fn step(&self, direction: Direction, session: &Session, corner: Corner) -> Result<()> {
        let is_done = |it: &Screen| is_shown(session, corner, it);
        for number in 0..TRIES {
            let before = self.settled()?;
            if is_done(&before) {
                return Ok(());
            }
            self.terminal.type_text(key(direction))?;
            let answer = self.answer(&before, &is_done)?;
            if is_done(&answer) || is_done(&self.settled()?) {
                return Ok(());
            }
            if is_blocked(&answer) {
                self.zap(number, direction)?;
            } else {
                self.terminal.type_text("s")?;
            }
            self.answer(&before, &is_done)?;
        }
        bail!("the game does not do what the rules say:\n{}", self.terminal.screen()?)
    }

    /// The screen after the game has processed a key: the effect is visible, a turn has passed, or
    /// there is a message. The key must not be repeated before that.
    fn answer(&self, before: &Screen, is_done: &dyn Fn(&Screen) -> bool) -> Result<Screen> {
        let is_said =
            |it: &Screen| it.shows("--More--") || it.shows("Really attack") || is_blocked(it);
        let is_over = |it: &Screen| is_done(it) || is_said(it) || turn(it) != turn(before);
        let (_, screen) = self.terminal.wait_for(is_over, PATIENCE)?;
        if is_said(&screen) {
            return Ok(screen);
        }
        // The status may be drawn before the map.
        Ok(self.terminal.wait_for(is_done, GLANCE)?.1)
    }

    /// A ray passes over boulders.
    fn zap(&self, number: usize, direction: Direction) -> Result<()> {
        self.settled()?;
        let wand = self.wands.get(number % 2).context("there is no wand")?;
        self.terminal.type_text(&format!("z{wand}{}", key(direction)))
    }

    /// Quits the game, so that it leaves no locks behind.
    fn quit(&self) -> Result<()> {
        self.settled()?;
        self.terminal.type_text("#quit\n")?;
        for _ in 0..40 {
            let Ok(screen) = self.terminal.screen() else { return Ok(()) };
            let answer = if screen.shows("Really quit") { "y" } else { "q" };
            if self.terminal.type_text(answer).is_err() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(150));
        }
        Ok(())
    }
}
