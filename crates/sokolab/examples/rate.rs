//! Rates the levels that come with the library, from easy to hard.

use sokolab::insight::rating::{RatingLimits, rate};
use sokolab::levels;
use sokolab::text::{ReadOptions, read_text};

fn main() {
    let limits = RatingLimits::DEFAULT.without_states();
    for level in read_text(levels::FIRST_STEPS.as_bytes(), ReadOptions::default()).levels {
        let Ok(rating) = rate(&level, &limits, &mut |_| None) else { continue };
        let title = level.title.as_deref().unwrap_or("untitled");
        println!("{:>2} of 10  {:>4} pushes  {title}", rating.grade.step, rating.measures.pushes);
    }
}
