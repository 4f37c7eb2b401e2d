/// Advice about an operation that succeeded, as a typed value.
///
/// Like a ``FailureReason``, a note has the facts and no sentence; the program that shows it to a
/// person words it.
public protocol Note: Hashable, Sendable {}
