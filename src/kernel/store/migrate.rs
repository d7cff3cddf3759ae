//! Older formats: one pure step from each format to the next.

/// Takes the lines of a save, without checksums, from one format to the next; the error says what did not fit.
pub type Migration = fn(Vec<String>) -> Result<Vec<String>, String>;

/// The steps in order: the first leads from format 1 to 2. Format 1 is the first and needs none.
pub const MIGRATIONS: &[Migration] = &[];

/// Takes the lines from format `from` to format `to` by `steps`.
///
/// # Errors
/// A step that is missing or does not fit, with its format.
pub(super) fn migrate(
    mut lines: Vec<String>,
    from: u32,
    to: u32,
    steps: &[Migration],
) -> Result<Vec<String>, String> {
    for format in from..to {
        let at = usize::try_from(format.saturating_sub(1)).unwrap_or(usize::MAX);
        let step = steps.get(at).ok_or_else(|| format!("there is no way from format {format} on"))?;
        lines = step(lines).map_err(|why| format!("from format {format} to {}: {why}", format + 1))?;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::journal::FORMAT;

    fn shout(lines: Vec<String>) -> Result<Vec<String>, String> {
        Ok(lines.into_iter().map(|l| l.to_uppercase()).collect())
    }
    fn number(lines: Vec<String>) -> Result<Vec<String>, String> {
        Ok(lines.into_iter().enumerate().map(|(i, l)| format!("{i}{l}")).collect())
    }
    fn refuse(_: Vec<String>) -> Result<Vec<String>, String> {
        Err("no seed".to_owned())
    }

    #[test]
    fn c13_every_older_format_has_its_steps() {
        assert_eq!(MIGRATIONS.len() + 1, usize::try_from(FORMAT).unwrap_or(0));
    }

    #[test]
    fn c13_steps_run_in_order_from_the_format_of_the_file() {
        let lines = || vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(migrate(lines(), 1, 3, &[number, shout]), Ok(vec!["0A".to_owned(), "1B".to_owned()]));
        assert_eq!(migrate(lines(), 2, 3, &[number, shout]), Ok(vec!["A".to_owned(), "B".to_owned()]));
        assert_eq!(migrate(lines(), 3, 3, &[number, shout]), Ok(lines()));
        let failed = migrate(lines(), 1, 3, &[number, refuse]);
        assert_eq!(failed, Err("from format 2 to 3: no seed".to_owned()));
        assert!(migrate(lines(), 0, 1, &[]).is_err());
    }
}
