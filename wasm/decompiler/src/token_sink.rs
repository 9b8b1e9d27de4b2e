//! Takes the printed C as plain text beside a table of its tokens.

use std::sync::{Arc, Mutex};

use ghidra_decompiler::database::SymbolId;
use ghidra_decompiler::error::Result;
use ghidra_decompiler::prettyprint::{
    BlockMark, Emit, EmitBase, FuncMark, OpMark, SymbolMark, SyntaxHighlight, TypeMark, VarnodeMark,
};
use ghidra_decompiler::space::SpaceRef;

/// The kinds by the numbers that cross to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TokenKind {
    Keyword = 0,
    Comment = 1,
    Type = 2,
    Function = 3,
    Variable = 4,
    Parameter = 5,
    Global = 6,
    Constant = 7,
    Field = 8,
    Label = 9,
    Operator = 10,
    Punctuation = 11,
}

pub struct Token {
    /// In UTF-16 units, as the host counts.
    pub start: u32,
    pub length: u32,
    pub kind: TokenKind,
    /// Identifies the operation that the token shows.
    pub operation: Option<u32>,
}

/// What the printing of one function leaves beside the text.
#[derive(Default)]
pub struct Printed {
    pub tokens: Vec<Token>,
    /// Symbols in the order of their declarations.
    pub declared: Vec<SymbolId>,
    /// Texts of string literals with their quotes, in the order of the text.
    pub strings: Vec<String>,
    position: u32,
}

/// Shared between the printer, which owns the sink, and whoever asked for the text.
pub type PrintedRef = Arc<Mutex<Printed>>;

/// What has been printed since the last call.
pub fn take_printed(printed: &PrintedRef) -> Printed {
    std::mem::take(&mut *lock(printed))
}

fn lock(printed: &PrintedRef) -> std::sync::MutexGuard<'_, Printed> {
    printed.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

pub struct TokenSink {
    base: EmitBase,
    text: Vec<u8>,
    printed: PrintedRef,
}

impl TokenSink {
    pub fn new(printed: PrintedRef) -> TokenSink {
        TokenSink { base: EmitBase::new(), text: Vec::new(), printed }
    }

    fn write(&mut self, text: &str, kind: TokenKind, operation: Option<OpMark>) -> Result<()> {
        let mut printed = lock(&self.printed);
        let length = utf16_length(text);
        if !text.trim().is_empty() {
            if kind == TokenKind::Constant && text.contains('"') {
                printed.strings.push(text.to_string());
            }
            let (start, operation) = (printed.position, operation.map(|mark| mark.time));
            printed.tokens.push(Token { start, length, kind, operation });
        }
        printed.position = printed.position.saturating_add(length);
        self.text.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

fn utf16_length(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.encode_utf16().count() as u32 }
}

/// The kind by colour, or `otherwise` for what has no colour.
fn kind_of(colour: SyntaxHighlight, otherwise: TokenKind) -> TokenKind {
    match colour {
        SyntaxHighlight::KeywordColor => TokenKind::Keyword,
        SyntaxHighlight::CommentColor => TokenKind::Comment,
        SyntaxHighlight::TypeColor => TokenKind::Type,
        SyntaxHighlight::FuncnameColor => TokenKind::Function,
        SyntaxHighlight::VarColor => TokenKind::Variable,
        SyntaxHighlight::ConstColor => TokenKind::Constant,
        SyntaxHighlight::ParamColor => TokenKind::Parameter,
        SyntaxHighlight::GlobalColor => TokenKind::Global,
        SyntaxHighlight::NoColor | SyntaxHighlight::ErrorColor | SyntaxHighlight::SpecialColor => otherwise,
    }
}

impl Emit for TokenSink {
    fn base(&self) -> &EmitBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut EmitBase {
        &mut self.base
    }

    fn as_dyn(&mut self) -> &mut dyn Emit {
        self
    }

    fn begin_document(&mut self) -> Result<i32> {
        Ok(0)
    }

    fn end_document(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn begin_function(&mut self, _function: Option<&FuncMark>) -> Result<i32> {
        Ok(0)
    }

    fn end_function(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn begin_block(&mut self, _block: Option<BlockMark>) -> Result<i32> {
        Ok(0)
    }

    fn end_block(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn tag_line(&mut self) -> Result<()> {
        self.tag_line_indent(self.base.indentlevel)
    }

    fn tag_line_indent(&mut self, indent: i32) -> Result<()> {
        let indent = usize::try_from(indent).unwrap_or(0);
        self.text.push(b'\n');
        self.text.resize(self.text.len() + indent, b' ');
        let mut printed = lock(&self.printed);
        printed.position = printed.position.saturating_add(1 + indent as u32);
        Ok(())
    }

    fn begin_return_type(&mut self, _varnode: Option<VarnodeMark>) -> Result<i32> {
        Ok(0)
    }

    fn end_return_type(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn begin_var_decl(&mut self, symbol: Option<SymbolMark>) -> Result<i32> {
        if let Some(mark) = symbol {
            lock(&self.printed).declared.push(mark.id);
        }
        Ok(0)
    }

    fn end_var_decl(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn begin_statement(&mut self, _operation: Option<OpMark>) -> Result<i32> {
        Ok(0)
    }

    fn end_statement(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn begin_func_proto(&mut self) -> Result<i32> {
        Ok(0)
    }

    fn end_func_proto(&mut self, _id: i32) -> Result<()> {
        Ok(())
    }

    fn tag_variable(
        &mut self,
        name: &str,
        colour: SyntaxHighlight,
        _varnode: Option<VarnodeMark>,
        operation: Option<OpMark>,
    ) -> Result<()> {
        self.write(name, kind_of(colour, TokenKind::Variable), operation)
    }

    fn tag_op(&mut self, name: &str, colour: SyntaxHighlight, operation: Option<OpMark>) -> Result<()> {
        self.write(name, kind_of(colour, TokenKind::Operator), operation)
    }

    fn tag_func_name(
        &mut self,
        name: &str,
        _colour: SyntaxHighlight,
        _function: Option<&FuncMark>,
        operation: Option<OpMark>,
    ) -> Result<()> {
        self.write(name, TokenKind::Function, operation)
    }

    fn tag_type(&mut self, name: &str, _colour: SyntaxHighlight, _type: Option<&TypeMark>) -> Result<()> {
        self.write(name, TokenKind::Type, None)
    }

    fn tag_field(
        &mut self,
        name: &str,
        _colour: SyntaxHighlight,
        _type: Option<&TypeMark>,
        _offset: i32,
        operation: Option<OpMark>,
    ) -> Result<()> {
        self.write(name, TokenKind::Field, operation)
    }

    fn tag_bit_field(
        &mut self,
        name: &str,
        _colour: SyntaxHighlight,
        _type: Option<&TypeMark>,
        _id: i32,
        operation: Option<OpMark>,
    ) -> Result<()> {
        self.write(name, TokenKind::Field, operation)
    }

    fn tag_comment(
        &mut self,
        text: &str,
        _colour: SyntaxHighlight,
        _space: Option<&SpaceRef>,
        _offset: u64,
    ) -> Result<()> {
        self.write(text, TokenKind::Comment, None)
    }

    fn tag_label(
        &mut self,
        name: &str,
        _colour: SyntaxHighlight,
        _space: Option<&SpaceRef>,
        _offset: u64,
    ) -> Result<()> {
        self.write(name, TokenKind::Label, None)
    }

    fn tag_case_label(
        &mut self,
        name: &str,
        _colour: SyntaxHighlight,
        operation: Option<OpMark>,
        _value: u64,
    ) -> Result<()> {
        self.write(name, TokenKind::Constant, operation)
    }

    fn print(&mut self, text: &str, colour: SyntaxHighlight) -> Result<()> {
        self.write(text, kind_of(colour, TokenKind::Punctuation), None)
    }

    fn open_paren(&mut self, paren: &str, id: i32) -> Result<i32> {
        self.base.parenlevel += 1;
        self.write(paren, TokenKind::Punctuation, None)?;
        Ok(id)
    }

    fn close_paren(&mut self, paren: &str, _id: i32) -> Result<()> {
        self.base.parenlevel -= 1;
        self.write(paren, TokenKind::Punctuation, None)
    }

    fn set_output_stream(&mut self, text: Vec<u8>) {
        self.text = text;
    }

    fn get_output_stream(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    fn emits_markup(&self) -> bool {
        false
    }
}
