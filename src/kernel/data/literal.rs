//! Numbers, texts and characters of RON, as the scanner meets them.

use super::problem::forbidden;
use super::scan::Scanner;
use super::tree::{Kind, shortened};

const INT_SUFFIXES: [&str; 10] = ["i128", "u128", "i16", "i32", "i64", "u16", "u32", "u64", "i8", "u8"];
const FLOAT_SUFFIXES: [&str; 2] = ["f32", "f64"];
const NOT_FINITE: [&str; 6] = ["inf", "inff32", "inff64", "NaN", "NaNf32", "NaNf64"];

/// Whether a bare word means a float that is no number.
pub(super) fn is_not_finite(word: &str) -> bool {
    NOT_FINITE.contains(&word)
}

impl Scanner<'_> {
    /// A number at the cursor; `+`, `-`, a digit or `.` is known to stand there.
    pub(super) fn number(&mut self) -> Option<Kind> {
        let start = self.pos;
        if matches!(self.peek(), Some('+' | '-')) {
            self.bump();
        }
        let digits_at = self.pos;
        let mut last = ' ';
        let radix_mark = self.rest().starts_with("0x");
        while let Some(c) = self.peek() {
            let exponent_sign = matches!(c, '+' | '-') && matches!(last, 'e' | 'E') && !radix_mark;
            if !(c.is_alphanumeric() || matches!(c, '_' | '.') || exponent_sign) {
                break;
            }
            last = c;
            self.bump();
        }
        let word = &self.text[digits_at..self.pos];
        if is_not_finite(word) {
            self.not_finite(start);
            return Some(Kind::Bad);
        }
        let sign = &self.text[start..digits_at];
        match parse_number(sign, word) {
            Ok(Kind::Float(x)) if !x.is_finite() => {
                self.not_finite(start);
                Some(Kind::Bad)
            }
            Ok(kind) => Some(kind),
            Err(message) => {
                let whole = shortened(&self.text[start..self.pos]);
                self.fail(start..self.pos, format!("{message}: `{whole}`"), None);
                Some(Kind::Bad)
            }
        }
    }

    /// Notes NaN, infinity or a number beyond all measure from `start` to the cursor.
    pub(super) fn not_finite(&mut self, start: usize) {
        let found = shortened(&self.text[start..self.pos]);
        self.note(
            start..self.pos,
            format!("expected a finite number, found `{found}`"),
            Some("NaN and infinity are not allowed in data files".into()),
        );
    }

    /// A quoted text at the cursor.
    pub(super) fn string(&mut self) -> Option<Kind> {
        let open = self.pos;
        self.bump();
        let mut out = String::new();
        loop {
            let at = self.pos;
            match self.bump() {
                None => {
                    self.fatal(
                        open..open + 1,
                        "the text opened here is never closed",
                        Some("add the closing `\"`".into()),
                    );
                    return None;
                }
                Some('"') => return Some(Kind::Str(out)),
                Some('\\') => {
                    // A backslash at the end of a line swallows the break and the indent.
                    if matches!(self.peek(), Some('\n' | '\r')) {
                        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
                            self.bump();
                        }
                    } else if let Some(c) = self.escape(at) {
                        out.push(c);
                    }
                }
                Some(c) => out.push(c),
            }
        }
    }

    /// `r"…"` or `r#"…"#` at the cursor.
    pub(super) fn raw_string(&mut self) -> Option<Kind> {
        let open = self.pos;
        self.bump();
        let mut closing = String::from("\"");
        while self.peek() == Some('#') {
            self.bump();
            closing.push('#');
        }
        self.bump();
        let rest = self.rest();
        if let Some(length) = rest.find(&closing) {
            let inside = rest[..length].to_owned();
            self.pos += length + closing.len();
            return Some(Kind::Str(inside));
        }
        let opened = open..self.pos;
        self.fatal(
            opened,
            "the raw text opened here is never closed",
            Some(format!("add the closing `{closing}`")),
        );
        None
    }

    /// `'c'` at the cursor.
    pub(super) fn character(&mut self) -> Option<Kind> {
        let open = self.pos;
        self.bump();
        let at = self.pos;
        let c = match self.bump() {
            Some('\\') => self.escape(at).unwrap_or('?'),
            Some(c) if !matches!(c, '\'' | '\n') => c,
            _ => {
                self.fail(open..self.pos, "expected one character between `'` and `'`", None);
                return None;
            }
        };
        if self.peek() != Some('\'') {
            self.fail(
                open..self.pos,
                "expected `'` after one character",
                Some("write text in double quotes".into()),
            );
            return None;
        }
        self.bump();
        Some(Kind::Char(c))
    }

    /// What follows a backslash standing at `at`; problems are noted.
    fn escape(&mut self, at: usize) -> Option<char> {
        let decoded = match self.bump() {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('0') => Some('\0'),
            Some(c @ ('\'' | '"' | '\\')) => Some(c),
            Some('x') => {
                let digits: String = self.take_while(2, |c| c.is_ascii_hexdigit());
                u8::from_str_radix(&digits, 16)
                    .ok()
                    .filter(|b| digits.len() == 2 && b.is_ascii())
                    .map(char::from)
            }
            Some('u') if self.peek() == Some('{') => {
                self.bump();
                let digits: String = self.take_while(6, |c| c.is_ascii_hexdigit());
                if self.peek() == Some('}') {
                    self.bump();
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
                } else {
                    None
                }
            }
            _ => None,
        };
        let Some(c) = decoded else {
            self.fail(
                at..self.pos,
                format!("unknown escape `{}`", shortened(&self.text[at..self.pos])),
                Some(r#"known: \n \r \t \\ \" \' \x41 \u{2212}"#.into()),
            );
            return None;
        };
        if forbidden(c) {
            self.note(
                at..self.pos,
                format!("the escape stands for the control character U+{:04X}", u32::from(c)),
                Some("leave it out".into()),
            );
        }
        Some(c)
    }

    fn take_while(&mut self, most: usize, ok: impl Fn(char) -> bool) -> String {
        let mut out = String::new();
        while out.len() < most {
            match self.peek() {
                Some(c) if ok(c) => {
                    out.push(c);
                    self.bump();
                }
                _ => break,
            }
        }
        out
    }
}

/// A number without its sign; the message says why it is none.
fn parse_number(sign: &str, word: &str) -> Result<Kind, &'static str> {
    for (mark, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = word.strip_prefix(mark) {
            return integer(sign, without_suffix(digits, &INT_SUFFIXES), radix);
        }
    }
    let (float, suffixed) = match FLOAT_SUFFIXES.iter().find_map(|s| word.strip_suffix(s)) {
        Some(float) => (float, true),
        None => (word, false),
    };
    if suffixed || float.contains(['.', 'e', 'E']) {
        let plain = float.replace('_', "");
        return format!("{sign}{plain}")
            .parse::<f64>()
            .map(Kind::Float)
            .map_err(|_| "expected a number, found");
    }
    integer(sign, without_suffix(word, &INT_SUFFIXES), 10)
}

fn without_suffix<'w>(word: &'w str, suffixes: &[&str]) -> &'w str {
    suffixes.iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word)
}

fn integer(sign: &str, digits: &str, radix: u32) -> Result<Kind, &'static str> {
    if digits.starts_with('_') {
        return Err("a number may not start with `_`");
    }
    let plain = digits.replace('_', "");
    if plain.is_empty() || !plain.chars().all(|c| c.is_digit(radix)) {
        return Err("expected a number, found");
    }
    let sign = if sign == "-" { "-" } else { "" };
    i128::from_str_radix(&format!("{sign}{plain}"), radix)
        .map(Kind::Int)
        .map_err(|_| "the number is too large")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(word: &str) -> Result<String, &'static str> {
        let (sign, rest) = match word.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", word),
        };
        parse_number(sign, rest).map(|kind| match kind {
            Kind::Int(n) => format!("int {n}"),
            Kind::Float(x) => format!("float {x:?}"),
            other => format!("{other:?}"),
        })
    }

    #[test]
    fn numbers_are_read_as_ron_reads_them() {
        for (word, value) in [
            ("0", "int 0"),
            ("-12", "int -12"),
            ("1_000", "int 1000"),
            ("0xFF", "int 255"),
            ("0b101", "int 5"),
            ("0o17", "int 15"),
            ("12u8", "int 12"),
            ("1.5", "float 1.5"),
            ("-2e3", "float -2000.0"),
            ("3f32", "float 3.0"),
        ] {
            assert_eq!(number(word).as_deref(), Ok(value), "{word}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for word in ["1x", "0xG", "1.2.3", "_1", "0x", "12abc", &"9".repeat(60)] {
            assert!(number(word).is_err(), "{word}");
        }
    }
}
