//! A network in an ONNX file.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use sokolab_constraint::{Judge, Opinion, Position};
use sokolab_core::Push;
use tract_onnx::prelude::*;

use crate::planes::{Frame, PLANES};

/// The number of remaining pushes at which the value is 1/e.
pub const PUSHES_SCALE: f64 = 40.0;

/// A network that was compiled for boards of one size.
type Plan = Arc<TypedRunnableModel>;

/// A policy and value network.
pub struct Network {
    model: InferenceModel,
    plans: Mutex<BTreeMap<(usize, usize), Option<Plan>>>,
}

/// A file that is not a network of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(String);

impl fmt::Display for NetworkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "not an ONNX network that judges states: {}", self.0)
    }
}

impl std::error::Error for NetworkError {}

impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Network").finish_non_exhaustive()
    }
}

impl Network {
    /// Reads a network and tries it on an empty board.
    ///
    /// # Errors
    /// If the bytes are not ONNX, use operators that the runtime does not have, or do not map
    /// planes to a policy of four planes and a value.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let read = || tract_onnx::onnx().model_for_read(&mut &*bytes);
        let model = contain(read).map_err(NetworkError)?;
        let network = Network { model, plans: Mutex::default() };
        let size = (7, 6);
        let plan = network.compile(size).map_err(NetworkError)?;
        let (policy, _) =
            run(&plan, size, &vec![0.0; PLANES * size.0 * size.1]).map_err(NetworkError)?;
        if policy.len() != 4 * size.0 * size.1 {
            let length = policy.len();
            let message = format!("its first output has {length} numbers for a board of 7 by 6");
            return Err(NetworkError(message));
        }
        Ok(network)
    }

    fn compile(&self, (width, height): (usize, usize)) -> Result<Plan, String> {
        let fact = f32::fact([1, PLANES, height, width]);
        let model = self.model.clone();
        contain(|| model.with_input_fact(0, fact.into())?.into_optimized()?.into_runnable())
    }

    fn plan(&self, size: (usize, usize)) -> Option<Plan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.entry(size).or_insert_with(|| self.compile(size).ok()).clone()
    }
}

impl Judge for Network {
    /// The estimate alone: running the network for every new state would cost more than it gains.
    fn worth(&self, position: &Position<'_>) -> f64 {
        share(position, f64::from(position.estimate))
    }

    fn opinion(&self, position: &Position<'_>, pushes: &[Push]) -> Option<Opinion> {
        let frame = Frame::of(position.board);
        let plan = self.plan(frame.size())?;
        let planes = frame.planes(position.board, position.state);
        let (policy, value) = run(&plan, frame.size(), &planes).ok()?;
        let logit = |push: &Push| {
            let place = frame.push_place(position.board, *push);
            policy.get(place).copied().map_or(0.0, f64::from)
        };
        let logits: Vec<f64> = pushes.iter().map(logit).collect();
        let left = -PUSHES_SCALE * f64::from(value).clamp(1e-9, 1.0).ln();
        Some(Opinion { worth: share(position, left), weights: softmax(&logits) })
    }
}

/// The worth of a state with this many remaining pushes. It decreases more and more slowly, because
/// a network may expect many times the bound of the initial state.
fn share(position: &Position<'_>, pushes: f64) -> f64 {
    let first = f64::from(position.first.max(1));
    first / (first + pushes)
}

fn softmax(logits: &[f64]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logits.iter().map(|it| (it - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|it| it / sum).collect()
}

/// The policy and the value for planes.
fn run(
    plan: &Plan,
    (width, height): (usize, usize),
    planes: &[f32],
) -> Result<(Vec<f32>, f32), String> {
    contain(|| {
        let input = Tensor::from_shape(&[1, PLANES, height, width], planes)?;
        let outputs = plan.run(tvec!(input.into()))?;
        let numbers = |index: usize| -> TractResult<Vec<f32>> {
            let output = outputs.get(index).ok_or_else(|| missing("a second output"))?;
            Ok(output.to_plain_array_view::<f32>()?.iter().copied().collect())
        };
        let value = numbers(1)?.first().copied().ok_or_else(|| missing("a value"))?;
        Ok((numbers(0)?, value))
    })
}

fn missing(what: &str) -> NetworkError {
    NetworkError(format!("it does not have {what}"))
}

/// The runtime asserts much about what it reads, and a file may be anything.
fn contain<T>(work: impl FnOnce() -> TractResult<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| format!("{error:#}")),
        Err(_) => Err("the runtime does not support it".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use prost::Message;
    use sokolab_constraint::{Judge, Position, Task, Technique, TechniqueAnswer, solve};
    use sokolab_core::testing::position_in;
    use sokolab_core::{Budget, Direction, Meter, Push, Rules};
    use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension};
    use tract_onnx::pb::{
        GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TensorShapeProto,
        TypeProto, ValueInfoProto, type_proto,
    };

    use super::Network;

    fn tensor(name: &str, dims: &[i64], float_data: &[f32]) -> TensorProto {
        let (dims, float_data) = (dims.to_vec(), float_data.to_vec());
        TensorProto { name: name.into(), dims, data_type: 1, float_data, ..TensorProto::default() }
    }

    fn node(kind: &str, input: &[&str], output: &str) -> NodeProto {
        let input = input.iter().map(|&it| it.to_owned()).collect();
        NodeProto {
            op_type: kind.into(),
            name: output.into(),
            input,
            output: vec![output.into()],
            ..NodeProto::default()
        }
    }

    fn info(name: &str) -> ValueInfoProto {
        let size = |value| Dimension { value: Some(value), ..Dimension::default() };
        let (rows, columns) = (dimension::Value::DimParam("height".into()), "width".into());
        let dim = vec![
            size(dimension::Value::DimValue(1)),
            size(dimension::Value::DimValue(4)),
            size(rows),
            size(dimension::Value::DimParam(columns)),
        ];
        let shape = Some(TensorShapeProto { dim });
        let value = type_proto::Value::TensorType(type_proto::Tensor { elem_type: 1, shape });
        let r#type = Some(TypeProto { value: Some(value), ..TypeProto::default() });
        ValueInfoProto { name: name.into(), r#type, ..ValueInfoProto::default() }
    }

    /// A network that likes pushes to the right, and values every state at one half or more.
    fn fond_of_the_right() -> Vec<u8> {
        let graph = GraphProto {
            name: "judge".into(),
            node: vec![
                node("Conv", &["board", "weights", "bias"], "policy"),
                node("GlobalAveragePool", &["board"], "means"),
                node("Sigmoid", &["means"], "value"),
            ],
            initializer: vec![
                tensor("weights", &[4, 4, 1, 1], &[0.0; 16]),
                tensor("bias", &[4], &[0.0, 0.0, 3.0, 0.0]),
            ],
            input: vec![info("board")],
            output: vec![
                ValueInfoProto { name: "policy".into(), ..ValueInfoProto::default() },
                ValueInfoProto { name: "value".into(), ..ValueInfoProto::default() },
            ],
            ..GraphProto::default()
        };
        let model = ModelProto {
            ir_version: 8,
            opset_import: vec![OperatorSetIdProto { version: 13, ..OperatorSetIdProto::default() }],
            graph: Some(graph),
            ..ModelProto::default()
        };
        model.encode_to_vec()
    }

    const HALL: &str = "
        ########
        #      #
        #  $ . #
        # @$ . #
        #      #
        ########";

    #[test]
    fn a_network_weighs_pushes_and_values_states() {
        let network = Network::read(&fond_of_the_right()).expect("a network");
        let (board, state) = position_in(HALL, Rules::OFFICIAL);
        let position = Position { board: &board, state: &state, estimate: 4, first: 4 };
        let from = state.boxes.first().expect("a box");
        let pushes = [Direction::Left, Direction::Right].map(|direction| Push { from, direction });
        let opinion = network.opinion(&position, &pushes).expect("an opinion");
        let right = 3.0_f64.exp() / (1.0 + 3.0_f64.exp());
        assert!((opinion.weights[1] - right).abs() < 1e-6, "{opinion:?}");
        assert!((opinion.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        // 24 of 48 places are walls, and 40 ln 2 pushes are at most expected.
        assert!(opinion.worth > 4.0 / (4.0 + 28.0) && opinion.worth < 1.0, "{opinion:?}");
        assert!((network.worth(&position) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn tree_search_takes_a_network_as_its_judge() {
        let network = Network::read(&fond_of_the_right()).expect("a network");
        let (board, start) = position_in(HALL, Rules::OFFICIAL);
        let task =
            Task { judge: Some(&network), ..Task::new(&board, &start, Technique::TreeSearch) };
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::of_nodes(1_000), &mut observer);
        assert!(matches!(solve(&task, &mut meter), TechniqueAnswer::Solved { .. }));
        let nodes = meter.progress.nodes;
        let task = Task { judge: None, ..task };
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::of_nodes(1_000), &mut observer);
        assert!(matches!(solve(&task, &mut meter), TechniqueAnswer::Solved { .. }));
        assert!(nodes <= meter.progress.nodes, "all four pushes go to the right: {nodes}");
    }

    #[test]
    fn the_network_that_comes_with_the_project_is_read_and_solves_a_level() {
        let network = Network::read(include_bytes!("../networks/judge.onnx")).expect("a network");
        let (board, start) = position_in(HALL, Rules::OFFICIAL);
        let task = Task::new(&board, &start, Technique::TreeSearch);
        let task = Task { judge: Some(&network), ..task };
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::of_nodes(1_000), &mut observer);
        assert!(matches!(solve(&task, &mut meter), TechniqueAnswer::Solved { .. }));
    }

    #[test]
    fn other_files_are_refused() {
        let whole = fond_of_the_right();
        for bytes in [&b""[..], b"estimate 1\n", b"\x08\x07", &[0xff; 100], &whole[..40]] {
            assert!(Network::read(bytes).is_err(), "{bytes:?}");
        }
    }
}
