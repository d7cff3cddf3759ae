//! Views of a table for the panels, built from what the viewing seat may know.
