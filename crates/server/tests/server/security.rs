//! The server as strangers meet it: tokens, hosts, origins, sizes, slow and vanishing clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::{Answer, Running, hall};

const LEVEL: &str = r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"}}"#;

#[test]
fn questions_need_the_token() {
    let server = Running::start();
    assert_eq!(server.ask("solve", LEVEL).status, 200);
    assert!(server.ask("solve", LEVEL).body.contains(r#""solution":"R""#));
    let none = server.request("POST", "/api/solve", &[], LEVEL);
    assert_eq!(none.status, 401);
    for wrong in ["Bearer ", "Bearer 0123456789abcdef0123456789abcdef", "Basic abc"] {
        let answer = server.request("POST", "/api/solve", &[("authorization", wrong)], LEVEL);
        assert_eq!(answer.status, 401, "{wrong}");
        assert!(!answer.body.contains(&server.token), "the token never leaks");
    }
    let cookie = format!("sokolab-{}={}", server.port, server.token);
    let answer = server.request("POST", "/api/solve", &[("cookie", &cookie)], LEVEL);
    assert_eq!(answer.status, 200);
}

#[test]
fn foreign_hosts_and_origins_are_refused_even_with_the_token() {
    let server = Running::start();
    let bearer = format!("Bearer {}", server.token);
    let token = ("authorization", bearer.as_str());
    for host in ["evil.example", "evil.example:80", "127.0.0.1:1", "10.0.0.1"] {
        let answer = server.request_to(host, "POST", "/api/solve", &[token], LEVEL);
        assert_eq!(answer.status, 403, "{host}");
        assert_eq!(server.request_to(host, "GET", "/", &[], "").status, 403, "{host}");
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1"] {
        let answer = server.request("POST", "/api/solve", &[token, ("origin", origin)], LEVEL);
        assert_eq!(answer.status, 403, "{origin}");
    }
    let own = format!("http://127.0.0.1:{}", server.port);
    let answer = server.request("POST", "/api/solve", &[token, ("origin", &own)], LEVEL);
    assert_eq!(answer.status, 200);
}

#[test]
fn the_page_is_for_those_who_have_the_address() {
    let server = Running::start();
    assert_eq!(server.request("GET", "/", &[], "").status, 401);
    assert_eq!(server.request("GET", "/?token=guess", &[], "").status, 401);
    let page = server.request("GET", &format!("/?token={}", server.token), &[], "");
    assert_eq!(page.status, 200);
    let cookie = page.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let script = server.request("GET", "/js/main.js", &[], "");
    assert!(script.header("content-type").starts_with("text/javascript"));
    for path in ["/../Cargo.toml", "/js/../../Cargo.toml", "/%2e%2e/Cargo.toml", "/js", "//etc"] {
        assert_eq!(server.request("GET", path, &[], "").status, 404, "{path}");
    }
    assert_eq!(server.request("DELETE", "/", &[], "").status, 405);
}

#[test]
fn large_bodies_and_bad_questions_are_refused() {
    let server = Running::start();
    let large = format!(r#"{{"level":{{"text":"{}"}}}}"#, "#".repeat(10 << 20));
    let answer = server.ask("read", &large);
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert_eq!(server.ask("read", "not JSON").status, 400);
    assert_eq!(server.ask("sing", "{}").status, 404);
    assert_eq!(server.ask("solve", r#"{"level":{"text":""}}"#).status, 422);
    let title = "Title: <img src=x onerror=alert(1)>";
    let markup = format!(r#"{{"level":{{"text":"\n#####\n#@$.#\n#####\n{title}\n"}}}}"#);
    let read = server.ask("read", &markup);
    assert_eq!(read.header("content-type"), "application/json");
    assert!(read.body.contains("<img src=x onerror=alert(1)>"), "it stays text");
}

#[test]
fn slow_clients_lose_their_place_and_others_go_on() {
    let server = Running::with_request_time(Duration::from_millis(300));
    let mut slow = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
    slow.write_all(b"POST /api/solve HTTP/1.1\r\nHost: ").expect("half a request");
    let mut slow_body = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
    let head = format!(
        "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\
         Content-Length: 1000\r\n\r\nhalf",
        server.port, server.token
    );
    slow_body.write_all(head.as_bytes()).expect("half a body");
    assert_eq!(server.ask("solve", LEVEL).status, 200);
    let begin = Instant::now();
    let limit = Some(Duration::from_secs(20));
    for stream in [&mut slow, &mut slow_body] {
        stream.set_read_timeout(limit).expect("a timeout");
        let mut rest = Vec::new();
        // A reset counts as closed.
        drop(stream.read_to_end(&mut rest));
        assert!(rest.is_empty() || String::from_utf8_lossy(&rest).contains(" 408 "));
    }
    assert!(begin.elapsed() < Duration::from_secs(15), "they were closed");
}

#[test]
fn a_closed_connection_cancels_its_job() {
    let server = Running::start();
    let level = serde_json::json!({ "text": hall() });
    let question = serde_json::json!({ "level": level, "objective": "pushes", "seconds": 600 });
    // More jobs than may run at once: each makes room when its client goes away.
    for _ in 0..6 {
        let mut stream = server.send(
            "POST",
            "/api/solve",
            &[
                ("authorization", &format!("Bearer {}", server.token)),
                ("accept", "text/event-stream"),
            ],
            &question.to_string(),
        );
        let mut beginning = [0_u8; 16];
        stream.read_exact(&mut beginning).expect("the stream has begun");
        assert!(beginning.starts_with(b"HTTP/1.1 200"));
        drop(stream);
    }
    let begin = Instant::now();
    assert_eq!(server.ask("solve", LEVEL).status, 200);
    assert!(begin.elapsed() < Duration::from_secs(8), "no job is left");
}

#[test]
fn events_lead_to_the_answer() {
    let server = Running::start();
    let question = r#"{"method":"reverse","seed":1,"count":2,"boxes":2,"seconds":60}"#;
    let bearer = format!("Bearer {}", server.token);
    let headers = [("authorization", bearer.as_str()), ("accept", "text/event-stream")];
    let answer: Answer = server.request("POST", "/api/generate", &headers, question);
    assert!(answer.header("content-type").starts_with("text/event-stream"));
    assert_eq!(answer.body.matches("event: level\n").count(), 2);
    let last = answer.body.trim_end().rsplit("\n\n").next().unwrap_or("").to_owned();
    assert!(last.starts_with("event: answer\n"), "{last}");
    let refused = server.request("POST", "/api/generate", &headers, "{}");
    assert!(refused.body.contains("event: refusal\n"), "{}", refused.body);
}

#[test]
fn a_thousand_questions_at_once_are_answered_or_turned_away() {
    let server = Running::start();
    std::thread::scope(|scope| {
        let ask = |_| scope.spawn(|| (0..50).map(|_| server.ask("lint", LEVEL).status).collect());
        let threads: Vec<_> = (0..20).map(ask).collect();
        for thread in threads {
            let statuses: Vec<u16> = thread.join().expect("no client fails");
            assert!(statuses.iter().all(|it| [200, 503].contains(it)), "{statuses:?}");
        }
    });
    assert_eq!(server.ask("lint", LEVEL).status, 200);
}

#[test]
fn a_stream_that_nobody_reads_holds_up_nobody_else() {
    let server = Running::start();
    let bearer = format!("Bearer {}", server.token);
    let headers = [("authorization", bearer.as_str()), ("accept", "text/event-stream")];
    let question = r#"{"method":"reverse","seed":1,"count":100,"boxes":2,"seconds":600}"#;
    // Two half-open streams take both places for jobs; play needs none of them.
    let streams = [
        server.send("POST", "/api/generate", &headers, question),
        server.send("POST", "/api/generate", &headers, question),
    ];
    let act = r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"game":"","actions":[{"step":"r"}]}"#;
    for _ in 0..20 {
        assert_eq!(server.ask("act", act).status, 200);
    }
    drop(streams);
    assert_eq!(server.ask("solve", LEVEL).status, 200, "their places are free again");
}
