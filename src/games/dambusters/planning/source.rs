//! What brings an Elite Crewman.

/// What brings an Elite Crewman (clause 10.1.3.d); a frame's argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EliteSource {
    /// Six Aircrew.
    Aircrew,
    /// E on the training chart.
    Training,
    /// A crash.
    Crash,
    /// Extra Training.
    Extra,
}

impl EliteSource {
    /// From a frame's argument: the clause that orders the draw.
    #[must_use]
    pub fn clause(arg: i32) -> &'static str {
        match arg {
            0 => "10.1.3.c",
            1 => "10.3.2.h",
            2 => "10.3.2.e",
            _ => "10.3.4.a",
        }
    }
}
