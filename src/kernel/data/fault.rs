//! The error type of the typed reader: what serde and hand-written `Deserialize` code complain of.

use std::fmt;

use serde::de;

/// A complaint on its way up from a value.
#[derive(Debug)]
pub(super) enum Fault {
    /// Reported; the next pass will see something else.
    Said,
    /// Nothing new to report, yet no value can be made here.
    Stuck,
    /// A required field is absent.
    Missing(&'static str),
    /// A field that the type does not know.
    UnknownField(String, &'static [&'static str]),
    /// A variant that the type does not know.
    UnknownVariant(String, &'static [&'static str]),
    /// Anything else, with a way out if there is one.
    Message(String, Option<String>),
}

impl Fault {
    /// `expected …, found …`.
    pub fn expected(wanted: impl fmt::Display, found: impl fmt::Display) -> Self {
        Fault::Message(format!("expected {wanted}, found {found}"), None)
    }

    /// The same complaint with a way out.
    pub fn with_help(self, help: Option<String>) -> Self {
        match self {
            Fault::Message(message, old) => Fault::Message(message, help.or(old)),
            other => other,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Said | Fault::Stuck => f.write_str("reported above"),
            Fault::Missing(field) => write!(f, "missing field `{field}`"),
            Fault::UnknownField(name, _) => write!(f, "unknown field `{name}`"),
            Fault::UnknownVariant(name, _) => write!(f, "unknown name `{name}`"),
            Fault::Message(message, _) => f.write_str(message),
        }
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Fault::Message(message.to_string(), None)
    }

    fn invalid_type(found: de::Unexpected<'_>, wanted: &dyn de::Expected) -> Self {
        Fault::expected(wanted, found)
    }

    fn invalid_value(found: de::Unexpected<'_>, wanted: &dyn de::Expected) -> Self {
        Fault::expected(wanted, found)
    }

    fn invalid_length(length: usize, wanted: &dyn de::Expected) -> Self {
        let plural = if length == 1 { "" } else { "s" };
        Fault::expected(wanted, format_args!("{length} value{plural}"))
    }

    fn unknown_variant(name: &str, expected: &'static [&'static str]) -> Self {
        Fault::UnknownVariant(name.to_owned(), expected)
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        Fault::UnknownField(name.to_owned(), expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Fault::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Fault::Message(
            format!("the field `{field}` is given twice"),
            Some("keep one of the two, under one name".into()),
        )
    }
}
