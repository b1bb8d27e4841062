//! The grammar of an equation.
//!
//! ```text
//! equation    = chain { "or" chain }
//! chain       = range comparison range { comparison range }
//! comparison  = order ["one of"]
//! order       = "=" | "<" | "<=" | ">" | ">=" | "is" ["above" | "below" | "at least" | "at most"]
//! range       = sum ["to" sum]
//! sum         = product { ("+" | "-") product }
//! product     = signed { ("*" | "/") signed }
//! signed      = ("-" | "+") signed | power
//! power       = operand ["^" operand]
//! operand     = number | "printed text" | name | name "(" ranges ")" | "(" range ")"
//!             | "count" "(" range [comparison range] ")"
//! ```
//!
//! Behind `one of`, `means(n, list)` stands for all means of n numbers of the list.

use super::Mistake;
use super::functions::{self, MEANS};
use super::parts;
use super::tokens::{Token, tokens};
use super::tree::{Chain, Comparison, Formula, Name, Order, Statement};
use rejudge_names::nearest;

/// Most parentheses and signs within one another.
const MOST_OPEN: usize = 64;

/// The words of the grammar, which name nothing.
const WORDS: [&str; 3] = ["is", "or", "to"];

/// Reads an equation.
pub(super) fn statement(text: &str) -> Result<Statement, Mistake> {
    let mut reader = Reader::of(text)?;
    let mut any = vec![reader.chain()?];
    while reader.takes_word("or") {
        any.push(reader.chain()?);
    }
    reader.ends()?;
    Ok(Statement { any })
}

/// Reads a formula without a comparison.
pub(super) fn formula(text: &str) -> Result<Formula, Mistake> {
    let mut reader = Reader::of(text)?;
    let formula = reader.range()?;
    reader.ends()?;
    Ok(formula)
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    next: usize,
    /// Characters of the text, which is where it ends.
    end: usize,
    /// Parentheses and signs that are not done yet.
    open: usize,
}

impl Reader {
    fn of(text: &str) -> Result<Self, Mistake> {
        Ok(Self { tokens: tokens(text)?, next: 0, end: text.chars().count(), open: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let there = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.next += usize::from(there);
        there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let there = matches!(self.peek(), Some(Token::Word(found)) if found == word);
        self.next += usize::from(there);
        there
    }

    /// One of the signs, where one of them comes next.
    fn one_of(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        signs.iter().copied().find(|sign| self.takes(sign))
    }

    fn expected<T>(&self, what: &str) -> Result<T, Mistake> {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Number(text, ..) | Token::Word(text)) => format!("`{text}`"),
            Some(Token::Text(text)) => format!("`\"{text}\"`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        };
        Err(Mistake::at(self.at(), format!("found {found}, expected {what}")))
    }

    fn ends(&self) -> Result<(), Mistake> {
        if self.peek().is_some() { self.expected("the end of the equation") } else { Ok(()) }
    }

    fn chain(&mut self) -> Result<Chain, Mistake> {
        let first = self.range()?;
        let mut rest = Vec::new();
        while let Some(comparison) = self.comparison()? {
            rest.push((comparison, self.side(comparison)?));
        }
        if rest.is_empty() {
            return self.expected("a comparison: an equation has a `=`, `<`, `<=`, `>`, `>=` or `is`");
        }
        Ok(Chain { first, rest })
    }

    /// What stands behind a comparison.
    fn side(&mut self, comparison: Comparison) -> Result<Formula, Mistake> {
        let takes_means = comparison.one_of && comparison.order == Order::Equal;
        if !(takes_means && self.takes_word(MEANS)) {
            return self.range();
        }
        self.follows("(")?;
        let count = self.deeper(Self::range)?;
        self.follows(",")?;
        let list = self.deeper(Self::range)?;
        self.follows(")")?;
        Ok(Formula::Means(Box::new((count, list))))
    }

    fn comparison(&mut self) -> Result<Option<Comparison>, Mistake> {
        let as_printed = self.takes_word("is");
        let order = if as_printed {
            self.order_in_words()?
        } else {
            match self.one_of(&["=", "<=", "<", ">=", ">"]) {
                None => return Ok(None),
                Some("=") => Order::Equal,
                Some("<") => Order::Below,
                Some("<=") => Order::AtMost,
                Some(">") => Order::Above,
                Some(_) => Order::AtLeast,
            }
        };
        let one_of = self.takes_word("one");
        if one_of && !self.takes_word("of") {
            return self.expected("`of`: one of several numbers");
        }
        Ok(Some(Comparison { order, as_printed, one_of }))
    }

    /// What stands behind `is`.
    fn order_in_words(&mut self) -> Result<Order, Mistake> {
        for (word, order) in [("above", Order::Above), ("below", Order::Below)] {
            if self.takes_word(word) {
                return Ok(order);
            }
        }
        if !self.takes_word("at") {
            return Ok(Order::Equal);
        }
        for (word, order) in [("least", Order::AtLeast), ("most", Order::AtMost)] {
            if self.takes_word(word) {
                return Ok(order);
            }
        }
        self.expected("`least` or `most`")
    }

    fn range(&mut self) -> Result<Formula, Mistake> {
        let first = self.sum()?;
        Ok(if self.takes_word("to") { Formula::Range(Box::new((first, self.sum()?))) } else { first })
    }

    fn sum(&mut self) -> Result<Formula, Mistake> {
        let mut formula = self.product()?;
        while let Some(sign) = self.one_of(&["+", "-"]) {
            formula = Formula::Two(sign, Box::new((formula, self.product()?)));
        }
        Ok(formula)
    }

    fn product(&mut self) -> Result<Formula, Mistake> {
        let mut formula = self.signed()?;
        while let Some(sign) = self.one_of(&["*", "/"]) {
            formula = Formula::Two(sign, Box::new((formula, self.signed()?)));
        }
        Ok(formula)
    }

    fn signed(&mut self) -> Result<Formula, Mistake> {
        match self.one_of(&["-", "+"]) {
            Some("-") => Ok(Formula::Opposite(Box::new(self.deeper(Self::signed)?))),
            Some(_) => self.deeper(Self::signed),
            None => self.power(),
        }
    }

    fn power(&mut self) -> Result<Formula, Mistake> {
        let base = self.operand()?;
        Ok(if self.takes("^") { Formula::Two("^", Box::new((base, self.operand()?))) } else { base })
    }

    fn operand(&mut self) -> Result<Formula, Mistake> {
        let at = self.at();
        match self.peek().cloned() {
            Some(Token::Number(text, number, percent)) => {
                self.next += 1;
                Ok(Formula::Number(text, number, percent))
            }
            Some(Token::Text(text)) => {
                self.next += 1;
                Ok(Formula::Text(text))
            }
            Some(Token::Word(text)) if !WORDS.contains(&text.as_str()) => {
                self.next += 1;
                if self.takes("(") { self.call(at, &text) } else { Ok(Formula::Name(Name { at, text })) }
            }
            Some(Token::Sign("(")) => {
                self.next += 1;
                let inside = self.deeper(Self::range)?;
                self.follows(")")?;
                Ok(inside)
            }
            _ => self.expected("a number, a name or a parenthesis"),
        }
    }

    /// Reads something one level deeper.
    fn deeper(&mut self, read: fn(&mut Self) -> Result<Formula, Mistake>) -> Result<Formula, Mistake> {
        if self.open == MOST_OPEN {
            let message = format!("more than {MOST_OPEN} parentheses and signs are open");
            return Err(Mistake::at(self.at(), message));
        }
        self.open += 1;
        let inside = read(self)?;
        self.open -= 1;
        Ok(inside)
    }

    fn follows(&mut self, sign: &str) -> Result<(), Mistake> {
        if self.takes(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    /// A function of this name, whose parenthesis is open.
    fn call(&mut self, at: usize, name: &str) -> Result<Formula, Mistake> {
        if name == functions::COUNT {
            return self.count();
        }
        let mut arguments = vec![self.deeper(Self::range)?];
        while self.takes(",") {
            arguments.push(self.deeper(Self::range)?);
        }
        self.follows(")")?;
        if let Some(part) = parts::named(name) {
            return match arguments.as_slice() {
                [Formula::Name(cell)] => Ok(Formula::Part(part, cell.clone())),
                _ => Err(Mistake::at(at, format!("`{name}` is a part of one cell: `{name}(cell)`"))),
            };
        }
        if name == MEANS {
            return Err(Mistake::at(at, format!("`{MEANS}` stands behind `= one of` or `is one of` alone")));
        }
        let Some(function) = functions::named(name) else {
            let mistake = Mistake::at(at, format!("there is no function `{name}`"));
            let known = functions::names().chain(parts::names());
            return Err(mistake.suggesting(nearest(name, known)));
        };
        match function.takes {
            Some(takes) if takes != arguments.len() => {
                let found = arguments.len();
                Err(Mistake::at(at, format!("`{name}` takes {takes} numbers, found {found}")))
            }
            _ => Ok(Formula::Call(function, arguments)),
        }
    }

    fn count(&mut self) -> Result<Formula, Mistake> {
        let left = self.deeper(Self::range)?;
        let comparison = self.comparison()?;
        let formula = match comparison {
            None => Formula::Count(Box::new(left)),
            Some(comparison) => {
                let right = self.side(comparison)?;
                Formula::CountWhere(Box::new((left, comparison, right)))
            }
        };
        self.follows(")")?;
        Ok(formula)
    }
}
