//! Scans the modules of a crate: what each defines, imports and mentions.
//!
//! Code that is compiled for tests only is skipped. Two simplifications: a `use` inside a function
//! counts for its whole module, and in macro arguments every `a::b` counts as a path.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemMod, ItemUse, Macro, Meta, UseTree, Visibility};

use super::Sources;

/// The names that a path consists of, from left to right.
pub(super) type Names = Vec<String>;

/// A module and the names in it.
#[derive(Debug)]
pub(super) struct Module {
    /// The names of the modules around it and its own; empty for the root of the crate.
    pub(super) path: Names,
    pub(super) file: PathBuf,
    /// What it defines, apart from modules.
    pub(super) items: BTreeSet<String>,
    /// The names that `use` brings into it, with their meanings. A name may occur twice.
    pub(super) imports: Vec<(String, Names)>,
    /// The paths before `::*` in its imports.
    pub(super) globs: Vec<Names>,
    /// Every path that occurs in it, including imports.
    pub(super) mentions: Vec<Mention>,
}

/// A path in the text of a module.
#[derive(Debug)]
pub(super) struct Mention {
    pub(super) path: Names,
    /// Line number, from 1.
    pub(super) line: usize,
}

/// A file that the parser rejects.
#[derive(Debug)]
pub(super) struct Unparsable {
    pub(super) file: PathBuf,
    pub(super) line: usize,
    pub(super) message: String,
}

/// The modules of the crate whose root is `file`, the root first.
pub(super) fn modules_of(file: &Path, sources: &Sources) -> Result<Vec<Module>, Unparsable> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let mut reader = Reader { sources, modules: Vec::new() };
    reader.read_file(&Site { path: Names::new(), file: file.to_owned(), folder })?;
    Ok(reader.modules)
}

struct Reader<'a> {
    sources: &'a Sources,
    modules: Vec<Module>,
}

/// The location of a module.
struct Site {
    path: Names,
    file: PathBuf,
    /// The folder of its children's files.
    folder: PathBuf,
}

impl Reader<'_> {
    fn read_file(&mut self, site: &Site) -> Result<(), Unparsable> {
        let text = self.sources.get(&site.file).map_or("", String::as_str);
        let parsed = syn::parse_file(text).map_err(|error| Unparsable {
            file: site.file.clone(),
            line: error.span().start().line,
            message: error.to_string(),
        })?;
        self.read_items(site, &parsed.items)
    }

    fn read_items(&mut self, site: &Site, items: &[Item]) -> Result<(), Unparsable> {
        let mut module = Module {
            path: site.path.clone(),
            file: site.file.clone(),
            items: items.iter().filter_map(name_of).map(Ident::to_string).collect(),
            imports: Vec::new(),
            globs: Vec::new(),
            mentions: Vec::new(),
        };
        for item in items {
            module.visit_item(item);
        }
        self.modules.push(module);
        let children = items.iter().filter_map(|item| match item {
            Item::Mod(child) if !is_test_only(&child.attrs) => Some(child),
            _ => None,
        });
        children.into_iter().try_for_each(|child| self.read_child(site, child))
    }

    /// A child whose file is missing is left to the compiler.
    fn read_child(&mut self, parent: &Site, child: &ItemMod) -> Result<(), Unparsable> {
        let name = child.ident.to_string();
        let path = parent.path.iter().cloned().chain([name.clone()]).collect();
        let folder = parent.folder.join(&name);
        if let Some((_, items)) = &child.content {
            return self.read_items(&Site { path, file: parent.file.clone(), folder }, items);
        }
        let usual = [parent.folder.join(format!("{name}.rs")), folder.join("mod.rs")];
        let written = child.attrs.iter().find_map(path_attribute);
        let written = written.map(|it| parent.file.with_file_name(it));
        let mut files = written.into_iter().chain(usual);
        match files.find(|it| self.sources.contains_key(it)) {
            Some(file) => self.read_file(&Site { path, file, folder }),
            None => Ok(()),
        }
    }
}

/// The file in `#[path = "file"]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(file), .. }) = &pair.value else {
        return None;
    };
    pair.path.is_ident("path").then(|| file.value())
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_only(attributes_of(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Fn(function) = item
            && is_test_only(&function.attrs)
        {
            return;
        }
        visit::visit_impl_item(self, item);
    }

    /// A child is a separate module.
    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&Names::new(), &item.tree);
        }
    }

    /// `pub(super)` is not a use of the module above.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let names = path.segments.iter().map(|it| it.ident.to_string()).collect();
            self.mention(names, &first.ident);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        self.scan_tokens(&call.tokens);
    }
}

impl Module {
    fn mention(&mut self, path: Names, first: &Ident) {
        self.mentions.push(Mention { path, line: first.span().start().line });
    }

    fn import(&mut self, before: &Names, tree: &UseTree) {
        let with = |last: &Ident| before.iter().cloned().chain([last.to_string()]).collect();
        match tree {
            UseTree::Path(it) => self.import(&with(&it.ident), &it.tree),
            UseTree::Group(it) => it.items.iter().for_each(|tree| self.import(before, tree)),
            UseTree::Name(it) if it.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                self.import_as(name, before.clone(), &it.ident);
            }
            UseTree::Name(it) => self.import_as(it.ident.to_string(), with(&it.ident), &it.ident),
            UseTree::Rename(it) if it.ident == "self" => {
                self.import_as(it.rename.to_string(), before.clone(), &it.ident);
            }
            UseTree::Rename(it) => {
                self.import_as(it.rename.to_string(), with(&it.ident), &it.ident);
            }
            UseTree::Glob(it) => {
                let line = it.star_token.spans[0].start().line;
                self.mentions.push(Mention { path: before.clone(), line });
                self.globs.push(before.clone());
            }
        }
    }

    fn import_as(&mut self, name: String, path: Names, at: &Ident) {
        self.mention(path.clone(), at);
        self.imports.push((name, path));
    }

    fn scan_tokens(&mut self, tokens: &TokenStream) {
        let mut tokens = tokens.clone().into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.scan_tokens(&group.stream()),
                TokenTree::Ident(first) => {
                    let mut names = vec![first.to_string()];
                    while let Some(next) = next_name(&mut tokens) {
                        names.push(next);
                    }
                    self.mention(names, &first);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// The name after `::`, if both come next. Colons without a name after them are skipped.
fn next_name(tokens: &mut std::iter::Peekable<impl Iterator<Item = TokenTree>>) -> Option<String> {
    let is_colon = |it: &TokenTree| matches!(it, TokenTree::Punct(it) if it.as_char() == ':');
    tokens.next_if(is_colon)?;
    tokens.next_if(is_colon)?;
    let name = tokens.next_if(|it| matches!(it, TokenTree::Ident(_)))?;
    Some(name.to_string())
}

/// The name of an item that is not a module and is compiled outside tests.
fn name_of(item: &Item) -> Option<&Ident> {
    if is_test_only(attributes_of(item)) {
        return None;
    }
    match item {
        Item::Const(it) => Some(&it.ident),
        Item::Enum(it) => Some(&it.ident),
        Item::Fn(it) => Some(&it.sig.ident),
        Item::Macro(it) => it.ident.as_ref(),
        Item::Static(it) => Some(&it.ident),
        Item::Struct(it) => Some(&it.ident),
        Item::Trait(it) => Some(&it.ident),
        Item::Type(it) => Some(&it.ident),
        Item::Union(it) => Some(&it.ident),
        _ => None,
    }
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Union(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// Whether one of `attributes` is `#[cfg(test)]` or `#[cfg(all(test, …))]`. What `any(test, …)`
/// guards is also part of the library.
fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => needs_test(&list.tokens),
        _ => false,
    })
}

fn needs_test(condition: &TokenStream) -> bool {
    let mut tokens = condition.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(word)), None) => word == "test",
        (Some(TokenTree::Ident(word)), Some(TokenTree::Group(parts))) if word == "all" => {
            let parts: Vec<TokenTree> = parts.stream().into_iter().collect();
            let is_comma =
                |it: &TokenTree| matches!(it, TokenTree::Punct(it) if it.as_char() == ',');
            parts.split(is_comma).any(|part| needs_test(&part.iter().cloned().collect()))
        }
        _ => false,
    }
}
