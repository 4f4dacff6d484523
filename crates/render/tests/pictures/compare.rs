//! Compares a picture with the stored one, and draws the difference.

use std::path::{Path, PathBuf};

use resvg::tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

/// The permitted difference in each part of a colour, because processors round differently.
const TOLERANCE: u8 = 3;

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(format!("{name}.png"))
}

/// Compares a PNG with the stored one of this name.
///
/// # Errors
/// What is different, and where the difference is drawn.
pub(crate) fn check(name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = stored(name);
    if std::env::var_os("SOKO_BLESS").is_some_and(|it| it == "1") {
        std::fs::write(&path, bytes).expect("the folder can be written");
        return Ok(());
    }
    let actual = Pixmap::decode_png(bytes).expect("we wrote a PNG");
    let expected = match std::fs::read(&path) {
        Ok(bytes) => Pixmap::decode_png(&bytes).expect("the stored picture is a PNG"),
        Err(error) => {
            return Err(format!("{}: {error}; store it with SOKO_BLESS=1", path.display()));
        }
    };
    if (expected.width(), expected.height()) != (actual.width(), actual.height()) {
        let shown = show(name, &[&expected, &actual]);
        return Err(format!(
            "{name} has another size than the stored one: see {}",
            shown.display()
        ));
    }
    let pairs = || expected.pixels().iter().zip(actual.pixels());
    let count = pairs().filter(|(one, two)| is_far(**one, **two)).count();
    if count == 0 {
        return Ok(());
    }
    let mut difference = actual.clone();
    for (pixel, (one, two)) in difference.pixels_mut().iter_mut().zip(pairs()) {
        let grey = 255 - (255 - one.green()) / 4;
        let color = if is_far(*one, *two) {
            ColorU8::from_rgba(220, 0, 0, 255)
        } else {
            ColorU8::from_rgba(grey, grey, grey, 255)
        };
        *pixel = color.premultiply();
    }
    let shown = show(name, &[&expected, &actual, &difference]);
    Err(format!(
        "{name}: {count} pixels differ from the stored picture; {} shows stored, drawn and \
         difference; SOKO_BLESS=1 stores what is drawn now",
        shown.display()
    ))
}

fn is_far(one: PremultipliedColorU8, two: PremultipliedColorU8) -> bool {
    let parts = |it: PremultipliedColorU8| [it.red(), it.green(), it.blue(), it.alpha()];
    parts(one).iter().zip(parts(two)).any(|(one, two)| one.abs_diff(two) > TOLERANCE)
}

/// Puts pictures in rows, as one PNG.
pub(crate) fn grid(pictures: &[Vec<u8>], columns: usize) -> Vec<u8> {
    let decode = |it: &Vec<u8>| Pixmap::decode_png(it).expect("we wrote a PNG");
    let pictures: Vec<Pixmap> = pictures.iter().map(decode).collect();
    rows(&pictures.iter().collect::<Vec<_>>(), columns).encode_png().expect("a picture is a PNG")
}

/// Puts pictures in rows, with a gap between them.
fn rows(pictures: &[&Pixmap], columns: usize) -> Pixmap {
    const GAP: u32 = 8;
    let wide = pictures.iter().map(|it| it.width()).max().unwrap_or(1) + GAP;
    let tall = pictures.iter().map(|it| it.height()).max().unwrap_or(1) + GAP;
    let (across, down) = (columns as u32, pictures.len().div_ceil(columns) as u32);
    let mut all = Pixmap::new(wide * across, tall * down).expect("pictures have pixels");
    for (picture, index) in pictures.iter().zip(0..) {
        let (left, top) = (index % across * wide, index / across * tall);
        let paint = resvg::tiny_skia::PixmapPaint::default();
        let transform = resvg::tiny_skia::Transform::identity();
        all.draw_pixmap(left as i32, top as i32, picture.as_ref(), &paint, transform, None);
    }
    all
}

/// Puts pictures side by side into a file.
fn show(name: &str, pictures: &[&Pixmap]) -> PathBuf {
    let all = rows(pictures, pictures.len());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-difference.png"));
    all.save_png(&path).expect("the target folder can be written");
    path
}
