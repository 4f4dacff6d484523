//! A full disk: the program names the file it could not write, and leaves none behind.
//!
//! The disk is a small in-memory file system, which only root may mount.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use nix::mount::{MntFlags, MsFlags, mount, umount2};

use super::Lab;
use super::files::{call, demand_name, many};
use super::judge::USAGE;
use super::process::{Drain, End, Run};
use super::rules::{Use, rule_of, use_of};

/// The size of a memory page in bytes, the unit in which such a disk is filled.
const PAGE: usize = 4096;

/// A small file system that is unmounted when this value is dropped.
struct Disk(PathBuf);

impl Disk {
    fn mount(at: &Path) -> Result<Disk> {
        fs::create_dir_all(at)?;
        let size = format!("size={}k", 16 * PAGE / 1024);
        mount(Some("tmpfs"), at, Some("tmpfs"), MsFlags::empty(), Some(size.as_str()))
            .context("a file system in memory cannot be mounted")?;
        Ok(Disk(at.to_owned()))
    }

    /// Removes everything and fills all but `free` pages.
    fn fill(&self, free: usize) -> Result<()> {
        for entry in fs::read_dir(&self.0)? {
            let path = entry?.path();
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
        Ok(fs::write(self.0.join("filler"), vec![b'x'; (16 - free) * PAGE])?)
    }

    fn names(&self) -> Result<Vec<String>> {
        let names = fs::read_dir(&self.0)?;
        names.map(|it| Ok(it?.file_name().to_string_lossy().into_owned())).collect()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A disk that stays mounted is nearly empty; its folder then cannot be removed, which is
        // reported.
        let _ = umount2(&self.0, MntFlags::MNT_DETACH);
    }
}

/// Tests every output of every command.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    write_to_full_device(lab)?;
    lab.clean()?;
    let place = lab.case().join("disk");
    let disk = match Disk::mount(&place) {
        Ok(disk) => disk,
        Err(error) => {
            lab.skip(format!("the full disk: {error:#}"));
            return Ok(());
        }
    };
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        let input = lab.input("many", many(&command, rule, 200))?.to_string_lossy().into_owned();
        for option in command.options.keys() {
            let Ok(Some(what)) = use_of(&command, option) else { continue };
            let name = match what {
                Use::Output | Use::Rows | Use::Resumed => "disk/out",
                // Reading a library needs no space, and there is none to read on the disk.
                Use::Library if command.name() == "library import" => "disk/out",
                Use::Folder => "disk",
                Use::Library | Use::Input(_) => continue,
            };
            for free in [0, 1] {
                disk.fill(free)?;
                let option = format!("--{option}");
                let mut run = call(&command, rule, &input, &[&option, name]);
                run.patience = Duration::from_secs(60);
                // One page may be enough.
                let codes: &[i32] = if free == 0 { &[USAGE] } else { &[0, 1, USAGE] };
                let ended = lab.run_for(&run, codes)?;
                if ended.end == End::Code(USAGE) {
                    demand_name(lab, &run, &ended, name);
                    demand_nothing_torn(lab, &disk, &run, what)?;
                }
                if what == Use::Library {
                    demand_sound_library(lab, &disk)?;
                }
            }
        }
    }
    drop(disk);
    Ok(())
}

/// Files are complete or missing; in a folder, complete ones may stay, and so may rows and lines
/// that are written one by one.
fn demand_nothing_torn(lab: &mut Lab, disk: &Disk, run: &Run, what: Use) -> Result<()> {
    for name in disk.names()?.into_iter().filter(|it| it != "filler") {
        let bytes = fs::metadata(disk.0.join(&name))?.len();
        let grows = matches!(what, Use::Rows | Use::Resumed | Use::Library);
        if grows || (what == Use::Folder && bytes > 0) {
            continue;
        }
        lab.find(run, format!("{name} with {bytes} bytes is left on the full disk"));
    }
    Ok(())
}

/// A library that found no space is sound; somewhere else, as looking at it takes space too.
fn demand_sound_library(lab: &mut Lab, disk: &Disk) -> Result<()> {
    let folder = lab.case().join("moved");
    fs::create_dir(&folder)?;
    for name in disk.names()?.iter().filter(|it| it.starts_with("out")) {
        fs::copy(disk.0.join(name), folder.join(name))?;
    }
    if folder.join("out").exists() {
        lab.run_for(&Run::new(["library", "check", "--library", "moved/out"]), &[0])?;
    }
    Ok(fs::remove_dir_all(&folder)?)
}

/// Standard output that accepts nothing.
fn write_to_full_device(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        lab.clean()?;
        let input = lab.input("sample", command.sample())?.to_string_lossy().into_owned();
        let mut run = call(&command, rule, &input, &[]);
        run.drain = Drain::Device("/dev/full".into());
        lab.run_for(&run, &[USAGE])?;
    }
    Ok(())
}
