//! Pictures compared pixel by pixel with stored ones, and read by other programs.
//!
//! `SOKO_BLESS=1 cargo test -p sokolab-render --features bitmap` stores the new pictures. Look at
//! the pictures before you commit them.

mod compare;
mod others;
mod scenes;

use sokolab_render::overlay::Overlay;
use sokolab_render::{Background, Look, Theme};

use compare::{check, grid};
use scenes::{facts, looks, overlaid, pieces};

#[test]
fn every_theme_draws_every_piece_as_stored() {
    let mut failures = Vec::new();
    for look in looks() {
        let name = format!("{}-{}", look.theme.name(), look.background.name());
        failures.extend(check(&name, &pieces(look)).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_overlay_is_drawn_as_stored() {
    let mut failures = Vec::new();
    for background in Background::ALL {
        let look = Look { theme: Theme::Flat, background };
        for overlay in Overlay::ALL {
            let name = format!("{}-{}", overlay.name(), background.name());
            failures.extend(check(&name, &overlaid(&[overlay], look)).err());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_overlay_is_drawn_in_every_theme_as_stored() {
    let mut failures = Vec::new();
    for look in looks().filter(|it| it.theme != Theme::Flat) {
        let name = format!("overlays-{}-{}", look.theme.name(), look.background.name());
        let each = Overlay::ALL.map(|it| overlaid(&[it], look));
        failures.extend(check(&name, &grid(&each, 4)).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn overlays_can_be_combined_in_every_theme() {
    let mut failures = Vec::new();
    for look in looks().filter(|it| it.background == Background::Light) {
        let name = format!("combined-{}", look.theme.name());
        failures.extend(check(&name, &facts(look)).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn other_programs_accept_our_files() {
    others::check_images();
    others::check_xml();
    others::check_browser();
}

#[test]
fn a_board_of_60_by_60_with_any_overlay_takes_at_most_200_kb() {
    for (name, level) in [("hall", scenes::hall()), ("comb", scenes::comb())] {
        for (overlay, text) in scenes::each_overlay(&level) {
            let bytes = text.len();
            assert!(bytes <= 200_000, "{name} with {}: {bytes} bytes", overlay.name());
        }
    }
}
