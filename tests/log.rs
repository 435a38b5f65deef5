//! The log under concurrent writers, incomplete last lines and killed processes.

mod concurrent;
mod interrupted;
mod killed;
mod torn;
