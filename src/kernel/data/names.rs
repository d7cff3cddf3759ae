//! The nearest valid name to a misspelt one.

/// Names longer than this (in characters) are not compared: they are no slip of the pen.
const LONGEST: usize = 80;

/// The candidate a writer most likely meant by `name`, or `None` when nothing is close.
///
/// Case, `-` and `_` count for little; otherwise about one slip in three letters is forgiven. Of
/// equally near candidates the first wins.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.chars().nth(LONGEST).is_some() {
        return None;
    }
    let wanted = fold(name);
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        if candidate.is_empty() || candidate.chars().nth(LONGEST).is_some() {
            continue;
        }
        let folded = fold(candidate);
        let longer = wanted.chars().count().max(folded.chars().count());
        let distance = strsim::damerau_levenshtein(&wanted, &folded);
        // Two-letter names forgive one slip, six-letter names two, nine-letter names three.
        let allowed = if longer < 5 { 1 } else { (longer / 3).max(2) };
        if distance <= allowed && distance < longer && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// `a`, `b`, `c` and 4 more: candidate names for a help line.
pub(super) fn listed<'a>(candidates: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let all: Vec<&str> = candidates.collect();
    let mut out =
        all.iter().take(SHOWN).map(|c| format!("`{}`", c.escape_debug())).collect::<Vec<_>>().join(", ");
    if all.len() > SHOWN {
        out.push_str(&format!(" and {} more", all.len() - SHOWN));
    }
    out
}

/// The help line for an unknown name: the nearest one, else the whole list.
pub(super) fn help_for<'a>(name: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    if let Some(near) = nearest(name, candidates.clone()) {
        return Some(format!("did you mean `{}`?", near.escape_debug()));
    }
    let list = listed(candidates);
    (!list.is_empty()).then(|| format!("valid here: {list}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name() {
        let names = ["result", "rows", "speed", "altitude"];
        for (slip, meant) in
            [("resutl", "result"), ("Rows", "rows"), ("alitude", "altitude"), ("sped", "speed")]
        {
            assert_eq!(nearest(slip, names.into_iter()), Some(meant), "{slip}");
        }
    }

    #[test]
    fn a_stranger_finds_none() {
        assert_eq!(nearest("weather", ["row", "id"].into_iter()), None);
        assert_eq!(nearest("", ["row"].into_iter()), None);
        assert_eq!(nearest(&"x".repeat(5000), ["row"].into_iter()), None);
    }

    #[test]
    fn long_lists_are_cut() {
        let many: Vec<String> = (0..40).map(|n| format!("n{n}")).collect();
        let text = listed(many.iter().map(String::as_str));
        assert!(text.ends_with("and 28 more"), "{text}");
    }
}
