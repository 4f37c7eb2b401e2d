/// Something that the tests need is not on this machine.
///
/// A test that cannot be run fails with this and its remedy: a skipped test would look like a
/// passed one.
public struct MissingPrerequisite: Error, CustomStringConvertible {
    public let what: String

    public init(_ what: String) {
        self.what = what
    }

    public var description: String {
        "\(what) is missing. Run Scripts/bootstrap --tests, which installs what the tests need."
    }
}
