//! The appearance of pictures.

use sokolab::render::{Background, Coordinates, Drawing, Look, Theme};

/// The heading of options for the appearance of pictures.
const PICTURE: &str = "Picture";

#[derive(Debug, clap::Args)]
pub(super) struct LookArguments {
    /// The style of the drawing, or the characters of text.
    ///
    /// The default is flat for pictures, and for text the usual characters of the rule set. In
    /// text, classic and paper are XSB with and without colours, nethack is a map, and flat and
    /// contrast take two characters per square.
    #[arg(long, help_heading = PICTURE, value_name = "NAME")]
    pub(super) theme: Option<Theme>,

    /// The background of the picture.
    #[arg(long, help_heading = PICTURE, value_name = "NAME", default_value = "light")]
    background: Background,

    /// The size of a picture: at 1, a square has a side of 40 pixels.
    ///
    /// The default is 1, and 0.6 for animations.
    #[arg(long, help_heading = PICTURE, value_name = "FACTOR", value_parser = scale)]
    scale: Option<f64>,

    /// Draw the letters of columns and the numbers of rows.
    #[arg(long, help_heading = PICTURE)]
    pub(super) coordinates: bool,
}

impl LookArguments {
    pub(super) fn look(&self) -> Look {
        Look { theme: self.theme.unwrap_or_default(), background: self.background }
    }

    /// The side of a square, in pixels.
    pub(super) fn square(&self, default: f64) -> usize {
        let side = Drawing::SQUARE as f64 * self.scale.unwrap_or(default);
        (side.round() as usize).max(SIDE_MIN)
    }

    pub(super) fn coordinates(&self) -> Coordinates {
        if self.coordinates { Coordinates::Shown } else { Coordinates::Hidden }
    }
}

/// The smallest square in which pieces can be distinguished.
const SIDE_MIN: usize = 4;

fn scale(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(scale) if (0.1..=100.0).contains(&scale) => Ok(scale),
        Ok(_) => Err("a scale is between 0.1 and 100".to_owned()),
        Err(_) => Err(format!("{text:?} is not a number")),
    }
}
