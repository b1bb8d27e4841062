//! Dots that count: seen, and not read out one by one, since their number stands beside them.

/// `html` with each run of dots as a picture of its own.
pub fn dotted(html: &str) -> String {
    let is_dot = |c: char| matches!(c, '●' | '○');
    if !html.contains(is_dot) {
        return html.to_owned();
    }
    let (mut out, mut inside) = (String::with_capacity(html.len() + 64), false);
    for c in html.chars() {
        if is_dot(c) != inside {
            out.push_str(if inside { "</span>" } else { "<span class=\"dots\" aria-hidden=\"true\">" });
            inside = !inside;
        }
        out.push(c);
    }
    if inside {
        out.push_str("</span>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::dotted;

    #[test]
    fn runs_of_dots_are_not_read_out() {
        let dots = "<span class=\"dots\" aria-hidden=\"true\">●○</span>";
        assert_eq!(dotted("a ●○ 1/2 ●○"), format!("a {dots} 1/2 {dots}"));
        assert_eq!(dotted("a"), "a");
    }
}
