//! Tables that were printed elsewhere, each cell with its place: CSV, TSV, JSON, and Markdown under a heading.

use std::path::Path;
use std::sync::Arc;

use rejudge_experiment::printed::Field;
use rejudge_experiment::spec::yaml::{Node, Position, Source, Value, YamlError, parse};
use rejudge_names::Mistyped;
use rejudge_names::plural::counted;

use crate::SUMMARY;

/// A head, and rows with a field for each column.
#[derive(Clone, Debug)]
pub(super) struct Printout {
    pub head: Vec<Field>,
    pub rows: Vec<Vec<Field>>,
}

/// A reader of a file with tables: takes the source and the heading, if one was named.
type Read = fn(Source, Option<&str>) -> Result<Vec<Printout>, YamlError>;

/// The registry of forms, by the ending of the file.
const FORMS: [(&str, Read); 5] = [
    ("csv", |source, _| separated(&Arc::new(source), ',')),
    ("tsv", |source, _| separated(&Arc::new(source), '\t')),
    ("json", |source, _| objects(source)),
    ("md", markdown),
    ("markdown", markdown),
];

/// Reads the tables of a file, `README.md#heading` being those under a heading of Markdown.
pub(super) fn read(named: &str) -> Result<Vec<Printout>, YamlError> {
    let (path, heading) = match named.rsplit_once('#') {
        Some((path, heading)) if !Path::new(named).exists() => (path, Some(heading)),
        _ => (named, None),
    };
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let form = FORMS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    let (_, form) = form.ok_or_else(|| {
        YamlError::nowhere(format!(
            "--expect {named}: expected a file that ends in .csv, .tsv or .json, or a heading of Markdown, as in \
             README.md#results"
        ))
    })?;
    let text = std::fs::read_to_string(path)
        .map_err(|error| YamlError::nowhere(format!("--expect {named}: cannot read {path}: {error}")))?;
    let text = text.trim_start_matches('\u{feff}').to_owned();
    form(Source { name: path.to_owned(), folder: Path::new("").to_owned(), text }, heading)
}

/// A field of a line. `start` counts bytes.
fn field(source: &Arc<Source>, number: usize, line: &str, start: usize, text: &str) -> Field {
    let column = line[..start].chars().count() + 1;
    let at = Position { source: Arc::clone(source), line: number, column };
    Field { text: text.to_owned(), at }
}

/// Returns an error if a row has more or fewer columns than the head.
fn check(table: Printout) -> Result<Printout, YamlError> {
    let columns = table.head.len();
    match table.rows.iter().find(|row| row.len() != columns) {
        Some(row) => {
            let found = counted(row.len(), "column");
            Err(YamlError::here(&row[0].at, format!("{found}, expected {columns} as in the header")))
        }
        None => Ok(table),
    }
}

/// A table of lines whose fields a separator parts; a field may be in double quotes, within its line.
fn separated(source: &Arc<Source>, separator: char) -> Result<Vec<Printout>, YamlError> {
    let lines = source.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut rows = lines.map(|(at, line)| fields(source, at + 1, line, separator));
    let head = rows.next().unwrap_or_else(|| {
        Err(YamlError::nowhere(format!(
            "{}: the file is empty, expected run, measure and value",
            source.name
        )))
    })?;
    Ok(vec![check(Printout { head, rows: rows.collect::<Result<_, _>>()? })?])
}

fn fields(source: &Arc<Source>, number: usize, line: &str, separator: char) -> Result<Vec<Field>, YamlError> {
    let (mut fields, mut start) = (Vec::new(), 0);
    loop {
        let rest = &line[start..];
        let is_quoted = rest.trim_start_matches(' ').starts_with('"');
        // A separator outside quotes comes after an even number of them.
        let is_open = |text: &str| is_quoted && text.matches('"').count() % 2 == 1;
        let end =
            rest.char_indices().find(|&(at, c)| c == separator && !is_open(&rest[..at])).map(|(at, _)| at);
        if end.is_none() && is_open(rest) {
            let open = field(source, number, line, start, "");
            return Err(YamlError::here(&open.at, "a quote that is not closed on its line"));
        }
        let text = &rest[..end.unwrap_or(rest.len())];
        let begin = start + text.len() - text.trim_start().len();
        let text = text.trim();
        let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let text = inside.map_or(text.to_owned(), |inside| inside.replace("\"\"", "\""));
        fields.push(field(source, number, line, begin, &text));
        match end {
            Some(end) => start += end + separator.len_utf8(),
            None => return Ok(fields),
        }
    }
}

/// A list of objects, or the runs of a file that `eval -o` wrote. JSON is YAML, whose reader keeps digits as they are
/// written, and places.
fn objects(source: Source) -> Result<Vec<Printout>, YamlError> {
    // YAML permits no tabs as indentation, and JSON has none within a text.
    let root = parse(Source { text: source.text.replace('\t', " "), ..source })?;
    let expected = "expected a list of objects, each with the fields run, measure and value, or run and a field a measure";
    let wrong = |node: &Node| YamlError::at(node, format!("found {}, {expected}", node.kind()));
    let own = root.get("runs");
    let Value::List(list) = &own.unwrap_or(&root).value else {
        return Err(wrong(&root));
    };
    let mut objects = Vec::with_capacity(list.len());
    for object in list {
        let Value::Map(fields) = &object.value else {
            return Err(wrong(object));
        };
        let fields = fields.iter().map(|(key, value)| (key, value));
        let fields: Vec<(&Node, &Node)> = match own {
            None => fields.collect(),
            // The summary of a run has a field for each measure; topics are not compared.
            Some(_) => {
                let Some(Value::Map(scores)) = object.get(SUMMARY).map(|scores| &scores.value) else {
                    let message = format!("the field `{SUMMARY}` is missing: scores of runs are compared");
                    return Err(YamlError::at(object, message));
                };
                let run = fields.filter(|(key, _)| key.text() == Some("run"));
                run.chain(scores.iter().map(|(measure, score)| (measure, score))).collect()
            }
        };
        objects.push((object, fields));
    }
    let of_node = |node: &Node| -> Result<Field, YamlError> {
        let text = if node.is_null() { Some("") } else { node.text() };
        let text = text.ok_or_else(|| {
            YamlError::at(node, format!("found {}, expected a text or a number", node.kind()))
        })?;
        Ok(Field { text: text.to_owned(), at: node.at.clone() })
    };
    let mut table = Printout { head: Vec::new(), rows: Vec::new() };
    for (key, _) in objects.iter().flat_map(|(_, fields)| fields) {
        let key = of_node(key)?;
        if !table.head.iter().any(|known| known.text == key.text) {
            table.head.push(key);
        }
    }
    for (object, fields) in &objects {
        let of_column =
            |head: &Field| match fields.iter().find(|(key, _)| key.text() == Some(head.text.as_str())) {
                Some((_, value)) => of_node(value),
                None => Ok(Field { text: String::new(), at: object.at.clone() }),
            };
        table.rows.push(table.head.iter().map(of_column).collect::<Result<_, _>>()?);
    }
    Ok(vec![table])
}

/// The tables of Markdown between a heading and the next one.
fn markdown(source: Source, heading: Option<&str>) -> Result<Vec<Printout>, YamlError> {
    let source = Arc::new(source);
    let lines: Vec<&str> = source.text.lines().collect();
    let is_code = code_lines(&lines);
    let mut headings: Vec<(usize, String)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim_start_matches('#');
        if !is_code[at] && text.len() < line.len() && text.starts_with(' ') {
            // GitHub numbers headings with the same name: `results`, `results-1`.
            let slug = slug(text);
            let numbered = (1..).map(|number| format!("{slug}-{number}"));
            let mut names = std::iter::once(slug.clone()).chain(numbered);
            let is_new = |name: &String| !headings.iter().any(|(_, known)| known == name);
            let name = names.find(is_new).expect("numbers do not end");
            headings.push((at, name));
        }
    }
    let known: Vec<&str> = headings.iter().map(|(_, slug)| slug.as_str()).collect();
    let name = &source.name;
    let heading = heading.ok_or_else(|| {
        let first = known.first().map_or("results", |slug| slug);
        YamlError::nowhere(format!("--expect {name}: name the heading of the table, as in {name}#{first}"))
    })?;
    let place = known.iter().position(|slug| *slug == self::slug(heading)).ok_or_else(|| {
        YamlError::nowhere(format!("{name}: {}", Mistyped::unknown("heading", heading, &known)))
    })?;
    let begin = headings[place].0 + 1;
    let end = headings.get(place + 1).map_or(lines.len(), |next| next.0);
    let is_row = |at: usize| at < end && !is_code[at] && lines[at].contains('|');
    let (mut tables, mut at) = (Vec::new(), begin);
    while at < end {
        if is_row(at) && is_row(at + 1) && is_rule(lines[at + 1]) {
            let head = cells(&source, at + 1, lines[at]);
            at += 2;
            let mut rows = Vec::new();
            while is_row(at) {
                rows.push(cells(&source, at + 1, lines[at]));
                at += 1;
            }
            tables.push(check(Printout { head, rows })?);
        }
        at += 1;
    }
    if tables.is_empty() {
        let at = Position { source: Arc::clone(&source), line: begin, column: 1 };
        return Err(YamlError::here(&at, "no table is between this heading and the next one"));
    }
    Ok(tables)
}

/// Returns true for each line in a fenced block of code.
fn code_lines(lines: &[&str]) -> Vec<bool> {
    // The mark and the length of the fence that is open.
    let mut open: Option<(char, usize)> = None;
    let mut is_code = Vec::with_capacity(lines.len());
    for line in lines {
        let text = line.trim();
        let fences = ['`', '~'].map(|mark| (mark, text.len() - text.trim_start_matches(mark).len()));
        // Three backticks that end on their line are code within a paragraph.
        let is_fence =
            |&(mark, length): &(char, usize)| length >= 3 && !(mark == '`' && text[length..].contains(mark));
        let fence = fences.into_iter().find(is_fence);
        is_code.push(open.is_some() || fence.is_some());
        open = match (open, fence) {
            (None, fence) => fence,
            // A block ends with a fence that is at least as long, and nothing after it.
            (Some((mark, least)), Some((other, length)))
                if mark == other && length >= least && length == text.len() =>
            {
                None
            }
            (open, _) => open,
        };
    }
    is_code
}

/// A heading as links name it: `Main results (dev)` is `main-results-dev`.
fn slug(heading: &str) -> String {
    let dashed = heading.trim().to_lowercase().replace(' ', "-");
    dashed.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Returns true if the line parts the head of a table from its rows.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// The cells of a row, without the marks that make a text bold, code or a link.
fn cells(source: &Arc<Source>, number: usize, line: &str) -> Vec<Field> {
    let mut bars: Vec<usize> = line.match_indices('|').map(|(at, _)| at).collect();
    bars.retain(|&at| !line[..at].ends_with('\\'));
    // A row may begin and end with a bar. One bar alone is a row of one empty cell.
    let mut begin = 0;
    if bars.first().is_some_and(|&bar| line[..bar].trim().is_empty()) {
        begin = bars.remove(0) + 1;
    }
    let end = match bars.last() {
        Some(&bar) if line[bar + 1..].trim().is_empty() => {
            bars.pop();
            bar
        }
        _ => line.len(),
    };
    let begins = std::iter::once(begin).chain(bars.iter().map(|bar| bar + 1));
    let ends = bars.iter().copied().chain([end]);
    let cell = |(begin, end): (usize, usize)| {
        let text = &line[begin..end];
        let start = begin + text.len() - text.trim_start().len();
        let text = text.trim().replace("\\|", "|");
        let text = unmarked(&text);
        let link = text.strip_prefix('[').and_then(|link| link.split_once("](")).map(|(text, _)| text);
        field(source, number, line, start.min(end), unmarked(link.unwrap_or(text)))
    };
    begins.zip(ends).map(cell).collect()
}

/// The text without the marks around it that make it bold or code. A mark on one side stays: `0.50*`.
fn unmarked(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inside) =
        ['*', '`'].into_iter().find_map(|mark| text.strip_prefix(mark)?.strip_suffix(mark))
    {
        text = inside.trim();
    }
    text
}
