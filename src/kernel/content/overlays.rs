//! What only an owner's overlays can get wrong.

use super::loader::{Home, limits};
use crate::kernel::data::{DataRoot, Problem, Problems, Stray};

/// The overlays' files that lie over none of ours and are no scenarios of their own, and what is wrong with them.
#[must_use]
pub fn strays(root: &DataRoot, home: &Home) -> (Vec<String>, Problems) {
    let strays = match root.strays(home.folder) {
        Ok(strays) => strays,
        Err(problems) => return (Vec::new(), problems),
    };
    let is_scenario = |name: &str| {
        let file = name.strip_prefix(home.folder).and_then(|n| n.strip_prefix("/scenarios/"));
        file.is_some_and(|f| f.ends_with(".ron") && !f.contains('/'))
            // A file that is damaged is reported when it is read.
            && root.read(name, &limits()).map_or(true, |source| home.marks.iter().all(|mark| source.has(mark)))
    };
    let strays: Vec<_> = strays.into_iter().filter(|stray| !is_scenario(&stray.name)).collect();
    let problems = strays.iter().map(Stray::problem).collect();
    (strays.into_iter().map(|stray| stray.name).collect(), problems)
}

/// Says of problems in our files, which are sound without the overlays, which of those to look at.
#[must_use]
pub fn blame(root: &DataRoot, home: &Home, problems: Problems) -> Problems {
    const SHOWN: usize = 3;
    let files = root.overlaid(home.folder);
    if files.is_empty() {
        return problems;
    }
    let mut told: Vec<String> = files.iter().take(SHOWN).map(|f| f.display().to_string()).collect();
    if files.len() > SHOWN {
        told.push(format!("{} more", files.len() - SHOWN));
    }
    let note = format!("sound without {}", told.join(", "));
    let is_theirs = |p: &Problem| root.overlays().iter().any(|o| p.path.starts_with(o));
    let blamed = |mut p: Problem| {
        if !is_theirs(&p) {
            p.help = Some(p.help.take().map_or_else(|| note.clone(), |help| format!("{help}; {note}")));
        }
        p
    };
    problems.into_iter().map(blamed).collect()
}
