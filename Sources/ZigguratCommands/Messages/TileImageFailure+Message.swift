internal import ZigguratKit

extension TileImageFailure: Worded {
    var message: Message {
        switch self {
        case .empty: Message("the file is empty")
        case .truncated: Message("truncated: the file ends early")
        case .unknownFormat:
            Message(
                "unknown format: not one of "
                    + TileFormat.all.map { $0.traits.title }.joined(separator: ", "))
        case .invalidHeader: Message("invalid header")
        case .invalidData: Message("invalid image data")
        case .tooSmall: Message("invalid: the tile is too small")
        }
    }
}
