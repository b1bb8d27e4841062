//! Addresses, as far as files are taken from them.

use ureq::http::Uri;

use crate::fetch::error::FetchError;

/// An address that files may be taken from: `https`, or `http` on this machine.
pub(crate) fn checked(url: &str) -> Result<Uri, FetchError> {
    let wrong = || FetchError::Address { url: url.to_owned() };
    let uri: Uri = url.parse().map_err(|_| wrong())?;
    match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(_)) => Ok(uri),
        (Some("http"), Some(host)) if is_here(host) => Ok(uri),
        _ => Err(wrong()),
    }
}

/// Returns true if a host is this machine.
pub(crate) fn is_here(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}

/// Returns a path encoded for an address.
pub(crate) fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encode = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(encode).collect()
}

/// Returns the target of a redirect from `from` to `location`.
pub(crate) fn followed(from: &Uri, location: &str) -> Result<Uri, FetchError> {
    match (location.strip_prefix('/'), from.scheme_str(), from.authority()) {
        (Some(rest), Some(scheme), Some(authority)) if !rest.starts_with('/') => {
            checked(&format!("{scheme}://{authority}{location}"))
        }
        _ => checked(location),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_addresses_are_taken() {
        for good in ["https://a.org/x", "http://localhost:80/", "http://127.0.0.1:9/x", "http://[::1]/"] {
            assert!(checked(good).is_ok(), "{good}");
        }
        for bad in
            ["http://a.org/x", "ftp://a.org/", "file:///etc/passwd", "a.org/x", "", "http://localhost.a.org"]
        {
            assert!(checked(bad).is_err(), "{bad}");
        }
        let from = checked("https://a.org/x/y").unwrap();
        assert_eq!(followed(&from, "/z").unwrap(), "https://a.org/z");
        assert_eq!(followed(&from, "https://b.org/z").unwrap(), "https://b.org/z");
        assert!(followed(&from, "//b.org/z").is_err());
        assert!(followed(&from, "http://a.org/z").is_err());
    }

    #[test]
    fn paths_are_encoded() {
        assert_eq!(encoded("raw qrels/gpt-4o/a+b_é.txt"), "raw%20qrels/gpt-4o/a%2Bb_%C3%A9.txt");
    }
}
