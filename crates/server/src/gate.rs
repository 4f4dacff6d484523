//! Access control: checks of the token, the host and the origin.
//!
//! A page on another site can make a browser send requests to this machine. It does not know the
//! token, its `Origin` identifies it, and a host name that it makes resolve to this machine (DNS
//! rebinding) appears in `Host`. So a host must be an address or `localhost`, with our port.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, StatusCode, header};

use crate::token::Token;

/// What lets a client in.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    address: SocketAddr,
    token: Token,
}

/// Why a client is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnedAway {
    /// The request is for another host.
    ForeignHost,
    /// The request comes from a page of another origin.
    ForeignOrigin,
    /// The request has no token, or a wrong one.
    NoToken,
}

impl TurnedAway {
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            TurnedAway::ForeignHost | TurnedAway::ForeignOrigin => StatusCode::FORBIDDEN,
            TurnedAway::NoToken => StatusCode::UNAUTHORIZED,
        }
    }

    pub(crate) const fn code(self) -> &'static str {
        match self {
            TurnedAway::ForeignHost => "foreign_host",
            TurnedAway::ForeignOrigin => "foreign_origin",
            TurnedAway::NoToken => "no_token",
        }
    }

    pub(crate) const fn message(self) -> &'static str {
        match self {
            TurnedAway::ForeignHost => "open the address that soko serve printed",
            TurnedAway::ForeignOrigin => "pages of other origins may not ask",
            TurnedAway::NoToken => {
                "open the address that soko serve printed, or send its token as \
                 Authorization: Bearer TOKEN"
            }
        }
    }
}

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

impl Gate {
    pub(crate) fn new(address: SocketAddr, token: Token) -> Gate {
        Gate { address, token }
    }

    /// The address of the page, which includes the token.
    pub(crate) fn page_address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token.as_str())
    }

    /// The name of the cookie. All ports of a machine share cookies, so the name includes the port.
    pub(crate) fn cookie_name(&self) -> String {
        format!("sokolab-{}", self.address.port())
    }

    /// The cookie that the address sets.
    pub(crate) fn cookie(&self) -> String {
        let (name, token) = (self.cookie_name(), self.token.as_str());
        format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict")
    }

    /// Checks the host, and the origin if there is one.
    pub(crate) fn check_source(&self, headers: &HeaderMap) -> Result<(), TurnedAway> {
        let host = single(headers, header::HOST).ok_or(TurnedAway::ForeignHost)?;
        if !self.is_own_host(host) {
            return Err(TurnedAway::ForeignHost);
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = single(headers, header::ORIGIN).and_then(|it| it.strip_prefix("http://"));
            if origin != Some(host) {
                return Err(TurnedAway::ForeignOrigin);
            }
        }
        Ok(())
    }

    /// Checks everything that a question needs.
    pub(crate) fn check_question(&self, headers: &HeaderMap) -> Result<(), TurnedAway> {
        self.check_source(headers)?;
        let site = single(headers, FETCH_SITE).unwrap_or("none");
        if !matches!(site, "same-origin" | "none") {
            return Err(TurnedAway::ForeignOrigin);
        }
        self.check_token(headers)
    }

    /// Checks the token of the header or the cookie.
    pub(crate) fn check_token(&self, headers: &HeaderMap) -> Result<(), TurnedAway> {
        let bearer = single(headers, header::AUTHORIZATION)
            .and_then(|it| it.strip_prefix("Bearer "))
            .is_some_and(|it| self.token.matches(it.trim()));
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let is_ours = |it: &str| {
            it.trim()
                .split_once('=')
                .is_some_and(|(key, value)| key == name && self.token.matches(value))
        };
        let cookie = cookies.flat_map(|it| it.split(';')).any(is_ours);
        if bearer || cookie { Ok(()) } else { Err(TurnedAway::NoToken) }
    }

    /// Whether a query has the token, as the printed address does.
    pub(crate) fn is_query_valid(&self, query: Option<&str>) -> bool {
        let parts = query.unwrap_or("").split('&');
        parts.filter_map(|it| it.strip_prefix("token=")).any(|it| self.token.matches(it))
    }

    /// Whether a host is this machine by address, not by a name that may point anywhere.
    fn is_own_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let is_loopback = self.address.ip().is_loopback();
        let bare = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
        match bare.parse::<IpAddr>() {
            Ok(address) => !is_loopback || address.is_loopback(),
            Err(_) => name == "localhost",
        }
    }
}

/// The value of a header that is there once.
fn single(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::{Gate, TurnedAway};
    use crate::token::Token;

    fn gate() -> Gate {
        let address = "127.0.0.1:4000".parse().expect("an address");
        Gate::new(address, Token::random().expect("random"))
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a value"))
        };
        let mut headers = HeaderMap::new();
        pairs.iter().map(pair).for_each(|(name, value)| {
            headers.append(name, value);
        });
        headers
    }

    #[test]
    fn hosts_are_addresses_of_this_machine_with_our_port() {
        let gate = gate();
        for host in ["127.0.0.1:4000", "localhost:4000", "[::1]:4000", "127.0.0.9:4000"] {
            assert_eq!(gate.check_source(&headers(&[("host", host)])), Ok(()), "{host}");
        }
        for host in ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "10.0.0.1:4000", ""] {
            let found = gate.check_source(&headers(&[("host", host)]));
            assert_eq!(found, Err(TurnedAway::ForeignHost), "{host}");
        }
        let twice = headers(&[("host", "127.0.0.1:4000"), ("host", "evil.example")]);
        assert_eq!(gate.check_source(&twice), Err(TurnedAway::ForeignHost));
    }

    #[test]
    fn origins_are_our_own_or_absent() {
        let gate = gate();
        let own = ("host", "127.0.0.1:4000");
        let ours = headers(&[own, ("origin", "http://127.0.0.1:4000")]);
        assert_eq!(gate.check_source(&ours), Ok(()));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4000", "http://127.0.0.1"]
        {
            let found = gate.check_source(&headers(&[own, ("origin", origin)]));
            assert_eq!(found, Err(TurnedAway::ForeignOrigin), "{origin}");
        }
        let cross = headers(&[own, ("sec-fetch-site", "cross-site")]);
        assert_eq!(gate.check_question(&cross), Err(TurnedAway::ForeignOrigin));
    }

    #[test]
    fn the_token_comes_by_header_or_cookie() {
        let gate = gate();
        let token = gate.token.as_str().to_owned();
        let own = ("host", "127.0.0.1:4000");
        let bearer = headers(&[own, ("authorization", &format!("Bearer {token}"))]);
        assert_eq!(gate.check_question(&bearer), Ok(()));
        let cookie = headers(&[own, ("cookie", &format!("a=b; sokolab-4000={token}"))]);
        assert_eq!(gate.check_question(&cookie), Ok(()));
        for other in ["Bearer x", "Basic x", "Bearer "] {
            let found = gate.check_question(&headers(&[own, ("authorization", other)]));
            assert_eq!(found, Err(TurnedAway::NoToken), "{other}");
        }
        assert!(gate.is_query_valid(Some(&format!("a=1&token={token}"))));
        assert!(!gate.is_query_valid(Some("token=1")) && !gate.is_query_valid(None));
    }
}
