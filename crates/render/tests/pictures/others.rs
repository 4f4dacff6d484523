//! Other programs read our files: `ImageMagick`, libxml2 and Chromium. A program that is not
//! installed is skipped; `cargo xtask test` installs them where it can.

use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sokolab_render::{Background, Exhibit, Look, Theme, gallery};

use crate::scenes::{animation, animation_png, facts, facts_svg, pieces, pieces_svg};

/// Files of every kind, in a folder of their own.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    let look = Look { theme: Theme::Classic, background: Background::Dark };
    let files: [(&str, Vec<u8>); 7] = [
        ("pieces.png", pieces(look)),
        ("facts.png", facts(look)),
        // Programs that do not support animated PNG read it as a picture.
        ("solution.png", animation_png()),
        ("solution.gif", animation()),
        ("pieces.svg", pieces_svg(look).into_bytes()),
        ("facts.svg", facts_svg(Look::default()).into_bytes()),
        ("page.html", page().into_bytes()),
    ];
    let write = |(name, bytes): (&str, Vec<u8>)| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("the target folder can be written");
        path
    };
    files.map(write).to_vec()
}

fn page() -> String {
    let level = sokolab_core::read_level("#####\n#@$.#\n#####\n").expect("a level");
    let solution = sokolab_core::parse_moves("R").expect("letters");
    let name = "One".to_owned();
    let exhibits = [Exhibit { name, level: &level, solution: &solution, facts: Vec::new() }];
    gallery("Page", Theme::Classic, &exhibits)
}

/// The output of a program; `None` if it is not installed.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}{errors}");
    Some(text)
}

/// `identify` reports the right formats, sizes and numbers of frames.
pub(crate) fn check_images() {
    let files = files("identify");
    let images = files.iter().filter(|it| it.extension().is_some_and(|it| it == "png"));
    for path in images {
        let mut identify = Command::new("identify");
        let Some(text) = output_of(identify.args(["-format", "%m %n"]).arg(path)) else {
            println!("skipped: identify is not installed");
            return;
        };
        assert_eq!(text, "PNG 1", "{}", path.display());
    }
    let mut identify = Command::new("identify");
    let text = output_of(identify.args(["-format", "%m %n;"]).arg(&files[3]));
    let text = text.expect("it was there before");
    assert_eq!(text.matches("GIF 8;").count(), 8, "a frame for each move and the start: {text}");
}

/// `xmllint` finds no error in SVG.
pub(crate) fn check_xml() {
    for path in files("xmllint").iter().filter(|it| it.extension().is_some_and(|it| it == "svg")) {
        if output_of(Command::new("xmllint").arg("--noout").arg(path)).is_none() {
            println!("skipped: xmllint is not installed");
            return;
        }
    }
}

/// Chromium shows every picture, and runs the script of a page under its policy.
pub(crate) fn check_browser() {
    let files = files("browser");
    let folder = files[0].parent().expect("files lie in a folder");
    let names: Vec<_> = files[..6].iter().filter_map(|it| it.file_name()?.to_str()).collect();
    let images = format!("<img src=\"{}\">", names.join("\"><img src=\""));
    let script = "onload = () => { document.title = [...document.images]\
                  .every((it) => it.complete && it.naturalWidth > 50) ? 'all' : 'not all'; }";
    let page = folder.join("images.html");
    let text = format!("<!doctype html><title>none</title>{images}<script>{script}</script>");
    std::fs::write(&page, text).expect("the target folder can be written");
    let Some(dom) = dom(&page, folder) else {
        println!("skipped: chromium is not installed");
        return;
    };
    assert!(dom.contains("<title>all</title>"), "{dom}");
    let page = folder.join("animation.html");
    std::fs::write(&page, frame_counter()).expect("the target folder can be written");
    let dom = self::dom(&page, folder).expect("it was there before");
    assert!(dom.contains("<title>8 frames, played 1 time more</title>"), "{dom}");
    let dom = self::dom(&files[6], folder).expect("it was there before");
    assert!(dom.contains("class=\"has-script\""), "the script of the page ran");
}

/// A page whose title says how many frames the browser finds in an animated PNG.
fn frame_counter() -> String {
    // The virtual clock of the browser runs fast unless something is being fetched.
    const SCRIPT: &str = "
        const decoder = new ImageDecoder({ data, type: 'image/png' });
        let waits = 0;
        const wait = () => waits++ < 400 && fetch('data:,').then(() => setTimeout(wait, 20));
        wait();
        decoder.tracks.ready.then(() => decoder.completed).then(() => {
            const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
            document.title = `${frameCount} frames, played ${repetitionCount} time more`;
        });";
    let bytes = STANDARD.encode(animation_png());
    let data = format!("const data = Uint8Array.from(atob('{bytes}'), (it) => it.charCodeAt(0));");
    format!("<!doctype html><title>none</title><script>{data}{SCRIPT}</script>")
}

/// A page after its script has run.
fn dom(page: &Path, folder: &Path) -> Option<String> {
    let mut chromium = Command::new("chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
    chromium.args(["--disable-background-networking", "--disable-component-update"]);
    chromium.args(["--allow-file-access-from-files", "--virtual-time-budget=10000", "--dump-dom"]);
    chromium.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    output_of(chromium.arg(format!("file://{}", page.display())))
}
