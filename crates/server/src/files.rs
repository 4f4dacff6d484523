//! The files of the page, as they are in the folder `page`.

use std::borrow::Cow;
use std::path::Path;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageFile {
    /// Its path in the address, without the first slash.
    pub(crate) path: &'static str,
    content: &'static str,
}

macro_rules! files {
    ($($path:literal,)*) => {
        /// Every file.
        pub(crate) const FILES: &[PageFile] = &[$(PageFile {
            path: $path,
            content: include_str!(concat!("../page/", $path)),
        },)*];
    };
}

files! {
    "icon.svg",
    "index.html",
    "js/alarm.js",
    "js/announce.js",
    "js/bar.js",
    "js/board.js",
    "js/controls.js",
    "js/dom.js",
    "js/downloads.js",
    "js/editor.js",
    "js/game.js",
    "js/ground.js",
    "js/hints.js",
    "js/icons.js",
    "js/input.js",
    "js/job.js",
    "js/levels.js",
    "js/library.js",
    "js/main.js",
    "js/navigate.js",
    "js/overlays.js",
    "js/panels/analyse.js",
    "js/panels/edit.js",
    "js/panels/generate.js",
    "js/panels/levels.js",
    "js/panels/play.js",
    "js/panels/solutions.js",
    "js/panels/solve.js",
    "js/pieces.js",
    "js/refusal.js",
    "js/saved.js",
    "js/service.js",
    "js/settings.js",
    "js/stage.js",
    "js/store.js",
    "js/tabs.js",
    "js/timeline.js",
    "js/transport/here.js",
    "js/transport/http.js",
    "js/transport/worker.js",
    "style/base.css",
    "style/board.css",
    "style/layout.css",
    "style/panels.css",
    "style/themes.css",
    "themes/classic.svg",
    "themes/contrast.svg",
    "themes/flat.svg",
    "themes/nethack.svg",
    "themes/paper.svg",
}

/// The page itself.
pub(crate) const INDEX: &str = "index.html";

impl PageFile {
    /// The file with this path.
    pub(crate) fn find(path: &str) -> Option<PageFile> {
        FILES.iter().find(|it| it.path == path).copied()
    }

    /// Its content. A debug build reads the source file, so that reloading the page shows a change.
    pub(crate) fn text(self) -> Cow<'static, str> {
        if cfg!(debug_assertions) {
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(self.path);
            if let Ok(text) = std::fs::read_to_string(source) {
                return Cow::Owned(text);
            }
        }
        Cow::Borrowed(self.content)
    }

    /// Its media type.
    pub(crate) fn media_type(self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("webmanifest") => "application/manifest+json",
            _ => "text/plain; charset=utf-8",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{FILES, INDEX, PageFile};

    fn files_below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("the folder of the page") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                files_below(&path, &format!("{prefix}{name}/"), found);
            } else {
                found.insert(format!("{prefix}{name}"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let mut found = BTreeSet::new();
        files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), "", &mut found);
        let listed: BTreeSet<String> = FILES.iter().map(|it| it.path.to_owned()).collect();
        assert_eq!(listed, found);
        assert!(PageFile::find(INDEX).is_some());
    }

    #[test]
    fn the_page_has_no_inline_script_and_asks_nobody_else() {
        for file in FILES {
            let text = file.content.replace("http://www.w3.org/", "");
            assert!(!text.contains("://"), "{} names another host", file.path);
            assert!(!text.contains("eval("), "{}", file.path);
            assert!(!text.contains("innerHTML"), "{}", file.path);
        }
        let index = PageFile::find(INDEX).expect("the page").content;
        let scripts = index.matches("<script").count();
        assert_eq!(index.matches("<script type=\"module\" src=").count(), scripts);
        assert!(!index.contains(" style=") && !index.contains(" onclick="));
    }
}
