internal import ZigguratKit

extension DescriptorFailure: Worded {
    var message: Message {
        let again = "write the descriptor, or the pyramid, again"
        return switch self {
        case .notWellFormed: Message("invalid descriptor: not well formed", hint: again)
        case .documentType:
            Message("unsupported descriptor: document type declaration", hint: again)
        case .unrecognised(let kind): Message("invalid descriptor: unknown \(kind)", hint: again)
        case .missing(let field): Message("invalid descriptor: \(field) is missing", hint: again)
        case .invalid(let field, ""):
            Message("invalid descriptor: wrong type of \(field)", hint: again)
        case .invalid(let field, let value):
            Message("invalid descriptor: \(field) is “\(value)”", hint: again)
        case .unsupportedTileFormat(let name):
            Message(
                "unsupported tile format “\(name)”",
                hint: "use jpg, png, webp, avif or jxl tiles")
        case .partOfMap(let column, let row):
            Message(
                "unsupported: the tiles begin at column \(column) and row \(row)",
                hint: "only pyramids that begin at column 0 and row 0 can be read")
        case .mapProfile(let profile):
            Message(
                "unsupported: tiles of a map, profile “\(profile)”",
                hint: "only pyramids that begin at column 0 and row 0 can be read")
        case .vectorTiles:
            Message(
                "unsupported: vector tiles of a map",
                hint: "only pyramids of images can be read")
        case .wrongTileCount(let count, let expected):
            Message(
                "invalid descriptor: \(count) tiles; the image has \(expected)", hint: again)
        case .tooLarge(let bytes, let limit):
            Message("descriptor too large: \(bytes) bytes; the limit is \(limit)", hint: again)
        case .notWritable: Message("cannot write the document")
        }
    }
}
