//! Writes a game as text.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::history::Moment;

/// The bookmarks of each moment.
type Names<'a> = BTreeMap<Moment, Vec<&'a str>>;

/// Pending output, the last task first. An explicit stack, since branches can nest as deeply as
/// there are moves.
enum Task {
    Line(Moment),
    Open,
    Close,
}

impl Game {
    /// The whole game as text: LURD letters, branches in parentheses, bookmarks in braces, and a
    /// `!` at the current moment unless it is the end of its line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.history().move_count() + 16);
        let mut names: Names<'_> = BTreeMap::new();
        for (name, moment) in self.bookmarks().iter() {
            names.entry(moment).or_default().push(name);
        }
        let mut tasks = Vec::new();
        self.write_moment(Moment::START, &names, &mut text, &mut tasks);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => text.push('('),
                Task::Close => text.push(')'),
                Task::Line(moment) => {
                    let (_, played) = self.history().came_by(moment).expect("not the start");
                    text.push(played.as_move().letter());
                    self.write_moment(moment, &names, &mut text, &mut tasks);
                }
            }
        }
        text
    }

    /// Writes the marks of a moment and pushes its continuations onto the stack.
    fn write_moment(
        &self,
        moment: Moment,
        names: &Names<'_>,
        text: &mut String,
        tasks: &mut Vec<Task>,
    ) {
        for name in names.get(&moment).into_iter().flatten() {
            text.push('{');
            text.push_str(name);
            text.push('}');
        }
        let Some(main) = self.history().main(moment) else {
            return;
        };
        if moment == self.here() {
            text.push('!');
        }
        tasks.push(Task::Line(main));
        for &branch in self.history().after(moment).iter().rev().filter(|&&it| it != main) {
            tasks.extend([Task::Close, Task::Line(branch), Task::Open]);
        }
    }
}
