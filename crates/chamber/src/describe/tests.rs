//! Exploration.
use super::{DescribeOptions, describe};
use crate::drawing::read_drawings;
use sokolab_core::Rules;

#[test]
fn explore() {
    let texts = [
        "----\n|88|\n|8..####\n----\n",
        "    -------\n####..0.0.|\n    |.....|\n    -------\n",
        "-------\n|@....|\n|.000.|\n|.0.0.|\n---.---\n   #\n",
        "    ----\n    |88|\n    |0..####\n####...|\n    |88|\n    ----\n",
        "        ----\n        |..--\n        |.0.|\n        |.0..####\n        |0..|\n   #####...--\n        |..|\n        ----\n",
    ];
    for text in texts {
        let drawing = &read_drawings(text).unwrap()[0];
        let time = std::time::Instant::now();
        let it = describe(drawing, Rules::OFFICIAL, DescribeOptions::default());
        println!(
            "{text}{:?}\n kinds {:?}\n service {:?}\n drawn {:?}\n comp {:?} same {:?}",
            time.elapsed(),
            it.kinds,
            it.service,
            it.drawn,
            it.compositions,
            it.same
        );
        match &it.states {
            Ok(list) => {
                println!(" states {}", list.list.len());
                for s in list.list.iter().take(12) {
                    println!("{s:?}");
                }
            }
            Err(e) => println!("{e}"),
        }
    }
}
