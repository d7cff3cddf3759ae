//! General rules and 4.1 to 4.2.7.
