//! Limits on clients.

use std::time::Duration;

use sokolab_service::Limits;

/// Limits on clients.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// What one question may cost.
    pub question: Limits,
    /// The longest body of a request, in bytes.
    pub body_bytes_max: usize,
    /// Maximum number of long questions that run at the same time.
    pub jobs_max: usize,
    /// The most questions that wait for their turn.
    pub waiting_max: usize,
    /// The most connections.
    pub connections_max: usize,
    /// Time limit for sending headers or a body, and for reading an event.
    pub request_time_max: Duration,
}

impl ServerLimits {
    /// As many jobs as cores, at least two; bodies of up to six megabytes.
    #[must_use]
    pub fn for_cores(cores: usize) -> ServerLimits {
        ServerLimits {
            question: Limits { threads_max: 1, ..Limits::DEFAULT },
            body_bytes_max: 6 << 20,
            jobs_max: cores.clamp(2, 16),
            waiting_max: 256,
            connections_max: 512,
            request_time_max: Duration::from_secs(15),
        }
    }
}
