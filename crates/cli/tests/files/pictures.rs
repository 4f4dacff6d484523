//! Pictures as files: their formats, what cannot be drawn, and that nothing is half written.

use std::fmt::Write as _;

use crate::program::{Folder, LEVEL, PAIR};

/// A level of so many columns with one push.
fn wide(columns: usize) -> String {
    let (wall, floor) = ("#".repeat(columns), " ".repeat(columns - 5));
    format!("{wall}\n#@$.{floor}#\n{wall}\n")
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.sok", LEVEL);
    folder.write("pair.sok", PAIR);
    folder
}

#[test]
fn the_ending_chooses_the_format() {
    let folder = folder();
    let begin = |name: &str, bytes: &[u8]| {
        folder.run(&["render", "a.sok", "--solution", "R", "-o", name]).succeeds();
        let written = std::fs::read(folder.path(name)).expect("it was written");
        assert!(written.starts_with(bytes), "{name}");
    };
    begin("a.svg", b"<svg ");
    begin("a.png", b"\x89PNG\r\n\x1a\n");
    begin("a.gif", b"GIF89a");
    begin("a.apng", b"\x89PNG\r\n\x1a\n");
    let written = std::fs::read(folder.path("a.apng")).expect("it was written");
    assert!(written.windows(4).any(|it| it == b"acTL"), "it is animated");
    begin("a.html", b"<!DOCTYPE html>");
    begin("a.txt", b"; a.sok#1 One push\n#####\n");
    folder.run(&["render", "a.sok", "-o", "a.bmp"]).fails(2, "unknown picture format .bmp");
    assert!(!folder.path("a.bmp").exists());
}

#[test]
fn a_pipe_gets_the_bytes_of_a_bitmap_unchanged() {
    let folder = folder();
    folder.run(&["render", "a.sok", "-o", "a.png"]).succeeds();
    let output = folder.command(&["render", "a.sok", "--format", "png", "-o", "-"]).output();
    let output = output.expect("the program runs");
    assert_eq!(Some(output.stdout), std::fs::read(folder.path("a.png")).ok());
}

#[test]
fn several_pictures_need_a_folder_and_are_numbered_there() {
    let folder = folder();
    folder.run(&["render", "pair.sok", "-o", "x.svg"]).fails(2, "holds one picture");
    folder.run(&["render", "pair.sok", "-o", "all/", "--format", "png"]).succeeds();
    assert!(folder.path("all/001.png").exists() && folder.path("all/002.png").exists());
    folder.run(&["render", "pair.sok", "--sheet", "1x1", "-o", "x.svg"]).fails(2, "--sheet");
    folder.run(&["render", "pair.sok", "--sheet", "2x1", "-o", "x.svg"]).succeeds();
    assert!(folder.read("x.svg").contains(">Corner<"));
}

#[test]
fn only_levels_with_a_solution_are_animated_and_the_others_are_named() {
    let folder = folder();
    folder.write("s.lurd", "R\n");
    let outcome =
        folder.run(&["render", "pair.sok", "--solutions", "s.lurd", "-o", "g/", "--format", "gif"]);
    outcome.fails(1, "pair.sok#2: no solution is known to animate");
    assert!(folder.path("g/001.gif").exists() && !folder.path("g/002.gif").exists());
}

#[test]
fn a_level_that_is_refused_keeps_its_number() {
    let folder = folder();
    folder.write("two.sok", "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n");
    folder.write("s.lurd", "L\nrR\n");
    let outcome =
        folder.run(&["render", "two.sok", "--solutions", "s.lurd", "-o", "g/", "--format", "gif"]);
    outcome.fails(1, "two.sok#1");
    assert!(!folder.path("g/001.gif").exists() && folder.path("g/002.gif").exists());
}

#[test]
fn a_solution_that_does_not_fit_shows_the_state_where_it_fails() {
    let folder = folder();
    for name in ["a.gif", "a.apng", "a.svg", "a.html"] {
        let outcome = folder.run(&["render", "a.sok", "--solution", "RR", "-o", name]);
        outcome.fails(1, "these moves do not solve the level");
        assert!(outcome.stderr.contains("2 # @*#"), "{outcome:?}");
        assert!(!folder.path(name).exists(), "{name}");
    }
    assert_eq!(folder.names(), ["a.sok", "pair.sok"]);
}

#[test]
fn too_many_frames_are_refused_with_the_limit() {
    let folder = Folder::new();
    folder.write("a.sok", "######\n# @$.#\n######\n");
    let mut moves = "lr".repeat(50_000);
    moves.push('R');
    folder.write("s.lurd", &moves);
    for name in ["a.gif", "a.apng"] {
        let outcome = folder.run(&["render", "a.sok", "--solutions", "s.lurd", "-o", name]);
        outcome.fails(2, "the solution takes 100002 frames, and an animation has at most 20000");
    }
    assert_eq!(folder.names(), ["a.sok", "s.lurd"]);
    let pushes = ["render", "a.sok", "--solutions", "s.lurd", "-o", "a.gif", "--frames", "push"];
    folder.run(&pushes).succeeds();
}

#[test]
fn a_board_that_is_too_large_for_a_bitmap_is_refused_and_drawn_as_svg() {
    let folder = Folder::new();
    folder.write("a.sok", &wide(2_000));
    for name in ["a.png", "a.gif"] {
        let outcome = folder.run(&["render", "a.sok", "--solution", "R", "-o", name]);
        // Animations are drawn smaller.
        if name == "a.png" {
            outcome.fails(2, "is too large: the limit is 40 million pixels and 65535 on a side");
            assert!(outcome.stderr.contains("--scale"), "{outcome:?}");
            assert!(!folder.path(name).exists());
        } else {
            outcome.succeeds();
        }
    }
    folder.run(&["render", "a.sok", "-o", "a.svg"]).succeeds();
    folder.run(&["render", "a.sok", "-o", "a.png", "--scale", "0.1"]).succeeds();
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = folder();
    for name in ["no/where.png", "a.sok/x.svg"] {
        folder.run(&["render", "a.sok", "-o", name]).fails(2, "cannot write");
    }
    folder.run(&["render", "a.sok", "-o", "a.sok"]).fails(2, "a.sok");
    assert_eq!(folder.read("a.sok"), LEVEL);
}

#[test]
fn facts_need_a_picture_and_come_with_a_legend() {
    let folder = folder();
    folder.run(&["render", "a.sok", "--overlay", "locks"]).fails(2, "--overlay is for pictures");
    let names = "locks,tunnels,chambers,distances,deadlock,region,corrals,path";
    folder.run(&["render", "a.sok", "--overlay", names, "-o", "a.svg"]).succeeds();
    let text = folder.read("a.svg");
    for title in ["Locked squares", "Tunnels", "Chambers", "Pushes to a goal", "Lost boxes"] {
        assert!(text.contains(&format!(">{title}<")), "{title}");
    }
    let mut after = String::new();
    let _ = write!(after, "{}", folder.run(&["render", "a.sok", "--after", "R"]).stdout);
    assert!(after.contains("# @*#"));
}

#[test]
fn issue_19_characters_without_a_letter_in_the_font_are_named() {
    let folder = Folder::new();
    folder.write("a.sok", "#####\n#@$.#\n#####\nTitle: 倉庫番 1\n");
    let outcome = folder.run(&["render", "a.sok", "--sheet", "1x1", "-o", "a.png"]);
    outcome.succeeds();
    assert!(outcome.stderr.contains("lacks 倉庫番, which are drawn as question"), "{outcome:?}");
    let outcome = folder.run(&["render", "a.sok", "--sheet", "1x1", "-o", "a.svg"]);
    assert_eq!(outcome.stderr, "", "SVG leaves the font to its reader");
}

#[test]
fn issue_19_a_gallery_in_a_folder_that_is_not_there_is_refused() {
    let folder = folder();
    folder.run(&["rate", "a.sok", "--gallery", "no/page.html"]).fails(2, "cannot write");
    assert_eq!(folder.names(), ["a.sok", "pair.sok"]);
}

#[test]
fn issue_19_a_plot_does_not_share_standard_output_with_the_table() {
    let folder = folder();
    let outcome = folder.run(&["bench", "a.sok", "--plot", "-"]);
    outcome.fails(2, "cannot write to standard output: it is another output");
    assert_eq!(outcome.stdout, "");
}

/// Waits until a process has used some processor time, so that it is past its beginning.
#[cfg(target_os = "linux")]
fn wait_until_busy(process: u32) {
    loop {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
        let ticks = text.split_whitespace().nth(13).and_then(|it| it.parse::<u64>().ok());
        if ticks.expect("user time in ticks") >= 100 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn issue_19_an_interrupt_ends_an_animation_before_it_is_written() {
    let folder = Folder::new();
    // A solution that walks to and fro on a large board: drawing it takes many seconds.
    let (wall, floor) = ("#".repeat(150), " ".repeat(148));
    let rows = format!("#{floor}#\n").repeat(147);
    folder.write("a.sok", &format!("{wall}\n# @$.{}#\n{rows}{wall}\n", " ".repeat(144)));
    folder.write("s.lurd", &format!("{}R", "lr".repeat(9_990)));
    let arguments = ["render", "a.sok", "--solutions", "s.lurd", "-o", "a.apng", "--scale", "0.1"];
    let child = folder.command(&arguments).spawn().expect("the program starts");
    wait_until_busy(child.id());
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|it| it.success()), "it had ended already");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(folder.names(), ["a.sok", "s.lurd"]);
}
