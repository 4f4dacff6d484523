//! Internal errors: the boundary that keeps a failed assertion from ending more than one part.
//!
//! A failed assertion is a fault of the program, never of the level. It is caught wherever the rest
//! can go on without the part that failed: around each strategy of a portfolio, around each phase
//! of a search for a best solution, and around each level.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::method::Method;

/// A failed assertion in one part of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalError {
    /// The method that failed, or `None` if the assertion failed outside any method.
    pub method: Option<Method>,
    /// The message of the assertion.
    pub message: String,
}

impl InternalError {
    /// Panics again with the same message, without printing it a second time. For work that is
    /// useless after this error and whose caller has a boundary of its own.
    ///
    /// # Panics
    /// Always.
    pub fn raise(&self) -> ! {
        resume_unwind(Box::new(self.to_string()))
    }
}

impl fmt::Display for InternalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.method {
            Some(method) => write!(formatter, "{}: {}", method.name(), self.message),
            None => formatter.write_str(&self.message),
        }
    }
}

impl std::error::Error for InternalError {}

/// Runs `work` and catches a failed assertion in it.
///
/// Values that `work` was changing when it failed must not be used afterwards.
///
/// # Errors
/// Returns the message of the assertion.
pub fn contain<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message_of(payload.as_ref()))
}

/// Runs the work of a method and catches a failed assertion in it.
pub(crate) fn contain_method<T>(
    method: Method,
    work: impl FnOnce() -> T,
) -> Result<T, InternalError> {
    contain(work).map_err(|message| InternalError { method: Some(method), message })
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("an assertion failed without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::contain;

    #[test]
    fn what_an_assertion_says_is_kept() {
        assert_eq!(contain(|| 7), Ok(7));
        assert_eq!(contain(|| panic!("plain")), Err::<(), _>("plain".to_owned()));
        assert_eq!(contain(|| panic!("{}", 8)), Err::<(), _>("8".to_owned()));
    }
}
