//! The foreign interface: the functions that the host calls, and those that it provides.
//!
//! The host calls `buffer` for a buffer of the given length, writes a request there and calls
//! `respond`. The response is at `response` and has the length that `respond` returned. Both
//! buffers are valid until the next call. Meanwhile the engine calls the host's `tell` with events,
//! and `fail` with the message of a panic; after a panic the instance must not be used again.
#![allow(unsafe_code, reason = "calls cross the border between Rust and the host here")]

use std::cell::RefCell;
use std::panic;

use crate::respond::{self, Host};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn seconds() -> f64;
    fn tell(text: *const u8, bytes: usize);
    fn fail(text: *const u8, bytes: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RESPONSE: RefCell<String> = const { RefCell::new(String::new()) };
}

struct JavaScript;

impl Host for JavaScript {
    fn seconds(&self) -> f64 {
        seconds()
    }

    fn tell(&self, event: &str) {
        // SAFETY: the host reads these bytes before it returns, and keeps no pointer to them.
        unsafe { tell(event.as_ptr(), event.len()) }
    }
}

/// Allocates a buffer for a request and returns its address.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn buffer(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Responds to the request in the buffer and returns the length of the response.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn respond() -> usize {
    panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        // SAFETY: as for `tell`.
        unsafe { fail(message.as_ptr(), message.len()) }
    }));
    let request = REQUEST.take();
    keep(respond::respond(&request, &JavaScript))
}

/// Writes the names of long questions as the response and returns its length.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn long_questions() -> usize {
    keep(respond::long_questions())
}

/// Where the last response is.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn response() -> *const u8 {
    RESPONSE.with_borrow(|response| response.as_ptr())
}

fn keep(text: String) -> usize {
    let bytes = text.len();
    RESPONSE.set(text);
    bytes
}
