//! Row assignment within a column: isotonic regression by the pool adjacent violators algorithm.

/// Assigns distinct, increasing rows to the nodes of a column, minimising the sum of squared deviations from the wished
/// rows, up to rounding.
pub(super) fn spread(wishes: &[f64]) -> Vec<i32> {
    // Subtracting the index turns "strictly increasing" into "non-decreasing", which is what isotonic regression needs.
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

/// A block of nodes in adjacent rows.
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
    fn a_fan_is_centred_on_its_parent() {
        assert_eq!(spread(&[0.0; 5]), [-2, -1, 0, 1, 2]);
        assert_eq!(spread(&[7.0; 2]), [7, 8]);
        assert_eq!(spread(&[]), Vec::<i32>::new());
    }

    #[test]
    fn two_fans_with_enough_room_do_not_touch() {
        assert_eq!(spread(&[0.0, 0.0, 0.0, 10.0, 10.0, 10.0]), [-1, 0, 1, 9, 10, 11]);
    }

    #[test]
    fn two_fans_without_room_are_shifted_equally() {
        assert_eq!(spread(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]), [-2, -1, 0, 1, 2, 3]);
    }

    proptest! {
        #[test]
        fn rows_keep_the_order(wishes in prop::collection::vec(-50_i32..50, 0..40)) {
            let wishes: Vec<f64> = wishes.into_iter().map(f64::from).collect();
            prop_assert!(spread(&wishes).windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn compatible_wishes_are_all_met(steps in prop::collection::vec(1_i32..9, 0..40)) {
            let wishes: Vec<i32> = steps.iter().scan(0, |at, step| { *at += step; Some(*at) }).collect();
            let asked: Vec<f64> = wishes.iter().copied().map(f64::from).collect();
            prop_assert_eq!(spread(&asked), wishes);
        }
    }
}
