//! Outputs that are not regular files: named pipes receive the results and remain pipes.

use std::fs;
use std::io::Read;
use std::os::unix::fs::FileTypeExt;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::Lab;
use super::files::call;
use super::rules::{Use, rule_of, use_of};

/// Tests every output of every command.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        for option in command.options.keys() {
            if use_of(&command, option) != Ok(Some(Use::Output)) {
                continue;
            }
            lab.clean()?;
            let pipe = lab.case().join("pipe");
            mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR)?;
            fs::write(lab.case().join("level.sok"), command.sample())?;
            // While we hold its writing end, opening it does not block.
            let held = fs::File::options().read(true).write(true).open(&pipe)?;
            let mut reader = fs::File::open(&pipe)?;
            let drain = thread::spawn(move || reader.read_to_end(&mut Vec::new()));
            let option = format!("--{option}");
            let mut run = call(&command, rule, "level.sok", &[&option, "pipe"]);
            run.patience = Duration::from_secs(10);
            lab.run_for(&run, &[0])?;
            drop(held);
            let received = drain.join().map_or(0, |it| it.unwrap_or(0));
            if !fs::symlink_metadata(&pipe)?.file_type().is_fifo() {
                lab.find(&run, "the pipe was replaced by a file");
            } else if received == 0 {
                lab.find(&run, "nothing came through the pipe");
            }
        }
    }
    Ok(())
}
