//! C declarations as tokens, rewritten into the smaller C that the decompiler's own grammar reads.

use ghidra_decompiler::architecture::Architecture;

use crate::machine::Machine;

/// Declarations that the grammar could not hold anyway are not worth reading.
const LONGEST_DECLARATION: usize = 64 * 1024;

/// Splits a declaration into words, numbers and punctuation; `None` for what is no declaration.
pub fn tokens_of(text: &str) -> Option<Vec<String>> {
    if text.len() > LONGEST_DECLARATION {
        return None;
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let size = match first {
            'a'..='z' | 'A'..='Z' | '_' | '0'..='9' => word_length(rest),
            '/' if rest.starts_with("/*") => {
                rest = rest.split_once("*/")?.1.trim_start();
                continue;
            }
            '.' if rest.starts_with("...") => 3,
            '(' | ')' | '[' | ']' | '{' | '}' | '*' | ',' | ';' | ':' | '=' | '-' => 1,
            _ => return None,
        };
        let (token, after) = rest.split_at(size);
        tokens.push(token.to_string());
        rest = after.trim_start();
    }
    while tokens.last().is_some_and(|token| token == ";") {
        tokens.pop();
    }
    Some(tokens)
}

fn word_length(text: &str) -> usize {
    text.find(|character: char| !character.is_ascii_alphanumeric() && character != '_').unwrap_or(text.len())
}

pub fn is_word(token: &str) -> bool {
    token.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_')
}

/// Leaves out what says nothing about types, and writes each type as one word.
pub fn simplified(tokens: &[String], architecture: &mut Architecture, machine: &Machine) -> Option<Vec<String>> {
    let tokens = without_attributes(tokens)?;
    let mut out: Vec<String> = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let next = tokens.get(index + 1).map_or("", String::as_str);
        let after = tokens.get(index + 2).map_or("", String::as_str);
        let is_aggregate = matches!(token.as_str(), "struct" | "union" | "enum");
        if is_aggregate && is_word(next) && after != "{" {
            declare_ahead(token, next, architecture)?;
        } else if let Some(count) = basic_words(&tokens[index..]) {
            out.push(basic_type(&tokens[index..index + count], machine).to_string());
            index += count;
            continue;
        } else {
            out.push(machine.character_type(token).unwrap_or(token).to_string());
        }
        index += 1;
    }
    Some(out)
}

/// Words before a declaration or a parameter that change neither type nor storage.
const MARKS: [&str; 16] = [
    "extern",
    "static",
    "inline",
    "__inline",
    "__inline__",
    "register",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "_Noreturn",
    "noreturn",
    "__extension__",
    "__const",
    "_Nonnull",
    "_Nullable",
];

fn without_attributes(tokens: &[String]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        index += 1;
        if token == "__attribute__" || token == "__declspec" {
            index += parenthesised(&tokens[index..])?;
        } else if !MARKS.contains(&token.as_str()) {
            out.push(token.clone());
        }
    }
    Some(out)
}

/// Number of tokens from an opening parenthesis to the one that closes it.
pub fn parenthesised(tokens: &[String]) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (index > 0).then_some(index + 1);
        }
    }
    None
}

/// The grammar knows a tag only as the name of a type that exists.
fn declare_ahead(keyword: &str, tag: &str, architecture: &mut Architecture) -> Option<()> {
    let types = architecture.types_mut().ok()?;
    if types.find_by_name(tag).is_some() {
        return Some(());
    }
    match keyword {
        "struct" => types.get_type_struct(tag).ok()?,
        "union" => types.get_type_union(tag).ok()?,
        _ => return None,
    };
    Some(())
}

const BASIC: [&str; 9] = ["unsigned", "signed", "short", "long", "int", "char", "double", "float", "_Bool"];

/// How many words at the start name a basic type of C.
fn basic_words(tokens: &[String]) -> Option<usize> {
    let count = tokens.iter().take_while(|token| BASIC.contains(&token.as_str())).count();
    (count > 0).then_some(count)
}

/// The one word for a basic type.
fn basic_type(words: &[String], machine: &Machine) -> &'static str {
    let has = |word: &str| words.iter().any(|candidate| candidate == word);
    let longs = words.iter().filter(|word| *word == "long").count();
    let unsigned = has("unsigned");
    if has("_Bool") {
        return "bool";
    }
    if has("double") {
        return if longs == 0 { "double" } else { "longdouble" };
    }
    if has("float") {
        return "float";
    }
    if has("char") {
        return if unsigned { "byte" } else { "char" };
    }
    if has("short") {
        return if unsigned { "ushort" } else { "short" };
    }
    match (longs, machine.long_size(), unsigned) {
        (0, _, false) | (1, 4, false) => "int",
        (0, _, true) | (1, 4, true) => "uint",
        (_, 8, false) => "long",
        (_, 8, true) => "ulong",
        (_, _, false) => "longlong",
        (_, _, true) => "ulonglong",
    }
}
