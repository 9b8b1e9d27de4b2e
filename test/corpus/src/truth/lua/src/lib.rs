//! Holds no code: the package exists for its dependency.
