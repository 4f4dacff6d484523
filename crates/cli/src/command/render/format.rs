//! The output formats of `soko render`, by name or file extension.

use std::path::Path;

use clap::ValueEnum;

use crate::io::paths::is_folder;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureFormat {
    /// Characters, in colour on a terminal.
    Text,
    /// A drawing that stays sharp at any size.
    Svg,
    /// A bitmap.
    Png,
    /// An animated solution.
    Gif,
    /// An animated solution, about a quarter smaller than a GIF.
    Apng,
    /// A page with a player for each level.
    Html,
}

impl PictureFormat {
    /// The format given by name or by the extension of the file; text without either.
    ///
    /// # Errors
    /// If the extension is unknown or contradicts the name, or if the format has no contact sheets.
    pub(super) fn of(
        named: Option<PictureFormat>,
        path: Option<&Path>,
        is_sheet: bool,
    ) -> anyhow::Result<PictureFormat> {
        let ending = path.filter(|it| !is_folder(it)).map(by_ending).transpose()?.flatten();
        let format = match (named, ending) {
            (Some(named), Some(ending)) if named != ending => anyhow::bail!(
                "--format {} does not match the extension of {}",
                named.name(),
                path.unwrap_or(Path::new("")).display()
            ),
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) if path.is_some_and(is_folder) => PictureFormat::Svg,
            (None, None) => PictureFormat::Text,
        };
        if is_sheet && !matches!(format, PictureFormat::Svg | PictureFormat::Png) {
            anyhow::bail!("a sheet is SVG or PNG: name a .svg or .png file with -o, or a --format");
        }
        Ok(format)
    }

    /// Whether it plays a solution.
    pub(super) fn is_animation(self) -> bool {
        matches!(self, PictureFormat::Gif | PictureFormat::Apng)
    }

    /// Whether it consists of pixels.
    pub(super) fn is_bitmap(self) -> bool {
        matches!(self, PictureFormat::Png | PictureFormat::Gif | PictureFormat::Apng)
    }

    /// Its name, which is also how files end.
    pub(super) fn name(self) -> &'static str {
        match self {
            PictureFormat::Text => "text",
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
            PictureFormat::Gif => "gif",
            PictureFormat::Apng => "apng",
            PictureFormat::Html => "html",
        }
    }
}

/// The format of a file extension; `None` if there is no extension.
fn by_ending(path: &Path) -> anyhow::Result<Option<PictureFormat>> {
    let Some(ending) = path.extension() else { return Ok(None) };
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    match ending.as_str() {
        "svg" => Ok(Some(PictureFormat::Svg)),
        "png" => Ok(Some(PictureFormat::Png)),
        "gif" => Ok(Some(PictureFormat::Gif)),
        "apng" => Ok(Some(PictureFormat::Apng)),
        "html" | "htm" => Ok(Some(PictureFormat::Html)),
        "txt" | "text" => Ok(Some(PictureFormat::Text)),
        _ => anyhow::bail!(
            "unknown picture format .{ending}: name {} with .svg, .png, .gif, .apng, .html or .txt",
            path.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::PictureFormat;

    fn of(named: Option<PictureFormat>, path: &str) -> Result<PictureFormat, String> {
        let path = Some(Path::new(path)).filter(|it| *it != Path::new(""));
        PictureFormat::of(named, path, false).map_err(|it| it.to_string())
    }

    #[test]
    fn the_ending_or_the_name_says_what_is_made() {
        assert_eq!(of(None, ""), Ok(PictureFormat::Text));
        assert_eq!(of(None, "-"), Ok(PictureFormat::Text));
        assert_eq!(of(None, "a.PNG"), Ok(PictureFormat::Png));
        assert_eq!(of(None, "nowhere/"), Ok(PictureFormat::Svg));
        assert_eq!(of(Some(PictureFormat::Gif), "-"), Ok(PictureFormat::Gif));
        assert_eq!(of(Some(PictureFormat::Gif), "nowhere/"), Ok(PictureFormat::Gif));
        assert!(of(Some(PictureFormat::Gif), "a.png").is_err());
        let why = of(None, "a.bmp").expect_err("nobody knows it");
        assert_eq!(
            why,
            "unknown picture format .bmp: name a.bmp with .svg, .png, .gif, .apng, .html or .txt"
        );
    }

    #[test]
    fn a_sheet_is_a_picture() {
        let sheet = |path| PictureFormat::of(None, Some(Path::new(path)), true);
        assert!(sheet("a.svg").is_ok() && sheet("a.png").is_ok());
        assert!(sheet("a.gif").is_err() && sheet("-").is_err());
    }
}
