//! The log under many writers, torn tails and sudden death.

mod concurrent;
mod killed;
mod torn;
