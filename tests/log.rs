//! The log under many writers, torn tails and sudden death.

mod concurrent;
mod interrupted;
mod killed;
mod torn;
