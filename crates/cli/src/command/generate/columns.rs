//! Lines of generated levels as columns in a Parquet file.
//!
//! Every field of a line is a column, and so is every measure, so readers need no JSON: rows are
//! one string with a line per row, and only the settings (`params`), reasons and notes remain JSON.
//! Columns are in alphabetical order, and equal lines give equal bytes.

/// The bytes of a file with these lines.
#[cfg(feature = "parquet")]
pub(super) fn write(lines: &[&str]) -> anyhow::Result<Vec<u8>> {
    table::Table::read(lines)?.write()
}

/// Without the feature `parquet`, the options are rejected before any level is made.
#[cfg(not(feature = "parquet"))]
pub(super) fn write(_lines: &[&str]) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("this program was built without Parquet")
}

#[cfg(feature = "parquet")]
mod table {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
    use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
    use parquet::schema::types::Type;
    use serde_json::{Map, Value};

    /// The number of rows in a row group.
    const GROUP_ROWS: usize = 10_000;

    /// Columns that are written even if no level has a value for them, with their kinds.
    const ALWAYS: [(&str, Kind); 9] = [
        ("grade", Kind::Integer),
        ("id", Kind::Text),
        ("index", Kind::Integer),
        ("moves", Kind::Integer),
        ("optimal", Kind::Boolean),
        ("pushes", Kind::Integer),
        ("rows", Kind::Text),
        ("rules", Kind::Text),
        ("solution", Kind::Text),
    ];

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Kind {
        Boolean,
        Integer,
        Number,
        Text,
    }

    /// Levels by row, with the kind of each column.
    pub(super) struct Table {
        kinds: BTreeMap<String, Kind>,
        rows: Vec<Map<String, Value>>,
    }

    impl Table {
        pub(super) fn read(lines: &[&str]) -> anyhow::Result<Table> {
            let named = ALWAYS.into_iter().map(|(name, kind)| (name.to_owned(), kind));
            let mut kinds: BTreeMap<String, Kind> = named.collect();
            let mut rows = Vec::with_capacity(lines.len());
            for line in lines {
                let row = flat(serde_json::from_str(line)?);
                for (name, value) in &row {
                    let kind = kind(value);
                    let known = kinds.entry(name.clone()).or_insert(kind);
                    *known = common(*known, kind);
                }
                rows.push(row);
            }
            Ok(Table { kinds, rows })
        }

        pub(super) fn write(&self) -> anyhow::Result<Vec<u8>> {
            let fields: Result<Vec<_>, _> =
                self.kinds.iter().map(|(name, kind)| column(name, *kind)).collect();
            let schema = Type::group_type_builder("level").with_fields(fields?).build()?;
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_created_by("sokolab".to_owned());
            let properties = Arc::new(properties.build());
            let mut bytes = Vec::new();
            let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), properties)?;
            for rows in self.rows.chunks(GROUP_ROWS) {
                let mut group = writer.next_row_group()?;
                for (name, kind) in &self.kinds {
                    write_column(&mut group, *kind, rows.iter().map(|row| row.get(name)))?;
                }
                group.close()?;
            }
            writer.close()?;
            Ok(bytes)
        }
    }

    /// A line with its measures beside the other fields, and its rows as one string.
    fn flat(mut line: Map<String, Value>) -> Map<String, Value> {
        if let Some(Value::Object(measures)) = line.remove("measures") {
            for (name, value) in measures {
                line.entry(name).or_insert(value);
            }
        }
        if let Some(Value::Array(rows)) = line.get("rows") {
            let rows: Vec<&str> = rows.iter().filter_map(Value::as_str).collect();
            let rows = Value::from(rows.join("\n"));
            line.insert("rows".to_owned(), rows);
        }
        line.retain(|_, value| !value.is_null());
        line
    }

    fn kind(value: &Value) -> Kind {
        match value {
            Value::Bool(_) => Kind::Boolean,
            Value::Number(number) if number.is_i64() || number.is_u64() => Kind::Integer,
            Value::Number(_) => Kind::Number,
            _ => Kind::Text,
        }
    }

    fn common(one: Kind, two: Kind) -> Kind {
        match (one.min(two), one.max(two)) {
            (one, two) if one == two => one,
            (Kind::Integer, Kind::Number) => Kind::Number,
            _ => Kind::Text,
        }
    }

    fn column(name: &str, kind: Kind) -> anyhow::Result<Arc<Type>> {
        let (physical, converted) = match kind {
            Kind::Boolean => (Physical::BOOLEAN, ConvertedType::NONE),
            Kind::Integer => (Physical::INT64, ConvertedType::NONE),
            Kind::Number => (Physical::DOUBLE, ConvertedType::NONE),
            Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let built = Type::primitive_type_builder(name, physical)
            .with_converted_type(converted)
            .with_repetition(Repetition::OPTIONAL);
        Ok(Arc::new(built.build()?))
    }

    fn write_column<'v>(
        group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
        kind: Kind,
        values: impl Iterator<Item = Option<&'v Value>>,
    ) -> anyhow::Result<()> {
        match kind {
            Kind::Boolean => write_values::<BoolType>(group, values, Value::as_bool),
            Kind::Integer => write_values::<Int64Type>(group, values, |value| {
                // The seed may exceed the range; its bits are kept.
                value.as_i64().or_else(|| value.as_u64().map(u64::cast_signed))
            }),
            Kind::Number => write_values::<DoubleType>(group, values, Value::as_f64),
            Kind::Text => write_values::<ByteArrayType>(group, values, |value| {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                Some(ByteArray::from(text.into_bytes()))
            }),
        }
    }

    fn write_values<'v, T: DataType>(
        group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
        values: impl Iterator<Item = Option<&'v Value>>,
        convert: impl Fn(&Value) -> Option<T::T>,
    ) -> anyhow::Result<()> {
        let (mut present, mut levels) = (Vec::new(), Vec::new());
        for value in values {
            let value = value.and_then(&convert);
            levels.push(i16::from(value.is_some()));
            present.extend(value);
        }
        let mut column = group
            .next_column()?
            .ok_or_else(|| anyhow::anyhow!("the file has fewer columns than its schema"))?;
        column.typed::<T>().write_batch(&present, Some(&levels), None)?;
        column.close()?;
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::RowAccessor;

        use super::Table;

        #[test]
        fn columns_hold_what_the_lines_say() {
            let line = |id: &str, rows: &str, pushes: u32, gap: &str| {
                let optimal = pushes == 3;
                format!(r#"{{"id":"{id}","rows":[{rows}],"pushes":{pushes},"optimal":{optimal},"#)
                    + &format!(r#""measures":{gap}}}"#)
            };
            let lines = [
                line("v1:a", "\"###\",\"#@#\"", 3, r#"{"gap":1}"#),
                line("v1:b", "\"####\"", 4, r#"{"gap":1.5}"#),
                line("v1:c", "\"#####\"", 5, "{}"),
            ];
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let bytes = Table::read(&lines).and_then(|it| it.write()).expect("a file");
            assert_eq!(bytes, Table::read(&lines).and_then(|it| it.write()).expect("a file"));
            let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("Parquet");
            let columns = reader.metadata().file_metadata().schema_descr().columns().to_vec();
            let names: Vec<&str> = columns.iter().map(|it| it.name()).collect();
            let place = |name| names.iter().position(|it| *it == name).expect("a column");
            let rows: Vec<_> =
                reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
            assert_eq!(rows.len(), 3);
            assert_eq!(rows[0].get_string(place("rows")).expect("text"), "###\n#@#");
            assert_eq!(rows[1].get_long(place("pushes")).expect("a number"), 4);
            assert!(rows[0].get_bool(place("optimal")).expect("a flag"));
            assert_eq!(rows[0].get_double(place("gap")).ok(), Some(1.0));
            assert!(rows[2].get_double(place("gap")).is_err(), "there is no value");
        }
    }
}
