//! A window of places as bits, row by row: the keeper's walks, pushes and pulls in it.

/// Stands for everything around the window.
pub(super) const OUTSIDE: u8 = 64;

/// The walls of a window of up to 64 places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) walls: u64,
    full: u64,
    left: u64,
    right: u64,
    border: u64,
}

/// A set of boxes, and the keeper's region: [`OUTSIDE`], or the first place of a closed part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WindowState {
    pub(super) boxes: u64,
    pub(super) region: u8,
}

impl Window {
    pub(super) fn new((width, height): (u8, u8), walls: u64) -> Window {
        let cells = u32::from(width) * u32::from(height);
        let full = if cells == 64 { u64::MAX } else { (1 << cells) - 1 };
        let column = |x: u8| (0..height).fold(0, |sum, y| sum | 1_u64 << (y * width + x));
        let (left, right) = (column(0), column(width - 1));
        let row = (1_u64 << width) - 1;
        let border = left | right | row | row << (u32::from(width) * (u32::from(height) - 1));
        Window { width, height, walls, full, left, right, border }
    }

    /// The neighbours of a set inside the window.
    fn beside(&self, set: u64) -> u64 {
        let width = u32::from(self.width);
        let rows = set << width | set >> width;
        (rows | (set & !self.right) << 1 | (set & !self.left) >> 1) & self.full
    }

    /// The neighbour of a place in a direction (up, left, right, down); `None` is outside.
    pub(super) fn go(&self, place: u8, way: usize) -> Option<u8> {
        let (x, y) = (place % self.width, place / self.width);
        match way {
            0 => (y > 0).then(|| place - self.width),
            1 => (x > 0).then(|| place - 1),
            2 => (x + 1 < self.width).then(|| place + 1),
            _ => (y + 1 < self.height).then(|| place + self.width),
        }
    }

    fn flood(&self, from: u64, free: u64) -> u64 {
        let mut reached = from & free;
        loop {
            let more = (reached | self.beside(reached)) & free;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    pub(super) fn free(&self, boxes: u64) -> u64 {
        self.full & !self.walls & !boxes
    }

    /// The places of the window that the keeper can walk to.
    pub(super) fn walkable(&self, standing: WindowState) -> u64 {
        let free = self.free(standing.boxes);
        let from = if standing.region == OUTSIDE { self.border } else { 1 << standing.region };
        self.flood(from, free)
    }

    /// The boxes with the keeper's region, given the keeper's place, or `None` for outside.
    pub(super) fn standing(&self, boxes: u64, keeper: Option<u8>) -> WindowState {
        let Some(keeper) = keeper else { return WindowState { boxes, region: OUTSIDE } };
        let reached = self.flood(1 << keeper, self.free(boxes));
        let is_out = reached & self.border != 0;
        let region = if is_out { OUTSIDE } else { reached.trailing_zeros() as u8 };
        WindowState { boxes, region }
    }

    /// The first places of the closed parts of the floor.
    pub(super) fn pockets(&self, boxes: u64) -> Vec<u8> {
        let free = self.free(boxes);
        let mut rest = free & !self.flood(self.border, free);
        let mut pockets = Vec::new();
        while rest != 0 {
            let first = rest.trailing_zeros() as u8;
            pockets.push(first);
            rest &= !self.flood(1 << first, free);
        }
        pockets
    }

    /// The results of all pushes; a box that leaves the window disappears.
    pub(super) fn pushes(&self, from: WindowState, mut found: impl FnMut(WindowState)) {
        let walkable = self.walkable(from);
        let mut rest = from.boxes;
        while rest != 0 {
            let place = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            for way in 0..4 {
                let can_push = match self.go(place, 3 - way) {
                    Some(behind) => walkable >> behind & 1 == 1,
                    None => from.region == OUTSIDE,
                };
                let others = from.boxes & !(1 << place);
                let after = match self.go(place, way) {
                    None => Some(others),
                    Some(to) => (self.free(from.boxes) >> to & 1 == 1).then_some(others | 1 << to),
                };
                if let (true, Some(boxes)) = (can_push, after) {
                    found(self.standing(boxes, Some(place)));
                }
            }
        }
    }

    /// The results of all pulls with at most `boxes_max` boxes; a box may come in from outside.
    pub(super) fn pulls(
        &self,
        from: WindowState,
        boxes_max: u32,
        mut found: impl FnMut(WindowState),
    ) {
        let walkable = self.walkable(from);
        let mut rest = walkable;
        while rest != 0 {
            let keeper = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            for way in 0..4 {
                let back = self.go(keeper, 3 - way);
                if back.is_some_and(|back| self.free(from.boxes) >> back & 1 == 0) {
                    continue;
                }
                let boxes = match self.go(keeper, way) {
                    None if from.boxes.count_ones() < boxes_max => from.boxes | 1 << keeper,
                    Some(ahead) if from.boxes >> ahead & 1 == 1 => {
                        from.boxes & !(1 << ahead) | 1 << keeper
                    }
                    _ => continue,
                };
                found(self.standing(boxes, back));
            }
        }
    }
}
