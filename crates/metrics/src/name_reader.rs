//! Reads the name of a measure from left to right; the grammar is in `name.rs`.

use rejudge_names::visible::one_line;
use rejudge_names::{meant, nearest};

use crate::metric::{Metric, Value};
use crate::name_error::{nearest_family, our_family_name};
use crate::parameter::{GAINS, JUDGED_ONLY, REL};
use crate::registry::{Cutoff, Domain, Entry, Family, Parameter};
use crate::synonyms;

/// The byte offset of a fault, and a message without the whole name, which [`NameError`](crate::NameError) adds.
pub(crate) type NameFault = (usize, String);

/// The value and byte offset of each parameter, or `None` if the name does not give the parameter. The
/// family's own parameters come first, then the shared ones.
type Assigned = [Option<(Value, usize)>];

/// Reads a name from left to right.
pub(crate) struct Reader<'a> {
    text: &'a str,
    offset: usize,
    /// True if the reader looks for a name that the user probably meant.
    suggests: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, offset: 0, suggests: true }
    }

    /// Returns true if `text` is the name of a measure. The reader used here makes no suggestions, because
    /// suggestions are tested with `is_name`, which would then call itself without end.
    pub fn is_name(text: &str) -> bool {
        Reader { text: &synonyms::translate(text), offset: 0, suggests: false }.metric().is_ok()
    }

    pub fn metric(mut self) -> Result<Metric, NameFault> {
        let (start, name) = self.family_name()?;
        let ours = synonyms::family(name);
        let family = Family::ALL.iter().copied().find(|family| family.entry().name == ours);
        let family = family.ok_or_else(|| (start, self.unknown(name)))?;
        let entry = family.entry();
        let parameters: Vec<&Parameter> = entry.parameters.iter().chain(entry.shared()).collect();
        let mut assigned = vec![None; parameters.len()];
        if self.take("'") || self.take("′") {
            let judged_only = assigned.last_mut().expect("`judged_only` is shared by all families");
            *judged_only = Some((Value::Word("True"), self.offset));
        }
        if self.take("(") {
            self.parameters(entry, &mut assigned)?;
        }
        let cutoff = self.cutoff(entry, &mut assigned)?;
        let values = complete(entry, &assigned, self.offset)?;
        if !self.rest().is_empty() {
            let (offset, message) = self.expected("the end of the name");
            let (before, rest) = self.text.split_at(offset);
            if let (Some((measure, cutoff)), true) = (before.split_once('@'), rest.starts_with('(')) {
                return Err((
                    offset,
                    format!("{message}: parameters come before the cutoff, {measure}{rest}@{cutoff}"),
                ));
            }
            let meant_name = cutoff_digits(rest).map(|k| format!("{before}@{k}"));
            let meant_name = meant_name.filter(|name| self.suggests && Self::is_name(name));
            return Err((offset, format!("{message}{}", meant(meant_name.as_deref()))));
        }
        let shared = |name: &str| {
            let slot = parameters.iter().position(|parameter| parameter.name == name)?;
            assigned[slot].as_ref().map(|(value, _)| value)
        };
        Ok(Metric {
            family,
            values,
            rel: shared(REL.name).and_then(Value::decimal).map(|level| level.value() as u8),
            gains: shared(GAINS.name).cloned(),
            condensed: shared(JUDGED_ONLY.name) == Some(&Value::Word("True")),
            cutoff,
        })
    }

    /// Returns the message for an unknown family name. It suggests a name that parses, if we find one: our
    /// name for another tool's measure, or a name with almost the same spelling.
    fn unknown(&self, name: &str) -> String {
        let mut suggestion = None;
        if self.suggests {
            let ours = our_family_name(name).map(|ours| {
                match (ours.strip_suffix(')'), self.rest().strip_prefix('(')) {
                    (Some(ours), Some(parameters)) => format!("{ours}, {parameters}"),
                    _ => format!("{ours}{}", self.rest()),
                }
            });
            // trec_eval writes cutoffs after `.` and `_`.
            let underscore = name.rfind('_').unwrap_or(name.len());
            let (family, k) = match cutoff_digits(&name[underscore..]) {
                Some(k) => (&name[..underscore], Some(k)),
                // The point in `rbp0.8` is a decimal point, and does not begin a cutoff.
                None if name.ends_with(|last: char| last.is_ascii_digit()) => (name, None),
                None => (name, cutoff_digits(self.rest())),
            };
            // `ncdg_cut_10` is spelt almost like trec_eval's `ndcg_cut_10`, but not like any of our families.
            let misspelt = k.and_then(|k| nearest_synonym(name, k));
            let completed = nearest_family(family).map(|near| {
                let cutoff = k.map_or_else(|| self.rest().to_owned(), |k| format!("@{k}"));
                [&cutoff, self.rest(), "", "@10", "@0.1"].map(|cutoff| format!("{near}{cutoff}"))
            });
            // `P10` means `P@10`.
            let word = name.trim_end_matches(|last: char| last.is_ascii_digit());
            let with_at = (word != name).then(|| format!("{word}@{}", &name[word.len()..]));
            let mut names =
                ours.into_iter().chain(with_at).chain(completed.into_iter().flatten()).chain(misspelt);
            suggestion = names.find(|suggestion| suggestion != name && Self::is_name(suggestion));
        }
        format!("unknown measure `{name}`{}", meant(suggestion.as_deref()))
    }

    fn parameters(&mut self, entry: &'static Entry, assigned: &mut Assigned) -> Result<(), NameFault> {
        loop {
            self.skip_spaces();
            self.parameter(entry, assigned)?;
            self.skip_spaces();
            if self.take(")") {
                return Ok(());
            }
            if !self.take(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn parameter(&mut self, entry: &'static Entry, assigned: &mut Assigned) -> Result<(), NameFault> {
        let (start, name) = self.word("the name of a parameter")?;
        self.skip_spaces();
        if !self.take("=") {
            return Err(self.expected("`=`"));
        }
        self.skip_spaces();
        let (value_offset, text) = self.value()?;
        let mut slots = in_parentheses(entry).zip(assigned.iter_mut().skip(after_the_at(entry)));
        let Some((Parameter { domain, .. }, slot)) = slots.find(|(parameter, _)| parameter.name == name)
        else {
            return Err((start, unknown_parameter(entry, name)));
        };
        let value = domain.read(text).ok_or_else(|| {
            (value_offset, format!("`{name}` is `{}`, expected {}", one_line(text), domain.expected()))
        })?;
        match slot.replace((value, start)) {
            None => Ok(()),
            Some(_) => Err((start, format!("duplicate parameter `{name}`"))),
        }
    }

    /// Reads a value. Returns the offset at which it starts and its text without quotes.
    fn value(&mut self) -> Result<(usize, &'a str), NameFault> {
        for quote in ["'", "\""] {
            if self.take(quote) {
                let start = self.offset;
                let Some(length) = self.rest().find(quote) else {
                    self.offset = self.text.len();
                    return Err(self.expected("the closing quote"));
                };
                let text = &self.text[start..start + length];
                self.offset += length + quote.len();
                return Ok((start, text));
            }
        }
        if self.rest().starts_with('{') {
            let start = self.offset;
            let Some(end) = self.rest().find('}') else {
                self.offset = self.text.len();
                return Err(self.expected("the closing brace"));
            };
            self.offset += end + 1;
            return Ok((start, &self.text[start..self.offset]));
        }
        let is_value = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
        let start = self.offset;
        let text = self.take_while(is_value);
        if text.is_empty() { Err(self.expected("a value")) } else { Ok((start, text)) }
    }

    fn cutoff(&mut self, entry: &Entry, assigned: &mut Assigned) -> Result<Option<u32>, NameFault> {
        let start = self.offset;
        if !self.take("@") {
            return match entry.cutoff {
                Cutoff::Required => Err((start, synonyms::lacks_cutoff(entry.name))),
                Cutoff::Recall => Err((start, synonyms::lacks_recall(entry.name))),
                Cutoff::Optional | Cutoff::Never => Ok(None),
            };
        }
        if entry.cutoff == Cutoff::Recall {
            let start = self.offset;
            let text = self.take_while(|c| c.is_ascii_digit() || c == '.');
            let recall = Domain::Share.read(text);
            let recall = recall.ok_or_else(|| {
                let typed = format!("{text}{}", self.rest());
                (start, format!("the recall level is `{}`, expected a decimal from 0 to 1", one_line(&typed)))
            })?;
            assigned[0] = Some((recall, start));
            return Ok(None);
        }
        if entry.cutoff == Cutoff::Never {
            return Err((start, format!("{} takes no cutoff", entry.name)));
        }
        let start = self.offset;
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(cutoff) if cutoff > 0 => Ok(Some(cutoff)),
            _ => {
                let typed = format!("{digits}{}", self.rest());
                let expected = "expected a rank from 1 to 4294967295";
                Err((start, format!("the cutoff is `{}`, {expected}", one_line(&typed))))
            }
        }
    }

    /// Reads the name of a family, which may contain signs (`P+`, `O-measure`). Also returns the name's
    /// offset.
    fn family_name(&mut self) -> Result<(usize, &'a str), NameFault> {
        self.letter_then("the name of a measure", |c| c.is_ascii_alphanumeric() || "_-+#".contains(c))
    }

    /// Reads a word. Also returns the word's offset.
    fn word(&mut self, expected: &'static str) -> Result<(usize, &'a str), NameFault> {
        self.letter_then(expected, |c| c.is_ascii_alphanumeric() || c == '_')
    }

    fn letter_then(
        &mut self,
        expected: &'static str,
        accepted: impl Fn(char) -> bool,
    ) -> Result<(usize, &'a str), NameFault> {
        let start = self.offset;
        if !self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.expected(expected));
        }
        Ok((start, self.take_while(accepted)))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.offset += token.len();
        }
        is_next
    }

    fn take_while(&mut self, accepted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let prefix = &rest[..rest.find(|c| !accepted(c)).unwrap_or(rest.len())];
        self.offset += prefix.len();
        prefix
    }

    fn skip_spaces(&mut self) {
        self.take_while(|c| c == ' ');
    }

    fn expected(&self, expected: &'static str) -> NameFault {
        let next = self.rest().chars().next().map_or("the end".to_owned(), |c| format!("`{c}`"));
        (self.offset, format!("found {}, expected {expected}", one_line(&next)))
    }
}

/// Returns the digits of a text such as `.10` or `_10`, which is how trec_eval writes a cutoff. Returns
/// `None` if the text does not have this form.
fn cutoff_digits(text: &str) -> Option<&str> {
    let k = text.strip_prefix(['.', '_'])?;
    (!k.is_empty() && k.bytes().all(|digit| digit.is_ascii_digit())).then_some(k)
}

/// Returns our name for the measure whose name in another tool, with the cutoff `k`, is spelt almost like `name`.
fn nearest_synonym(name: &str, k: &str) -> Option<String> {
    let names_with_k: Vec<[String; 2]> = synonyms::synonyms()
        .filter(|(theirs, _)| theirs.contains("{k}"))
        .map(|names| <[&str; 2]>::from(names).map(|name| name.replace("{k}", k)))
        .collect();
    let theirs = nearest(name, names_with_k.iter().map(|[theirs, _]| theirs.as_str()))?;
    names_with_k.iter().find(|[name, _]| name == theirs).map(|[_, ours]| ours.clone())
}

/// Returns the number of parameters that are written after the `@`; they come first in the entry.
fn after_the_at(entry: &Entry) -> usize {
    usize::from(entry.cutoff == Cutoff::Recall)
}

/// Returns the parameters that are written in parentheses.
fn in_parentheses(entry: &'static Entry) -> impl Iterator<Item = &'static Parameter> + Clone {
    entry.parameters.iter().chain(entry.shared()).skip(after_the_at(entry))
}

/// Returns the values of the family's own parameters, with defaults filled in, or `None` for a parameter that
/// does not apply. Fails if the name gives a parameter that does not apply, or lacks one that applies and has
/// no default.
fn complete(entry: &Entry, assigned: &Assigned, end: usize) -> Result<Vec<Option<Value>>, NameFault> {
    let mut values: Vec<Option<Value>> = Vec::with_capacity(entry.parameters.len());
    for (parameter, assignment) in entry.parameters.iter().zip(assigned) {
        let applies = parameter.only_with.is_none_or(|(selector, word)| {
            let index = entry.parameters.iter().position(|parameter| parameter.name == selector);
            index.and_then(|index| values.get(index)) == Some(&Some(Value::Word(word)))
        });
        let variant = match parameter.only_with {
            Some((selector, word)) => format!("{}({selector}='{word}')", entry.name),
            None => entry.name.to_owned(),
        };
        let name = parameter.name;
        values.push(match (assignment, parameter.default) {
            (Some((value, _)), _) if applies => Some(value.clone()),
            (Some((_, offset)), _) => {
                return Err((*offset, format!("`{name}` belongs to {variant}")));
            }
            (None, _) if !applies => None,
            (None, Some(default)) => parameter.domain.read(default),
            (None, None) => {
                return Err((end, format!("{variant} needs `{name}`, {}", parameter.domain.expected())));
            }
        });
    }
    Ok(values)
}

fn unknown_parameter(entry: &'static Entry, typed: &str) -> String {
    let names = || in_parentheses(entry).map(|parameter| parameter.name);
    let takes = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let suggestion = meant(nearest(typed, names()));
    format!("{} has no parameter `{typed}`{suggestion}; it takes {takes}", entry.name)
}
