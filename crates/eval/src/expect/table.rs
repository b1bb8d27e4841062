//! Reads printed tables from CSV, TSV, JSON, trec_eval's output, and Markdown. Each cell keeps its place in the file.

use std::path::Path;
use std::sync::Arc;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use rejudge_collections::{SeparatedRows, WrongQuote};
use rejudge_experiment::printed::Field;
use rejudge_experiment::spec::yaml::{Node, Position, Source, Value, YamlError, parse};
use rejudge_names::Mistyped;
use rejudge_names::plural::counted;

use super::value::with_point;
use crate::SUMMARY;

/// A table as it was printed. Each row has a field for each head.
#[derive(Clone, Debug)]
pub(super) struct Printout {
    pub head: Vec<Field>,
    pub rows: Vec<Vec<Field>>,
}

impl Printout {
    /// Exchanges rows and columns, so that the first column becomes the head.
    pub(super) fn transposed(&self) -> Self {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let column = |index: usize| lines().map(|line| line[index].clone()).collect();
        Self { head: column(0), rows: (1..self.head.len()).map(column).collect() }
    }
}

/// Reads the tables of a file. The second argument is the heading, if the user named one.
type ReadTables = fn(Source, Option<&str>) -> Result<Vec<Printout>, YamlError>;

/// The registry of file endings and their readers.
const READERS: [(&str, ReadTables); 5] = [
    ("csv", |source, _| separated(&Arc::new(source), ',')),
    ("tsv", |source, _| separated(&Arc::new(source), '\t')),
    ("json", |source, _| objects(source)),
    ("md", markdown),
    ("markdown", markdown),
];

/// Reads the tables of a file. For Markdown, `argument` also names the heading above them, as in `README.md#results`.
pub(super) fn read(argument: &str) -> Result<Vec<Printout>, YamlError> {
    let (path, heading) = match argument.rsplit_once('#') {
        Some((path, heading)) if !Path::new(argument).exists() => (path, Some(heading)),
        _ => (argument, None),
    };
    let file_ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let reader = READERS.iter().find(|(ending, _)| file_ending.eq_ignore_ascii_case(ending));
    let unknown_form = || {
        YamlError::without_position(format!(
            "--expect {argument}: expected a file that ends in .csv, .tsv or .json, the output of trec_eval, or a heading of \
             Markdown, as in README.md#results"
        ))
    };
    let text = std::fs::read_to_string(path).map_err(|error| match reader {
        Some(_) => YamlError::without_position(format!("--expect {argument}: cannot read {path}: {error}")),
        None => unknown_form(),
    })?;
    let text = text.trim_start_matches('\u{feff}').to_owned();
    let source = Source { name: path.to_owned(), folder: Path::new("").to_owned(), text };
    match reader {
        Some((_, reader)) => reader(source, heading),
        None => Ok(vec![trec_eval(&Arc::new(source)).ok_or_else(unknown_form)?]),
    }
}

/// Reads the output of trec_eval, in which each line has a measure, a topic or `all`, and a value. Lines of
/// single topics are skipped. The lines `num_q` and `relstring` are skipped too, because their values are not
/// scores. Returns `None` if a line has another form.
fn trec_eval(source: &Arc<Source>) -> Option<Printout> {
    let head = ["run", "measure", "value"]
        .map(|text| Field { text: text.to_owned(), at: place_after(source, 1, "") });
    let (mut run, mut rows) = (String::new(), Vec::new());
    for (number, line) in (1..).zip(source.text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [measure, topic, value] = fields[..] else { return None };
        match measure {
            _ if topic != SUMMARY => {}
            "runid" => run = value.to_owned(),
            "num_q" | "relstring" => {}
            _ => {
                let field = |text: &str| {
                    let before = &line[..line.rfind(text).unwrap_or(0)];
                    Field { text: text.to_owned(), at: place_after(source, number, before) }
                };
                let name = Field { at: place_after(source, number, ""), ..field(measure) };
                rows.push(vec![Field { text: run.clone(), ..name.clone() }, name, field(value)]);
            }
        }
    }
    Some(Printout { head: head.into(), rows })
}

/// Returns the place in a line after the text `before`.
fn place_after(source: &Arc<Source>, line: usize, before: &str) -> Position {
    Position { source: Arc::clone(source), line, column: before.chars().count() + 1 }
}

/// Returns an error if a row has more or fewer columns than the head.
fn check_widths(table: Printout) -> Result<Printout, YamlError> {
    let columns = table.head.len();
    match table.rows.iter().find(|row| row.len() != columns) {
        Some(row) => {
            let row_columns = counted(row.len(), "column");
            Err(YamlError::at_position(
                &row[0].at,
                format!("{row_columns}, expected {columns} as in the header"),
            ))
        }
        None => Ok(table),
    }
}

/// Reads a table whose fields are separated by a character. In a language with a decimal comma, a spreadsheet writes a CSV
/// file with `;` between the fields, and numbers such as `0,39`.
fn separated(source: &Arc<Source>, separator: char) -> Result<Vec<Printout>, YamlError> {
    let first = source.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_comma_decimal = separator == ',' && first.contains(';') && !first.contains(',');
    let separator = if is_comma_decimal { ';' } else { separator };
    let (mut cells, mut rows) = (Vec::new(), SeparatedRows::new(&source.text, separator));
    // Lines are counted up to the byte `counted_to`.
    let (mut line, mut counted_to, mut table) = (1, 0, Vec::new());
    let misquoted = |WrongQuote { position: byte, message }| {
        YamlError::at_position(&place_of_byte(source, byte), message)
    };
    while rows.read(&mut cells).map_err(misquoted)? {
        let mut row = Vec::with_capacity(cells.len());
        for cell in &cells {
            line += source.text[counted_to..cell.start].matches('\n').count();
            counted_to = cell.start;
            let line_start = source.text[..counted_to].rfind('\n').map_or(0, |feed| feed + 1);
            let at = place_after(source, line, &source.text[line_start..counted_to]);
            let text = cell.text.trim();
            let with_point = if is_comma_decimal { with_point(text) } else { None };
            let text = with_point.unwrap_or_else(|| text.to_owned());
            row.push(Field { text, at });
        }
        table.push(row);
    }
    let mut rows = table.into_iter();
    let head = rows.next().ok_or_else(|| {
        YamlError::without_position(format!(
            "{}: the file is empty, expected run, measure and value",
            source.name
        ))
    })?;
    Ok(vec![check_widths(Printout { head, rows: rows.collect() })?])
}

/// Reads a list of objects, or the runs of a file that `eval -o` wrote. JSON is also YAML, so we use the YAML reader, which
/// keeps places and the digits of numbers as they were written.
fn objects(source: Source) -> Result<Vec<Printout>, YamlError> {
    // In YAML, tabs must not be indentation. JSON has no tabs within texts, so we may replace all of them.
    let root = parse(Source { text: source.text.replace('\t', " "), ..source })?;
    let expected = "expected a list of objects, each with the fields run, measure and value, or run and \
                    a field for each measure";
    let wrong = |node: &Node| YamlError::at_node(node, format!("found {}, {expected}", node.kind()));
    let written_runs = root.get("runs");
    let Value::List(list) = &written_runs.unwrap_or(&root).value else {
        return Err(wrong(&root));
    };
    let mut objects = Vec::with_capacity(list.len());
    for object in list {
        let Value::Map(fields) = &object.value else {
            return Err(wrong(object));
        };
        let fields = fields.iter().map(|(key, value)| (key, value));
        let fields: Vec<(&Node, &Node)> = match written_runs {
            None => fields.collect(),
            // The summary of a run has a field for each measure. We do not compare scores on single topics.
            Some(_) => {
                let Some(Value::Map(scores)) = object.get(SUMMARY).map(|scores| &scores.value) else {
                    let message =
                        format!("the field `{SUMMARY}` is missing: only scores over all topics are compared");
                    return Err(YamlError::at_node(object, message));
                };
                let run = fields.filter(|(key, _)| key.text() == Some("run"));
                run.chain(scores.iter().map(|(measure, score)| (measure, score))).collect()
            }
        };
        objects.push((object, fields));
    }
    let field_from = |node: &Node| -> Result<Field, YamlError> {
        let text = if node.is_null() { Some("") } else { node.text() };
        let text = text.ok_or_else(|| {
            YamlError::at_node(node, format!("found {}, expected a text or a number", node.kind()))
        })?;
        Ok(Field { text: text.to_owned(), at: node.at.clone() })
    };
    let mut table = Printout { head: Vec::new(), rows: Vec::new() };
    for (key, _) in objects.iter().flat_map(|(_, fields)| fields) {
        let key = field_from(key)?;
        if !table.head.iter().any(|head| head.text == key.text) {
            table.head.push(key);
        }
    }
    for (object, fields) in &objects {
        let mut row = Vec::with_capacity(table.head.len());
        for head in &table.head {
            row.push(match fields.iter().find(|(key, _)| key.text() == Some(head.text.as_str())) {
                Some((_, value)) => field_from(value)?,
                None => Field { text: String::new(), at: object.at.clone() },
            });
        }
        table.rows.push(row);
    }
    Ok(vec![table])
}

/// Reads the Markdown tables between a heading and the next heading.
fn markdown(source: Source, heading: Option<&str>) -> Result<Vec<Printout>, YamlError> {
    let source = Arc::new(source);
    // Each heading is in the form that links use.
    let mut headings: Vec<(String, Position)> = Vec::new();
    // Each table has the number of headings above it.
    let mut tables: Vec<(usize, Printout)> = Vec::new();
    let (mut text, mut row, mut errors) = (String::new(), Vec::<Field>::new(), Vec::new());
    for (event, range) in Parser::new_ext(&source.text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::TableCell) => text.clear(),
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::End(TagEnd::Heading(_)) => {
                // GitHub numbers headings with the same name: `results`, `results-1`.
                let slug = slug(&text);
                let numbered = (1..).map(|number| format!("{slug}-{number}"));
                let mut names = std::iter::once(slug.clone()).chain(numbered);
                let is_new = |name: &String| !headings.iter().any(|(earlier, _)| earlier == name);
                let name = names.find(is_new).expect("there are infinitely many names");
                headings.push((name, place_of_byte(&source, range.start)));
            }
            Event::Start(Tag::Table(_)) => {
                tables.push((headings.len(), Printout { head: Vec::new(), rows: Vec::new() }));
            }
            Event::End(TagEnd::TableCell) => {
                let cell = &source.text[range.clone()];
                let begin = range.start + cell.len() - cell.trim_start_matches(['|', ' ']).len();
                let at = place_of_byte(&source, begin.min(range.end));
                row.push(Field { text: text.trim().to_owned(), at });
            }
            Event::End(end @ (TagEnd::TableHead | TagEnd::TableRow)) => {
                let (_, table) = tables.last_mut().expect("a row is within a table");
                let row = std::mem::take(&mut row);
                // The parser drops cells beyond the head and fills up short rows, so we count the columns of the line.
                let line = source.text[range].replace("\\|", "");
                let line = line.trim();
                let line = line.strip_prefix('|').unwrap_or(line);
                let line = line.strip_suffix('|').unwrap_or(line);
                let (line_columns, columns) = (line.matches('|').count() + 1, row.len());
                if line_columns != columns {
                    let line_columns = counted(line_columns, "column");
                    let message = format!("{line_columns}, expected {columns} as in the header");
                    errors.push((headings.len(), YamlError::at_position(&row[0].at, message)));
                }
                if end == TagEnd::TableHead { table.head = row } else { table.rows.push(row) }
            }
            _ => {}
        }
    }
    // In a file without headings, a table cannot be named, and a single table need not be.
    if heading.is_none() && headings.is_empty() && tables.len() == 1 {
        return match errors.into_iter().next() {
            Some((_, error)) => Err(error),
            None => Ok(tables.into_iter().map(|(_, table)| table).collect()),
        };
    }
    let slugs: Vec<&str> = headings.iter().map(|(slug, _)| slug.as_str()).collect();
    let name = &source.name;
    let heading = heading.ok_or_else(|| {
        let first = slugs.first().map_or("results", |slug| slug);
        YamlError::without_position(format!(
            "--expect {name}: name the heading of the table, as in {name}#{first}"
        ))
    })?;
    let index = slugs.iter().position(|slug| *slug == self::slug(heading)).ok_or_else(|| {
        YamlError::without_position(format!("{name}: {}", Mistyped::unknown("heading", heading, &slugs)))
    })?;
    if let Some((_, error)) = errors.into_iter().find(|(headings_above, _)| *headings_above == index + 1) {
        return Err(error);
    }
    tables.retain(|(headings_above, _)| *headings_above == index + 1);
    if tables.is_empty() {
        let (_, at) = &headings[index];
        return Err(YamlError::at_position(at, "there is no table between this heading and the next one"));
    }
    Ok(tables.into_iter().map(|(_, table)| table).collect())
}

/// Returns the place of a byte.
fn place_of_byte(source: &Arc<Source>, byte: usize) -> Position {
    let before = &source.text[..byte];
    let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
    place_after(source, before.matches('\n').count() + 1, &before[line_start..])
}

/// Returns a heading in the form that links use. For example, `Main results (dev)` becomes `main-results-dev`.
fn slug(heading: &str) -> String {
    let dashed = heading.trim().to_lowercase().replace(' ', "-");
    dashed.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, separator: char) -> Result<String, String> {
        let source = Source { name: "t".to_owned(), folder: Path::new("").to_owned(), text: text.to_owned() };
        let tables = separated(&Arc::new(source), separator).map_err(|error| error.to_string())?;
        let row = |row: &Vec<Field>| {
            let fields =
                row.iter().map(|field| format!("{} {}:{}", field.text, field.at.line, field.at.column));
            fields.collect::<Vec<_>>().join(" | ")
        };
        let [Printout { head, rows }] = &tables[..] else { unreachable!("a file is a table") };
        Ok([head].into_iter().chain(rows).map(row).collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn separated_tables_have_fields_with_places() {
        let csv = "run,\"AP, all\"\n\n \"a\"\"é\" , .5\nb,1\n";
        assert_eq!(read(csv, ',').unwrap(), "run 1:1 | AP, all 1:5\na\"é 3:2 | .5 3:11\nb 4:1 | 1 4:3");
        assert_eq!(read("run\tAP\n\"a\t.5\n", '\t').unwrap(), "run 1:1 | AP 1:5\n\"a 2:1 | .5 2:4");
        let unclosed = read("run,AP\nb,1\n\"a,.5\nc,.25\n", ',').unwrap_err();
        assert!(unclosed.starts_with("t:3:1: a cell begins with a quote that is not closed"), "{unclosed}");
    }
}
