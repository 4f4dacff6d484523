//! The drawings of the document, read and drawn again.

use sokolab_core::{Direction, Rules};

use super::{ChamberDrawing, DrawingErrorKind, read_drawings};

const THREE: &str = "
    -------    -------    -------
    |@....|    |.....|    |.....|
    |.000.|    |.00..|    |.^.^.|
    |.0.0.|    |...0.|    |.....|
    ---.---    ---.---    ---.---
       #          #          #
       #          #          #
       #          #          #
";

fn rows(drawing: &ChamberDrawing) -> Vec<String> {
    drawing.rows_with(|_, sign| sign)
}

#[test]
fn drawings_side_by_side_are_read_from_left_to_right() {
    let found = read_drawings(THREE).expect("three chambers");
    let seen: Vec<_> = found
        .iter()
        .map(|it| (it.boxes().len(), it.goals().len(), it.keeper(), it.column))
        .collect();
    assert_eq!(seen, [(5, 0, Some((1, 1)), 5), (3, 0, None, 16), (0, 2, None, 27)]);
    for drawing in &found {
        assert_eq!(drawing.floor().len(), 16);
        assert_eq!(drawing.ports().len(), 1);
        assert_eq!(drawing.ports()[0].outward, Direction::Down);
        assert_eq!(drawing.size(), (7, 8));
        assert!(drawing.shape().is_ok());
    }
    assert_eq!(rows(&found[1])[2], "|.00..|");
}

#[test]
fn chambers_that_corridors_join_know_each_other() {
    let found = read_drawings(
        "
        -----
        |...|     ----
        |...|     |..--
        --..|     |.0.|     -----
         |..|     |....#####^^^<|
         |..|     |0..|     -----
         |.@.#####0..--
         |..|     |..|
         ----     ----
",
    )
    .expect("three chambers");
    let links: Vec<_> = found.iter().map(|it| it.leads_to().to_vec()).collect();
    assert_eq!(links, [vec![Some(1)], vec![Some(0), Some(2)], vec![Some(1)]]);
    assert_eq!(
        found[1].ports().iter().map(|it| it.outward).collect::<Vec<_>>(),
        [Direction::Left, Direction::Right]
    );
    assert_eq!(found[2].goals().len(), 3);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let error = |text: &str| {
        let error = read_drawings(text).expect_err("a mistake");
        (error.line, error.column, error.kind)
    };
    assert_eq!(error("----\n|o.#\n----\n"), (2, 2, DrawingErrorKind::Sign('o')));
    assert_eq!(error("\n---\n|..|\n---\n"), (3, 2, DrawingErrorKind::NoCorridor));
    assert_eq!(error("; nothing\n"), (1, 1, DrawingErrorKind::Empty));
    assert_eq!(error("-----\n|...|\n|.#--\n-----\n"), (3, 3, DrawingErrorKind::CorridorCorner));
    assert_eq!(error("-----\n|@@.##\n-----\n"), (2, 3, DrawingErrorKind::Keepers));
}

#[test]
fn a_shape_is_drawn_as_it_is_read() {
    for drawing in read_drawings(THREE).expect("three chambers") {
        let shape = drawing.shape().expect("small");
        let boxes = drawing.set(&shape, &drawing.boxes());
        let keeper =
            drawing.keeper().map(|it| drawing.set(&shape, &[it]).trailing_zeros() as usize);
        let again = ChamberDrawing::of_shape(&shape, boxes, keeper);
        assert_eq!(rows(&again), rows(&drawing));
    }
}

#[test]
fn the_board_has_no_boxes_and_knows_its_corridor() {
    let found = read_drawings(THREE).expect("three chambers");
    for rules in Rules::ALL {
        let (board, corridor) = found[0].board(rules).expect("it hangs together");
        assert_eq!((board.square_count(), corridor.len()), (19, 3));
    }
}
