//! A program in a pseudo-terminal: keys go in, the screen comes out.

use std::fmt;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// The content of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    rows: Vec<Vec<char>>,
    /// Column and row of the cursor.
    pub(super) cursor: (usize, usize),
}

impl Screen {
    fn parse(text: &str) -> Option<Screen> {
        let mut rows: Vec<&str> = text.lines().collect();
        let mut cursor = rows.pop()?.split(' ').map(str::parse::<usize>);
        let cursor = (cursor.next()?.ok()?, cursor.next()?.ok()?);
        Some(Screen { rows: rows.iter().map(|it| it.chars().collect()).collect(), cursor })
    }

    /// The character at a column and row.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }

    /// Whether the screen contains a text.
    pub(super) fn shows(&self, text: &str) -> bool {
        self.to_string().contains(text)
    }

    /// Its rows.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.rows.iter().map(|row| row.iter().collect())
    }

    /// The places of a character between the message line and the two status lines.
    pub(super) fn places(&self, wanted: char) -> Vec<(usize, usize)> {
        let map = self.rows.iter().enumerate().skip(1).take(21);
        let places = map.flat_map(|(y, row)| {
            let here = row.iter().enumerate().filter(|(_, it)| **it == wanted);
            here.map(move |(x, _)| (x, y))
        });
        places.collect()
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines() {
            writeln!(formatter, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A private `tmux` server.
#[derive(Debug)]
pub(super) struct Terminal {
    name: String,
}

impl Terminal {
    /// Starts a shell command in a terminal of 80 by 24.
    pub(super) fn start(command: &str) -> Result<Terminal> {
        let terminal = Terminal { name: format!("sokolab-{}", std::process::id()) };
        let size = ["-x", "80", "-y", "24"];
        terminal
            .tmux(&[&["-f", "/dev/null", "new-session", "-d"], &size[..], &[command]].concat())?;
        Ok(terminal)
    }

    /// Types a text.
    pub(super) fn type_text(&self, text: &str) -> Result<()> {
        self.tmux(&["send-keys", "-l", text]).map(drop)
    }

    /// Presses a key by its name, such as `Enter` or `C-v`.
    pub(super) fn press(&self, key: &str) -> Result<()> {
        self.tmux(&["send-keys", key]).map(drop)
    }

    /// What is on the screen now.
    pub(super) fn screen(&self) -> Result<Screen> {
        let cursor = "#{cursor_x} #{cursor_y}";
        let text = self.tmux(&["capture-pane", "-p", ";", "display-message", "-p", cursor])?;
        Screen::parse(&text).context("the screen cannot be read")
    }

    /// The screen as soon as `wanted` accepts it, or when the time is up.
    pub(super) fn wait_for(
        &self,
        wanted: impl Fn(&Screen) -> bool,
        patience: Duration,
    ) -> Result<(bool, Screen)> {
        let start = Instant::now();
        loop {
            let screen = self.screen()?;
            let is_there = wanted(&screen);
            if is_there || start.elapsed() > patience {
                return Ok((is_there, screen));
            }
            sleep(Duration::from_millis(10));
        }
    }

    fn tmux(&self, arguments: &[&str]) -> Result<String> {
        let output = Command::new("tmux").args(["-L", &self.name]).args(arguments).output();
        let output = output.context("tmux cannot be started")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "the terminal is gone: {said}");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may already have ended.
        let _ = self.tmux(&["kill-server"]);
    }
}

#[cfg(test)]
mod tests {
    use super::Screen;

    #[test]
    fn a_screen_is_read_with_its_cursor() {
        let screen = Screen::parse("You win.\n|@0^\n0\n2 1\n").expect("a screen");
        assert_eq!((screen.cursor, screen.at(1, 1), screen.at(9, 9)), ((2, 1), '@', ' '));
        assert_eq!(screen.places('0'), [(2, 1), (0, 2)]);
        assert!(screen.shows("win") && !screen.shows("lose"));
        assert_eq!(Screen::parse(""), None);
    }
}
