import Testing

/// The program as people and scripts use it.
@Suite enum EndToEnd {}
