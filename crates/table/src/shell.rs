//! Words as a shell reads them as they are meant.

/// Words for the shell.
pub fn quoted(words: &[String]) -> String {
    words.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ")
}

/// A word as the shell, and Slurm's reader of options, take it.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@^".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_word_to_the_shell() {
        for text in ["plain-1.0/a=b", "two words", "it's", "$HOME", "", "a*b", "x;y"] {
            let echoed = std::process::Command::new("bash")
                .args(["-c", &format!("printf '%s|' {}", word(text))])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(echoed.stdout).unwrap(), format!("{text}|"));
        }
    }
}
