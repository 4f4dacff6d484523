//! A server that runs for one test, and a client that sends exactly the given bytes.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use sokolab_server::{OpenLibrary, Server, ServerOptions};

/// A server in a thread of its own; it stops when it is dropped.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) token: String,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The value of a header; empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines.filter(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1).next().unwrap_or("")
    }
}

impl Running {
    pub(crate) fn start() -> Running {
        Running::with_request_time(Duration::from_secs(15))
    }

    /// A server that waits so long for headers and bodies.
    pub(crate) fn with_request_time(time: Duration) -> Running {
        let mut options = ServerOptions::local(2);
        options.limits.request_time_max = time;
        Running::with_options(options)
    }

    /// A server with a library.
    pub(crate) fn with_library(open: Arc<OpenLibrary>) -> Running {
        Running::with_options(ServerOptions { library: Some(open), ..ServerOptions::local(2) })
    }

    fn with_options(options: ServerOptions) -> Running {
        let server = Server::bind(options).expect("a free port");
        let address = server.page_address();
        let port = address.split([':', '/']).find_map(|it| it.parse().ok()).expect("a port");
        let token = address.split_once("token=").expect("a token").1.to_owned();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || {
            server.run(|| over.load(Ordering::Relaxed)).expect("it serves");
        });
        Running { port, token, is_over, thread: Some(thread) }
    }

    /// Asks a question with the token.
    pub(crate) fn ask(&self, name: &str, question: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        self.request("POST", &format!("/api/{name}"), &[("authorization", &bearer)], question)
    }

    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        read_answer(self.send(method, path, headers, body))
    }

    /// The same with another `Host`.
    pub(crate) fn request_to(
        &self,
        host: &str,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        read_answer(self.send_to(host, method, path, headers, body))
    }

    /// Sends a request, and leaves the answer to the caller.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        self.send_to(&format!("127.0.0.1:{}", self.port), method, path, headers, body)
    }

    fn send_to(
        &self,
        host: &str,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        let length = body.len();
        request.push_str(&format!("Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"));
        // The server may refuse a large body before it has read all of it.
        drop(stream.write_all(request.as_bytes()));
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn read_answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A reset after the answer is harmless.
    drop(stream.read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        unchunked(body)
    } else {
        body.to_owned()
    };
    Answer { status, head: head.to_owned(), body }
}

fn unchunked(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let Ok(length) = usize::from_str_radix(length, 16) else { break };
        if length == 0 || rest.len() < length {
            break;
        }
        out.push_str(&rest[..length]);
        body = rest[length..].trim_start_matches("\r\n");
    }
    out
}

/// A level that keeps every search busy.
pub(crate) fn hall() -> String {
    let mut rows = vec!["#".repeat(32)];
    for y in 0..30 {
        let place = |x: usize| match (x, y) {
            (0, 0) => '@',
            (2..=10, 2..=10) if x & 1 == 0 && y & 1 == 0 => '$',
            (18..=26, 18..=26) if x & 1 == 0 && y & 1 == 0 => '.',
            _ => ' ',
        };
        rows.push(format!("#{}#", (0..30).map(place).collect::<String>()));
    }
    rows.push(rows[0].clone());
    rows.join("\n")
}
