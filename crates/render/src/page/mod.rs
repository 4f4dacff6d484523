//! The frame of every HTML page: one stylesheet, the colours of a theme, and a content security
//! policy that permits no loading and no script except the page's own.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::ground;
use crate::palette::{Palette, palette};
use crate::pieces;
use crate::theme::{Background, Look, Theme};

/// The stylesheet that all pages share.
const STYLE: &str = include_str!("page.css");

/// A self-contained page.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    /// The theme of its drawings.
    pub(crate) theme: Theme,
    /// Style rules in addition to the shared ones.
    pub(crate) style: &'a str,
    /// The content.
    pub(crate) body: Markup,
    pub(crate) script: &'a str,
}

impl Page<'_> {
    pub(crate) fn into_text(self) -> String {
        let style = format!("\n{}{STYLE}{}", page_colors(self.theme), self.style);
        let script = format!("\n{}", self.script);
        let policy = format!(
            "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; \
             form-action 'none'",
            hash(&style),
            hash(&script)
        );
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    (definitions(self.theme))
                    (self.body)
                    script { (PreEscaped(&script)) }
                }
            }
        };
        let mut text = page.into_string();
        text.push('\n');
        text
    }
}

/// The source expression that permits exactly this text.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// The colours of a theme as CSS variables, which follow the reader's colour scheme.
/// [`page_pieces`] and [`page_svg`](crate::page_svg) refer to them.
#[must_use]
pub fn page_colors(theme: Theme) -> String {
    let variables = |background| {
        let colors = palette(Look { theme, background }).named();
        let one = |(name, color): (&str, &str)| format!(" --p-{name}: {color};");
        colors.into_iter().map(one).collect::<String>()
    };
    format!(
        ":root {{{} }}\n@media (prefers-color-scheme: dark) {{ :root {{{} }} }}\n",
        variables(Background::Light),
        variables(Background::Dark)
    )
}

/// The colours of a theme by the names of their variables, each for a light and for a dark page.
#[must_use]
pub fn page_palette(theme: Theme) -> Vec<(&'static str, [&'static str; 2])> {
    let named = |background| palette(Look { theme, background }).named();
    let pairs = named(Background::Light).into_iter().zip(named(Background::Dark));
    pairs.map(|((name, light), (_, dark))| (name, [light, dark])).collect()
}

/// The pieces of a theme as definitions of SVG, each under its name (`box`, `keeper`), in the
/// colours of [`page_colors`].
#[must_use]
pub fn page_pieces(theme: Theme) -> String {
    let mut shapes = String::new();
    pieces::define(&mut shapes, theme, &Palette::VARIABLES, |_| true);
    ground::define(&mut shapes, theme, &Palette::VARIABLES);
    shapes
}

/// The pieces, which the drawings on the page refer to.
fn definitions(theme: Theme) -> Markup {
    html! {
        svg.defs aria-hidden="true" width="0" height="0" {
            defs { (PreEscaped(page_pieces(theme))) }
        }
    }
}

/// Data for a script, escaped so that it cannot end its element.
pub(crate) fn json_script(id: Option<&str>, json: &str) -> Markup {
    let json = json.replace('<', "\\u003c");
    html! { script id=[id] type="application/json" { (PreEscaped(json)) } }
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::{Page, hash, json_script};
    use crate::theme::Theme;

    #[test]
    fn the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else() {
        let script = "alert(1);\n";
        let body = html! { p { "a < b" } };
        let page = Page { title: "<T>", theme: Theme::Paper, style: "", body, script };
        let text = page.into_text();
        for (tag, rule) in [("style", "style-src"), ("script", "script-src")] {
            let (_, rest) = text.split_once(&format!("<{tag}>")).expect("it is there");
            let (content, _) = rest.split_once(&format!("</{tag}>")).expect("it ends");
            let allowed = format!("{rule} '{}'", hash(content)).replace('\'', "&#39;");
            let is_allowed =
                text.contains(&allowed) || text.contains(&allowed.replace("&#39;", "'"));
            assert!(is_allowed, "{tag}");
        }
        assert!(text.contains("default-src 'none'"));
        assert!(text.contains("<title>&lt;T&gt;</title>") && text.contains("a &lt; b"));
        assert!(!text.contains(" style=\""), "the policy forbids inline style");
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let expected = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!(hash(""), expected);
    }

    #[test]
    fn data_cannot_end_its_element() {
        let text = json_script(Some("data"), "[\"</script>\"]").into_string();
        assert_eq!(text.matches("</script>").count(), 1);
    }
}
