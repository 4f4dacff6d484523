//! The secret that grants access.

use std::fmt;
use std::io;

/// A random secret of 128 bits, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// Draws a token from the randomness of the system.
    pub(crate) fn random() -> io::Result<Token> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Token(format!("{:032x}", u128::from_ne_bytes(bytes))))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token, compared in constant time.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), text.as_bytes());
        let difference = ours.iter().zip(theirs).fold(0, |sum, (one, two)| sum | (one ^ two));
        ours.len() == theirs.len() && difference == 0
    }
}

/// Secrets stay out of messages.
impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn tokens_differ_and_match_only_themselves() {
        let (one, two) = (Token::random().expect("random"), Token::random().expect("random"));
        assert_ne!(one.as_str(), two.as_str());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.matches(one.as_str()) && !one.matches(two.as_str()));
        assert!(!one.matches("") && !one.matches(&one.as_str()[1..]));
    }
}
