//! A user name and a password for one host. They are never shown: `Debug` leaves them out, and the header is marked as
//! sensitive, so the HTTP client does not log it.

use std::fmt;

use anyhow::{Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ureq::http::{HeaderValue, Uri};

/// The environment variable with `name:password` for NIST. Programs that we start do not inherit it.
pub const LOGIN_VARIABLE: &str = "REJUDGE_NIST";

/// The password in the variable is sent only to this host or, so that tests can use a local server, to this
/// machine. We must check the host, because a collection's description could name any host.
const NIST: &str = "trec.nist.gov";

/// A user name and a password for one host.
pub struct Login {
    host: String,
    header: HeaderValue,
}

impl fmt::Debug for Login {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Login({})", self.host)
    }
}

impl Login {
    /// Makes a login for a host.
    ///
    /// # Errors
    /// If the user name contains a colon, because the header separates name and password with a colon.
    pub fn new(host: &str, name: &str, password: &str) -> Result<Self> {
        if name.contains(':') {
            bail!("expected a user name without a colon");
        }
        let encoded = BASE64_STANDARD.encode(format!("{name}:{password}"));
        let mut header = HeaderValue::try_from(format!("Basic {encoded}"))?;
        header.set_sensitive(true);
        Ok(Self { host: host.to_owned(), header })
    }

    /// Returns the login in the variable if `host` is NIST or, for tests, this machine. Returns `None` for other hosts, or
    /// if the variable is unset or empty.
    ///
    /// # Errors
    /// If the host is accepted and the variable is not empty, but contains no colon.
    pub fn from_variable(host: &str) -> Result<Option<Self>> {
        let is_nist = host == NIST || super::is_this_machine(without_port(host));
        let value = std::env::var(LOGIN_VARIABLE).unwrap_or_default();
        if !is_nist || value.is_empty() {
            return Ok(None);
        }
        let Some((name, password)) = value.split_once(':') else {
            bail!("{LOGIN_VARIABLE}: expected `name:password`");
        };
        Self::new(host, name, password).map(Some)
    }

    /// Returns the login for a host from the text of a `.netrc`: from the host's entry or the default entry, whichever
    /// comes first.
    ///
    /// # Errors
    /// If the entry lacks the name or the password, or the name contains a colon.
    pub fn from_netrc(host: &str, text: &str) -> Result<Option<Self>> {
        let Some(entry) = Entry::find(without_port(host), text) else { return Ok(None) };
        match (entry.login, entry.password) {
            (Some(name), Some(password)) => Self::new(host, name, password).map(Some),
            _ => bail!("expected `login` and `password` in the entry of {host}"),
        }
    }

    /// Returns true if the address is on the login's host, at the same port.
    pub(super) fn is_for(&self, uri: &Uri) -> bool {
        uri.authority().is_some_and(|authority| authority.as_str().eq_ignore_ascii_case(&self.host))
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.header.clone()
    }
}

fn without_port(host: &str) -> &str {
    host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name)
}

/// An entry of a `.netrc`.
#[derive(Default)]
struct Entry<'a> {
    login: Option<&'a str>,
    password: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn find(host: &str, text: &'a str) -> Option<Self> {
        let mut words = words(text).into_iter();
        let mut entry: Option<Self> = None;
        while let Some(word) = words.next() {
            match word {
                "machine" | "default" if entry.is_some() => break,
                "machine" => entry = (words.next()? == host).then(Self::default),
                "default" => entry = Some(Self::default()),
                "login" | "password" | "account" => {
                    let Some(value) = words.next() else { break };
                    match (&mut entry, word) {
                        (Some(entry), "login") => entry.login = Some(value),
                        (Some(entry), "password") => entry.password = Some(value),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        entry
    }
}

/// Returns the words of a `.netrc`, without comments and macros. An empty line ends a macro.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut in_macro) = (Vec::new(), false);
    for line in text.lines() {
        in_macro &= !line.trim().is_empty();
        if in_macro || line.trim_start().starts_with('#') {
            continue;
        }
        let before = line.split_whitespace().take_while(|word| *word != "macdef").count();
        in_macro = line.split_whitespace().count() > before;
        words.extend(line.split_whitespace().take(before));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(login: &Login) -> String {
        let text = login.header.to_str().expect("text").strip_prefix("Basic ").expect("basic");
        String::from_utf8(BASE64_STANDARD.decode(text).expect("base64")).expect("text")
    }

    #[test]
    fn a_host_has_its_entry_or_the_default() {
        let text = "# machine trec.nist.gov login no password no\nmachine a.org login a password pa\n\
            macdef init\nmachine trec.nist.gov login no password no\n\nmachine trec.nist.gov\n\tlogin me\n\
            \tpassword s:e#c\nmachine b.org login b\nmachine trec.nist.gov login late password late\n\
            default login d password pd\n";
        for (host, expected) in [
            ("trec.nist.gov", Ok(Some("me:s:e#c"))),
            ("a.org", Ok(Some("a:pa"))),
            ("a.org:8080", Ok(Some("a:pa"))),
            ("b.org", Err("expected `login` and `password` in the entry of b.org")),
            ("other.org", Ok(Some("d:pd"))),
        ] {
            let login = Login::from_netrc(host, text).map_err(|error| error.to_string());
            let login = login.as_ref().map(|login| login.as_ref().map(decoded));
            let login = login.as_ref().map(|login| login.as_deref()).map_err(|error| error.as_str());
            assert_eq!(login, expected, "{host}");
        }
        assert!(Login::from_netrc("b.org", "machine a.org login a password p").expect("text").is_none());
        assert!(Login::from_netrc("a.org", "machine a.org login a password").is_err());
    }

    #[test]
    fn a_login_is_for_one_host_and_is_not_shown() {
        let login = Login::new("trec.nist.gov", "me", "secret").expect("a login");
        assert_eq!(format!("{login:?} {:?}", login.header()), "Login(trec.nist.gov) Sensitive");
        for (url, is_for) in [
            ("https://trec.nist.gov/x", true),
            ("https://TREC.nist.gov/x", true),
            ("https://trec.nist.gov:8443/x", false),
            ("https://trec.nist.gov.example.org/x", false),
            ("https://trec.nist.gov@example.org/x", false),
            ("https://ir.nist.gov/x", false),
        ] {
            assert_eq!(login.is_for(&url.parse().expect("an address")), is_for, "{url}");
        }
        assert!(Login::new("a.org", "a:b", "c").is_err());
    }
}
