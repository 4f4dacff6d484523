//! Tests of reading and writing `.slc`.

use super::super::{
    Format, Item, ReadOptions, Reader, Text, WriteOptions, read_text, write_collection,
};
use crate::check::check;
use crate::finding::FindingKind;
use crate::{Note, Notes, Source};

fn read(text: &str) -> Text {
    read_text(text.as_bytes(), ReadOptions { format: Some(Format::Slc), legend: None })
}

const SMALL: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels>
  <Title>Two &amp; more</Title>
  <Description>
    First line.
  </Description>
  <Url>http://example.org</Url>
  <LevelCollection Copyright="Ours" MaxWidth="6" MaxHeight="4">
    <Level Id="One" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="Two" Width="6" Height="4" Copyright="Theirs">
      <L> #####</L>
      <L> #@ ##</L>
      <L>## *.#</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"#;

#[test]
fn header_and_levels_are_read() {
    let text = read(SMALL);
    assert_eq!(text.findings, []);
    assert_eq!(text.header.field("collection"), Some("Two & more"));
    assert!(text.header.0.contains(&Note::Comment("First line.".to_owned())));
    let [one, two] = &text.levels[..] else { panic!("two levels: {text:?}") };
    assert_eq!((one.title.as_deref(), one.copyright()), (Some("One"), Some("Ours")));
    assert_eq!((two.title.as_deref(), two.copyright()), (Some("Two"), Some("Theirs")));
    assert_eq!((one.source.line, one.source.indent), (11, 9));
    assert!(one.findings.is_empty() && check(one).is_ok() && check(two).is_ok());
}

#[test]
fn what_is_written_is_read_again() {
    let mut text = read(SMALL);
    let options = WriteOptions::new(Format::Slc);
    let written =
        write_collection(&text.header, &text.levels, &options).expect("it can be written");
    let mut again = read(&written);
    for level in text.levels.iter_mut().chain(&mut again.levels) {
        level.source = Source::default();
    }
    assert_eq!(text, again, "{written}");
}

#[test]
fn notes_of_levels_survive_as_comments() {
    let mut level = read(SMALL).levels.swap_remove(1);
    let field = |key: &str, value: &str| Note::Field { key: key.into(), value: value.into() };
    level.notes.0.push(field("Plan", "two <-- three"));
    level.notes.0.push(Note::Comment("a\nb & c -".to_owned()));
    let options = WriteOptions::new(Format::Slc);
    let written = write_collection(&Notes::default(), &[level.clone()], &options);
    let again = read(&written.expect("it can be written")).levels.swap_remove(0);
    let [copyright, plan, comment] = &again.notes.0[..] else { panic!("{:?}", again.notes) };
    assert_eq!((copyright, comment), (&level.notes.0[0], &level.notes.0[2]));
    assert_eq!(plan, &field("Plan", "two <- - three"), "XML has no comment with two hyphens");
}

#[test]
fn issue_16_a_collection_may_be_larger_than_a_text_that_is_read_as_a_whole() {
    let level = "<Level>\n<L>#####</L>\n<L>#@$.#</L>\n<L>#####</L>\n</Level>\n";
    let begin = "<SokobanLevels>\n<LevelCollection>\n";
    let options = ReadOptions { format: Some(Format::Slc), legend: None };
    let mut reader = Reader::new(options);
    reader.feed(begin.as_bytes());
    let count = (20 << 20) / level.len();
    let mut read = 0;
    for _ in 0..count {
        reader.feed(level.as_bytes());
        while let Some(item) = reader.next_item() {
            let Item::Level(level) = item else { panic!("no level: {item:?}") };
            assert_eq!(level.source.line, 4 + 5 * read);
            read += 1;
        }
    }
    reader.feed(b"</LevelCollection>\n</SokobanLevels>\n");
    reader.finish();
    assert_eq!((reader.next_item(), read), (None, count));
}

#[test]
fn several_collections_and_tags_over_several_lines_are_read() {
    let text = "<x:SokobanLevels\n xmlns:x='y'><x:Title>T</x:Title><x:LevelCollection\n  \
        MaxWidth='9'><x:Level><x:L>###</x:L>\n</x:Level></x:LevelCollection>\n<!-- <Level> \
        --><x:LevelCollection><x:Level Id='2'\n><x:L>####</x:L></x:Level><Other/>\
        </x:LevelCollection></x:SokobanLevels>";
    let text = read(text);
    assert_eq!(text.levels.len(), 2, "{text:?}");
    assert_eq!(text.header.field("Collection"), Some("T"));
    let [finding] = &text.findings[..] else { panic!("{:?}", text.findings) };
    let at = finding.location.expect("located");
    assert_eq!((at.line, at.column, at.length), (2, 34, 18));
    let places = text.levels.iter().map(|it| (it.source.line, it.source.indent));
    assert_eq!(places.collect::<Vec<_>>(), [(3, 29), (6, 6)]);
}

#[test]
fn an_error_is_located_in_the_whole_text_and_levels_before_it_are_read() {
    let wrong = SMALL.replace("<L>## *.#</L>", "<L>## *.#</M>");
    let text = read(&wrong);
    assert_eq!((text.levels.len(), text.findings.len()), (1, 1));
    let at = text.findings[0].location.expect("located");
    let line = wrong.lines().position(|it| it.contains("</M>")).expect("it is there") + 1;
    assert_eq!(at.line, line);
    for cut in (0..SMALL.len()).filter(|it| SMALL.is_char_boundary(*it)) {
        let text = read(&SMALL[..cut]);
        assert!(!text.findings.is_empty() || cut + 1 >= SMALL.len(), "{cut}");
    }
}

#[test]
fn sizes_are_recomputed_and_strange_characters_located() {
    let text = read(&SMALL.replace("Width=\"5\"", "Width=\"7\"").replace("@$", "@?"));
    let kinds: Vec<_> = text.levels[0].findings.iter().map(|it| it.kind.clone()).collect();
    assert_eq!(kinds, [FindingKind::UnknownCharacter('?'), FindingKind::SizeMismatch]);
    assert_eq!(text.levels[0].findings[0].location, Some(text.levels[0].location(2, 1)));
    assert_eq!(text.findings, []);
    let text = read(&SMALL.replace("MaxWidth=\"6\"", "MaxWidth=\"60\""));
    assert_eq!(text.findings[0].kind, FindingKind::SizeMismatch);
}

#[test]
fn other_xml_and_no_xml_are_refused() {
    for text in ["<a/>", "<SokobanLevels>", "plain", "", "<a b=\"\u{1}\"/>"] {
        let kind = &read(text).findings[0].kind;
        assert!(matches!(kind, FindingKind::Xml(_)), "{text:?}: {kind:?}");
    }
    assert_eq!(read("<SokobanLevels/>").findings[0].kind, FindingKind::NoLevel);
}

#[test]
fn entities_and_other_bombs_are_refused() {
    let entity = "<!DOCTYPE a [<!ENTITY b 'bbbbbbbb'>]><SokobanLevels>&b;</SokobanLevels>";
    let attributes: Vec<_> = (0..5000).map(|it| format!(" a{it}=\"\"")).collect();
    let attributes = attributes.concat();
    let nested: Vec<_> = (0..100).map(|it| format!("<a xmlns:n{it}=\"u\">")).collect();
    let nested = nested.concat();
    let deep = "<a>".repeat(100_000);
    for text in [entity.to_owned(), format!("<a{attributes}/>"), nested, deep] {
        assert!(matches!(read(&text).findings[0].kind, FindingKind::Xml(_)));
    }
}

#[test]
fn short_rows_beside_long_ones_do_not_eat_all_memory() {
    let level = format!("<Level><L>{}</L>{}</Level>", "#".repeat(1000), "<L/>".repeat(999));
    let text = format!(
        "<SokobanLevels><LevelCollection>{}</LevelCollection></SokobanLevels>",
        level.repeat(40)
    );
    let read = read(&text);
    assert!(read.levels.len() < 40);
    assert_eq!(read.findings[0].kind, FindingKind::TooLarge("the collection"));
}
