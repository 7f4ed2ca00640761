import Testing

/// The program as people and scripts use it. One test at a time: these tests wait for processes and terminals, and
/// would block the threads of the others.
@Suite(.serialized) enum EndToEnd {}
