//! Results of C functions come in one register.
//!
//! The platform returns structures of 9 to 16 bytes in two. Programs in C seldom have such functions, but many whose
//! second register happens to hold something: without this they would all seem to return 16 bytes.

use std::sync::Arc;

use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::error::Result;
use ghidra_decompiler::marshal::XmlDecode;
use ghidra_decompiler::xml::{DocumentStorage, Element};

/// Makes a variant of the default calling convention the default. `specifications` are those the architecture was made
/// from; one without a default convention stays as it is.
pub fn expect_single_results(architecture: &mut Architecture, specifications: &DocumentStorage) -> Result<()> {
    let Some(convention) = default_convention(specifications) else {
        return Ok(());
    };
    let variant = Arc::new(with_single_results(&convention));
    let manager = architecture.manager.clone();
    let translate = architecture.translate.clone();
    let mut decoder = XmlDecode::with_root(Some(&manager), variant, 0);
    decoder.set_translate(translate.as_deref());
    let model = architecture.decode_proto(&mut decoder)?;
    architecture.set_default_model(model);
    Ok(())
}

fn default_convention(specifications: &DocumentStorage) -> Option<Arc<Element>> {
    let root = specifications.get_tag("compiler_spec")?;
    let default = root.get_children().iter().find(|child| child.get_name() == "default_proto")?;
    default.get_children().iter().find(|child| child.get_name() == "prototype").cloned()
}

fn with_single_results(convention: &Element) -> Element {
    let mut variant = Element::new(convention.get_name());
    for index in 0..convention.get_num_attributes() {
        let (name, value) = (convention.get_attribute_name(index), convention.get_attribute_value_index(index));
        // Names of conventions are unique.
        variant.add_attribute(name, if name == "name" { "c" } else { value });
    }
    for child in convention.get_children() {
        let is_output = child.get_name() == "output";
        variant.add_child(if is_output { Arc::new(with_first_registers(child)) } else { child.clone() });
    }
    variant
}

/// Keeps the first register of each class.
fn with_first_registers(output: &Element) -> Element {
    let mut variant = Element::new(output.get_name());
    let mut seen: Vec<Option<String>> = Vec::new();
    for child in output.get_children() {
        if child.get_name() == "pentry" {
            let class = class_of(child);
            if seen.contains(&class) {
                continue;
            }
            seen.push(class.clone());
            if class.as_deref() == Some("float") {
                variant.add_child(Arc::new(without_vectors(child)));
                continue;
            }
        }
        variant.add_child(child.clone());
    }
    variant
}

/// Bytes of a vector register. AArch64 clears what a number in one leaves of it: that is no part of the result.
const VECTOR: &str = "16";

/// Bytes of a `double`.
const LARGEST_FLOAT: &str = "8";

fn without_vectors(entry: &Element) -> Element {
    let mut variant = Element::new(entry.get_name());
    for index in 0..entry.get_num_attributes() {
        let (name, value) = (entry.get_attribute_name(index), entry.get_attribute_value_index(index));
        let is_vector = name == "maxsize" && value == VECTOR;
        variant.add_attribute(name, if is_vector { LARGEST_FLOAT } else { value });
    }
    for child in entry.get_children() {
        variant.add_child(child.clone());
    }
    variant
}

/// `float`, or nothing for integers and addresses.
fn class_of(entry: &Element) -> Option<String> {
    ["metatype", "storage"].iter().find_map(|name| entry.get_attribute_value(name).ok()).map(str::to_string)
}
