//! Pure functions of the rules: courses, points, fuel, drift of the weather.

pub mod course;
pub mod drift;
pub mod fuel;
pub mod points;
