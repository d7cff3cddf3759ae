//! How a command fails: in words on the error stream and by exit code.

use std::io;

use crate::kernel::data::Problems;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line asks for something that there is not; exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A file or folder is not as it must be; exit code 1.
    #[error("{0}")]
    Data(String),
    /// Located faults of data files; exit code 1.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Problems(Problems),
    /// Everything is printed already; only the exit code is left.
    #[error("exit code {0}")]
    Quiet(u8),
    /// Nobody reads the output any more; not a failure.
    #[error("the output was closed")]
    Closed,
}

impl Failure {
    /// The exit code.
    #[must_use]
    pub fn code(&self) -> u8 {
        match self {
            Self::Data(_) | Self::Problems(_) => 1,
            Self::Usage(_) => 2,
            Self::Quiet(code) => *code,
            Self::Closed => 0,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Data(format!("cannot write: {error}"))
        }
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Problems(problems)
    }
}
