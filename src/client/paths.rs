//! Where things lie: shipped data, settings, saves, crash reports.
//!
//! Settings go where the operating system keeps settings, saves where it keeps documents of programs. `--user-dir`
//! puts both into one folder; so does a `saves` folder beside the program (portable mode).

use std::path::{Path, PathBuf};

use bevy::prelude::Resource;

/// The program's name in the system's folders.
const PROGRAM: &str = "bombers-moon";

/// The folders that the client reads and writes.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// Shipped data and art, an absolute path where it can be found.
    pub assets: PathBuf,
    /// Settings.
    pub config: PathBuf,
    /// The folder that holds `saves`.
    pub user: PathBuf,
    /// Reports of defects.
    pub reports: PathBuf,
    /// Whether everything lies beside the program.
    pub portable: bool,
}

impl Paths {
    /// Finds the folders; `data_dir` and `user_dir` overrule the usual places.
    #[must_use]
    pub fn find(data_dir: Option<&Path>, user_dir: Option<&Path>) -> Self {
        let program = std::env::current_exe().ok().and_then(|exe| exe.parent().map(Path::to_path_buf));
        let assets = assets_in(data_dir, program.as_deref(), std::env::current_dir().ok().as_deref());
        Self::lay_out(assets, user_dir, program.as_deref())
    }

    fn lay_out(assets: PathBuf, user_dir: Option<&Path>, program: Option<&Path>) -> Self {
        let in_one = |root: &Path, portable| Self {
            assets: assets.clone(),
            config: root.to_path_buf(),
            user: root.to_path_buf(),
            reports: root.join("reports"),
            portable,
        };
        if let Some(dir) = user_dir {
            return in_one(dir, false);
        }
        if let Some(dir) = program.filter(|dir| dir.join("saves").is_dir()) {
            return in_one(dir, true);
        }
        match directories::ProjectDirs::from("", "", PROGRAM) {
            Some(dirs) => Self {
                assets,
                config: dirs.config_dir().to_path_buf(),
                user: dirs.data_dir().to_path_buf(),
                reports: dirs.state_dir().unwrap_or(dirs.data_local_dir()).join("reports"),
                portable: false,
            },
            None => in_one(Path::new("bombers-moon-user"), false),
        }
    }

    /// The settings file.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.ron")
    }
}

/// The folder of shipped data: the given one, else `assets` beside or above the program, else in the current folder.
fn assets_in(given: Option<&Path>, program: Option<&Path>, current: Option<&Path>) -> PathBuf {
    if let Some(dir) = given {
        return std::path::absolute(dir).unwrap_or_else(|_| dir.to_path_buf());
    }
    let near = program.into_iter().flat_map(Path::ancestors).take(4).map(|dir| dir.join("assets"));
    let here = current.into_iter().map(|dir| dir.join("assets"));
    here.chain(near)
        .find(|dir| dir.join("games").is_dir())
        .unwrap_or_else(|| program.map_or_else(|| PathBuf::from("assets"), |dir| dir.join("assets")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c18_a_user_folder_holds_everything() {
        let paths = Paths::lay_out("assets".into(), Some(Path::new("/somewhere")), None);
        assert_eq!(paths.settings_file(), Path::new("/somewhere/settings.ron"));
        assert_eq!(paths.user, Path::new("/somewhere"));
        assert!(!paths.portable);
    }

    #[test]
    fn c18_a_saves_folder_beside_the_program_makes_it_portable() {
        let dir = tempfile::tempdir().unwrap();
        let without = Paths::lay_out("assets".into(), None, Some(dir.path()));
        assert!(!without.portable);
        std::fs::create_dir(dir.path().join("saves")).unwrap();
        let with = Paths::lay_out("assets".into(), None, Some(dir.path()));
        assert!(with.portable);
        assert_eq!(with.user, dir.path());
    }

    #[test]
    fn c18_the_usual_places_are_not_the_home_folder_itself() {
        let paths = Paths::lay_out("assets".into(), None, None);
        assert!(paths.user.to_string_lossy().contains(PROGRAM));
        assert!(paths.config.to_string_lossy().contains(PROGRAM));
    }

    #[test]
    fn shipped_data_is_found_here_or_above_the_program() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("assets/games")).unwrap();
        let program = dir.path().join("target/debug");
        std::fs::create_dir_all(&program).unwrap();
        assert_eq!(assets_in(None, Some(&program), None), dir.path().join("assets"));
        assert_eq!(assets_in(None, None, Some(dir.path())), dir.path().join("assets"));
        assert!(assets_in(Some(Path::new("elsewhere")), Some(&program), None).ends_with("elsewhere"));
    }
}
