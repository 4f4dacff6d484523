//! Axes: the positions of numbers, and which of them get a label.

/// The shortest time that is resolved: smaller measurements are noise.
pub(crate) const SECONDS_MIN: f64 = 0.001;

/// The most marks on an axis of counts.
const COUNT_MARKS_MAX: usize = 10;

/// The least distance of two labels on an axis of seconds.
pub(crate) const LABEL_DISTANCE: f64 = 42.0;

/// A logarithmic axis of seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SecondsAxis {
    /// The seconds at the lower end.
    pub(crate) least: f64,
    /// The seconds at the upper end.
    pub(crate) most: f64,
    /// Where the ends are.
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl SecondsAxis {
    /// An axis from below the first time to the limit, between two coordinates of the picture.
    pub(crate) fn new(first: f64, limit: f64, (from, to): (f64, f64)) -> SecondsAxis {
        let most = limit.max(SECONDS_MIN * 10.0);
        let first = first.min(most / 10.0);
        // A mark at the lower end: 1, 2 or 5 times a power of ten.
        let power = 10_f64.powf(first.max(SECONDS_MIN).log10().floor());
        let factor = [5.0, 2.0, 1.0].into_iter().find(|it| it * power <= first).unwrap_or(1.0);
        SecondsAxis { least: factor * power, most, from, to }
    }

    pub(crate) fn at(&self, seconds: f64) -> f64 {
        let seconds = seconds.clamp(self.least, self.most);
        let part = (seconds / self.least).ln() / (self.most / self.least).ln();
        self.from + part * (self.to - self.from)
    }

    /// Seconds with a label: the ends, and values in between that leave room for their neighbours.
    pub(crate) fn marks(&self) -> Vec<f64> {
        let decades = -3..=(self.most.log10().ceil() as i32);
        let powers = decades.map(|it| 10_f64.powi(it));
        let mut wanted: Vec<f64> = powers.clone().collect();
        wanted.extend(powers.flat_map(|it| [2.0 * it, 5.0 * it]));
        let mut marks = vec![self.least, self.most];
        // Powers of ten come first, so that they are kept when there is little room.
        for seconds in wanted {
            let is_inside = seconds > self.least && seconds < self.most;
            let has_room = |it: &f64| (self.at(*it) - self.at(seconds)).abs() >= LABEL_DISTANCE;
            if is_inside && marks.iter().all(has_room) {
                marks.push(seconds);
            }
        }
        marks
    }
}

/// Counts with a label: steps of 1, 2 or 5 times a power of ten.
pub(crate) fn count_marks(most: usize) -> Vec<usize> {
    let steps = (0..).flat_map(|it| [1, 2, 5].map(|factor| factor * 10_usize.pow(it)));
    let mut fitting = steps.skip_while(|step| most / step > COUNT_MARKS_MAX);
    let step = fitting.next().unwrap_or(most.max(1));
    (0..=most).step_by(step).collect()
}

/// Seconds without the digits that calculation with fractions adds.
pub(crate) fn rounded(seconds: f64) -> String {
    ((seconds * 1000.0).round() / 1000.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::{LABEL_DISTANCE, SecondsAxis, count_marks};

    #[test]
    fn labels_leave_room_for_each_other() {
        for limit in [1, 2, 5, 7, 10, 60, 99, 600, 3600] {
            for least in [0.0, 0.000_1, 0.001, 0.013, 0.49, 9.9] {
                let axis = SecondsAxis::new(least, f64::from(limit), (70.0, 690.0));
                let mut marks = axis.marks();
                marks.sort_by(f64::total_cmp);
                let is_apart = |it: &[f64]| axis.at(it[1]) - axis.at(it[0]) >= LABEL_DISTANCE;
                assert!(marks.windows(2).all(is_apart), "{limit} {least} {marks:?}");
                assert!(marks.iter().all(|it| (70.0..=690.1).contains(&axis.at(*it))));
            }
        }
        for most in [0, 1, 9, 90, 1000, 123_456] {
            assert!((1..=11).contains(&count_marks(most).len()), "{most}");
        }
    }
}
