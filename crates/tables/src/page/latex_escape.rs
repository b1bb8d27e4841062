//! Escapes text for LaTeX.

/// Escapes the text of a cell with numbers: minus signs and arrows are in math mode, and a cell `-` becomes a dash.
pub(crate) fn latex_value(text: &str) -> String {
    if text == "-" {
        return "--".to_owned();
    }
    let mut out = String::new();
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let begins = before.is_none_or(|c: char| !c.is_alphanumeric() && c != ')');
        match (c, rest.peek()) {
            ('-', Some('>')) => {
                rest.next();
                out.push_str("$\\rightarrow$");
            }
            ('-', Some(digit)) if begins && digit.is_ascii_digit() => out.push_str("$-$"),
            (c, _) => out.push_str(&escaped_char(c, before)),
        }
        before = Some(c);
    }
    out
}

/// Escapes text for LaTeX.
pub fn latex(text: &str) -> String {
    let mut before = None;
    text.chars()
        .map(|c| {
            let escaped = escaped_char(c, before);
            before = Some(c);
            escaped
        })
        .collect()
}

/// Escapes a character for LaTeX. `before` is the character before it.
fn escaped_char(c: char, before: Option<char>) -> String {
    let command = match c {
        '\\' => "\\textbackslash{}",
        '~' => "\\textasciitilde{}",
        '^' => "\\textasciicircum{}",
        '<' => "\\textless{}",
        '>' => "\\textgreater{}",
        '|' => "\\textbar{}",
        '"' => "\\textquotedbl{}",
        '`' => "\\textasciigrave{}",
        '±' => "$\\pm$",
        '−' => "$-$",
        '×' => "$\\times$",
        '≤' => "$\\leq$",
        '≥' => "$\\geq$",
        '≠' => "$\\neq$",
        '≈' => "$\\approx$",
        '∞' => "$\\infty$",
        '→' => "$\\rightarrow$",
        '←' => "$\\leftarrow$",
        '↑' => "$\\uparrow$",
        '↓' => "$\\downarrow$",
        '′' => "$'$",
        '…' => "\\dots{}",
        'α' => "$\\alpha$",
        'β' => "$\\beta$",
        'γ' => "$\\gamma$",
        'Δ' => "$\\Delta$",
        'δ' => "$\\delta$",
        'λ' => "$\\lambda$",
        'μ' => "$\\mu$",
        'ρ' => "$\\rho$",
        'σ' => "$\\sigma$",
        'Σ' => "$\\Sigma$",
        'τ' => "$\\tau$",
        'ψ' => "$\\psi$",
        '\u{a0}' => "~",
        _ => "",
    };
    match c {
        _ if !command.is_empty() => command.to_owned(),
        '{' | '}' | '$' | '&' | '#' | '%' | '_' => format!("\\{c}"),
        // LaTeX would combine two of these into one character.
        '-' | '\'' | ',' if before == Some(c) => format!("{{}}{c}"),
        // After `\\`, which ends a row, LaTeX would read a bracket as an optional argument and a star as a variant of
        // the command.
        '[' if before.is_none() => "{[}".to_owned(),
        '*' if before.is_none() => "{*}".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_a_label_is_a_command() {
        for (text, escaped) in [
            (r"a_b & 50% #1 {x} $y$", r"a\_b \& 50\% \#1 \{x\} \$y\$"),
            (r"\input{x}", r"\textbackslash{}input\{x\}"),
            (
                "a~b^c <d> |e| \"f\" `g`",
                r"a\textasciitilde{}b\textasciicircum{}c \textless{}d\textgreater{} \textbar{}e\textbar{} \textquotedbl{}f\textquotedbl{} \textasciigrave{}g\textasciigrave{}",
            ),
            ("--- ''x'' ,,", "-{}-{}- '{}'x'{}' ,{},"),
            ("τ ≥ 0.9, é", r"$\tau$ $\geq$ 0.9, é"),
            ("[a] b*", "{[}a] b*"),
            ("* [a]", "{*} [a]"),
            ("a\nb\u{7}", "a b "),
        ] {
            assert_eq!(latex(text), escaped);
        }
    }

    #[test]
    fn numbers_have_the_signs_of_mathematics() {
        for (text, escaped) in [
            ("-0.27% ±0.10", r"$-$0.27\% $\pm$0.10"),
            ("+1.93% 6->8", r"+1.93\% 6$\rightarrow$8"),
            ("6↓8", r"6$\downarrow$8"),
            ("-", "--"),
            ("2001-2003", "2001-2003"),
            ("±-1", r"$\pm$$-$1"),
            ("(no such cell)", "(no such cell)"),
        ] {
            assert_eq!(latex_value(text), escaped);
        }
    }
}
