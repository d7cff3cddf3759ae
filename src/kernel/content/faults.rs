//! What a check finds wrong, by field path, before it is tied to a place in a file.

use crate::kernel::data::{Checker, Problems, Source, nearest};

/// One finding of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Field path such as `aircraft[2].code`; empty for the file as a whole.
    pub field: String,
    /// What is wrong, in plain words.
    pub message: String,
    /// A way out, when one is known.
    pub help: Option<String>,
}

/// Everything that a check finds wrong with one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Adds a finding.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push(Fault { field: field.into(), message: message.into(), help: None });
    }

    /// Adds a finding about `name`, with the nearest of the valid names as the way out.
    pub fn unknown<'a>(
        &mut self,
        field: impl Into<String>,
        what: &str,
        name: &str,
        valid: impl Iterator<Item = &'a str>,
    ) {
        let help = nearest(name, valid).map(|near| format!("did you mean `{near}`?"));
        self.0.push(Fault { field: field.into(), message: format!("no {what} `{name}`"), help });
    }

    /// Adds a finding unless `holds`.
    pub fn expect(&mut self, holds: bool, field: impl Into<String>, message: impl Into<String>) {
        if !holds {
            self.add(field, message);
        }
    }

    /// `Ok(value)` when there are no findings, else the findings tied to their places in the file that was checked.
    ///
    /// # Errors
    /// The findings as located problems.
    pub fn locate<T>(self, source: &Source, value: T) -> Result<T, Problems> {
        if self.0.is_empty() { Ok(value) } else { Err(self.problems(source)) }
    }

    /// The findings tied to their places in the file that was checked.
    #[must_use]
    pub fn problems(self, source: &Source) -> Problems {
        let mut checker = Checker::new(source);
        for fault in self.0 {
            match fault.help {
                Some(help) => checker.at(fault.field).error_with_help(fault.message, help),
                None => checker.at(fault.field).error(fault.message),
            }
        }
        checker.finish(()).err().unwrap_or_default()
    }
}

/// A text that a player reads has 1 to `most` characters.
pub fn check_text(field: impl Into<String>, text: &str, most: usize, faults: &mut Faults) {
    let length = text.trim().chars().count();
    faults.expect((1..=most).contains(&length), field, format!("a text of 1 to {most} characters"));
}

/// The one format that this program reads.
pub fn check_format(format: u32, faults: &mut Faults) {
    faults.expect(format == 1, "format", format!("format {format} is not known here; this program reads 1"));
}
