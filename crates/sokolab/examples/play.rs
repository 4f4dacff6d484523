//! Plays moves on a level and shows the board after each.

use std::error::Error;

use sokolab::text::Legend;
use sokolab::{Level, Picture, Session, check, parse_moves};

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = "#######\n#@ $ .#\n#######\n".parse()?;
    let (board, _) = check(&level)?;
    let mut session = Session::new(&level)?;
    for step in parse_moves("rRR")?.as_slice() {
        session.play(step.direction)?;
        let picture = Picture::of_board(&board, session.state());
        println!("{}\n", Legend::xsb().rows(&picture).join("\n"));
    }
    println!("won: {}", session.is_won());
    Ok(())
}
