//! The message log: the last messages that the footer showed.

use crate::time::Millis;
use crate::tui::theme::Role;
use std::collections::VecDeque;

/// Maximum number of messages in the log.
const MOST_MESSAGES: usize = 200;

/// A message that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// When it was shown.
    pub at: Millis,
    pub text: String,
    pub role: Role,
}

/// The last messages, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MessageLog {
    messages: VecDeque<Message>,
}

impl MessageLog {
    /// Adds a message; the oldest one goes if there are too many.
    pub fn add(&mut self, message: Message) {
        if self.messages.len() == MOST_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(message);
    }

    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The messages, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_the_last_two_hundred_messages() {
        let mut log = MessageLog::default();
        for number in 0..250 {
            log.add(Message { at: number, text: number.to_string(), role: Role::Note });
        }
        let shown: Vec<_> = log.newest_first().map(|message| message.at).collect();
        assert_eq!((shown.len(), shown[0], shown[199]), (200, 249, 50));
    }
}
