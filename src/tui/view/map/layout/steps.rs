//! Arrow-key navigation on the map: the target of each key on each node.
//!
//! A key leads to the best node in the quadrant it points to. That alone can leave nodes unreachable, so as few keys as
//! necessary are redirected, still to nodes on the side they point to, until the key graph is strongly connected.

use super::Point;
use super::Way;

/// For each node and direction, the target node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Steps {
    to: Vec<[Option<usize>; 4]>,
}

/// A key on a node.
type Key = (usize, Way);

impl Steps {
    /// Computes the targets; all points must be distinct.
    pub(super) fn of(points: &[Point], cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let mut to = Vec::with_capacity(points.len());
        for &from in points {
            if cancelled() {
                return None;
            }
            to.push(Way::ALL.map(|direction| in_quarter(points, from, direction)));
        }
        let mut steps = Self { to };
        let way = steps.lead_from_first(points);
        steps.lead_to_first(points, &way);
        Some(steps)
    }

    pub(super) fn from(&self, slot: usize, direction: Way) -> Option<usize> {
        self.to.get(slot)?[direction as usize]
    }

    /// Makes every node reachable from the first one and returns the key that leads to each. There is always a spare
    /// key: each of the n nodes reached so far has a key that points towards the new node, and the tree of keys that
    /// reaches them uses only n - 1.
    fn lead_from_first(&mut self, points: &[Point]) -> Vec<Option<Key>> {
        let mut way: Vec<Option<Key>> = vec![None; points.len()];
        let mut is_reached = vec![false; points.len()];
        let mut next = (!points.is_empty()).then_some(0);
        while let Some(start) = next {
            self.reach(start, &mut is_reached, &mut way);
            let is_used = |key: Key| self.from(key.0, key.1).is_some_and(|goal| way[goal] == Some(key));
            let goals = (0..points.len()).filter(|slot| !is_reached[*slot]);
            let keys = goals.flat_map(|goal| {
                let from = (0..points.len()).filter(|slot| is_reached[*slot]);
                from.flat_map(move |slot| Way::ALL.map(|direction| (goal, (slot, direction))))
            });
            let costs = keys.filter(|(_, key)| !is_used(*key)).filter_map(|(goal, key)| {
                let (along, across) = toward(points[key.0], points[goal], key.1)?;
                Some((along + 2.0 * across, goal, key))
            });
            let best = costs.min_by(|one, other| one.0.total_cmp(&other.0));
            next = best.map(|(_, goal, key)| {
                self.to[key.0][key.1 as usize] = Some(goal);
                way[goal] = Some(key);
                goal
            });
        }
        way
    }

    /// Breadth-first search over keys: marks all nodes reachable from `start` with the key that first led there.
    fn reach(&self, start: usize, is_reached: &mut [bool], way: &mut [Option<Key>]) {
        is_reached[start] = true;
        let mut queue = vec![start];
        let mut at = 0;
        while let Some(&slot) = queue.get(at) {
            at += 1;
            for direction in Way::ALL {
                if let Some(goal) = self.from(slot, direction)
                    && !is_reached[goal]
                {
                    is_reached[goal] = true;
                    way[goal] = Some((slot, direction));
                    queue.push(goal);
                }
            }
        }
    }

    /// Makes the first node reachable from every other. If a node cannot return, the tree of keys leads on from it to a
    /// leaf, whose keys can be redirected freely.
    fn lead_to_first(&mut self, points: &[Point], way: &[Option<Key>]) {
        let mut goes_on = vec![false; points.len()];
        for (slot, _) in way.iter().flatten() {
            goes_on[*slot] = true;
        }
        loop {
            let returns = self.returning();
            let Some(end) = (0..points.len()).find(|slot| !returns[*slot] && !goes_on[*slot]) else { return };
            let keys = (0..points.len()).filter(|slot| returns[*slot]).flat_map(|goal| {
                let costs = Way::ALL.map(|direction| (toward(points[end], points[goal], direction), direction));
                costs.into_iter().filter_map(move |(cost, direction)| {
                    let (along, across) = cost?;
                    Some((along + 2.0 * across, direction, goal))
                })
            });
            let Some((_, direction, goal)) = keys.min_by(|one, other| one.0.total_cmp(&other.0)) else { return };
            self.to[end][direction as usize] = Some(goal);
        }
    }

    /// The nodes from which the first one can be reached.
    fn returning(&self) -> Vec<bool> {
        let mut comes_from = vec![Vec::new(); self.to.len()];
        for (slot, goals) in self.to.iter().enumerate() {
            for goal in goals.iter().flatten() {
                comes_from[*goal].push(slot);
            }
        }
        let mut returns = vec![false; self.to.len()];
        let mut stack = if returns.is_empty() { Vec::new() } else { vec![0] };
        while let Some(slot) = stack.pop() {
            if !std::mem::replace(&mut returns[slot], true) {
                stack.extend(&comes_from[slot]);
            }
        }
        returns
    }
}

/// The best node in the quadrant a key points to: near, and straight ahead rather than to the side.
fn in_quarter(points: &[Point], from: Point, direction: Way) -> Option<usize> {
    let candidates = points.iter().enumerate().filter_map(|(slot, &point)| {
        let (along, across) = toward(from, point, direction)?;
        (across <= along).then(|| (along.hypot(across) * (1.0 + across / along), slot))
    });
    candidates.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, slot)| slot)
}

/// How far a point is ahead in a direction and how far to the side; `None` if it is not ahead.
fn toward(from: Point, to: Point, direction: Way) -> Option<(f64, f64)> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let (along, across) = match direction {
        Way::Up => (y, x),
        Way::Down => (-y, x),
        Way::Left => (-x, y),
        Way::Right => (x, y),
    };
    (along > 0.0).then_some((along, across.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn every_point_is_reachable_from_every_other_by_keys_that_point_there(cells in proptest::collection::hash_set((0_i32..12, 0_i32..12), 1..40)) {
            let points: Vec<_> = cells.iter().map(|(x, y)| Point { x: f64::from(*x), y: f64::from(*y) }).collect();
            let steps = Steps::of(&points, &|| false).expect("not cancelled");
            for start in 0..points.len() {
                let mut is_reached = vec![false; points.len()];
                steps.reach(start, &mut is_reached, &mut vec![None; points.len()]);
                prop_assert!(is_reached.iter().all(|is_reached| *is_reached));
                for direction in Way::ALL {
                    let ahead = steps.from(start, direction).map(|goal| toward(points[start], points[goal], direction));
                    prop_assert!(ahead != Some(None));
                }
            }
        }
    }

    #[test]
    fn a_key_prefers_straight_ahead_to_nearer_but_sideways() {
        let points = [(0.0, 0.0), (2.2, 0.0), (1.5, 1.4)].map(|(x, y)| Point { x, y });
        let steps = Steps::of(&points, &|| false).expect("not cancelled");
        assert_eq!(steps.from(0, Way::Right), Some(1));
    }
}
