//! Pictures of one level: SVG and PNG.

use anyhow::anyhow;
use sokolab::Level;
use sokolab::analysis::analyse;
use sokolab::analysis::locks::GroupLimits;
use sokolab::render::overlay::{Overlay, Trail, path};
use sokolab::render::{BitmapError, Drawing, Layer, png, svg};

use super::Render;
use super::failure::Failure;
use super::format::PictureFormat;
use super::subject::{Subject, not_playable};

/// The bytes of a picture.
pub(super) fn picture(
    render: &Render,
    subject: &Subject,
    format: PictureFormat,
) -> Result<Vec<u8>, Failure> {
    let drawing = drawing(render, subject, 1.0)?;
    match format {
        PictureFormat::Png => png(&drawing).map_err(bitmap_failure),
        _ => Ok(svg(&drawing).into_bytes()),
    }
}

/// What is drawn of a level.
pub(super) fn drawing<'a>(
    render: &'a Render,
    subject: &'a Subject,
    scale: f64,
) -> Result<Drawing<'a>, Failure> {
    Ok(Drawing {
        rules: subject.level.rules,
        caption: render.caption(),
        layers: layers(render, subject)?,
        look: render.look.look(),
        coordinates: render.look.coordinates(),
        square: render.look.square(scale),
        ..Drawing::new(&subject.picture)
    })
}

/// What to say of a bitmap that cannot be made.
pub(super) fn bitmap_failure(error: BitmapError) -> Failure {
    Failure::of_request(match error {
        BitmapError::TooLarge { .. } => anyhow!("{error}; give a smaller --scale, or draw an SVG"),
        BitmapError::TooManyFrames | BitmapError::NotDrawn => error.into(),
    })
}

/// The facts that are laid over it.
fn layers(render: &Render, subject: &Subject) -> Result<Vec<Layer>, Failure> {
    let mut layers = Vec::new();
    if render.overlay.is_empty() {
        return Ok(layers);
    }
    let rules = subject.level.rules;
    let moves = subject.solution.as_ref().unwrap_or(&subject.done);
    let trail = Trail::new(&subject.level, moves)
        .map_err(|(index, why)| Failure::of_level(anyhow!("move {}: {why}", index + 1)))?;
    let mut facts = None;
    for &overlay in &render.overlay {
        if overlay == Overlay::Path {
            layers.push(path(&trail, rules));
            continue;
        }
        if facts.is_none() {
            let shown = Level::from_picture(subject.picture.clone(), rules);
            let found = analyse(&shown, GroupLimits::QUICK);
            facts = Some(found.map_err(|it| Failure::of_level(not_playable(&it)))?);
        }
        layers.extend(facts.iter().flat_map(|facts| overlay.layers(facts, &trail)));
    }
    Ok(layers)
}
