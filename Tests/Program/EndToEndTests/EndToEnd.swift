import Testing

/// The program as a person and as a script meets it. One after the other: these tests wait on processes and terminals, and
/// would take the threads away from all others.
@Suite(.serialized) enum EndToEnd {}
