/// A file or a program that the tests need is missing.
///
/// Tests fail with this error instead of being skipped, since a skipped test looks like a passed one.
public struct MissingPrerequisite: Error, CustomStringConvertible {
    public let what: String

    public init(_ what: String) {
        self.what = what
    }

    public var description: String {
        "\(what) is missing: run Scripts/bootstrap --tests"
    }
}
