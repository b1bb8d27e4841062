//! Tables that were printed elsewhere, each cell with its place: CSV, TSV, JSON, and Markdown under a heading.

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

/// A head, and rows with a field for each column.
#[derive(Clone, Debug)]
pub(super) struct Printout {
    pub head: Vec<Field>,
    pub rows: Vec<Vec<Field>>,
}

impl Printout {
    /// Exchanges rows and columns: the first column becomes the head.
    pub(super) fn transposed(&self) -> Self {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let column = |at: usize| lines().map(|line| line[at].clone()).collect();
        Self { head: column(0), rows: (1..self.head.len()).map(column).collect() }
    }
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
    let other = || {
        YamlError::nowhere(format!(
            "--expect {named}: expected a file that ends in .csv, .tsv or .json, the output of trec_eval, or a heading of \
             Markdown, as in README.md#results"
        ))
    };
    let text = std::fs::read_to_string(path).map_err(|error| match form {
        Some(_) => YamlError::nowhere(format!("--expect {named}: cannot read {path}: {error}")),
        None => other(),
    })?;
    let text = text.trim_start_matches('\u{feff}').to_owned();
    let source = Source { name: path.to_owned(), folder: Path::new("").to_owned(), text };
    match form {
        Some((_, form)) => form(source, heading),
        None => Ok(vec![trec_eval(&Arc::new(source)).ok_or_else(other)?]),
    }
}

/// The output of trec_eval: on each line a measure, a topic or `all`, and a value. Lines of single topics, the name of the run
/// and the number of topics are not values of measures. Returns `None` if a line has another form.
fn trec_eval(source: &Arc<Source>) -> Option<Printout> {
    let head =
        ["run", "measure", "value"].map(|text| Field { text: text.to_owned(), at: place(source, 1, "") });
    let (mut run, mut rows) = (String::new(), Vec::new());
    for (at, line) in source.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [measure, topic, value] = fields[..] else { return None };
        match measure {
            _ if topic != SUMMARY => {}
            "runid" => run = value.to_owned(),
            "num_q" | "relstring" => {}
            _ => {
                let field = |text: &str| {
                    let before = &line[..line.rfind(text).unwrap_or(0)];
                    Field { text: text.to_owned(), at: place(source, at + 1, before) }
                };
                let name = Field { at: place(source, at + 1, ""), ..field(measure) };
                rows.push(vec![Field { text: run.clone(), ..name.clone() }, name, field(value)]);
            }
        }
    }
    Some(Printout { head: head.into(), rows })
}

/// The place in a line after the text `before`.
fn place(source: &Arc<Source>, line: usize, before: &str) -> Position {
    Position { source: Arc::clone(source), line, column: before.chars().count() + 1 }
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

/// A table of rows whose fields a separator parts. Spreadsheets of languages with a decimal comma write `;` into a csv file,
/// and numbers like `0,39`.
fn separated(source: &Arc<Source>, separator: char) -> Result<Vec<Printout>, YamlError> {
    let first = source.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_comma_decimal = separator == ',' && first.contains(';') && !first.contains(',');
    let separator = if is_comma_decimal { ';' } else { separator };
    let (mut cells, mut rows) = (Vec::new(), SeparatedRows::new(&source.text, separator));
    let (mut line, mut counted, mut fields) = (1, 0, Vec::new());
    let misquoted = |WrongQuote { at, message }| YamlError::here(&position(source, at), message);
    while rows.read(&mut cells).map_err(misquoted)? {
        fields.push(Vec::with_capacity(cells.len()));
        for cell in &cells {
            line += source.text[counted..cell.start].matches('\n').count();
            counted = cell.start;
            let line_start = source.text[..counted].rfind('\n').map_or(0, |feed| feed + 1);
            let at = place(source, line, &source.text[line_start..counted]);
            let text = cell.text.trim();
            let with_point = if is_comma_decimal { with_point(text) } else { None };
            let text = with_point.unwrap_or_else(|| text.to_owned());
            fields.last_mut().expect("pushed above").push(Field { text, at });
        }
    }
    let mut rows = fields.into_iter();
    let head = rows.next().ok_or_else(|| {
        YamlError::nowhere(format!("{}: the file is empty, expected run, measure and value", source.name))
    })?;
    Ok(vec![check(Printout { head, rows: rows.collect() })?])
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
    let mut headings: Vec<(String, Position)> = Vec::new();
    // Each table with the number of headings above it.
    let mut tables: Vec<(usize, Printout)> = Vec::new();
    let (mut text, mut row, mut wrong) = (String::new(), Vec::<Field>::new(), Vec::new());
    for (event, range) in Parser::new_ext(&source.text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::TableCell) => text.clear(),
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::End(TagEnd::Heading(_)) => {
                // GitHub numbers headings with the same name: `results`, `results-1`.
                let slug = slug(&text);
                let numbered = (1..).map(|number| format!("{slug}-{number}"));
                let mut names = std::iter::once(slug.clone()).chain(numbered);
                let is_new = |name: &String| !headings.iter().any(|(known, _)| known == name);
                headings
                    .push((names.find(is_new).expect("numbers do not end"), position(&source, range.start)));
            }
            Event::Start(Tag::Table(_)) => {
                tables.push((headings.len(), Printout { head: Vec::new(), rows: Vec::new() }));
            }
            Event::End(TagEnd::TableCell) => {
                let cell = &source.text[range.clone()];
                let begin = range.start + cell.len() - cell.trim_start_matches(['|', ' ']).len();
                let at = position(&source, begin.min(range.end));
                row.push(Field { text: text.trim().to_owned(), at });
            }
            Event::End(end @ (TagEnd::TableHead | TagEnd::TableRow)) => {
                let (_, table) = tables.last_mut().expect("a row is within a table");
                let row = std::mem::take(&mut row);
                // Markdown leaves out cells beyond the head, and fills rows that lack some.
                let line = source.text[range].replace("\\|", "");
                let line = line.trim();
                let line = line.strip_prefix('|').unwrap_or(line);
                let line = line.strip_suffix('|').unwrap_or(line);
                let (found, columns) = (line.matches('|').count() + 1, row.len());
                if found != columns {
                    let says = format!("{}, expected {columns} as in the header", counted(found, "column"));
                    wrong.push((headings.len(), YamlError::here(&row[0].at, says)));
                }
                if end == TagEnd::TableHead { table.head = row } else { table.rows.push(row) }
            }
            _ => {}
        }
    }
    let known: Vec<&str> = headings.iter().map(|(slug, _)| slug.as_str()).collect();
    let name = &source.name;
    let heading = heading.ok_or_else(|| {
        let first = known.first().map_or("results", |slug| slug);
        YamlError::nowhere(format!("--expect {name}: name the heading of the table, as in {name}#{first}"))
    })?;
    let place = known.iter().position(|slug| *slug == self::slug(heading)).ok_or_else(|| {
        YamlError::nowhere(format!("{name}: {}", Mistyped::unknown("heading", heading, &known)))
    })?;
    if let Some((_, error)) = wrong.into_iter().find(|(above, _)| *above == place + 1) {
        return Err(error);
    }
    tables.retain(|(above, _)| *above == place + 1);
    if tables.is_empty() {
        let (_, at) = &headings[place];
        return Err(YamlError::here(at, "no table is between this heading and the next one"));
    }
    Ok(tables.into_iter().map(|(_, table)| table).collect())
}

/// The place of a byte.
fn position(source: &Arc<Source>, byte: usize) -> Position {
    let before = &source.text[..byte];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    place(source, before.matches('\n').count() + 1, &before[start..])
}

/// A heading as links name it: `Main results (dev)` is `main-results-dev`.
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
