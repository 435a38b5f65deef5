//! The row of each node of a column: as near as possible to where it wishes to be, without changing the order.

/// Rows for the nodes of a column, in their order, a row of its own each. The sum of the squares of what each is away
/// from its wish is the least possible, up to rounding (isotonic regression by pooling neighbours).
pub(super) fn spread(wishes: &[f64]) -> Vec<i32> {
    // Without the rows they need for themselves, neighbours may share a place: then "in order" is "not falling".
    let mut pools: Vec<Pool> = Vec::new();
    for (at, wish) in (0_u32..).zip(wishes) {
        let mut pool = Pool { sum: wish - f64::from(at), count: 1 };
        while let Some(before) = pools.pop_if(|before| before.mean() >= pool.mean()) {
            pool = Pool { sum: before.sum + pool.sum, count: before.count + pool.count };
        }
        pools.push(pool);
    }
    let mut rows = Vec::with_capacity(wishes.len());
    let mut before = 0_i32;
    for pool in pools {
        let shift = (pool.mean() + 0.5).floor() as i32;
        for _ in 0..pool.count {
            rows.push(shift.saturating_add(before));
            before = before.saturating_add(1);
        }
    }
    rows
}

/// Nodes that stand directly below each other.
struct Pool {
    sum: f64,
    count: u32,
}

impl Pool {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_fan_stands_around_its_parent() {
        assert_eq!(spread(&[0.0; 5]), [-2, -1, 0, 1, 2]);
        assert_eq!(spread(&[7.0; 2]), [7, 8]);
        assert_eq!(spread(&[]), Vec::<i32>::new());
    }

    #[test]
    fn two_fans_that_have_room_do_not_touch() {
        assert_eq!(spread(&[0.0, 0.0, 0.0, 10.0, 10.0, 10.0]), [-1, 0, 1, 9, 10, 11]);
    }

    #[test]
    fn two_fans_that_have_none_share_the_loss() {
        assert_eq!(spread(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]), [-2, -1, 0, 1, 2, 3]);
    }

    proptest! {
        #[test]
        fn rows_keep_the_order(wishes in prop::collection::vec(-50_i32..50, 0..40)) {
            let wishes: Vec<f64> = wishes.into_iter().map(f64::from).collect();
            prop_assert!(spread(&wishes).windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn wishes_that_can_all_be_met_are(steps in prop::collection::vec(1_i32..9, 0..40)) {
            let wishes: Vec<i32> = steps.iter().scan(0, |at, step| { *at += step; Some(*at) }).collect();
            let asked: Vec<f64> = wishes.iter().copied().map(f64::from).collect();
            prop_assert_eq!(spread(&asked), wishes);
        }
    }
}
