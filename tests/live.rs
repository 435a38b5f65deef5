//! A workspace that moves: what is read again and what comes of it.

mod same;
