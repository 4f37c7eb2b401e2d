internal import ZigguratSystem

/// A file of a page, not yet written anywhere.
public struct ViewerFile: Equatable, Sendable {
    /// Relative to the folder of the page, with `/` between segments: `viewer/ziggurat.js`.
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
