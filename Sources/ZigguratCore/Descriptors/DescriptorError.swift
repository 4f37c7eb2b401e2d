package import ZigguratSystem

/// Why the descriptor of a stored pyramid is invalid.
package enum DescriptorError: ErrorReason {
    /// The document is not well formed; the cause says where.
    case notWellFormed
    /// The document has a document type declaration, which Ziggurat does not read.
    case documentType
    /// The document is of another kind, such as XML with another root element.
    case unrecognised(String)
    case missing(field: String)
    case invalid(field: String, value: String)
    case unsupportedTileFormat(String)
    /// The tiles do not begin at column 0 and row 0.
    case partOfMap(column: Int, row: Int)
    /// The tiles belong to a map of the world, such as `mercator`.
    case mapProfile(String)
    /// The tiles are vector tiles, which only maps can have.
    case vectorTiles
    case wrongTileCount(Int, expected: Int)
    /// The document is larger than any pyramid needs. The size and the limit are in bytes.
    case tooLarge(Int, limit: Int)
    case notWritable

    package var code: ZigguratError.Code {
        self == .notWritable ? .renderingFailed : .invalidPyramid
    }
}

extension DescriptorError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notWellFormed: "invalid descriptor: not well formed"
        case .documentType: "unsupported descriptor: document type declaration"
        case .unrecognised(let kind): "invalid descriptor: unknown \(kind)"
        case .missing(let field): "invalid descriptor: \(field) is missing"
        case .invalid(let field, ""): "invalid descriptor: wrong type of \(field)"
        case .invalid(let field, let value): "invalid descriptor: \(field) is “\(value)”"
        case .unsupportedTileFormat(let name): "unsupported tile format “\(name)”"
        case .partOfMap(let column, let row):
            "unsupported: the tiles begin at column \(column) and row \(row)"
        case .mapProfile(let profile): "unsupported: tiles of a map, profile “\(profile)”"
        case .vectorTiles: "unsupported: vector tiles of a map"
        case .wrongTileCount(let count, let expected):
            "invalid descriptor: \(count) tiles; the image has \(expected)"
        case .tooLarge(let bytes, let limit):
            "descriptor too large: \(bytes) bytes; the limit is \(limit)"
        case .notWritable: "cannot write the document"
        }
    }
}
