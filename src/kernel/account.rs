//! What a game makes of its own log for the logbook: headings over its lines, and tables that sum it up.

/// A heading before a line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The line, counted from 0 among those that the game's first seat may read.
    pub line: usize,
    /// 0 for a chapter, 1 for a section of it, 2 for a part of that.
    pub level: u8,
    /// What a player reads.
    pub text: String,
}

/// A table that sums a game up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Stable id; the name of its file.
    pub id: &'static str,
    /// What a player reads above it.
    pub title: &'static str,
    /// The heads of its columns.
    pub head: Vec<&'static str>,
    /// Its rows, a text for each column.
    pub rows: Vec<Vec<String>>,
}

/// A game's account of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Headings in the order of the lines.
    pub headings: Vec<Heading>,
    /// Tables.
    pub sheets: Vec<Sheet>,
}

impl Account {
    /// The headings that a line stands under, from chapter to part, each text once.
    #[must_use]
    pub fn path(&self, line: usize) -> Vec<&str> {
        let mut path: Vec<&str> = Vec::new();
        for heading in self.headings.iter().take_while(|h| h.line <= line) {
            path.truncate(usize::from(heading.level));
            path.push(&heading.text);
        }
        path
    }
}
