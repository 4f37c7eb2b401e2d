import FoundationEssentials
internal import ZigguratSystem

/// What the other pages of a destination have to know of a picture to show it without leaving: the
/// configuration of its page and its placeholder, as a script.
struct PictureScript: Encodable {
    /// Relative to the bundle; `pager.js` knows it too.
    static let path = "viewer/picture.js"

    let description: PageDescription

    private enum CodingKeys: CodingKey {
        case placeholder
    }

    func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(
            description.placeholder.map { JPEGAddress.text(of: $0) }, forKey: .placeholder)
    }

    func file() throws -> ViewerFile {
        ViewerFile(
            path: Self.path,
            bytes: Array("window.zigguratPicture = \(try JSON.embedded(self));\n".utf8))
    }
}

/// A small JPEG as an address that holds it.
enum JPEGAddress {
    static func text(of bytes: [UInt8]) -> String {
        "data:image/jpeg;base64," + Data(bytes).base64EncodedString()
    }
}
