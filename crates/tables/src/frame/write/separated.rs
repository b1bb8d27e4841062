//! Writes rows as TSV and CSV, with full precision.

use crate::frame::Frame;

/// Writes rows as TSV, without quotes, because names cannot contain tabs.
pub(super) fn tsv(rows: &Frame, has_head: bool) -> String {
    separated(rows, b'\t', csv::QuoteStyle::Never, has_head)
}

/// Writes rows as CSV with a header. Texts that contain commas, quotes or line breaks are quoted.
pub(super) fn csv(rows: &Frame) -> String {
    separated(rows, b',', csv::QuoteStyle::Necessary, true)
}

fn separated(rows: &Frame, by: u8, quotes: csv::QuoteStyle, has_head: bool) -> String {
    const IN_MEMORY: &str = "rows of one length are written to memory";
    let mut writer = csv::WriterBuilder::new().delimiter(by).quote_style(quotes).from_writer(Vec::new());
    if has_head {
        writer.write_record(rows.columns.iter().map(|column| &column.name)).expect(IN_MEMORY);
    }
    for at in 0..rows.rows() {
        writer.write_record(rows.columns.iter().map(|column| column.values.format_row(at))).expect(IN_MEMORY);
    }
    String::from_utf8(writer.into_inner().expect(IN_MEMORY)).expect("texts are UTF-8")
}
