//! Reads C declarations of types and functions into the decompiler's types.

use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::error::{Error, Result};
use ghidra_decompiler::fspec::PrototypePieces;
use ghidra_decompiler::grammar;
use ghidra_decompiler::types::{TypeField, TypeId, TypeMetatype};

use crate::c_tokens::{is_word, simplified, tokens_of};
use crate::machine::Machine;

/// Reads one declaration of a type: `struct`, `union`, `enum` or `typedef`, complete or only ahead.
pub fn declare_type(architecture: &mut Architecture, machine: &Machine, text: &str) -> Result<()> {
    let tokens = read(architecture, machine, text)?;
    let (is_typedef, tokens) = match tokens.split_first() {
        Some((first, rest)) if first == "typedef" => (true, rest),
        _ => (false, &tokens[..]),
    };
    match tokens.first().map(String::as_str) {
        Some("struct" | "union") => declare_aggregate(architecture, tokens),
        Some("enum") => {
            let declaration = format!("{}{};", if is_typedef { "typedef " } else { "" }, tokens.join(" "));
            grammar::parse_c(architecture, &mut declaration.as_bytes())
        }
        Some(_) if is_typedef => declare_alias(architecture, tokens),
        // `struct name;` has done its work while it was read.
        Some(_) if tokens.len() == 1 => Ok(()),
        _ => Err(not_understood(text)),
    }
}

/// Reads a type around an empty name, such as `char[12]` or `char *`.
pub fn parse_type(architecture: &mut Architecture, machine: &Machine, text: &str) -> Result<TypeId> {
    let mut tokens = read(architecture, machine, text)?;
    // The grammar takes arrays and pointers to functions only around a name.
    let pointer = tokens.windows(2).position(|pair| pair[0] == "*" && pair[1] == ")");
    let array = tokens.iter().position(|token| token == "[");
    let place = pointer.map(|star| star + 1).or(array).unwrap_or(tokens.len());
    tokens.insert(place, "name".to_string());
    Ok(parse_declarator(architecture, &tokens)?.0)
}

/// Reads the declaration of a function.
pub fn parse_prototype(architecture: &mut Architecture, machine: &Machine, text: &str) -> Result<PrototypePieces> {
    let mut tokens = read(architecture, machine, text)?;
    let convention = tokens.iter().find(|token| CONVENTIONS.contains(&token.as_str())).cloned();
    tokens.retain(|token| !CONVENTIONS.contains(&token.as_str()));
    // Where a processor has only one, the marks of others mean nothing.
    let convention = convention.filter(|name| architecture.has_model(name));
    let declaration = format!("{};", as_passed(architecture, &tokens, convention)?.join(" "));
    let mut pieces = PrototypePieces::default();
    grammar::parse_protopieces(&mut pieces, &mut declaration.as_bytes(), architecture)?;
    let types = architecture.types_mut()?;
    // A structure that is only declared ahead has no size and cannot be passed.
    let passed = pieces.intypes.iter().chain(&pieces.outtype).map(|id| types.get(*id));
    let mut sized = passed.filter(|passed| passed.get_metatype() != TypeMetatype::Void);
    if let Some(unsized_type) = sized.find(|passed| passed.is_incomplete() || passed.get_size() <= 0) {
        return Err(Error::Parse(format!("{} is passed by value and has no size", unsized_type.get_name())));
    }
    Ok(pieces)
}

/// Calling conventions by the words that compilers have for them.
const CONVENTIONS: [&str; 5] = ["__cdecl", "__stdcall", "__fastcall", "__thiscall", "__vectorcall"];

fn read(architecture: &mut Architecture, machine: &Machine, text: &str) -> Result<Vec<String>> {
    tokens_of(text).and_then(|tokens| simplified(&tokens, architecture, machine)).ok_or_else(|| not_understood(text))
}

fn not_understood(text: &str) -> Error {
    Error::Parse(format!("not understood: {}", text.chars().take(80).collect::<String>()))
}

fn parse_declarator(architecture: &mut Architecture, tokens: &[String]) -> Result<(TypeId, String)> {
    let text = tokens.join(" ");
    let mut name = String::new();
    let id = grammar::parse_type(&mut text.as_bytes(), &mut name, architecture)?;
    Ok((id, name))
}

fn declare_alias(architecture: &mut Architecture, tokens: &[String]) -> Result<()> {
    if let [target, name] = tokens
        && target == name
    {
        return Ok(());
    }
    let (id, name) = parse_declarator(architecture, tokens)?;
    if name.is_empty() {
        return Err(not_understood(&tokens.join(" ")));
    }
    architecture.types_mut()?.get_typedef(id, &name, 0, 0)?;
    Ok(())
}

/// `struct tag { fields } alias`, where tag or alias may be missing. The alias is the name that texts show.
fn declare_aggregate(architecture: &mut Architecture, tokens: &[String]) -> Result<()> {
    let whole = || not_understood(&tokens.join(" "));
    let open = tokens.iter().position(|token| token == "{").ok_or_else(whole)?;
    let close = tokens.iter().rposition(|token| token == "}").ok_or_else(whole)?;
    let tag = tokens[1..open].first();
    let alias = tokens[close + 1..].first();
    let name = alias.or(tag).ok_or_else(whole)?;
    let types = architecture.types_mut()?;
    if types.find_by_name(name).is_some_and(|id| !types.get(id).is_incomplete()) {
        return Err(Error::Parse(format!("{name} is declared already")));
    }
    let is_union = tokens[0] == "union";
    let id = if is_union { types.get_type_union(name)? } else { types.get_type_struct(name)? };
    if let (Some(tag), Some(alias)) = (tag, alias)
        && tag != alias
        && types.find_by_name(tag).is_none()
    {
        types.get_typedef(id, tag, 0, 0)?;
    }
    let mut fields = read_fields(architecture, &tokens[open + 1..close], is_union)?;
    let types = architecture.types_mut()?;
    if is_union {
        types.assign_raw_fields_union(id, &mut fields)
    } else {
        types.assign_raw_fields_struct(id, &mut fields, &mut Vec::new())
    }
}

fn read_fields(architecture: &mut Architecture, tokens: &[String], is_union: bool) -> Result<Vec<TypeField>> {
    let mut fields = Vec::new();
    for field in tokens.split(|token| token == ";").filter(|field| !field.is_empty()) {
        let (id, name) = parse_declarator(architecture, field)?;
        if name.is_empty() {
            return Err(not_understood(&field.join(" ")));
        }
        // The decompiler numbers the fields of a union and gives those of a structure their offsets.
        let (number, offset) = if is_union { (fields.len() as i32, 0) } else { (0, -1) };
        fields.push(TypeField::new(number, offset, &name, id));
    }
    Ok(fields)
}

/// The declaration with `(void)` for no parameters, pointers for arrays, names that are no types, and the convention
/// where the grammar wants it.
fn as_passed(architecture: &mut Architecture, tokens: &[String], convention: Option<String>) -> Result<Vec<String>> {
    let whole = || not_understood(&tokens.join(" "));
    if tokens.last().is_none_or(|token| token != ")") {
        return Err(whole());
    }
    let open = opening_of_last(tokens).ok_or_else(whole)?;
    let mut out = tokens[..=open].to_vec();
    // Its own name may be that of a type, and does not matter.
    if let Some(name) = open.checked_sub(1).filter(|index| is_word(&out[*index])) {
        out[name] = "declared".to_string();
    }
    out.splice(0..0, convention);
    let parameters = parameters_in(&tokens[open + 1..tokens.len() - 1]);
    if parameters.is_empty() {
        out.push("void".to_string());
    }
    for (index, parameter) in parameters.into_iter().enumerate() {
        if index > 0 {
            out.push(",".to_string());
        }
        out.extend(parameter_as_passed(architecture, parameter)?);
    }
    out.push(")".to_string());
    Ok(out)
}

/// Index of the parenthesis that the last token closes.
fn opening_of_last(tokens: &[String]) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().rev() {
        match token.as_str() {
            ")" => depth += 1,
            "(" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

fn parameters_in(tokens: &[String]) -> Vec<&[String]> {
    let mut depth = 0i32;
    tokens
        .split(|token| {
            match token.as_str() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            token == "," && depth == 0
        })
        .filter(|parameter| !parameter.is_empty())
        .collect()
}

fn parameter_as_passed(architecture: &mut Architecture, tokens: &[String]) -> Result<Vec<String>> {
    let end = tokens.iter().position(|token| token == "[").unwrap_or(tokens.len());
    let is_array = end < tokens.len() && !tokens.iter().any(|token| token == "(");
    let mut out = if is_array { tokens[..end].to_vec() } else { tokens.to_vec() };
    let types = architecture.types_mut()?;
    if let [.., before, name] = &mut out[..]
        && is_word(name)
        && (before == "*" || (is_word(before) && before != "const"))
        && (types.find_by_name(name).is_some())
    {
        name.push('_');
    }
    if is_array {
        let named = out.last().is_some_and(|last| is_word(last)) && out.len() > 1;
        let place = if named { out.len() - 1 } else { out.len() };
        out.insert(place, "*".to_string());
    }
    Ok(out)
}
