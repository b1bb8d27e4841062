//! placeholder
fn main() { println!("{:?}", polars::prelude::df!("a" => [1]).map(|mut d| polars::prelude::ParquetWriter::new(Vec::new()).finish(&mut d))); }
