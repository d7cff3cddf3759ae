//! The checks that a type cannot make.

use super::kinds::Resource;
use super::scenario::ScenarioFile;
use super::tables::{BoardFile, DecksFile, FuelFile, HEXES, PointsFile, ResourcesFile, Tables, WeatherFile};
use crate::kernel::content::{Clauses, Faults, check_format};

impl BoardFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        let n = self.hexes.len();
        faults.expect(n == HEXES, "hexes", format!("the board has {HEXES} hexes, not {n}"));
        for (i, hex) in self.hexes.iter().enumerate() {
            faults.expect(
                usize::from(hex.hex) == i + 1,
                format!("hexes[{i}].hex"),
                format!("this is hex {}", i + 1),
            );
        }
    }
}

impl WeatherFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        let n = self.cards.len();
        faults.expect(n == 12, "cards", format!("there are 12 weather cards, not {n}"));
    }
}

impl DecksFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
    }
}

impl FuelFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
    }
}

impl ResourcesFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        let kinds: Vec<_> = self.kinds.iter().map(|k| k.kind).collect();
        faults.expect(
            kinds == Resource::ALL,
            "kinds",
            "each of the 8 kinds once, flak first and the bunker last",
        );
    }
}

impl PointsFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
    }
}

/// The checks of a scenario.
pub(super) fn check_scenario(
    file: &ScenarioFile,
    _tables: &Tables,
    clauses: &Clauses<'_>,
    faults: &mut Faults,
) {
    check_format(file.format, faults);
    for (i, step) in file.guide.iter().enumerate() {
        for (j, id) in step.clauses.iter().enumerate() {
            clauses.check(format!("guide[{i}].clauses[{j}]"), id, faults);
        }
    }
}
