//! Resolves a path to the modules that define or re-export what it names.

use std::collections::{BTreeMap, BTreeSet};

use super::scan::Module;

/// The modules of a crate, found by their paths.
#[derive(Debug)]
pub(super) struct ModuleTree<'a> {
    modules: BTreeMap<&'a [String], &'a Module>,
}

/// The state while a path is followed.
#[derive(Default)]
struct Trail<'a> {
    /// The modules in which a name was looked up.
    passed: Vec<&'a Module>,
    /// Names that are being followed from a module, to avoid infinite recursion.
    following: BTreeSet<(&'a [String], String)>,
    /// Names that are being looked up in a module, likewise.
    seeking: BTreeSet<(&'a [String], String)>,
}

impl<'a> ModuleTree<'a> {
    pub(super) fn new(modules: &'a [Module]) -> ModuleTree<'a> {
        ModuleTree { modules: modules.iter().map(|it| (it.path.as_slice(), it)).collect() }
    }

    /// The modules that `path` leads through when it is written in `module`: the one that defines
    /// what it names and those that re-export it. Empty for a path into another crate.
    pub(super) fn modules_behind(&self, module: &'a Module, path: &[String]) -> Vec<&'a Module> {
        // A single name is a local variable, or an import that is a mention itself, unless it comes
        // from a glob.
        let is_single = path.len() == 1;
        if is_single && module.globs.is_empty() {
            return Vec::new();
        }
        let mut trail = Trail::default();
        let found = self.follow(module, path, &mut trail);
        if is_single && found.is_some() {
            return Vec::new();
        }
        trail.passed
    }

    /// The module that `path` names when it is written in `module`; `None` for any other item, and
    /// for items of other crates.
    fn follow(
        &self,
        module: &'a Module,
        path: &[String],
        trail: &mut Trail<'a>,
    ) -> Option<&'a Module> {
        let first = path.first()?;
        let (mut here, mut rest) = match first.as_str() {
            "crate" => (self.module(&[])?, &path[1..]),
            "self" => (module, &path[1..]),
            _ => (module, path),
        };
        while rest.first().is_some_and(|it| it == "super") {
            here = self.module(here.path.split_last()?.1)?;
            rest = &rest[1..];
        }
        self.follow_down(here, rest, trail)
    }

    fn follow_down(
        &self,
        module: &'a Module,
        path: &[String],
        trail: &mut Trail<'a>,
    ) -> Option<&'a Module> {
        let Some((name, rest)) = path.split_first() else {
            trail.passed.push(module);
            return Some(module);
        };
        let Some(child) = self.child(module, name) else {
            trail.passed.push(module);
            return self.follow_name(module, name, rest, trail);
        };
        if rest.is_empty() {
            // A function may have the same name as a module.
            self.follow_name(module, name, rest, trail);
        }
        self.follow_down(child, rest, trail)
    }

    /// Follows a name that is not a child of `module` through the imports of `module`.
    fn follow_name(
        &self,
        module: &'a Module,
        name: &str,
        rest: &[String],
        trail: &mut Trail<'a>,
    ) -> Option<&'a Module> {
        let key = (module.path.as_slice(), name.to_owned());
        if module.items.contains(name) || !trail.following.insert(key.clone()) {
            return None;
        }
        let found = self.follow_import(module, name, rest, trail);
        trail.following.remove(&key);
        found
    }

    fn follow_import(
        &self,
        module: &'a Module,
        name: &str,
        rest: &[String],
        trail: &mut Trail<'a>,
    ) -> Option<&'a Module> {
        let imports = module.imports.iter().filter(|(imported, _)| imported == name);
        let mut is_imported = false;
        for (_, path) in imports {
            is_imported = true;
            if let Some(found) = self.follow(module, path, trail) {
                return self.follow_down(found, rest, trail);
            }
        }
        if is_imported {
            return None;
        }
        let source = self.glob_source(module, name, trail)?;
        let path: Vec<_> = std::iter::once(name.to_owned()).chain(rest.iter().cloned()).collect();
        self.follow_down(source, &path, trail)
    }

    /// The module from which a glob import of `module` brings `name`.
    fn glob_source(
        &self,
        module: &'a Module,
        name: &str,
        trail: &mut Trail<'a>,
    ) -> Option<&'a Module> {
        let passed = trail.passed.len();
        let source = module.globs.iter().find_map(|glob| {
            let source = self.follow(module, glob, trail)?;
            self.holds(source, name, trail).then_some(source)
        });
        trail.passed.truncate(passed);
        source
    }

    /// Whether `name` can be written after the path of `module`.
    fn holds(&self, module: &'a Module, name: &str, trail: &mut Trail<'a>) -> bool {
        if self.child(module, name).is_some()
            || module.items.contains(name)
            || module.imports.iter().any(|(imported, _)| imported == name)
        {
            return true;
        }
        let key = (module.path.as_slice(), name.to_owned());
        if !trail.seeking.insert(key.clone()) {
            return false;
        }
        let source = self.glob_source(module, name, trail);
        trail.seeking.remove(&key);
        source.is_some()
    }

    fn child(&self, module: &Module, name: &str) -> Option<&'a Module> {
        let path: Vec<_> = module.path.iter().cloned().chain([name.to_owned()]).collect();
        self.module(&path)
    }

    fn module(&self, path: &[String]) -> Option<&'a Module> {
        self.modules.get(path).copied()
    }
}
