//! Builds the catalogue of chambers and writes it to a file.

use std::process::ExitCode;

use sokolab_chamber::catalogue::{Extent, build, to_bytes};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: catalogue FILE");
        return ExitCode::from(2);
    };
    let entries = build(&Extent::standard(), &mut |line| eprintln!("{line}"));
    let bytes = to_bytes(&entries);
    eprintln!("{} entries, {} bytes", entries.len(), bytes.len());
    match std::fs::write(&path, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}
