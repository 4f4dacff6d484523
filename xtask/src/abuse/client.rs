//! A client of the server that sends exactly the given bytes, valid or not.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long the client waits for a part of an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bodies that are no question.
pub(super) const NOISE: &[&str] = &[
    "",
    "{",
    "null",
    "[]",
    "\"level\"",
    "{\"level\":1}",
    "{\"level\":{\"text\":5}}",
    "{\"level\":{\"text\":\"nothing\"}}",
    "{\"level\":{\"text\":\"#####\\n# $.#\\n#####\\n\"}}",
    "{\"level\":{\"text\":\"\\u0000\\ud800\"}}",
    "{\"level\":null,\"moves\":-1,\"seconds\":1e999}",
];

/// A client that knows the address and the token.
#[derive(Debug)]
pub(super) struct Client {
    address: SocketAddr,
    token: String,
}

impl Client {
    /// The client for an address as the server prints it: `http://127.0.0.1:8080/?token=…`.
    pub(super) fn new(address: &str) -> Option<Client> {
        let (host, token) = address.strip_prefix("http://")?.split_once("/?token=")?;
        Some(Client { address: host.parse().ok()?, token: token.trim().to_owned() })
    }

    fn connect(&self) -> Option<TcpStream> {
        let stream = TcpStream::connect_timeout(&self.address, PATIENCE).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        Some(stream)
    }

    /// Whether the server takes connections.
    pub(super) fn is_reachable(&self) -> bool {
        self.connect().is_some()
    }

    /// Sends bytes and returns the status of the answer; `None` without an answer.
    pub(super) fn send(&self, bytes: &[u8]) -> Option<u16> {
        status_in(&self.exchange(bytes)?)
    }

    /// Sends bytes and reads until the server closes the connection or falls silent.
    fn exchange(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut stream = self.connect()?;
        // The server may refuse the rest after the beginning.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Some(answer)
    }

    fn head(&self, first: &str, more: &str) -> Vec<u8> {
        let Client { address, token } = self;
        format!(
            "{first} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\n{more}\r\n"
        )
        .into_bytes()
    }

    /// Asks a question and returns the status of the answer.
    pub(super) fn ask(&self, name: &str, body: &[u8], accept: &str) -> Option<u16> {
        let more = format!("Accept: {accept}\r\nContent-Length: {}\r\n", body.len());
        let head = self.head(&format!("POST /api/{name}"), &more);
        // Half a connection counts as a client that went away, so the whole one is kept.
        let mut stream = self.connect()?;
        let _ = stream.write_all(&[&head, body].concat());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        status_in(&answer)
    }

    /// The names of all questions; empty if the server does not list them.
    pub(super) fn questions(&self) -> Vec<String> {
        let answer = self.exchange(&self.head("GET /api", "")).unwrap_or_default();
        let text = String::from_utf8_lossy(&answer).into_owned();
        let body = text.split_once("\r\n\r\n").map_or("", |it| it.1);
        let list: Value = serde_json::from_str(body).unwrap_or_default();
        let names = list["questions"].as_array().into_iter().flatten();
        names.filter_map(|it| it["name"].as_str().map(str::to_owned)).collect()
    }

    /// The status of the page.
    pub(super) fn page(&self) -> Option<u16> {
        let first = format!("GET /?token={}", self.token);
        self.send(&self.head(&first, ""))
    }

    /// Opens this many connections and sends nothing until the server closes them.
    pub(super) fn crowd(&self, count: usize) {
        let streams: Vec<TcpStream> = (0..count).map_while(|_| self.connect()).collect();
        for mut stream in streams {
            let _ = stream.read(&mut [0]);
        }
    }

    /// Requests that are malformed or cannot be served.
    pub(super) fn odd_requests(&self) -> Vec<(&'static str, Vec<u8>)> {
        let post = |more: &str, body: &[u8]| [&self.head("POST /api/solve", more), body].concat();
        let long = "a".repeat(1 << 20);
        vec![
            ("nothing", Vec::new()),
            ("zeros", vec![0; 10_000]),
            ("bytes", (0..=255).cycle().take(10_000).collect()),
            ("another protocol", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec()),
            ("a long path", self.head(&format!("GET /{long}"), "")),
            ("a long header", self.head("GET /", &format!("A: {long}\r\n"))),
            ("many headers", self.head("GET /", &"A: b\r\n".repeat(10_000))),
            ("a path upwards", self.head("GET /../../../../etc/passwd", "")),
            ("an odd path", self.head("GET /%00%ff%2e%2e%2f", "")),
            ("a method of its own", self.head("SOLVE /api/solve", "")),
            ("a huge length", post("Content-Length: 99999999999999999999999\r\n", b"{}")),
            ("a negative length", post("Content-Length: -1\r\n", b"{}")),
            ("two lengths", post("Content-Length: 1\r\nContent-Length: 2\r\n", b"{}")),
            ("half a body", post("Content-Length: 100\r\n", b"{\"level\":")),
            ("a huge chunk", post("Transfer-Encoding: chunked\r\n", b"FFFFFFFFFFFFFFFF\r\n{}")),
            ("no chunk", post("Transfer-Encoding: chunked\r\n", b"pushes\r\n")),
            ("deep JSON", self.body(&[b'['; 100_000])),
            ("no UTF-8", self.body(&[0xff, 0xfe, 0x80])),
            ("seven megabytes", self.body(&[b' '; 7 << 20])),
            ("no token", b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_vec()),
        ]
    }

    fn body(&self, body: &[u8]) -> Vec<u8> {
        let more = format!("Content-Length: {}\r\n", body.len());
        [&self.head("POST /api/solve", &more), body].concat()
    }
}

/// The status in the first line of an answer.
fn status_in(answer: &[u8]) -> Option<u16> {
    let start = String::from_utf8_lossy(answer.get(..12)?).into_owned();
    start.strip_prefix("HTTP/1.")?.get(2..)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Client, status_in};

    #[test]
    fn addresses_and_answers_are_read() {
        let client = Client::new("http://127.0.0.1:8080/?token=abc\n").expect("an address");
        assert_eq!((client.address.port(), client.token.as_str()), (8080, "abc"));
        assert!(Client::new("127.0.0.1:8080").is_none());
        assert_eq!(status_in(b"HTTP/1.1 404 Not Found\r\n"), Some(404));
        assert_eq!(status_in(b""), None);
    }
}
